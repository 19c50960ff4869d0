"""Heal Tests (5.2, 6.2, D13)."""

from combat.systems.d100 import events as ev
from combat.systems.d100.commands import Act
from combat.systems.d100.decide import conditions
from combat.systems.d100.legal.actions import what_to_heal
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Combatant, Lasting


def treat(scene: Scene, healer: Combatant, command: Act) -> None:
    patient = scene.get(command.target or healer.id)
    what = what_to_heal(patient, command.what)
    assert what is not None, "checked"
    test = scene.plain_test(healer.id, "heal", "heal", shown=True)
    if not test.success:
        return
    if isinstance(what, Lasting):
        end_wound(scene, patient.id, what)
    else:
        _ease(scene, patient.id, what, 1 + test.sl)


def _ease(scene: Scene, patient: str, condition: str, levels: int) -> None:
    """A Heal Test on the condition itself also ends what holds it."""
    for one in scene.get(patient).lasting:
        if one.holds == condition:
            _lift(scene, patient, one)
    conditions.lose(scene, patient, condition, levels)


def _lift(scene: Scene, patient: str, wound: Lasting) -> None:
    assert wound.holds is not None
    scene(ev.LastingEnded(combatant=patient, lasting=wound))
    if not any(one.holds == wound.holds for one in scene.get(patient).lasting):
        scene(ev.HoldLifted(combatant=patient, condition=wound.holds))


def end_wound(scene: Scene, patient: str, wound: Lasting) -> None:
    """What lasted until it was treated is over; held Bleeding can now be stopped, a held faint ends."""
    if wound.holds is None:
        scene(ev.LastingEnded(combatant=patient, lasting=wound))
        return
    _lift(scene, patient, wound)
    if wound.holds == "unconscious":
        _come_round(scene, patient)


def _come_round(scene: Scene, patient: str) -> None:
    combatant = scene.get(patient)
    held = combatant.condition("unconscious")
    if held is None or held.floor or combatant.has("bleeding") or combatant.dead:
        return
    if combatant.wounds > 0 or combatant.rounds_at_zero < max(1, combatant.stats.tb):
        conditions.lose(scene, patient, "unconscious")


def take_off(scene: Scene, patient: str, lasting: Lasting) -> None:
    """The GM's hand: it is gone, and lets go of what it held."""
    if lasting.holds is None:
        scene(ev.LastingEnded(combatant=patient, lasting=lasting))
    else:
        _lift(scene, patient, lasting)
