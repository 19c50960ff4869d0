"""The desk of the CTG sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from combat.codec import dump, load
from combat.engine.system import RuleSystem
from combat.forms.fields import at, rows_at
from combat.forms.sheets import ctg_numbers as numbers
from combat.forms.sheets import ctg_rows as rows
from combat.forms.sheets.desk import Brief, Change, Deal
from combat.forms.sheets.editing import append_row, remove_row
from combat.library import library
from combat.registry import SYSTEMS
from combat.systems.ctg.environment import OPEN_GROUND, Environment
from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.outcome import BodyAfter
from combat.systems.ctg.sheet import Sheet

NEW: dict[str, dict[str, Any]] = {
    "weapons": {"name": "New weapon", "kind": "melee", "damage": "1d6", "proficient": "true"},
    "abilities": {"name": "New ability", "cost": "bonus", "target": "self", "effects": [{"do": "heal", "dice": "1d6"}]},
    "effects": {"do": "damage", "dice": "1d6"},
    "skills": {"name": "New skill", "modifier": 0},
    "resistances": {"type": "fire", "how": "resistant"},
}
FIRST_WRITTEN = {"effects": "do", "resistances": "type"}
"""The field of a new row to write in; of the others it is the name."""


class CtgDesk:
    key = "ctg"
    folder = "combat/systems/ctg/sheet"
    prep_folder = "combat/systems/ctg/prep"

    @property
    def system(self) -> RuleSystem:
        return SYSTEMS[self.key]

    def blank(self) -> dict[str, Any]:
        first = [dump(library(self.key).weapons["Knife"])] if "Knife" in library(self.key).weapons else []
        made: dict[str, Any] = dump(load(Sheet, {"weapons": first, "skills": {"First Aid": 0}}))
        return made

    def to_form(self, sheet: Mapping[str, Any]) -> dict[str, Any]:
        return rows.to_form(sheet)

    def from_form(self, form: Mapping[str, Any]) -> dict[str, Any]:
        return rows.from_form(form)

    def act(self, form: dict[str, Any], act: str) -> str:
        verb, _, path = act.partition(":")
        if verb == "add" and path.rsplit(".", 1)[-1] in NEW:
            kind = path.rsplit(".", 1)[-1]
            return append_row(form, path, NEW[kind], write=FIRST_WRITTEN.get(kind, "name"))
        if verb == "show":
            return path
        if verb == "remove" and "." in path:
            remove_row(form, path)
        elif verb == "library":
            weapon = library(self.key).weapons.get(str(at(form, "pick.weapon")))
            if weapon is not None:
                append_row(form, "weapons", _weapon_row(weapon))
        elif verb == "wear":
            piece = library(self.key).armour.get(str(at(form, "pick.armour")))
            if piece is not None:
                form[piece.slot] = piece.bonus
        elif verb == "class":
            _take_class(form, library(self.key).classes.get(str(at(form, "pick.class"))))
        return ""

    def page(self, form: Mapping[str, Any], sheet: Sheet | None, rules: HouseRules) -> dict[str, Any]:
        shelf = library(self.key)
        found: dict[str, Any] = {
            "shelf": shelf,
            "weapon_about": {name: _weapon_about(weapon) for name, weapon in shelf.weapons.items()},
            "choices": rows,
            "scores": rows.ABILITIES,
            "hand": None, "facts": (), "modifiers": {}, "weapon_lines": (), "ability_lines": (),
        }  # fmt: skip
        if sheet is not None:
            found |= {
                "hand": numbers.hand(sheet),
                "facts": numbers.facts(sheet, rules),
                "modifiers": numbers.modifiers(sheet),
                "weapon_lines": [numbers.weapon_line(sheet, weapon, rules) for weapon in sheet.weapons],
                "ability_lines": [numbers.ability_line(ability) for ability in sheet.abilities],
            }
        return found

    def mend(self, sheet: dict[str, Any]) -> list[str]:
        """Health above the maximum is lowered to it."""
        health, most = _whole(sheet.get("health")), _whole(sheet.get("max_health", 60))
        if health is None or most is None or health <= most:
            return []
        sheet["health"] = most
        return [f"health: {health} is above the maximum and was set to {most}"]

    def brief(self, sheet: Mapping[str, Any]) -> Brief:
        made: Sheet = load(Sheet, sheet)
        health = made.max_health if made.health is None else made.health
        shown = str(health) if health == made.max_health else f"{health} of {made.max_health}"
        return Brief(
            words=f"health {shown}, AC {numbers.standing(made).armour_class}", cards=made.hand_size, kind=made.class_
        )

    def deal(self, hands: Sequence[tuple[str, Mapping[str, Any]]], rules: HouseRules) -> Deal:
        return numbers.deal([(side, load(Sheet, sheet)) for side, sheet in hands], rules)

    def after(self, sheet: Mapping[str, Any], body: BodyAfter) -> tuple[dict[str, Any], tuple[Change, ...]]:
        made: Sheet = load(Sheet, sheet)
        now = made.max_health if made.health is None else made.health
        left = min(body.health, made.max_health)
        pairs = [
            ("health", "Health", now, left),
            ("temporary_health", "Temporary health", made.temporary_health, body.temporary_health),
        ]
        changes = tuple(
            Change(label=label, before=numbers.plain(before), after=numbers.plain(after))
            for _, label, before, after in pairs
            if before != after
        )
        return {**sheet, **{key: after for key, _, before, after in pairs if before != after}}, changes

    def place_words(self, place: Environment | None) -> str:
        return numbers.place_words(place or OPEN_GROUND)

    def surprise_words(self, names: Sequence[str]) -> str:
        if not names:
            return ""
        said = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        return f"{said} {'begins' if len(names) == 1 else 'begin'} with a surprise: one action each before the draw."


def _weapon_row(weapon: Any) -> dict[str, Any]:
    row: dict[str, Any] = dump(weapon)
    return {key: value for key, value in row.items() if value is not None}


def _take_class(form: dict[str, Any], taken: Any) -> None:
    """A class is a named set of abilities: those that are not there yet come with it."""
    if taken is None:
        form["class"] = ""
        return
    form["class"] = taken.name
    there = {str(row.get("name")) for row in rows_at(form, "abilities") if isinstance(row, dict)}
    new = [dump(ability) for ability in taken.abilities if ability.name not in there]
    form["abilities"] += rows.to_form({"abilities": new})["abilities"]


def _weapon_about(weapon: Any) -> str:
    return f"{weapon.kind}, {weapon.damage} {weapon.type}".strip()


def _whole(value: Any) -> int | None:
    text = str(value).strip()
    return int(text) if text.lstrip("-").isdigit() and len(text) < 9 and text.isascii() else None


DESK = CtgDesk()
