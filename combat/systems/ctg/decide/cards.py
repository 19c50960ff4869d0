"""Drawing, discarding, and paying (R13, R14, R20, R91)."""

from typing import Literal

from combat.engine.cards import pack, to_the_bottom
from combat.systems.ctg import events as ev
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.state import Combatant
from combat.systems.ctg.strike import Counted
from combat.systems.ctg.values import value_of

LEFT_AFTER_THE_DEAL = 10

ShuffleReason = Literal["start", "draw", "empty", "pack", "join"]


def one_pack(desk: Desk) -> tuple[str, ...]:
    return pack(jokers=desk.rules.jokers == "high")


def packs_for(hands: int, size: int) -> int:
    """R13: as many as leave at least ten cards after the deal."""
    return max(1, -(-(hands + LEFT_AFTER_THE_DEAL) // size))


def shuffle(desk: Desk, deck: str, cards: tuple[str, ...], reason: ShuffleReason, packs: int) -> None:
    words = {
        "start": "the first pile", "draw": "a new combat draw", "empty": "the pile was empty",
        "pack": "another pack", "join": "a newcomer's pack",
    }[reason]  # fmt: skip
    fresh = reason in ("start", "join")
    pile = desk.chance.shuffle(cards, words, deck=deck, fresh=fresh)
    if fresh:
        pile = to_the_bottom(pile, desk.state.sunk.get(deck, ()))
    desk(
        ev.DeckShuffled(
            deck=deck, reason=reason, packs=packs, cards=pile, count=len(pile), hidden=desk.any_hidden(deck)
        )
    )


def lay_decks(desk: Desk) -> None:
    """The piles of the fight, before the first card is drawn. What an undo sank stays sunk (D18)."""
    state = desk.state
    if desk.rules.deck == "own":
        for one in state.combatants:
            lay_deck(desk, one.id, "start", 1)
        return
    living = (one for one in state.combatants if not one.is_dead)
    hands = sum(one.sheet.hand_size for one in living)
    lay_deck(desk, "", "start", packs_for(hands, len(one_pack(desk))))


def lay_deck(desk: Desk, deck: str, reason: ShuffleReason, packs: int) -> None:
    shuffle(desk, deck, one_pack(desk) * packs, reason, packs)


def reshuffle_all(desk: Desk) -> None:
    """R21: all discards and the draw pile together."""
    state = desk.state
    decks = [one.id for one in state.combatants] if desk.rules.deck == "own" else [""]
    for deck in decks:
        shuffle(desk, deck, state.discards.get(deck, ()) + state.piles[deck], "draw", state.packs[deck])


def fill(desk: Desk, deck: str) -> None:
    """R14: an empty pile takes the discards, and without any another pack."""
    state = desk.state
    if state.piles.get(deck):
        return
    discards = state.discards.get(deck, ())
    if discards:
        shuffle(desk, deck, discards, "empty", state.packs[deck])
    else:
        shuffle(desk, deck, one_pack(desk), "pack", state.packs[deck] + 1)


def draw(desk: Desk, combatant: str, count: int, reason: Literal["draw", "join", "ability", "gm"]) -> None:
    deck = desk.state.deck_of(combatant)
    while count > 0:
        fill(desk, deck)
        one = desk[combatant]
        cards = desk.state.piles[deck][:count]
        count -= len(cards)
        desk(
            ev.CardsDrawn(
                combatant=one.id,
                name=one.name,
                cards=cards,
                count=len(cards),
                deck=deck,
                reason=reason,
                seen_by=who_sees_hand(desk, one),
                hidden=one.hidden,
            )
        )


def draw_damage_card(desk: Desk, one: Combatant, value: int | None) -> tuple[str, int]:
    """R75: the card and what it counts as."""
    deck = desk.state.deck_of(one.id)
    fill(desk, deck)
    card = desk.state.piles[deck][0]
    counts_as = value_of(card, desk.rules) if value is None else value
    desk(ev.DamageCardDrawn(combatant=one.id, name=one.name, card=card, deck=deck, value=counts_as, hidden=one.hidden))
    return card, counts_as


def who_sees_hand(desk: Desk, one: Combatant) -> tuple[str, ...]:
    if one.owner is None:
        return ("gm",)
    return (one.owner, "gm") if desk.rules.gm_sees_hands == "always" else (one.owner,)


def discard(
    desk: Desk,
    one: Combatant,
    cards: tuple[str, ...],
    reason: Literal["passed", "forced", "chosen", "gm", "removed", "skipped"],
) -> None:
    if not cards:
        return
    desk(
        ev.CardsDiscarded(
            combatant=one.id,
            name=one.name,
            cards=cards,
            deck=desk.state.deck_of(one.id),
            reason=reason,
            hidden=one.hidden,
        )
    )


def play(desk: Desk, one: Combatant, card: str, pays: Literal["action", "bonus", "reaction", "turn"]) -> Counted:
    """The card goes face up onto the discards. Says against which effects it counts, once it is settled (D7)."""
    counted = Counted(bearer=one.id, effects=_by_unit(one, "cards"))
    desk(
        ev.CardPlayed(
            combatant=one.id, name=one.name, card=card, deck=desk.state.deck_of(one.id), pays=pays, hidden=one.hidden
        )
    )
    return counted


def _by_unit(one: Combatant, unit: str) -> tuple[int, ...]:
    return tuple(borne.serial for borne in one.effects if borne.unit == unit)
