"""Undo and replay. The unit is the accepted command; the log is never erased, only marked."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from combat.engine.errors import IllegalCommand
from combat.engine.records import record
from combat.engine.system import RuleSystem


@record
class Entry:
    """What one accepted command wrote."""

    number: int
    """Counts up from 1 without gaps; the opening is 0."""
    events: tuple[Any, ...]
    undoable: bool = True
    """False for the opening, for undo itself, for switches and looks (ctg D18)."""
    undone: bool = False


@record
class Undo:
    numbers: tuple[int, ...]
    """The entries that are undone, newest first."""
    events: tuple[Any, ...]
    """What the undo itself leaves behind, to be stored as its own entry's events."""
    state: Any


def fold(system: RuleSystem, state: Any, events: Iterable[Any]) -> Any:
    return reduce(system.apply, events, state)


def replay(system: RuleSystem, entries: Iterable[Entry]) -> Any:
    """The state that the entries lead to, from nothing."""
    kept = (event for entry in entries if not entry.undone for event in entry.events)
    return fold(system, system.empty(), kept)


def undo(system: RuleSystem, entries: Sequence[Entry], steps: int) -> Undo:
    """Take back the newest `steps` accepted commands. Raises IllegalCommand (`bad_value`) if there are fewer."""
    open_entries = [entry for entry in entries if entry.undoable and not entry.undone]
    if steps < 1 or steps > len(open_entries):
        raise IllegalCommand("bad_value", "There are not that many steps to take back.")
    taken = {entry.number for entry in open_entries[-steps:]}
    restored = replay(system, (entry for entry in entries if entry.number not in taken))
    undone = tuple(event for entry in entries if entry.number in taken for event in entry.events)
    left = system.left_by_undo(restored, undone)
    return Undo(numbers=tuple(sorted(taken, reverse=True)), events=left, state=fold(system, restored, left))
