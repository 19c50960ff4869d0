"""A form with rows in rows, as plain JSON: `weapons.0.name=Sabre` becomes {"weapons": [{"name": "Sabre"}]}."""

from collections.abc import Iterable, Iterator
from typing import Any

DEEPEST = 8
MOST_ROWS = 60


def nested(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Fields by their dotted names. A name that ends in `[]` gathers its values in a list (empty ones left out);
    of any other name the last value counts. Rows keep the order of their numbers, and lose gaps."""
    tree: dict[str, Any] = {}
    for name, value in pairs:
        steps = name.removesuffix("[]").split(".")
        if len(steps) > DEEPEST or not all(steps):
            continue
        _put(tree, steps, value, many=name.endswith("[]"))
    return _rows(tree)


def _put(tree: dict[str, Any], steps: list[str], value: str, *, many: bool) -> None:
    for step in steps[:-1]:
        below = tree.setdefault(step, {})
        if not isinstance(below, dict):
            return
        tree = below
    if not many:
        tree[steps[-1]] = value
    elif isinstance(kept := tree.setdefault(steps[-1], []), list) and value:
        kept.append(value)


def _rows(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    made = {key: _rows(item) for key, item in value.items()}
    if made and all(_is_number(key) for key in made):
        return [made[key] for key in sorted(made, key=int)][:MOST_ROWS]
    return made


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdigit() and len(key) <= 6


def at(data: Any, path: str) -> Any:
    """What stands at a dotted path; None where nothing does."""
    for step in path.split("."):
        if isinstance(data, list) and _is_number(step) and int(step) < len(data):
            data = data[int(step)]
        elif isinstance(data, dict) and step in data:
            data = data[step]
        else:
            return None
    return data


def rows_at(data: dict[str, Any], path: str) -> list[Any]:
    """The list at a path, made if it is not there. Raises KeyError for a path that leads nowhere."""
    *above, last = path.split(".")
    parent = at(data, ".".join(above)) if above else data
    if not isinstance(parent, dict):
        raise KeyError(path)
    rows = parent.setdefault(last, [])
    if not isinstance(rows, list):
        parent[last] = rows = []
    return rows


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that is no container, with its dotted path."""
    if isinstance(data, dict):
        for key, item in data.items():
            yield from leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list):
        for place, item in enumerate(data):
            yield from leaves(item, f"{path}.{place}" if path else str(place))
    else:
        yield path, data
