"""Dice in words: `2d6+1d4+3` (R4)."""

import re
from functools import lru_cache

from combat.engine.records import record

SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 100)
MOST_DICE = 20
MOST_TERMS = 6
MOST_BONUS = 1000

_TERM = re.compile(r"([+-]?)(?:(\d{1,4})d(\d{1,4})|(\d{1,5}))")


@record
class Dice:
    terms: tuple[tuple[int, int], ...]
    """(how many, sides), in the order written."""
    bonus: int = 0


@lru_cache(maxsize=2048)
def parse_dice(words: str) -> Dice:
    """Raises ValueError when the words are no dice of R4."""
    text = words.replace(" ", "").lower()
    if not text or len(text) > 60:
        raise ValueError("dice are written like 2d6+1d4+3")
    terms: list[tuple[int, int]] = []
    bonus = 0
    end = 0
    for match in _TERM.finditer(text):
        sign, count, sides, flat = match.groups()
        if match.start() != end or (end and not sign):
            break
        end = match.end()
        if flat is not None:
            bonus += -int(flat) if sign == "-" else int(flat)
        elif sign == "-" or not 1 <= int(count) <= MOST_DICE or int(sides) not in SIDES:
            raise ValueError(f"dice are 1 to {MOST_DICE} with 2, 3, 4, 6, 8, 10, 12, 20 or 100 sides")
        else:
            terms.append((int(count), int(sides)))
    if end != len(text) or not 1 <= len(terms) <= MOST_TERMS or abs(bonus) > MOST_BONUS:
        raise ValueError("dice are written like 2d6+1d4+3")
    return Dice(terms=tuple(terms), bonus=bonus)
