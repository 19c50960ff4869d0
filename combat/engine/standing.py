"""In words: which side is left when a fight is over."""

from collections.abc import Iterable

SIDES = {"party": "The party stands.", "foes": "The foes stand."}


def standing_words(sides: Iterable[str]) -> str:
    """`sides`: of those who still stand, as far as the reader sees them."""
    left = set(sides)
    if not left:
        return "Nobody stands."
    return SIDES.get(left.pop(), "One side stands.") if len(left) == 1 else "Both sides still stand."
