"""Chance that a scenario wrote down: the named cards on top of every pile, the named dice in order."""

from collections.abc import Mapping, Sequence

from combat.engine.records import record

SHARED = ""


class ScriptError(Exception):
    """The fight asked for something else than what was written. The scenario has failed."""


@record
class Script:
    """What is to come. `deck` keys are combatants with decks of their own, "" the shared one."""

    cards: Mapping[str, tuple[str, ...]]
    reshuffles: Mapping[str, tuple[tuple[str, ...], ...]]
    dice: tuple[tuple[int, int], ...] = ()
    """(sides, what it shows)"""


def shared_script(
    *, cards: Sequence[str] = (), reshuffles: Sequence[Sequence[str]] = (), dice: Sequence[str] = ()
) -> Script:
    """For tests with one deck: `shared_script(cards=["KC"], dice=["d20:15"])`."""
    return Script(
        cards={SHARED: tuple(cards)},
        reshuffles={SHARED: tuple(tuple(pile) for pile in reshuffles)},
        dice=tuple(die(text) for text in dice),
    )


def die(text: str) -> tuple[int, int]:
    """`d20:15` as (20, 15). Raises ValueError."""
    kind, _, shown = text.partition(":")
    if kind[:1] != "d" or not kind[1:].isdecimal() or not shown.isdecimal():
        raise ValueError("a die is written like d20:15")
    sides, number = int(kind[1:]), int(shown)
    if not 1 <= number <= sides:
        raise ValueError(f"a d{sides} cannot show {number}")
    return sides, number


class ScriptedChance:
    def __init__(self, script: Script) -> None:
        self._script = script
        self._thrown = 0
        self._reshuffled: dict[str, int] = {}

    @property
    def position(self) -> tuple[int, tuple[tuple[str, int], ...]]:
        """How much was used: equal before and after means that nothing was."""
        return self._thrown, tuple(sorted(self._reshuffled.items()))

    @property
    def dice_left(self) -> tuple[str, ...]:
        return tuple(f"d{sides}:{shown}" for sides, shown in self._script.dice[self._thrown :])

    def roll(self, sides: int, purpose: str) -> int:
        if self._thrown == len(self._script.dice):
            raise ScriptError(f"dice: none is left, and a d{sides} is asked for ({purpose})")
        written, shown = self._script.dice[self._thrown]
        if written != sides:
            raise ScriptError(f"dice[{self._thrown}]: a d{written} is written, and a d{sides} is asked for ({purpose})")
        self._thrown += 1
        return shown

    def shuffle(self, cards: tuple[str, ...], purpose: str, *, deck: str = "", fresh: bool = False) -> tuple[str, ...]:
        if fresh:
            return _on_top(self._script.cards.get(deck, ()), cards, "cards", purpose)
        number = self._reshuffled.get(deck, 0)
        self._reshuffled[deck] = number + 1
        written = self._script.reshuffles.get(deck, ())
        named = written[number] if number < len(written) else ()
        return _on_top(named, cards, f"reshuffles[{number}]", purpose)

    def mix_in_cuts(self) -> None:
        """A script has no cuts."""


def _on_top(named: tuple[str, ...], cards: tuple[str, ...], where: str, purpose: str) -> tuple[str, ...]:
    """The named cards, then the others as they were; of equal cards the first is the one that is named."""
    rest = list(cards)
    for card in named:
        if card not in rest:
            raise ScriptError(f"{where}: {card} is not among the cards that are shuffled ({purpose})")
        rest.remove(card)
    return (*named, *rest)
