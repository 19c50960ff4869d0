"""A fight that plays itself: everybody moves by the shipped tactics, until one side is left standing. Pure."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from combat.codec import parse_command
from combat.engine.chance import Chance, SeededChance
from combat.engine.history import fold
from combat.engine.records import record
from combat.engine.system import RuleSystem, Setup
from combat.engine.viewers import GM
from combat.fairness import Line

LONGEST = 5000
"""Commands after which a fight is given up: nobody wins it any more."""


@record
class Move:
    command: Any
    events: tuple[Any, ...]
    state: Any
    """After it."""


def play(system: RuleSystem, setup: Setup, chance: Chance) -> Iterator[Move]:
    """The whole fight from `start` to `end`, move by move. Everybody is played by the GM."""
    state = fold(system, system.empty(), system.open(setup))
    names = tuple(one.id for one in setup.combatants)
    command = parse_command(system, "start", {})
    for _ in range(LONGEST):
        move = _carried_out(system, state, command, chance)
        yield move
        state = move.state
        command = _suggested(system, state, names)
        if command is None or (command.do == "end_turn" and _is_decided(system, state)):
            break
    yield _carried_out(system, state, parse_command(system, "end", {}), chance)


def lines(system: RuleSystem, setup: Setup, chance: SeededChance, *, now: Callable[[], str]) -> Iterator[Line]:
    """The same fight as the lines of its record."""
    yield Line(number=0, kind="opening", events=system.open(setup), at=now())
    used = 0
    for number, move in enumerate(play(system, setup, chance), start=1):
        uses, used = chance.uses[used:], len(chance.uses)
        yield Line(
            number=number, kind="command", actor=GM, command=move.command, events=move.events, uses=uses, at=now()
        )


def _suggested(system: RuleSystem, state: Any, names: Iterable[str]) -> Any | None:
    suggestions = (system.suggest(state, name) for name in names)
    return next((command for command in suggestions if command is not None), None)


def _is_decided(system: RuleSystem, state: Any) -> bool:
    """Asked at the end of turns only: a view takes as long as a move."""
    people = system.project(state, GM).combatants.values()
    return len({one.side for one in people if one.status == "active"}) < 2


def _carried_out(system: RuleSystem, state: Any, command: Any, chance: Chance) -> Move:
    events = system.decide(state, GM, command, chance)
    return Move(command=command, events=events, state=fold(system, state, events))
