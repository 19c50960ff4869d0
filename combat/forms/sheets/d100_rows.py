"""A d100 sheet as a form has it (all text, rows in lists), and back as plain JSON for the codec."""

from collections.abc import Mapping
from typing import Any

from combat.codec import dump, load
from combat.systems.d100.data import CONTENT, QUALITIES
from combat.systems.d100.rolls import LOCATIONS
from combat.systems.d100.sheet import CHARACTERISTICS, Sheet, stats_of

NUMBERS = ("m", "wounds", "current_wounds")
COUNTED = ("shield", "reload")
"""Qualities with a number of their own."""
TICKED = tuple(sorted(QUALITIES - set(COUNTED)))
LISTS = ("armour", "spells", "prayers")
TRAITS = ("beast", "bloodless", "dull_witted", "mindless", "night_sight", "skittish", "tracker")
GROUPS = tuple(name for name in CONTENT.skills if name.startswith(("melee_", "ranged_")))
MARKS = ("left_handed", "notable")


def to_form(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """What the form shows of a stored sheet; of a foe's, also what it has by being that foe."""
    form: dict[str, Any] = {key: value for key, value in sheet.items() if value is not None}
    stats = stats_of(load(Sheet, sheet))
    form["skills"] = [{"name": name, "value": value} for name, value in (sheet.get("skills") or {}).items()]
    written = sheet.get("weapons")
    form["weapons"] = [_weapon_row(one) for one in (dump(stats.weapons) if written is None else written)]
    form |= {"traits": list(stats.traits), "spells": list(stats.spells), "prayers": list(stats.prayers)}
    return form


def _weapon_row(weapon: Any) -> dict[str, Any]:
    """One of the library is its id alone."""
    if isinstance(weapon, str):
        return {"id": weapon}
    known = CONTENT.weapons.get(weapon["id"])
    if known is not None and dump(known) == weapon:
        return {"id": weapon["id"]}
    qualities, damage = weapon.get("qualities") or {}, weapon.get("damage") or {}
    return {
        "id": weapon["id"], "name": weapon.get("name") or weapon["id"], "group": weapon.get("group") or "melee_basic",
        "sb": bool(damage.get("sb", True)), "plus": damage.get("plus", 0), "hands": weapon.get("hands", 1),
        "range": weapon.get("range"), "qualities": [name for name in TICKED if qualities.get(name)],
        **{name: qualities.get(name) or "" for name in COUNTED},
    }  # fmt: skip


def from_form(form: Mapping[str, Any]) -> dict[str, Any]:
    """Plain JSON of a sheet. What was left empty is left out, and so is as usual, or as the foe has it."""
    sheet: dict[str, Any] = {key: form[key] for key in ("foe", "size", *NUMBERS) if _given(form.get(key))}
    for key, known in (("characteristics", CHARACTERISTICS), ("ap", LOCATIONS)):
        sheet[key] = {name: value for name, value in _object(form.get(key)).items() if name in known and _given(value)}
    sheet["skills"] = {row["name"]: row.get("value") or 0 for row in _rows(form, "skills") if _given(row.get("name"))}
    sheet["weapons"] = [_weapon(row) for row in _rows(form, "weapons") if _given(row.get("id"))]
    sheet |= {key: _list(form.get(key)) for key in (*LISTS, "traits")}
    sheet |= {key: True for key in MARKS if str(form.get(key, "")).lower() in ("true", "on")}
    for key in ("injuries", "losses"):
        sheet[key] = [
            {"name": row["name"], "location": row.get("location") or "body"}
            for row in _rows(form, key) if _given(row.get("name"))
        ]  # fmt: skip
    return sheet


def _weapon(row: Mapping[str, Any]) -> Any:
    if not _given(row.get("group")):
        return row["id"]
    qualities = dict.fromkeys(_list(row.get("qualities")), 1)
    qualities |= {name: row[name] for name in COUNTED if _given(row.get(name)) and str(row[name]) != "0"}
    weapon = {
        "id": row["id"], "name": row.get("name") or row["id"], "group": row["group"], "hands": row.get("hands") or 1,
        "damage": {"sb": str(row.get("sb", "")).lower() in ("true", "on"), "plus": row.get("plus") or 0},
        "qualities": qualities,
    }  # fmt: skip
    reach = str(row.get("range") or "").strip()
    return {**weapon, "range": int(reach) if reach.isascii() and reach.isdigit() else reach} if reach else weapon


def _given(value: Any) -> bool:
    return value not in (None, "", [])


def _rows(form: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    rows = form.get(key)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return [item for item in value if item] if isinstance(value, list) else []
