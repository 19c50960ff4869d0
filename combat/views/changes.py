"""In words for the game master: what differs between two views of a table."""

from typing import Any

TABLE = ("phase", "turn", "round", "actions_left", "draw")
COMBATANT = (
    "health",
    "temporary_health",
    "wounds",
    "advantage",
    "status",
    "cards",
    "effects_said",
    "conditions_said",
    "hidden",
    "owner",
)


def changes_between(before: Any, after: Any) -> list[dict[str, str]]:
    """Who or what, which value, as it is now and as it would be."""
    found = [_change("The table", name, before, after) for name in _common(TABLE, before)]
    for key, one in before.combatants.items():
        other = after.combatants.get(key)
        if other is None:
            found.append({"who": one.name, "what": "at the table", "before": "yes", "after": "no"})
        else:
            found += [_change(one.name, name, one, other) for name in _common(COMBATANT, one)]
    for key, other in after.combatants.items():
        if key not in before.combatants:
            found.append({"who": other.name, "what": "at the table", "before": "no", "after": "yes"})
    return [change for change in found if change is not None]


def _common(names: tuple[str, ...], view: Any) -> list[str]:
    return [name for name in names if hasattr(view, name)]


def _change(who: str, name: str, before: Any, after: Any) -> dict[str, str] | None:
    old, new = getattr(before, name), getattr(after, name)
    if old == new:
        return None
    return {
        "who": who,
        "what": name.removesuffix("_said").replace("_", " "),
        "before": _words(old),
        "after": _words(new),
    }


def _words(value: Any) -> str:
    if value is None or value == ():
        return "none"
    return "; ".join(value) if isinstance(value, tuple) else str(value)
