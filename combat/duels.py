"""Duels of ready-made characters, to see whether they are a match for each other. Pure."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from combat.engine.chance import SeededChance
from combat.engine.records import record
from combat.engine.system import Newcomer, RuleSystem, Setup
from combat.engine.viewers import GM
from combat.library import Ready
from combat.selfplay import play

ENCOUNTER = "00000000-0000-4000-8000-000000000000"
SIDES = ("first", "second")


@record
class Tally:
    """How the duels of two characters ended. A duel in which both or neither fell counts half for each."""

    one: str
    other: str
    duels: int
    won: float
    """By `one`."""
    moves: int

    @property
    def share(self) -> float:
        return self.won / self.duels


def pairings(characters: Iterable[Ready]) -> tuple[tuple[Ready, Ready], ...]:
    return tuple(combinations(characters, 2))


def tally(system: RuleSystem, one: Ready, other: Ready, seeds: range) -> Tally:
    """Each seed is played twice, with the sides swapped: who joins first has the same share of the luck."""
    won, moves = 0.0, 0
    for number in seeds:
        first = duel(system, (one, other), number)
        second = duel(system, (other, one), number)
        won += first[0] + 1 - second[0]
        moves += first[1] + second[1]
    return Tally(one=one.name, other=other.name, duels=2 * len(seeds), won=won, moves=moves)


def duel(system: RuleSystem, pair: tuple[Ready, Ready], number: int) -> tuple[float, int]:
    """(1 where the first wins, 0 where the second does, else a half; how many moves it took)."""
    chance = SeededChance(seed=number.to_bytes(32, "big"), encounter=ENCOUNTER)
    moves = list(play(system, _setup(system, pair), chance))
    return _won(system.project(moves[-1].state, GM)), len(moves)


def _setup(system: RuleSystem, pair: tuple[Ready, Ready]) -> Setup:
    people = tuple(
        Newcomer(id=side, name=ready.name, side=side, sheet=ready.sheet, autoplay=True)
        for side, ready in zip(SIDES, pair, strict=True)
    )
    return Setup(house_rules=system.house_rules_type(), combatants=people)


def _won(view: Any) -> float:
    standing = [view.combatants[side].status == "active" for side in SIDES]
    return 0.5 if standing[0] == standing[1] else float(standing[0])
