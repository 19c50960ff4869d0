"""The desk of the d100 sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from combat.codec import dump, load
from combat.forms.fields import at, rows_at
from combat.forms.sheets import d100_numbers as numbers
from combat.forms.sheets import d100_rows as rows
from combat.forms.sheets.desk import Brief, Change
from combat.forms.sheets.editing import append_row, remove_row
from combat.library import library
from combat.systems.d100.data import CONTENT
from combat.systems.d100.house_rules import HouseRules
from combat.systems.d100.outcome import Outcome
from combat.systems.d100.sheet import CHARACTERISTICS, Sheet, stats_of
from combat.systems.d100.wording import PLACES

NEW: dict[str, dict[str, Any]] = {
    "skills": {"name": "dodge", "value": 40},
    "injuries": {"name": "Wound", "location": "body"},
    "losses": {"name": "eye", "location": "head"},
}
OWN = {"name": "Own weapon", "group": "melee_basic", "sb": "true", "plus": 4, "hands": 1}


class D100Desk:
    key = "d100"
    folder = "combat/systems/d100/sheet"
    prep_folder = "combat/systems/d100/prep"

    def blank(self) -> dict[str, Any]:
        made: dict[str, Any] = dump(load(Sheet, {"weapons": ["knife"], "skills": {"melee_basic": 35, "dodge": 35}}))
        return made

    def to_form(self, sheet: Mapping[str, Any]) -> dict[str, Any]:
        return rows.to_form(sheet)

    def from_form(self, form: Mapping[str, Any]) -> dict[str, Any]:
        return rows.from_form(form)

    def act(self, form: dict[str, Any], act: str) -> str:
        verb, _, path = act.partition(":")
        if verb == "add" and path in NEW:
            return append_row(form, path, NEW[path])
        if verb == "add" and path == "weapons":
            return append_row(form, path, {"id": _free_id(form), **OWN})
        if verb == "remove" and "." in path:
            remove_row(form, path)
        elif verb == "library":
            chosen = str(at(form, "pick.weapon"))
            if chosen in CONTENT.weapons and chosen not in _weapon_ids(form):
                append_row(form, "weapons", {"id": chosen})
        return ""

    def page(self, form: Mapping[str, Any], sheet: Sheet | None, rules: HouseRules) -> dict[str, Any]:
        base = stats_of(load(Sheet, {"foe": form["foe"]} if form.get("foe") in CONTENT.foes else {}))
        found: dict[str, Any] = {
            "content": CONTENT, "shelf": library(self.key), "choices": rows, "base": base, "locations": PLACES,
            "scores": CHARACTERISTICS, "score_names": numbers.NAMES,
            "skill_names": [(name, numbers.label_of(name)) for name in CONTENT.skills],
            "group_names": [(name, numbers.label_of(name)) for name in rows.GROUPS],
            "weapon_about": {id: ", ".join([numbers.label_of(one.group), *numbers.qualities(one)])
                             for id, one in CONTENT.weapons.items()},
            "armour_about": {id: numbers.armour_about(one) for id, one in CONTENT.armour.items()},
            "wounds": None, "facts": (), "bonuses": {}, "armour_points": {}, "weapon_lines": (), "skill_words": {},
        }  # fmt: skip
        if sheet is not None:
            stats = stats_of(sheet)
            found |= {
                "wounds": numbers.wounds(sheet),
                "facts": numbers.facts(sheet),
                "bonuses": {name: stats.bonus(name) for name in CHARACTERISTICS},
                "armour_points": numbers.armour_points(sheet),
                "weapon_lines": [numbers.weapon_line(stats, weapon) for weapon in stats.weapons],
            }
        return found

    def mend(self, sheet: dict[str, Any]) -> list[str]:
        """Wounds above the most there are are lowered to it."""
        now = sheet.get("current_wounds")
        if not isinstance(now, int) or isinstance(now, bool):
            return []
        try:
            most = stats_of(load(Sheet, sheet)).max_wounds
        except ValueError:  # wrong in another way: whoever reads it on says so
            return []
        if now <= most:
            return []
        sheet["current_wounds"] = most
        return [f"current_wounds: {now} are more than there can be and were set to {most}"]

    def brief(self, sheet: Mapping[str, Any]) -> Brief:
        made: Sheet = load(Sheet, sheet)
        stats = stats_of(made)
        left = stats.max_wounds if made.current_wounds is None else min(made.current_wounds, stats.max_wounds)
        shown = str(left) if left == stats.max_wounds else f"{left} of {stats.max_wounds}"
        arms = " and ".join(weapon.label.lower() for weapon in stats.weapons[:2])
        return Brief(words=f"{shown} Wounds, {arms}" if arms else f"{shown} Wounds")

    def deal(self, hands: Sequence[tuple[str, Mapping[str, Any]]], rules: HouseRules) -> None:
        return None

    def after(self, sheet: Mapping[str, Any], body: Outcome) -> tuple[dict[str, Any], tuple[Change, ...]]:
        """Wounds that are left, and the critical wounds and losses that stay."""
        made: Sheet = load(Sheet, sheet)
        most = stats_of(made).max_wounds
        now = most if made.current_wounds is None else min(made.current_wounds, most)
        changed: dict[str, Any] = {}
        changes: list[Change] = []
        if min(body.wounds, most) != now:
            changed["current_wounds"] = min(body.wounds, most)
            changes.append(Change(label="Wounds", before=str(now), after=str(min(body.wounds, most))))
        for key, label, before, after in (
            ("injuries", "Critical wounds", made.injuries, body.injuries),
            ("losses", "Lost for good", made.losses, body.losses),
        ):
            if tuple(before) != tuple(after):
                changed[key] = dump(after)
                changes.append(Change(label=label, before=_names(before), after=_names(after)))
        return {**sheet, **changed}, tuple(changes)

    def place_words(self, place: Any | None) -> str:
        return ""

    def surprise_words(self, names: Sequence[str]) -> str:
        if not names:
            return ""
        said = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        return f"{said} {'lies' if len(names) == 1 else 'lie'} in ambush: Stealth against the others' Perception."


def _weapon_ids(form: dict[str, Any]) -> set[str]:
    return {str(row.get("id")) for row in rows_at(form, "weapons") if isinstance(row, dict)}


def _free_id(form: dict[str, Any]) -> str:
    taken, count = _weapon_ids(form), 1
    while f"own_{count}" in taken:
        count += 1
    return f"own_{count}"


def _names(injuries: Sequence[Any]) -> str:
    return ", ".join(one.name for one in injuries) or "none"


DESK = D100Desk()
