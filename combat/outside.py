"""One JSON file from outside, and the path of whatever is wrong with it."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from combat.codec import load, path, problem
from combat.words import TooLong, short

VERSION = 1
LARGEST = 1_000_000
"""Bytes of a file that is read at all."""
MOST_ENTRIES = 200


class Unreadable(Exception):
    """A file that is refused whole. `where` is the path of the field that is wrong."""

    def __init__(self, where: str, words: str) -> None:
        super().__init__(f"{where}: {words}" if where else words)
        self.where = where
        self.words = words


def content(text: str | bytes, kind: str) -> dict[str, Any]:
    if len(text) > LARGEST:
        raise Unreadable("", f"The file is larger than {LARGEST // 1000} kB.")
    try:
        data = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise Unreadable("", "The file is nested too deep.") from None
    except ValueError as error:
        line = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise Unreadable("", f"This is no JSON file{line}.") from None
    content = dict(as_object(data, ""))
    found, version = content.pop("format", None), content.pop("version", None)
    if found != kind:
        raise Unreadable("format", f"this has to be “{kind}”")
    if version != VERSION or isinstance(version, bool):
        said = version if isinstance(version, int) else "no number"
        raise Unreadable("version", f"the file's version is {said}; this High Card reads version {VERSION} of “{kind}”")
    return content


def _no_number(name: str) -> float:
    raise ValueError(name)


def as_object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Unreadable(where, "give an object with named fields")
    return dict(value)


def as_list(value: Any, where: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise Unreadable(where, "give a list")
    if len(value) > 200:
        raise Unreadable(where, "use 200 entries or fewer")
    return value


def line(text: str, where: str, most: int) -> str:
    try:
        return short(text, most)
    except TooLong as error:
        raise Unreadable(where, str(error)) from None


def typed(kind: Any, data: Any, where: str) -> Any:
    try:
        return load(kind, data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Unreadable(join(where, path(first["loc"])), problem(first).removeprefix("value error, ")) from None


def without_nulls(value: Any, where: str, nulls: list[str]) -> Any:
    """A copy without what is null; where that was is added to `nulls`."""
    if isinstance(value, list):
        return [without_nulls(item, f"{where}[{n}]", nulls) for n, item in enumerate(value) if item is not None]
    if not isinstance(value, Mapping):
        return value
    kept = {}
    for key, item in value.items():
        if item is None:
            nulls.append(join(where, str(key)))
        else:
            kept[str(key)] = without_nulls(item, join(where, str(key)), nulls)
    return kept


def value_at(value: Any, path: str) -> Any:
    """What stands at a path like `.weapons[0].range`; None where nothing does."""
    for step in path.replace("[", ".").replace("]", "").split("."):
        if isinstance(value, list) and step.isdigit():
            value = value[int(step)] if int(step) < len(value) else None
        elif isinstance(value, Mapping) and step:
            value = value.get(step)
    return value


def join(where: str, step: str) -> str:
    if not where or not step:
        return where or step
    return f"{where}{step}" if step.startswith("[") else f"{where}.{step}"
