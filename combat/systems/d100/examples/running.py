"""Runs worked examples and compares: only what an example expects is fixed."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from combat.engine.errors import IllegalCommand
from combat.engine.records import record
from combat.systems.d100.examples import bodies, contests, orders

KINDS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "test": contests.test,
    "target": contests.target,
    "flip": contests.flipped,
    "location": contests.location,
    "range": contests.range_of,
    "opposed": contests.contest,
    "attack": contests.attack,
    "initiative": orders.initiative,
    "rounds": orders.rounds,
    "movement": bodies.movement,
    "sprint": bodies.sprint,
    "turn": bodies.turn,
    "max_wounds": bodies.max_wounds,
    "critical": bodies.critical,
    "end_round": bodies.end_round,
    "zero_track": bodies.zero_track,
    "heal": bodies.heal,
    "cast": bodies.cast,
    "pray": bodies.pray,
}


CANNOT_BE_WORKED = (
    LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError, StopIteration, IllegalCommand,
)  # fmt: skip
"""What the rules raise when an input is none: a field that is missing, of another type, or names what is nowhere."""


@record
class Difference:
    example: str
    problem: str
    place: str | None = None
    """Where the example is malformed; None: it is one, and came out otherwise."""

    def __str__(self) -> str:
        return f"{self.example}: {self.problem}"


def results(example: Mapping[str, Any]) -> dict[str, Any]:
    """What the rules make of the example's input. Raises one of CANNOT_BE_WORKED for an input that is none."""
    return KINDS[example["kind"]](example["input"])


def differences(examples: Iterable[Mapping[str, Any]]) -> tuple[Difference, ...]:
    found = (_difference(number, example) for number, example in enumerate(examples))
    return tuple(one for one in found if one is not None)


def _difference(number: int, example: Mapping[str, Any]) -> Difference | None:
    name, kind = str(example.get("id", f"example {number}")), example.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        return Difference(example=name, problem=f"there is no kind {kind!r}")
    try:
        got = results(example)
    except KeyError as missing:
        return Difference(example=name, problem=f"{missing} is missing or unknown", place=f"vectors[{number}].input")
    except CANNOT_BE_WORKED as error:
        return Difference(example=name, problem=f"{kind} cannot use it: {error}", place=f"vectors[{number}].input")
    wrong = [
        f"{key}: expected {value!r}, got {got.get(key)!r}"
        for key, value in example.get("expect", {}).items()
        if got.get(key) != value or isinstance(got.get(key), bool) != isinstance(value, bool)
    ]
    return Difference(example=name, problem="; ".join(wrong)) if wrong else None
