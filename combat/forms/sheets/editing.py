"""Rows of a sheet's form: one more, one fewer, a name that is still free."""

from collections.abc import Mapping, Sequence
from typing import Any

from combat.forms.fields import at, rows_at


def append_row(form: dict[str, Any], path: str, row: Mapping[str, Any], *, write: str = "name") -> str:
    """Add a row. The path of its field `write`, for the page to go on there; "" where the path leads nowhere."""
    try:
        there = rows_at(form, path)
    except KeyError:
        return ""
    made = dict(row)
    if write == "name" and "name" in made:
        made["name"] = free_name(made["name"], [one.get("name") for one in there if isinstance(one, dict)])
    there.append(made)
    return f"{path}.{len(there) - 1}.{write}"


def free_name(name: str, taken: Sequence[Any]) -> str:
    found, count = name, 1
    while found in taken:
        count += 1
        found = f"{name} {count}"
    return found


def remove_row(form: dict[str, Any], path: str) -> None:
    above, _, place = path.rpartition(".")
    there = at(form, above)
    if isinstance(there, list) and place.isascii() and place.isdigit() and int(place) < len(there):
        del there[int(place)]
