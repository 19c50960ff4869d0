"""What the GM does to the fight, outside of anybody's turn (scenario format; D7, D28)."""

from collections.abc import Callable

from combat.engine.records import replace
from combat.engine.system import Newcomer
from combat.systems.d100 import events as ev
from combat.systems.d100 import legal
from combat.systems.d100.commands import (
    Add,
    Assign,
    CancelAttack,
    Damage,
    GiveEffect,
    Given,
    Heal,
    Hide,
    Joiner,
    Remove,
    RemoveEffect,
    Resolve,
    Retarget,
    Reveal,
    Set,
    Taken,
)
from combat.systems.d100.data import CONTENT
from combat.systems.d100.decide import attacks, conditions, healing, start
from combat.systems.d100.decide.opening import joined_event, require_newcomer
from combat.systems.d100.scene import Scene
from combat.systems.d100.sheet import NEEDS_TRAINING
from combat.systems.d100.state import Combatant, Request

MOST = 9999
MOST_LEVELS = 99


def require_open(scene: Scene) -> None:
    if scene.state.phase == "ended":
        legal.refuse("ended", "The fight is over.")


def set_values(scene: Scene, command: Set) -> None:
    combatant = legal.somebody(scene.state, scene.actor, command.combatant)
    require_open(scene)
    values = {
        "wounds": (command.wounds, combatant.stats.max_wounds),
        "advantage": (command.advantage, MOST),
        "rounds_at_zero": (command.rounds_at_zero, MOST),
        "critical_wounds": (command.critical_wounds, MOST),
    }
    for value, most in values.values():
        if value is not None and not 0 <= value <= most:
            legal.refuse("bad_value", f"That value is from 0 to {most}.")
    if all(value is None for value, _ in values.values()) and command.out_of_sight is None and command.autoplay is None:
        legal.refuse("bad_value", "Say which value to set.")
    scene(
        ev.ValuesSet(
            combatant=combatant.id,
            wounds=command.wounds,
            advantage=command.advantage,
            rounds_at_zero=command.rounds_at_zero,
            critical_wounds=command.critical_wounds,
            out_of_sight=command.out_of_sight,
            autoplay=command.autoplay,
        )
    )


def damage(scene: Scene, command: Damage) -> None:
    """D28: no soak, no critical."""
    for combatant in _selected(scene, command):
        conditions.lose_wounds(scene, combatant.id, command.amount, "the game master")


def heal(scene: Scene, command: Heal) -> None:
    selected = _selected(scene, command)
    for combatant in selected:
        if combatant.dead:
            legal.refuse("dead", f"{combatant.name} is dead.")
    for combatant in selected:
        conditions.heal(scene, combatant.id, command.amount, magic=command.type == "magic", why="the game master")


def _selected(scene: Scene, command: Damage | Heal) -> list[Combatant]:
    ids = dict.fromkeys((*((command.combatant,) if command.combatant else ()), *command.combatants))
    selected = [legal.somebody(scene.state, scene.actor, id) for id in ids]
    require_open(scene)
    if not selected or not 0 <= command.amount <= MOST:
        legal.refuse("bad_value", f"Choose whom, and a number from 0 to {MOST}.")
    return selected


def give_effect(scene: Scene, command: GiveEffect) -> None:
    combatant = legal.somebody(scene.state, scene.actor, command.combatant)
    require_open(scene)
    require_condition(command.effect)
    give(scene, combatant.id, command.effect)


def require_condition(given: Given) -> None:
    if given.condition not in CONTENT.conditions:
        legal.refuse("bad_value", "There is no such condition.")
    if not 1 <= given.levels <= MOST_LEVELS or not 0 <= given.strength <= MOST or abs(given.difficulty) > MOST_LEVELS:
        legal.refuse("bad_value", f"Levels are from 1 to {MOST_LEVELS}.")


def give(scene: Scene, id: str, given: Given) -> None:
    conditions.gain(scene, id, given.condition, given.levels, strength=given.strength, difficulty=given.difficulty)


def remove_effect(scene: Scene, command: RemoveEffect) -> None:
    combatant = legal.somebody(scene.state, scene.actor, command.combatant)
    require_open(scene)
    taken = command.effect
    if isinstance(taken, str):
        found = next((one for one in combatant.lasting if one.name == taken), None)
        if found is None:
            taken = Taken(condition=taken)
        else:
            healing.take_off(scene, combatant.id, found)
            return
    if not combatant.has(taken.condition) or (taken.levels is not None and taken.levels < 1):
        legal.refuse("bad_value", f"{combatant.name} does not have that.")
    conditions.lose(scene, combatant.id, taken.condition, taken.levels, by_hand=True)


def add(scene: Scene, command: Add) -> None:
    newcomer = _newcomer(command.combatant)
    require_open(scene)
    if scene.state.find(newcomer.id) is not None:
        legal.refuse("bad_value", "Somebody of that id is here already.")
    joined, combatant = joined_event(scene.state, newcomer)
    if scene.state.phase == "setup":
        scene(joined)
    else:
        start.join(scene, joined, combatant)


def _newcomer(given: Joiner | Newcomer) -> Newcomer:
    if isinstance(given, Joiner):
        given = Newcomer(
            id=given.id, name=given.name, side=given.side, owner=given.player, hidden=given.hidden,
            autoplay=given.autoplay, colour=given.colour, sheet=given.sheet, at=given.at,
        )  # fmt: skip
    require_newcomer(given)
    return given


