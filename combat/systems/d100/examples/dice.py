"""The dice of an example: they are written down by what they are thrown for."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

UNWRITTEN = 50
"""What a die shows that no example mentions (a smaller die: half of it)."""


class WrittenDice:
    """By purpose, such as `attack` or `agility test: ana`; those of a purpose in their order."""

    def __init__(self, written: Mapping[str, Sequence[int]]) -> None:
        self._left: dict[str, list[int]] = defaultdict(list)
        for purpose, shown in written.items():
            self._left[purpose] += shown

    def roll(self, sides: int, purpose: str) -> int:
        queue = self._queue(purpose)
        return queue.pop(0) if queue else min(UNWRITTEN, max(1, sides // 2))

    def _queue(self, purpose: str) -> list[int]:
        """Of the full purpose, else of what it is for whoever throws, else of what any such die is for."""
        what, _, _ = purpose.partition(": ")
        for name in (purpose, what, what.partition(", ")[0]):
            if self._left[name]:
                return self._left[name]
        return []

    def shuffle(self, cards: tuple[str, ...], purpose: str, *, deck: str = "", fresh: bool = False) -> tuple[str, ...]:
        return cards

    def mix_in_cuts(self) -> None:
        """There are no cuts."""
