"""The GM deals, discards and looks (R23, R95)."""

from combat.systems.ctg import events as ev
from combat.systems.ctg import legal
from combat.systems.ctg.commands import Deal, DiscardCards, Look
from combat.systems.ctg.decide import cards
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.state import Combatant

MOST_DEALT = 200


def _of_the_draw(desk: Desk, combatant: str) -> Combatant:
    """Cards change hands from the first combat draw on."""
    legal.require_running(desk.state)
    refuse_unless(desk.state.draw > 0, "not_started", "There are no hands before the first combat draw.")
    return legal.target(desk.state, desk.actor, combatant)


def deal(desk: Desk, command: Deal) -> None:
    one = _of_the_draw(desk, command.combatant)
    if command.cards is None:
        refuse_unless(command.count is not None, "bad_value", "Say how many cards, or which.")
        cards.draw(desk, one.id, legal.whole(command.count, 1, MOST_DEALT), "gm")
        return
    refuse_unless(command.count is None and bool(command.cards), "bad_value", "Say how many cards, or which.")
    _pick(desk, one, command.cards)


def _pick(desk: Desk, one: Combatant, named: tuple[str, ...]) -> None:
    """Out of the pile, else the newest such discard."""
    deck = desk.state.deck_of(one.id)
    pile, discards = list(desk.state.piles[deck]), list(desk.state.discards.get(deck, ()))
    from_pile: list[str] = []
    from_discards: list[str] = []
    for card in named:
        place, taken = (pile, from_pile) if card in pile else (discards, from_discards)
        refuse_unless(card in place, "bad_value", "That card is not in the pile and not among the discards.")
        place.remove(card)
        taken.append(card)
    desk(
        ev.CardsPicked(
            combatant=one.id,
            name=one.name,
            from_pile=tuple(from_pile),
            from_discards=tuple(from_discards),
            count=len(named),
            deck=deck,
            seen_by=tuple(dict.fromkeys((*cards.who_sees_hand(desk, one), "gm"))),
            hidden=one.hidden,
        )
    )


def discard(desk: Desk, command: DiscardCards) -> None:
    one = _of_the_draw(desk, command.combatant)
    if command.cards is None:
        refuse_unless(command.count is not None, "bad_value", "Say how many cards, or which.")
        count = legal.whole(command.count, 1, MOST_DEALT)
        refuse_unless(count <= len(one.hand), "bad_value", f"{one.name} has only {len(one.hand)} cards.")
        cards.discard(desk, one, one.hand[-count:], "gm")
        return
    refuse_unless(command.count is None and bool(command.cards), "bad_value", "Say how many cards, or which.")
    left = list(one.hand)
    for card in command.cards:
        refuse_unless(card in left, "not_in_hand")
        left.remove(card)
    cards.discard(desk, one, command.cards, "gm")


def look(desk: Desk, command: Look) -> None:
    """The table is told; the cards go to the GM alone."""
    legal.require_running(desk.state)
    one = legal.target(desk.state, desk.actor, command.combatant)
    if desk.rules.gm_sees_hands == "never" and not one.is_gms:
        refuse("bad_value", "The house rules keep the players' hands from the GM.")
    desk(ev.HandLooked(combatant=one.id, name=one.name, cards=one.hand, count=len(one.hand), hidden=one.hidden))
