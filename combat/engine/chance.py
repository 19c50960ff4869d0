"""The one source of cards and dice. Only `decide` sees it."""

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import Protocol

from combat.engine.records import record, replace

WORDS = 8
"""32-bit numbers in a block of the stream."""
FIRST_ENTROPY = "00" * 32


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


@record
class Cut:
    """What one seat gave to the stream. Typed text may be anything but a line break; bytes are hexadecimal."""

    seat: int
    cut: str
    typed: bool = True

    @property
    def line(self) -> str:
        return f"{self.seat}:{self.cut}\n"


@record
class Position:
    """Where a stream stands: all that has to be stored between two commands beside its seed."""

    entropy: str = FIRST_ENTROPY
    k: int = 0
    word: int = 0
    """The next word to be used of block `k`."""
    cuts: tuple[Cut, ...] = ()
    """Given and not yet mixed in, in the order received."""
    due: int = 0
    """How many of them change the next number; the others wait for the next draw."""

    def with_cut(self, cut: Cut) -> "Position":
        return replace(self, cuts=(*self.cuts, cut))


@record
class Use:
    """One line of the trail: what was asked of the stream, where it stood, and what came."""

    k: int
    word: int
    kind: str
    """`die` (1..n), `number` (0..n-1) or `shuffle`."""
    purpose: str
    n: int = 0
    number: int = 0
    cards: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    cuts: tuple[Cut, ...] = ()
    """The cuts that were mixed in right before."""


def commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def mixed(entropy: str, cuts: Sequence[Cut]) -> str:
    """The entropy after these cuts; without any it stays as it was."""
    if not cuts:
        return entropy
    lines = "".join(cut.line for cut in cuts)
    return hashlib.sha256(bytes.fromhex(entropy) + lines.encode()).hexdigest()


def block(seed: bytes, encounter: str, entropy: str, k: int) -> tuple[int, ...]:
    message = f"high-card-1|{encounter.lower()}|{entropy}|{k}"
    return struct.unpack(">8I", hmac.digest(seed, message.encode(), "sha256"))


class SeededChance:
    """The stream of one seed. Make one for a command from the stored position, keep `position` and `uses` after it.

    A refused command keeps neither: nobody has seen what it asked for.
    """

    def __init__(self, *, seed: bytes, encounter: str, position: Position | None = None) -> None:
        start = position or Position()
        self._seed = seed
        self._encounter = encounter
        self._entropy, self._k, self._word = start.entropy, start.k, start.word
        self._cuts, self._due = start.cuts, start.due
        self._block: tuple[int, ...] = ()
        self._uses: list[Use] = []

    @property
    def position(self) -> Position:
        return Position(entropy=self._entropy, k=self._k, word=self._word, cuts=self._cuts, due=self._due)

    @property
    def uses(self) -> tuple[Use, ...]:
        return tuple(self._uses)

    def roll(self, sides: int, purpose: str) -> int:
        cuts, k, word = self._begin()
        number = 1 + self._below(sides)
        self._uses.append(Use(k=k, word=word, kind="die", purpose=purpose, n=sides, number=number, cuts=cuts))
        return number

    def number(self, bound: int, purpose: str) -> int:
        """0..bound-1: for what is no die and no shuffle."""
        cuts, k, word = self._begin()
        number = self._below(bound)
        self._uses.append(Use(k=k, word=word, kind="number", purpose=purpose, n=bound, number=number, cuts=cuts))
        return number

    def shuffle(self, cards: tuple[str, ...], purpose: str, *, deck: str = "", fresh: bool = False) -> tuple[str, ...]:
        cuts, k, word = self._begin()
        pile = list(cards)
        for last in range(len(pile) - 1, 0, -1):
            other = self._below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        order = tuple(pile)
        self._uses.append(Use(k=k, word=word, kind="shuffle", purpose=purpose, cards=cards, order=order, cuts=cuts))
        return order

    def mix_in_cuts(self) -> None:
        # Only marked here and mixed in with the next number: a round without dice then joins its cuts to the
        # next one's, and the exported trail can say before which use each cut came.
        self._due = len(self._cuts)

    def _begin(self) -> tuple[tuple[Cut, ...], int, int]:
        """Mix in what is due; the cuts that were, and where the stream stands."""
        cuts, self._cuts, self._due = self._cuts[: self._due], self._cuts[self._due :], 0
        if cuts:
            self._entropy = mixed(self._entropy, cuts)
            self._block = ()
            if self._word:
                self._k, self._word = self._k + 1, 0
        return cuts, self._k, self._word

    def _below(self, bound: int) -> int:
        limit = (1 << 32) // bound * bound
        while True:
            number = self._next_word()
            if number < limit:
                return number % bound

    def _next_word(self) -> int:
        if not self._block:
            self._block = block(self._seed, self._encounter, self._entropy, self._k)
        number = self._block[self._word]
        self._word += 1
        if self._word == WORDS:
            self._k, self._word, self._block = self._k + 1, 0, ()
        return number
