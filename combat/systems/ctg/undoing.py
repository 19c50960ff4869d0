"""What an undo leaves behind (D18)."""

from collections.abc import Iterable

from combat.systems.ctg import events as ev
from combat.systems.ctg.state import State


def left_by_undo(state: State, undone: Iterable[ev.Event]) -> tuple[ev.Event, ...]:
    """The cards that were drawn go to the bottom of the pile, in the order in which they were drawn."""
    drawn: dict[str, tuple[str, ...]] = {}
    for event in undone:
        match event:
            case ev.CardsDrawn(cards=tuple() as cards, deck=deck):
                drawn[deck] = drawn.get(deck, ()) + cards
            case ev.DamageCardDrawn(card=card, deck=deck):
                drawn[deck] = (*drawn.get(deck, ()), card)
            case _:
                pass
    return (ev.CardsSunk(decks=drawn),) if drawn else ()