def remove(scene: Scene, command: Remove) -> None:
    combatant = legal.somebody(scene.state, scene.actor, command.combatant)
    require_open(scene)
    attack = scene.state.attack
    if attack is not None and combatant.id in (attack.by, attack.target):
        scene(ev.AttackDropped(by=attack.by, target=attack.target, why="gone"))
    scene(ev.CombatantRemoved(combatant=combatant.id, name=combatant.name))


def hide(scene: Scene, command: Hide) -> None:
    combatant = legal.somebody(scene.state, scene.actor, command.combatant)
    require_open(scene)
    if combatant.owner is not None:
        legal.refuse("bad_target", "Only the game master's own combatants can be hidden.")
    if combatant.hidden:
        legal.refuse("bad_value", f"{combatant.name} is hidden already.")
    scene(ev.CombatantHidden(combatant=combatant.id))


def reveal(scene: Scene, command: Reveal) -> None:
    combatant = legal.somebody(scene.state, scene.actor, command.combatant)
    require_open(scene)
    if not combatant.hidden:
        legal.refuse("bad_value", f"{combatant.name} is not hidden.")
    scene(ev.CombatantRevealed(combatant=combatant.id, name=combatant.name))


def assign(scene: Scene, command: Assign) -> None:
    combatant = legal.somebody(scene.state, scene.actor, command.combatant)
    require_open(scene)
    if combatant.hidden and command.owner is not None:
        legal.refuse("bad_target", "Reveal it first.")
    scene(ev.CombatantAssigned(combatant=combatant.id, owner=command.owner))


def resolve(scene: Scene, command: Resolve) -> None:
    """What an open Action comes to; after a failed Test nothing follows (D1)."""
    state = scene.state
    request = next((one for one in state.requests if one.id == command.request), None)
    target = legal.somebody(state, scene.actor, command.target) if command.target else None
    legal.require_running(state)
    if request is None:
        legal.refuse("bad_value", "There is no such request.")
    receiver = _receiver(scene, request, target)
    _require_values(scene, request, command)
    if command.heal is not None and receiver.dead:
        legal.refuse("dead", f"{receiver.name} is dead.")
    scene(ev.RequestSettled(by=request.by, request=request, outcome=command.outcome.strip()))
    if command.check is not None:
        difficulty = _difficulty(command.check.difficulty)
        test = scene.plain_test(request.by, command.check.skill, request.action, difficulty=difficulty, shown=True)
        if not test.success:
            return
    _apply_outcome(scene, receiver.id, command)


def _receiver(scene: Scene, request: Request, target: Combatant | None) -> Combatant:
    """Whom it strikes: the one that is named now, else the request's target, else who asked."""
    return target or scene.state.find(request.target) or scene.get(request.by)


def _apply_outcome(scene: Scene, id: str, command: Resolve) -> None:
    if command.damage:
        conditions.lose_wounds(scene, id, command.damage, "the game master")
    if command.heal:
        conditions.heal(scene, id, command.heal, magic=command.type == "magic", why="the game master")
    if command.effect is not None:
        give(scene, id, command.effect)


def _require_values(scene: Scene, request: Request, command: Resolve) -> None:
    if command.check is not None:
        who, skill = scene.get(request.by), command.check.skill
        known = skill in who.stats.characteristics or skill in CONTENT.skills or skill in who.stats.skills
        if not known or (skill in NEEDS_TRAINING and who.stats.skill(skill) is None):
            legal.refuse("bad_value", "There is no such skill to test.")
        _difficulty(command.check.difficulty)
    for number in (command.damage, command.heal):
        if number is not None and not 0 <= number <= MOST:
            legal.refuse("bad_value", f"A number from 0 to {MOST}.")
    if command.effect is not None:
        require_condition(command.effect)


def _difficulty(given: int | str) -> int:
    value = CONTENT.difficulties.get(given) if isinstance(given, str) else given
    if value is None or abs(value) > MOST_LEVELS:
        legal.refuse("bad_value", "There is no such difficulty.")
    return value


def cancel_attack(scene: Scene, command: CancelAttack) -> None:
    attack = scene.state.attack
    legal.require_running(scene.state)
    if attack is None:
        legal.refuse("no_window", "No attack is awaited.")
    attacks.give_back(scene, attack)
    scene(ev.AttackDropped(by=attack.by, target=attack.target, why="cancelled", action_back=True))


def retarget(scene: Scene, command: Retarget) -> None:
    attack = scene.state.attack
    target = legal.somebody(scene.state, scene.actor, command.target)
    legal.require_running(scene.state)
    if attack is None:
        legal.refuse("no_window", "No attack is awaited.")
    legal.check_target_of_attack(scene.state, scene.actor, scene.get(attack.by), target.id)
    if target.id == attack.target:
        legal.refuse("bad_target", f"The attack goes at {target.name} already.")
    moved = legal.aimed_anew(scene.state, attack, target)
    attacks.give_back(scene, attack)
    moved = replace(moved, gained=attacks.gain_first(scene, moved))
    scene(ev.AttackRetargeted(by=attack.by, target=target.id, was=attack.target, attack=moved))
    attacks.await_defence(scene)


GM: dict[type, Callable[..., None]] = {
    Set: set_values,
    Damage: damage,
    Heal: heal,
    GiveEffect: give_effect,
    RemoveEffect: remove_effect,
    Add: add,
    Remove: remove,
    Hide: hide,
    Reveal: reveal,
    Assign: assign,
    Resolve: resolve,
    CancelAttack: cancel_attack,
    Retarget: retarget,
}
"""How each is carried out, once it is known that the GM sent it."""
