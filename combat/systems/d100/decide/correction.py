"""An attack that is already settled is rolled up once more, with the same dice (behaviour 17)."""

from combat.engine.records import replace
from combat.engine.viewers import Viewer
from combat.systems.d100 import events as ev
from combat.systems.d100 import legal
from combat.systems.d100.commands import CorrectAttack
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Attack, Settled, State


def correctable(state: State) -> Settled | None:
    """The newest settled attack, if nobody whom it changed has changed since."""
    settled = state.settled
    if settled is None or state.phase != "turns" or state.attack is not None:
        return None
    people = (settled.attack.by, settled.attack.target)
    if any(state.find(id) is None for id in people):
        return None
    return settled if all(state.find(one.id) == one for one in settled.after) else None


def correct(scene: Scene, command: CorrectAttack) -> None:
    from combat.systems.d100.decide import attacks

    settled, attack = corrected(scene.state, scene.actor, command)
    scene(
        ev.AttackTakenBack(
            by=attack.by, target=attack.target, was=settled.attack.target, modifier=attack.modifier, attack=attack
        )
    )
    if attack.target != settled.attack.target:
        attacks.give_back(scene, settled.attack)
        attack = replace(attack, gained=attacks.gain_first(scene, attack))
        scene(ev.AttackDeclared(attack=attack))
    with_, situation = _answer(scene.state, settled, attack)
    attacks.resolve(scene, with_, situation, attacks.Dice(attack=settled.attack_roll, defence=settled.defence_roll))


def corrected(state: State, actor: Viewer, command: CorrectAttack) -> tuple[Settled, Attack]:
    """The attack to be corrected, and what it becomes; judged by those whom it struck as they were before it."""
    legal.require_running(state)
    settled = correctable(state)
    if settled is None:
        legal.refuse("bad_value", "No attack can be corrected any more: undo instead.")
    for one in settled.before:
        state = state.with_combatant(one)
    attacker = state.get(settled.attack.by)
    target = legal.check_target_of_attack(state, actor, attacker, command.target or settled.attack.target)
    return settled, legal.aimed_anew(state, _changed(settled.attack, command), target)


def _changed(attack: Attack, command: CorrectAttack) -> Attack:
    return replace(
        attack,
        target=command.target or attack.target,
        modifier=attack.modifier if command.modifier is None else command.modifier,
        situation=attack.situation if command.situation is None else tuple(dict.fromkeys(command.situation)),
    )


def _answer(state: State, settled: Settled, attack: Attack) -> tuple[str | None, tuple[str, ...]]:
    """The same defence where it is still one; somebody else takes the better one."""
    if attack.target == settled.attack.target:
        return settled.defence, settled.defence_situation
    if settled.defence is not None and settled.defence in legal.defences(state, attack):
        return settled.defence, ()
    return legal.best_defence(state, attack), ()
