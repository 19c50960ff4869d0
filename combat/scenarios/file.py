"""What a scenario's file holds once it is read: every field is known and typed."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from combat import codec
from combat.engine.errors import BadField
from combat.engine.records import record
from combat.engine.scripted import Script
from combat.engine.system import RuleSystem, Setup


class Malformed(Exception):
    """The file is not a scenario. The words begin with the path of the bad field."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)


@record
class Do:
    """A command, and the refusal that it must meet, if any."""

    number: int
    sender: str
    """`gm`, `spectator` or a player's key."""
    command: Any
    """The system's command, or Undo; None where only a refusal can come of it: a value has the wrong type."""
    refused: str | None = None


@record
class Undo:
    """The GM's step back over accepted commands; a scenario's own, no system has it."""

    steps: int = 1


@record
class Expect:
    """A part of the whole truth."""

    number: int
    part: Mapping[str, Any]


@record
class ExpectView:
    """A part of what one viewer may see, and what that viewer may never have been sent."""

    number: int
    viewer: str
    part: Mapping[str, Any]
    absent: tuple[str, ...] = ()


Step = Do | Expect | ExpectView


@record
class Scenario:
    name: str
    system: RuleSystem
    setup: Setup
    script: Script
    players: tuple[str, ...]
    """In the order of their first combatant; also those who join later."""
    steps: tuple[Step, ...]
    dice_left: bool = False


def typed(kind: Any, raw: Any, path: str) -> Any:
    """The raw JSON as a value of this type; no text passes for a number, no number for text."""
    try:
        return codec.load_strict(kind, raw)
    except ValidationError as error:
        found = [(_place(raw, item), item) for item in error.errors(include_url=False, include_input=False)]
        place, item = max(found, key=lambda each: len(each[0]))
        raise Malformed(joined(path, codec.path(place)), codec.problem(item).removeprefix("value error, ")) from error


def _place(raw: Any, item: Any) -> tuple[int | str, ...]:
    """Where in the file it is: without the names of the types that were tried for a field of several."""
    place: list[int | str] = []
    for step in item["loc"]:
        if (isinstance(raw, dict) and step in raw) or (isinstance(raw, list) and step in range(len(raw))):
            place.append(step)
            raw = raw[step]
    error = item.get("ctx", {}).get("error")
    if isinstance(error, BadField) and error.field:
        return (*place, error.field)
    last = item["loc"][-1:]
    return (*place, *last) if item["type"] == "missing" and tuple(place[-1:]) != last else tuple(place)


def joined(path: str, field: str) -> str:
    """`steps[3]` and `target` as `steps[3].target`; `cards` and `[2]` as `cards[2]`."""
    return f"{path}.{field}" if path and field and not field.startswith("[") else path + field


def as_json(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed("", f"this is no JSON ({error})") from error
