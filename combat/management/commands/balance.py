"""Duels of the ready-made characters by the shipped tactics: how often each beats each other."""

import os
import sys
from argparse import ArgumentParser
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import reduce
from typing import Any

from django.core.management.base import BaseCommand

from combat.duels import Tally, pairings, tally
from combat.library import library
from combat.registry import SYSTEMS

LEAST, MOST = 0.40, 0.60
SLICE = 50


class Command(BaseCommand):
    help = "Let the ready-made characters duel, and print how often each wins: exit 1 where it is not 40 to 60 %."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--system", default="ctg", choices=sorted(SYSTEMS))
        parser.add_argument("--seeds", type=int, default=2000, help="each is played twice, with the sides swapped")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at work")

    def handle(self, *args: Any, system: str, seeds: int, jobs: int, **options: Any) -> None:
        names = [(one.name, other.name) for one, other in pairings(library(system).characters.values())]
        with ProcessPoolExecutor(jobs) as pool:
            tallies = [self._printed(_pairing(pool, system, pair, seeds)) for pair in names]
        if any(not LEAST <= each.share <= MOST for each in tallies):
            self.stderr.write("Not in balance: a share is below 40 or above 60 %.")
            sys.exit(1)

    def _printed(self, each: Tally) -> Tally:
        self.stdout.write(
            f"{each.one:>22} {each.share:6.1%} : {1 - each.share:6.1%} {each.other:<22}"
            f" {each.duels} duels, {each.moves / each.duels:.0f} moves each"
        )
        return each


def _pairing(pool: Executor, system: str, pair: tuple[str, str], seeds: int) -> Tally:
    starts = range(0, seeds, SLICE)
    parts = pool.map(
        _slice, *zip(*((system, *pair, start, min(start + SLICE, seeds)) for start in starts), strict=True)
    )
    return reduce(_together, parts)


def _slice(system: str, one: str, other: str, start: int, end: int) -> Tally:
    known = library(system).characters
    return tally(SYSTEMS[system], known[one], known[other], range(start, end))


def _together(one: Tally, more: Tally) -> Tally:
    return Tally(
        one=one.one, other=one.other, duels=one.duels + more.duels, won=one.won + more.won, moves=one.moves + more.moves
    )
