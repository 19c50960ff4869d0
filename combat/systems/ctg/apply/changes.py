"""Small steps from one state to the next."""

from typing import Any

from combat.engine.records import replace
from combat.systems.ctg.state import Combatant, State, Turn
from combat.systems.ctg.values import as_shown, rank


def with_combatant(state: State, changed: Combatant, **changes: Any) -> State:
    """The state with this combatant in the place of the one with the same id."""
    combatants = list(state.combatants)
    for place, one in enumerate(combatants):
        if one.id == changed.id:
            combatants[place] = changed
            break
    return replace(state, combatants=tuple(combatants), **changes)


def change(state: State, combatant: str, **changes: Any) -> State:
    return with_combatant(state, replace(state[combatant], **changes))


def with_hand(state: State, combatant: str, hand: tuple[str, ...], **changes: Any) -> State:
    """Another hand; a turn whose owed card is no longer in it is paid (D6)."""
    changed = replace(state[combatant], hand=as_shown(hand, state.house_rules))
    turn: Turn | None = changes.get("turn", state.turn)
    if turn is not None and turn.combatant == combatant and turn.owed and not _holds_owed(state, turn, hand):
        changes["turn"] = replace(turn, owed=False)
    return with_combatant(state, changed, **changes)


def _holds_owed(state: State, turn: Turn, hand: tuple[str, ...]) -> bool:
    return any(rank(card, state.house_rules) == turn.owed_rank for card in hand)


def discarded(state: State, deck: str, cards: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {**state.discards, deck: state.discards.get(deck, ()) + cards}
