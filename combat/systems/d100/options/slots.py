"""What may be put into a field of a command, and why something is not possible now."""

from collections.abc import Callable, Iterable
from typing import Any

from combat.engine.errors import IllegalCommand
from combat.engine.system import Choice, Slot
from combat.engine.viewers import Viewer
from combat.systems.d100.legal.actions import MOST_TEXT
from combat.systems.d100.rolls import LOCATIONS
from combat.systems.d100.state import Combatant, State
from combat.systems.d100.wording import PLACES


def why_not(check: Callable[..., Any], *args: Any, **named: Any) -> str:
    """The words of the refusal; empty where there is none."""
    try:
        check(*args, **named)
    except IllegalCommand as refusal:
        return refusal.words
    return ""


def seen(state: State, viewer: Viewer) -> tuple[Combatant, ...]:
    return tuple(one for one in state.combatants if viewer.is_gm or not one.hidden)


def people(
    name: str, label: str, found: Iterable[Combatant], *, optional: bool = False, preset: str | None = None
) -> Slot:
    choices = tuple(Choice(value=one.id, label=one.name, preset=one.id == preset) for one in found)
    return Slot(name=name, label=label, choices=choices, optional=optional)


def targets_slot(one: Combatant, found: Iterable[Combatant]) -> Slot:
    """Enemies first, those on their feet before the others; the only enemy is picked already."""
    ordered = sorted(found, key=lambda other: (other.side == one.side, other.out))
    enemies = [other.id for other in ordered if other.side != one.side and not other.out]
    return people("target", "Target", ordered, preset=enemies[0] if enemies else None)


def number(name: str, label: str, least: int, most: int, *, optional: bool = False) -> Slot:
    return Slot(name=name, label=label, kind="number", least=least, most=most, optional=optional)


def several(name: str, label: str, choices: tuple[Choice, ...], *, least: int = 0) -> Slot:
    """Any number of them, from `least` on."""
    return Slot(name=name, label=label, kind="choices", choices=choices, least=least, most=len(choices),
                optional=least == 0)  # fmt: skip


def text(label: str = "In your words") -> Slot:
    return Slot(name="text", label=label, kind="text", most=MOST_TEXT, optional=True)


def places() -> Slot:
    choices = tuple(Choice(value=place, label=PLACES[place].capitalize()) for place in LOCATIONS)
    return Slot(name="location", label="Aim at", choices=choices, optional=True)
