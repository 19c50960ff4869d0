"""Cards on the move: every card stays in exactly one place."""

from typing import Any

from combat.engine.cards import to_the_bottom, without
from combat.engine.records import replace
from combat.systems.ctg import events as ev
from combat.systems.ctg.apply.changes import discarded, with_hand
from combat.systems.ctg.state import Combatant, State


def deck_shuffled(state: State, event: ev.DeckShuffled) -> State:
    return replace(
        state,
        piles={**state.piles, event.deck: event.cards},
        discards={**state.discards, event.deck: ()},
        packs={**state.packs, event.deck: event.packs},
    )


def draw_began(state: State, event: ev.DrawBegan) -> State:
    """Ties are rolled afresh, and what may be used once a draw may be used again."""
    combatants = tuple(replace(one, rolls=(), turns_in_round=0, uses=_kept_uses(one)) for one in state.combatants)
    return replace(state, draw=event.draw, round=None, round_number=0, seen_round_number=0, combatants=combatants)


def _kept_uses(one: Combatant) -> dict[str, int]:
    if not one.uses:
        return one.uses
    in_a_combat = {ability.name for ability in one.sheet.abilities if ability.uses and ability.uses.per == "combat"}
    return {name: count for name, count in one.uses.items() if name in in_a_combat}


def cards_drawn(state: State, event: ev.CardsDrawn) -> State:
    assert event.cards is not None
    piles = {**state.piles, event.deck: state.piles[event.deck][len(event.cards) :]}
    return with_hand(state, event.combatant, state[event.combatant].hand + event.cards, piles=piles)


def cards_picked(state: State, event: ev.CardsPicked) -> State:
    assert event.from_pile is not None
    piles = {**state.piles, event.deck: without(state.piles[event.deck], event.from_pile)}
    newest_first = state.discards.get(event.deck, ())[::-1]
    discards = {**state.discards, event.deck: without(newest_first, event.from_discards)[::-1]}
    hand = state[event.combatant].hand + event.from_pile + event.from_discards
    return with_hand(state, event.combatant, hand, piles=piles, discards=discards)


def cards_discarded(state: State, event: ev.CardsDiscarded) -> State:
    hand = without(state[event.combatant].hand, event.cards)
    return with_hand(state, event.combatant, hand, discards=discarded(state, event.deck, event.cards))


def card_played(state: State, event: ev.CardPlayed) -> State:
    hand = without(state[event.combatant].hand, (event.card,))
    changes: dict[str, Any] = {"discards": discarded(state, event.deck, (event.card,))}
    if event.pays in ("action", "turn") and state.turn is not None:
        changes["turn"] = replace(state.turn, owed=False)
    return with_hand(state, event.combatant, hand, **changes)


def damage_card_drawn(state: State, event: ev.DamageCardDrawn) -> State:
    return replace(
        state,
        piles={**state.piles, event.deck: state.piles[event.deck][1:]},
        discards=discarded(state, event.deck, (event.card,)),
    )


def cards_sunk(state: State, event: ev.CardsSunk) -> State:
    piles, sunk = dict(state.piles), dict(state.sunk)
    for deck, cards in event.decks.items():
        sunk[deck] = sunk.get(deck, ()) + cards
        if deck in piles:
            piles[deck] = to_the_bottom(piles[deck], cards)
    return replace(state, piles=piles, sunk=sunk)
