"""Moving, standing up, leaving melee (7, R22, R40, D9, D24)."""

from combat.systems.d100 import body, legal
from combat.systems.d100 import events as ev
from combat.systems.d100.commands import Move
from combat.systems.d100.decide import attacks, conditions
from combat.systems.d100.decide.contests import opposed_test
from combat.systems.d100.legal.moves import PRICE_OF_LEAVING, needs_a_way_out
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Attack, Combatant

CANNOT_STRIKE = ("stunned", "surprised", "broken")


def move(scene: Scene, command: Move) -> None:
    mover, distance = legal.check_move(scene.state, scene.actor, command)
    if command.stand:
        scene(ev.StoodUp(combatant=mover.id))
        conditions.lose(scene, mover.id, "prone")
        return
    if command.leave is not None:
        _pay(scene, mover)
    if needs_a_way_out(scene.state, mover) and not _gets_away(scene, mover):
        return
    walk(scene, mover.id, distance, command.to)


def walk(scene: Scene, id: str, distance: int, to: tuple[int, int] | None = None, *, charge: bool = False) -> None:
    """Any yard ends what a melee attack has bound (D9)."""
    conditions.leave_melee(scene, id)
    scene(ev.Moved(combatant=id, yards=distance, to=to, charge=charge))


def _pay(scene: Scene, mover: Combatant) -> None:
    left = mover.advantage - PRICE_OF_LEAVING
    scene(ev.AdvantageChanged(combatant=mover.id, was=mover.advantage, now=left, why="leaving melee"))
    scene(ev.WayOpened(combatant=mover.id, paid=True))


def _gets_away(scene: Scene, mover: Combatant) -> bool:
    """D24: a blow at +20 without defence from each; whoever falls or is held goes nowhere and has lost the Move."""
    for enemy in body.engaged_with(scene.state, mover):
        if any(enemy.has(name) for name in CANNOT_STRIKE) or scene.get(mover.id).dead:
            continue
        parting_blow(scene, enemy.id, mover.id)
    left = scene.get(mover.id)
    if left.out or any(left.has(name) and not mover.has(name) for name in ("prone", "entangled")):
        scene(ev.MoveLost(combatant=mover.id))
        return False
    return True


def parting_blow(scene: Scene, by: str, target: str) -> None:
    weapon = next(iter(legal.usable_in_melee(scene.get(by))), None)
    if weapon is None:
        return
    attack = Attack(number=scene.state.attacks + 1, by=by, target=target, weapon=weapon.id, parting=True)
    attacks.declare(scene, attack)


def disengage(scene: Scene, id: str) -> None:
    """R40: Dodge against the Engaged enemy with the highest Melee; won, the way stays open for the turn."""
    enemies = body.engaged_with(scene.state, scene.get(id))
    strongest = max(enemies, key=lambda one: best_melee(one)[1])
    if opposed_test(scene, id, "dodge", strongest.id, best_melee(strongest)[0], "disengage").winner == "attacker":
        scene(ev.WayOpened(combatant=id))


def best_melee(combatant: Combatant) -> tuple[str, int]:
    """The best melee skill of what is at hand, and its value."""
    groups = [weapon.group for weapon in legal.usable_in_melee(combatant)] or ["melee_brawling"]
    values = [(group, combatant.stats.skill(group) or 0) for group in groups]
    return max(values, key=lambda one: one[1])
