"""What may be put into a field of a command: built from the same sets that `decide` checks against."""

from collections.abc import Callable, Iterable
from functools import cache

from combat.engine.cards import card_name
from combat.engine.system import Choice, Slot
from combat.engine.viewers import Viewer
from combat.systems.ctg import legal
from combat.systems.ctg.sheet import Weapon
from combat.systems.ctg.state import Combatant, State
from combat.systems.ctg.wording import weapon_note

MOST_TYPED = 200


def target_slot(
    state: State,
    viewer: Viewer,
    one: Combatant,
    fits: Callable[[Combatant], bool],
    *,
    optional: bool = False,
    label: str = "Target",
) -> Slot | None:
    """Everybody whom the viewer sees and whom it fits; None where nobody does."""
    found = [other for other in legal.seen(state, viewer) if fits(other)]
    if not found:
        return None
    found.sort(key=lambda other: (other.side == one.side, not other.is_awake))
    preset = None if optional else _preset(one, found)
    choices = tuple(
        Choice(
            value=other.id,
            label=other.name,
            preset=other.id == preset,
            usual=other.is_awake and other.side != one.side,
        )
        for other in found
    )
    return Slot(name="target", label=label, choices=choices, optional=optional)


def _preset(one: Combatant, found: list[Combatant]) -> str:
    """The last target while it stands, else the only foe on their feet, else the first."""
    standing = [other.id for other in found if other.is_awake and other.side != one.side]
    if one.last_target in standing:
        return one.last_target or ""
    return standing[0] if len(standing) == 1 else found[0].id


def weapon_slot(
    state: State, one: Combatant, weapons: Iterable[Weapon], *, off_hand: bool = False, optional: bool = False
) -> Slot | None:
    found = tuple(weapons)
    if not found:
        return None
    names = [weapon.name for weapon in found]
    preset = one.last_weapon if one.last_weapon in names else names[0]
    return Slot(
        name="weapon",
        label="Weapon",
        optional=optional,
        choices=tuple(
            Choice(
                value=weapon.name,
                label=weapon.name,
                note=weapon_note(one.sheet, weapon, state.house_rules, off_hand=off_hand),
                preset=not optional and weapon.name == preset,
            )
            for weapon in found
        ),
    )


def card_slot(cards: Iterable[str], *, optional: bool = False, label: str = "Pay with") -> Slot | None:
    """Highest first, as in the hand; the cheapest is preset where one must be named."""
    found = tuple(dict.fromkeys(cards))
    if not found:
        return None
    choices = tuple(_card_choice(card, not optional and card == found[-1]) for card in found)
    return Slot(name="card", label=label, choices=choices, optional=optional)


@cache
def _card_choice(card: str, preset: bool) -> Choice:
    return Choice(value=card, label=card_name(card), preset=preset)


def owed_slot(cards: Iterable[str]) -> tuple[Slot, ...]:
    """Which of several equal highest cards is played; nothing to choose where nothing is owed."""
    slot = card_slot(cards, optional=True, label="Play")
    return (slot,) if slot is not None else ()


@cache
def text_slot(label: str = "In your words") -> Slot:
    return Slot(name="text", label=label, kind="text", optional=True, most=MOST_TYPED)


def number_slot(name: str, label: str, least: int, most: int, *, optional: bool = False) -> Slot:
    return Slot(name=name, label=label, kind="number", least=least, most=most, optional=optional)


def combatant_slot(found: Iterable[Combatant], *, name: str = "combatant", label: str = "Who") -> Slot:
    return Slot(name=name, label=label, choices=tuple(Choice(value=one.id, label=one.name) for one in found))
