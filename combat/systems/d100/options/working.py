"""Spells, prayers and Heal Tests."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from combat.engine.system import Choice, Option, Slot
from combat.engine.viewers import Viewer
from combat.systems.d100 import legal
from combat.systems.d100.commands import Act, Cast, Pray
from combat.systems.d100.data import CONTENT
from combat.systems.d100.legal.actions import HEALED
from combat.systems.d100.legal.magic import HARMFUL, STEADIED
from combat.systems.d100.legal.people import require_action
from combat.systems.d100.options.slots import number, people, seen, targets_slot, why_not
from combat.systems.d100.state import Combatant, State

T = TypeVar("T")


def magic_options(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    for id in one.stats.spells:
        yield _spell(state, viewer, one, id)
    for id in one.stats.prayers:
        yield _prayer(state, viewer, one, id)


def _spell(state: State, viewer: Viewer, one: Combatant, id: str) -> Option:
    spell = CONTENT.spells[id]
    why = _why(state, one, "cast")
    slots: tuple[Slot, ...] = ()
    if not why:
        found, why = _fitting(
            state, viewer, one, lambda other: Cast(by=one.id, spell=id, target=other), legal.check_cast
        )
        slots = _targets(one, found, optional=spell.kind not in HARMFUL) if found else ()
        if found and spell.range not in ("self", "touch") and one.at is None:
            reach = one.stats.characteristic("wp")
            slots = (*slots, number("distance", "Yards away", 0, reach, optional=True))
    return Option(
        do="cast", by=one.id, fixed=(("spell", id),), label=spell.name, note=f"{spell.note} · CN {spell.cn}",
        icon="star", group="action", slots=slots, enabled=not why, reason=why,
    )  # fmt: skip


def _prayer(state: State, viewer: Viewer, one: Combatant, id: str) -> Option:
    prayer = CONTENT.prayers[id]
    why = _why(state, one, "pray")
    slots: tuple[Slot, ...] = ()
    if not why:
        found, why = _fitting(
            state, viewer, one, lambda other: Pray(by=one.id, prayer=id, target=other), legal.check_prayer
        )
        slots = _targets(one, found, optional=id != "rebuke") if found else ()
        if found and id == "steady":
            choices = tuple(Choice(value=name, label=name.capitalize()) for name in STEADIED)
            slots = (*slots, Slot(name="what", label="Against", choices=choices, optional=True))
    return Option(
        do="pray", by=one.id, fixed=(("prayer", id),), label=prayer.name, note=prayer.note, icon="star",
        group="action", slots=slots, enabled=not why, reason=why,
    )  # fmt: skip


def _why(state: State, one: Combatant, action: str) -> str:
    return (
        why_not(legal.require_conscious, one)
        or why_not(legal.require_turn, state, one, action=action)
        or why_not(require_action, state)
    )


def _fitting(
    state: State,
    viewer: Viewer,
    one: Combatant,
    command: Callable[[str], T],
    check: Callable[[State, Viewer, T], object],
) -> tuple[list[Combatant], str]:
    """Whom it may be for, and why nobody."""
    answers = {other.id: why_not(check, state, viewer, command(other.id)) for other in seen(state, viewer)}
    found = [other for other in seen(state, viewer) if not answers[other.id]]
    reasons = [words for words in (answers.get(one.id), *answers.values()) if words]
    return found, "" if found else next(iter(reasons), "Nobody is here.")


def _targets(one: Combatant, found: list[Combatant], *, optional: bool) -> tuple[Slot, ...]:
    if optional:
        return (people("target", "For", found, optional=True, preset=one.id),)
    return (targets_slot(one, found),)


def treat_options(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    """One for each patient, with what can be treated."""
    if one.stats.skill("heal") is None:
        return
    for patient in seen(state, viewer):
        names = [*(name for name in HEALED if patient.has(name)), *(it.name for it in patient.lasting if it.treated)]
        usual = Act(by=one.id, action="heal", target=patient.id)
        if patient.dead or not names:
            continue
        fitting = [
            name for name in dict.fromkeys(names) if not why_not(legal.check_action, state, viewer, _what(usual, name))
        ]
        why = why_not(legal.check_action, state, viewer, usual)
        what = tuple(Choice(value=name, label=name.capitalize()) for name in fitting)
        slots: tuple[Slot, ...] = (Slot(name="what", label="What", choices=what, optional=True),)
        fixed: tuple[tuple[str, str], ...] = (("action", "heal"), ("target", patient.id))
        if patient.id == one.id:
            slots, fixed = (*slots, people("target", "Whom", [one], optional=True)), fixed[:1]
        yield Option(
            do="action", by=one.id, fixed=fixed, note="A Heal Test", icon="aid", group="action",
            label="Treat yourself" if patient.id == one.id else f"Treat {patient.name}",
            slots=() if why else slots, enabled=not why, reason=why,
        )  # fmt: skip


def _what(command: Act, name: str) -> Act:
    return Act(by=command.by, action="heal", target=command.target, what=name)
