"""Cards that pay (R40, R50, D6)."""

from collections.abc import Iterable

from combat.engine.cards import is_joker, suit_of
from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.sheet import Ability
from combat.systems.ctg.state import Combatant, State, Turn
from combat.systems.ctg.values import rank, value_of


def owed_cards(state: State, one: Combatant) -> tuple[str, ...]:
    """The cards of which one pays for the running turn; none once it is paid (R40, D6)."""
    turn = state.turn
    if turn is None or turn.combatant != one.id or not turn.owed:
        return ()
    return tuple(card for card in one.hand if rank(card, state.house_rules) == turn.owed_rank)


def spendable_cards(state: State, one: Combatant) -> tuple[str, ...]:
    """What may pay for a bonus action or a reaction: anything but the last card that is owed."""
    owed = owed_cards(state, one)
    return tuple(card for card in one.hand if card not in owed) if len(owed) == 1 else one.hand


def card_fits(state: State, card: str, found: Ability) -> bool:
    """The suit and the least value that an ability asks of the card that pays for it."""
    if found.suit is not None and (is_joker(card) or suit_of(card) != found.suit):
        return False
    return found.min_value is None or value_of(card, state.house_rules) >= found.min_value


def fitting(state: State, cards: Iterable[str], found: Ability | None) -> tuple[str, ...]:
    return tuple(card for card in cards if found is None or card_fits(state, card, found))


def owed_card(state: State, one: Combatant, named: str | None, found: Ability | None = None) -> str | None:
    """The card that pays for an action now; None: nothing is to pay any more. Refuses one that does not fit."""
    refuse_unless(named is None or named in one.hand, "not_in_hand")
    owed = owed_cards(state, one)
    if not owed:
        refuse_unless(named is None, "bad_value", "This costs no card any more.")
        return None
    choice = fitting(state, owed, found)
    if named is not None:
        refuse_unless(named in owed, "bad_value", "Play one of your highest cards.")
        refuse_unless(named in choice, "bad_value", "That card cannot pay for this.")
        return named
    refuse_unless(bool(choice), "bad_value", "Your highest card cannot pay for this.")
    return choice[0]


def spent_card(state: State, one: Combatant, named: str | None, found: Ability | None = None) -> str:
    """The card that is named to pay for a bonus action or a reaction."""
    if named is None:
        refuse("bad_value", "Choose a card to pay with.")
    refuse_unless(named in one.hand, "not_in_hand")
    refuse_unless(named in spendable_cards(state, one), "card_is_owed")
    refuse_unless(found is None or card_fits(state, named, found), "bad_value", "That card cannot pay for this.")
    return named


def require_bonus_left(state: State, turn: Turn) -> None:
    limit = state.house_rules.bonus_actions_per_turn
    refuse_unless(limit == "any" or turn.bonus_taken < limit, "bonus_limit")


def has_bonus_left(state: State, turn: Turn) -> bool:
    limit = state.house_rules.bonus_actions_per_turn
    return limit == "any" or turn.bonus_taken < limit
