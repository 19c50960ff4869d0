"""What cards are worth, and in which order a hand is shown (R11, R12)."""

from functools import lru_cache

from combat.engine.cards import FULL_PACK, RED_JOKER, SUITS, is_joker, pack, rank_of, suit_of
from combat.systems.ctg.house_rules import HouseRules

JOKER_VALUE = 15
_FACES = {"J": 11, "Q": 12, "K": 13, "A": 14}
_TIER_NAMES = {
    "Joker": "Jokers", "A": "Aces", "K": "Kings", "Q": "Queens", "J": "Jacks", "10": "Tens", "9": "Nines",
    "8": "Eights", "7": "Sevens", "6": "Sixes", "5": "Fives", "4": "Fours", "3": "Threes", "2": "Twos",
}  # fmt: skip


def _values(ace: int) -> dict[str, int]:
    faces = {**_FACES, "A": ace}
    return {
        card: JOKER_VALUE if is_joker(card) else faces.get(rank_of(card)) or int(rank_of(card)) for card in FULL_PACK
    }


_HIGH, _LOW = _values(14), _values(1)


def value_of(card: str, rules: HouseRules) -> int:
    return (_HIGH if rules.ace == "high" else _LOW)[card]


def rank(card: str, rules: HouseRules) -> int:
    """Tells what the tiers do not: in one hand the Red Joker counts above the Black one."""
    return 2 * value_of(card, rules) + (card == RED_JOKER)


def _sort_keys(values: dict[str, int]) -> dict[str, tuple[int, int]]:
    return {
        card: (-2 * values[card] - (card == RED_JOKER), SUITS.index(suit_of(card)) if suit_of(card) else 0)
        for card in FULL_PACK
    }


_HIGH_KEYS, _LOW_KEYS = _sort_keys(_HIGH), _sort_keys(_LOW)


def as_shown(cards: tuple[str, ...], rules: HouseRules) -> tuple[str, ...]:
    """Highest first; equal ones clubs, diamonds, hearts, spades."""
    keys = _HIGH_KEYS if rules.ace == "high" else _LOW_KEYS
    return tuple(sorted(cards, key=keys.__getitem__))


@lru_cache(maxsize=4)
def tiers_of(ace: str, jokers: str) -> tuple[tuple[int, str], ...]:
    """(value, tier), from the highest down."""
    values = _HIGH if ace == "high" else _LOW
    found = {values[card]: rank_of(card) for card in pack(jokers=jokers == "high")}
    return tuple(sorted(found.items(), reverse=True))


@lru_cache(maxsize=4)
def _tiers_by_value(ace: str, jokers: str) -> dict[int, str]:
    return dict(tiers_of(ace, jokers))


def tier_of(value: int, rules: HouseRules) -> str:
    """`Joker`, `A`, `K` ... `2`."""
    return _tiers_by_value(rules.ace, rules.jokers).get(value) or str(value)


def tier_name(tier: str) -> str:
    """`Jokers`, `Aces`, `Sevens`."""
    return _TIER_NAMES[tier]
