"""A CTG sheet as a form has it (all text, rows in lists), and back as plain JSON for the codec."""

from collections.abc import Mapping
from typing import Any

ABILITIES = ("strength", "agility", "endurance", "intellect", "awareness", "presence")
NUMBERS = ("max_health", "health", "temporary_health", "speed", "proficiency_bonus", "armour", "shield", "other")
KINDS = ("melee", "ranged", "firearm", "pattern")
COSTS = ("action", "bonus", "reaction", "free")
TARGETS = ("self", "ally", "enemy", "any")
EFFECTS = {
    "damage": ("dice", "type", "attack"),
    "heal": ("dice",),
    "effect": ("effect",),
    "draw": ("count",),
    "discard": ("count", "how"),
    "move": ("feet",),
    "extra_action": ("count",),
    "damage_card": ("value",),
}
UNITS = ("rounds", "cards", "turns", "until_turn", "next_attack", "draw", "removed")
COUNTED = ("rounds", "cards", "turns")
CHANGES = ("attack", "damage", "armour_class", "speed", "checks")
FLAGS = ("cannot_act", "cannot_move", "cannot_react", "prone")


def to_form(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """What the form shows of a stored sheet."""
    form = {key: value for key, value in sheet.items() if value is not None}
    form["skills"] = [{"name": name, "modifier": value} for name, value in sheet.get("skills", {}).items()]
    form["resistances"] = [
        {"type": kind, "how": how}
        for kind, hows in sheet.get("resistances", {}).items()
        for how in ([hows] if isinstance(hows, str) else hows)
    ]
    form["abilities"] = [_ability_to_form(ability) for ability in sheet.get("abilities", ())]
    return form


def _ability_to_form(ability: Mapping[str, Any]) -> dict[str, Any]:
    uses = ability.get("uses") or {}
    return {**ability, "per": uses.get("per") or "", "count": uses.get("count") or "", "uses": None}


def from_form(form: Mapping[str, Any]) -> dict[str, Any]:
    """Plain JSON of a sheet. What was left empty is left out, and so gets its usual value."""
    sheet: dict[str, Any] = {
        key: form[key] for key in (*ABILITIES, *NUMBERS, "pattern_ability") if _given(form.get(key))
    }
    sheet["modifiers"] = {
        key: value for key, value in _object(form.get("modifiers")).items() if key in ABILITIES and _given(value)
    }
    sheet["skills"] = {
        row["name"]: row.get("modifier") or 0 for row in _rows(form, "skills") if _given(row.get("name"))
    }
    sheet["resistances"] = _resistances(_rows(form, "resistances"))
    sheet["weapons"] = [_weapon(row) for row in _rows(form, "weapons")]
    sheet["abilities"] = [_ability(row) for row in _rows(form, "abilities")]
    if _given(form.get("class")):
        sheet["class"] = form["class"]
    return sheet


def _resistances(rows: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, list[str]] = {}
    for row in rows:
        if _given(row.get("type")):
            found.setdefault(row["type"], []).append(row.get("how") or "resistant")
    return {kind: hows[0] if len(hows) == 1 else hows for kind, hows in found.items()}


def _weapon(row: Mapping[str, Any]) -> dict[str, Any]:
    keys = ("name", "kind", "damage", "type", "reach", "range", "long_range")
    weapon = {key: row[key] for key in keys if _given(row.get(key))}
    weapon["properties"] = _list(row.get("properties"))
    weapon["proficient"] = str(row.get("proficient", "")).lower() in ("true", "on", "yes", "1")
    return weapon


def _ability(row: Mapping[str, Any]) -> dict[str, Any]:
    keys = ("name", "description", "cost", "suit", "min_value", "target")
    ability = {key: row[key] for key in keys if _given(row.get(key))}
    if _given(row.get("per")):
        ability["uses"] = {"per": row["per"], "count": row.get("count") or 1}
    ability["effects"] = [_effect(each) for each in _rows(row, "effects")]
    return ability


def _effect(row: Mapping[str, Any]) -> dict[str, Any]:
    do = row.get("do") if row.get("do") in EFFECTS else "damage"
    effect: dict[str, Any] = {"do": do}
    for key in EFFECTS[do]:
        if key == "effect":
            effect["effect"] = _lasting(_object(row.get("effect")))
        elif _given(row.get(key)):
            effect[key] = row[key]
    return effect


def _lasting(row: Mapping[str, Any]) -> dict[str, Any]:
    length = _object(row.get("duration"))
    unit = length.get("unit") if length.get("unit") in UNITS else "rounds"
    duration = {"unit": unit, "count": length.get("count") or 1} if unit in COUNTED else {"unit": unit}
    changes = {key: value for key, value in _object(row.get("modifiers")).items() if key in CHANGES and _given(value)}
    return {"name": row.get("name", ""), "modifiers": changes, "flags": _list(row.get("flags")), "duration": duration}


def _given(value: Any) -> bool:
    return value not in (None, "", [])


def _rows(form: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    rows = form.get(key)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return [item for item in value if item] if isinstance(value, list) else []
