"""Playing cards by their code: rank, then suit (`10H`, `QS`), and the jokers `RJ` and `BJ`."""

from collections.abc import Iterable

SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RED_JOKER = "RJ"
BLACK_JOKER = "BJ"
JOKERS = (BLACK_JOKER, RED_JOKER)

PLAIN_PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Clubs, diamonds, hearts, spades, each 2 to A."""
FULL_PACK = PLAIN_PACK + JOKERS

_SUIT_NAMES = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
_RANK_NAMES = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}


def pack(*, jokers: bool = True) -> tuple[str, ...]:
    return FULL_PACK if jokers else PLAIN_PACK


def is_card(code: str) -> bool:
    return code in FULL_PACK


def is_joker(code: str) -> bool:
    return code in JOKERS


def suit_of(code: str) -> str:
    """`C`, `D`, `H` or `S`; a joker has none."""
    return "" if is_joker(code) else code[-1]


def rank_of(code: str) -> str:
    return "Joker" if is_joker(code) else code[:-1]


def card_name(code: str) -> str:
    """`King of Spades`, `7 of Clubs`, `Red Joker`."""
    if is_joker(code):
        return "Red Joker" if code == RED_JOKER else "Black Joker"
    return f"{_RANK_NAMES.get(code[:-1], code[:-1])} of {_SUIT_NAMES[code[-1]]}"


def without(cards: tuple[str, ...], taken: Iterable[str]) -> tuple[str, ...]:
    """The cards less one copy of each taken one, the first from the front."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def to_the_bottom(cards: tuple[str, ...], sunk: Iterable[str]) -> tuple[str, ...]:
    """Each of `sunk` that is there goes to the end, in the order given."""
    left = list(cards)
    for card in sunk:
        if card in left:
            left.remove(card)
            left.append(card)
    return tuple(left)
