"""Whether what is expected is a part of what is there."""

from collections.abc import Mapping, Set
from typing import Any


def difference(expected: Any, got: Any, *, whole: Set[str] = frozenset(), path: str = "") -> str | None:
    """The first value that differs, as `turn: expected 'ana', got 'bo'`; None where all is as expected.

    Objects are compared key by key (those of a name in `whole` have no other keys), lists whole; what is not
    there is null.
    """
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return _in_object(expected, got, whole, path)
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        found = (
            difference(value, other, whole=whole, path=f"{path}[{index}]")
            for index, (value, other) in enumerate(zip(expected, got, strict=True))
        )
        return next((text for text in found if text), None)
    if isinstance(expected, bool) == isinstance(got, bool) and expected == got:
        return None
    return f"{path}: expected {expected!r}, got {got!r}"


def _in_object(expected: Mapping[str, Any], got: Mapping[str, Any], whole: Set[str], path: str) -> str | None:
    if path.rpartition(".")[2] in whole and expected != got:
        return f"{path}: expected {dict(expected)!r}, got {dict(got)!r}"
    for key, value in expected.items():
        place = f"{path}.{key}" if path else key
        found = difference(value, got.get(key), whole=whole, path=place)
        if found:
            return found
    return None
