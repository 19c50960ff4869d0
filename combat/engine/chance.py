"""The one source of cards and dice. Only `decide` sees it."""

from typing import Protocol


class Chance(Protocol):
    def roll(self, sides: int, purpose: str) -> int:
        """A die: 1..sides."""
        ...

    def shuffle(self, cards: tuple[str, ...], purpose: str, *, deck: str = "", fresh: bool = False) -> tuple[str, ...]:
        """The same cards in a new order, dealt from the front.

        `deck` names whose deck it is with decks of one's own ("" is the shared one); `fresh` says that these
        are whole packs at the start of a fight, not a reshuffle.
        """
        ...

    def mix_in_cuts(self) -> None:
        """Called right before the shuffle of a combat draw (d100: before the start and each top of round):
        the cuts given since the last one change what follows."""
        ...
