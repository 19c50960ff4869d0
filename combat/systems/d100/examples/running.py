"""Runs worked examples and compares: only what an example expects is fixed."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

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


@record
class Difference:
    example: str
    problem: str

    def __str__(self) -> str:
        return f"{self.example}: {self.problem}"


def results(example: Mapping[str, Any]) -> dict[str, Any]:
    """What the rules make of the example's input. Raises KeyError for a kind or a field that is missing."""
    return KINDS[example["kind"]](example["input"])


def differences(examples: Iterable[Mapping[str, Any]]) -> tuple[Difference, ...]:
    found: list[Difference] = []
    for number, example in enumerate(examples):
        name = str(example.get("id", f"example {number}"))
        if example.get("kind") not in KINDS:
            found.append(Difference(example=name, problem=f"there is no kind {example.get('kind')!r}"))
            continue
        try:
            got = results(example)
        except KeyError as missing:
            found.append(Difference(example=name, problem=f"{missing} is missing or unknown in the input"))
            continue
        wrong = [
            f"{key}: expected {value!r}, got {got.get(key)!r}"
            for key, value in example.get("expect", {}).items()
            if got.get(key) != value or isinstance(got.get(key), bool) != isinstance(value, bool)
        ]
        if wrong:
            found.append(Difference(example=name, problem="; ".join(wrong)))
    return tuple(found)
