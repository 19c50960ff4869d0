"""What may be put into a field of a command: built from the same sets that `decide` checks against."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from combat.engine.cards import card_name
from combat.engine.records import replace
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
    found = [choice for choice in _everybody(state, viewer, one.side) if fits(state[choice.value])]
    if not found:
        return None
    if not optional:
        place = _preset(one, found)
        found[place] = replace(found[place], preset=True)
    return Slot(name="target", label=label, choices=tuple(found), optional=optional)


def _everybody(state: State, viewer: Viewer, side: str) -> tuple[Choice, ...]:
    """Whom the viewer sees, for somebody of that side: foes first, and those who stand before those who lie."""

    def make() -> tuple[Choice, ...]:
        found = sorted(legal.seen(state, viewer), key=lambda one: (one.side == side, not one.is_awake))
        return tuple(Choice(value=one.id, label=one.name, usual=one.is_awake and one.side != side) for one in found)

    return state.memo.of(("everybody", viewer.is_gm, side), (state.faces,), make)


def _preset(one: Combatant, found: list[Choice]) -> int:
    """Where it stands: the last target while it is on its feet, else the only foe who is, else the first."""
    standing = [place for place, choice in enumerate(found) if choice.usual]
    last = [place for place in standing if found[place].value == one.last_target]
    return (last or standing)[0] if last or len(standing) == 1 else 0


def weapon_slot(
    state: State, one: Combatant, weapons: Iterable[Weapon], *, off_hand: bool = False, optional: bool = False
) -> Slot | None:
    found = tuple(weapons)
    if not found:
        return None
    known = _armoury(state, one, off_hand=off_hand)
    choices = [known[weapon.name] for weapon in found]
    if not optional:
        place = next((place for place, weapon in enumerate(found) if weapon.name == one.last_weapon), 0)
        choices[place] = replace(choices[place], preset=True)
    return Slot(name="weapon", label="Weapon", optional=optional, choices=tuple(choices))


def _armoury(state: State, one: Combatant, *, off_hand: bool) -> dict[str, Choice]:
    """Of each weapon what it adds and rolls, by its name."""

    def make() -> dict[str, Choice]:
        sheet, rules = one.sheet, state.house_rules
        notes = {weapon.name: weapon_note(sheet, weapon, rules, off_hand=off_hand) for weapon in sheet.weapons}
        return {name: Choice(value=name, label=name, note=note) for name, note in notes.items()}

    return state.memo.of(("armoury", one.id, off_hand), (one.sheet, state.house_rules), make)


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


@lru_cache(maxsize=512)
def number_slot(name: str, label: str, least: int, most: int, *, optional: bool = False) -> Slot:
    return Slot(name=name, label=label, kind="number", least=least, most=most, optional=optional)


def combatant_slot(state: State, found: Iterable[Combatant]) -> Slot:
    named = state.memo.of(
        "named", (state.faces,), lambda: {one.id: Choice(value=one.id, label=one.name) for one in state.combatants}
    )
    return Slot(name="combatant", label="Who", choices=tuple(named[one.id] for one in found))
