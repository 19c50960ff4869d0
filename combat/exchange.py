"""Files that leave and come back: a character, a whole campaign. Read all or nothing, and say which field is wrong."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from combat.codec import dump
from combat.engine.records import field, record, replace
from combat.engine.system import RuleSystem
from combat.library import library
from combat.outside import (
    LARGEST,
    VERSION,
    Unreadable,
    as_list,
    as_object,
    content,
    join,
    line,
    typed,
    value_at,
    without_nulls,
)
from combat.plan import Plan
from combat.registry import SYSTEMS
from combat.words import LINE, PROSE, clean_line, clean_prose

CHARACTER, CAMPAIGN = "high-card character", "high-card campaign"
NAME = 60
MOST_NOTES = 5000
LENGTHS = {"description": PROSE, "name": NAME}
QUIET = frozenset({"character", "member", "environment"})
"""Fields of our own files in which null says something."""

Mender = Callable[[dict[str, Any]], list[str]]
"""Mends plain sheet JSON of one system in place, and says in words what it did."""


@record
class CharacterFile:
    name: str
    system: str
    colour: str = "teal"
    sheet: Any = field(default_factory=dict)


@record
class EncounterFile:
    name: str
    system: str
    notes: str = ""
    plan: Plan = field(default_factory=Plan)
    """`character` is the place in the campaign's list, from 0."""


@record
class CampaignFile:
    name: str
    blurb: str = ""
    house_rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    characters: tuple[CharacterFile, ...] = ()
    encounters: tuple[EncounterFile, ...] = ()


def write(file: CharacterFile | CampaignFile) -> str:
    """The file's text. The same content gives the same text, in whatever order a database keeps an object's fields."""
    kind = CHARACTER if isinstance(file, CharacterFile) else CAMPAIGN
    return (
        json.dumps({"format": kind, "version": VERSION, **dump(file)}, ensure_ascii=False, indent=2, sort_keys=True)
        + "\n"
    )


class Reader:
    """Reads one file, and collects in `notes` what it had to mend."""

    def __init__(self, menders: Mapping[str, Mender]) -> None:
        self._menders = menders
        self.notes: list[str] = []

    def character(self, text: str | bytes) -> CharacterFile:
        return self._character(content(text, CHARACTER), "")

    def campaign(self, text: str | bytes) -> CampaignFile:
        data = content(text, CAMPAIGN)
        characters = as_list(data.pop("characters", None), "characters")
        encounters = as_list(data.pop("encounters", None), "encounters")
        rules = as_object(data.pop("house_rules", None) or {}, "house_rules")
        file: CampaignFile = typed(CampaignFile, self._known(data), "")
        return replace(
            file,
            name=line(file.name, "name", 80),
            blurb=line(file.blurb, "blurb", 300),
            house_rules={key: _rules(key, value, f"house_rules.{key}") for key, value in rules.items()},
            characters=tuple(self._character(one, f"characters[{n}]") for n, one in enumerate(characters)),
            encounters=tuple(
                self._encounter(one, f"encounters[{n}]", len(characters)) for n, one in enumerate(encounters)
            ),
        )

    def _character(self, data: Any, where: str) -> CharacterFile:
        given = dict(as_object(data, where))
        sheet = given.pop("sheet", None)
        file: CharacterFile = typed(CharacterFile, self._known(given, where), where)
        system = _system(file.system, join(where, "system"))
        sheet = self.sheet(system, {} if sheet is None else sheet, join(where, "sheet"))
        name = line(file.name, join(where, "name"), NAME)
        if not name:
            raise Unreadable(join(where, "name"), "give the character a name")
        return replace(file, name=name, colour=line(file.colour, join(where, "colour"), 20), sheet=sheet)

    def _encounter(self, data: Any, where: str, characters: int) -> EncounterFile:
        given = dict(as_object(data, where))
        plan = dict(as_object(given.pop("plan", None) or {}, join(where, "plan")))
        file: EncounterFile = typed(EncounterFile, self._known(given, where), where)
        system = _system(file.system, join(where, "system"))
        made = self._plan(system, plan, join(where, "plan"), characters)
        name, notes = line(file.name, join(where, "name"), 80), clean_prose(file.notes)
        if len(notes) > MOST_NOTES:
            raise Unreadable(join(where, "notes"), f"use {MOST_NOTES} characters or fewer")
        return replace(file, name=name, notes=notes, plan=made)

    def _plan(self, system: RuleSystem, data: dict[str, Any], where: str, characters: int) -> Plan:
        raw = [
            dict(as_object(one, f"{where}.combatants"))
            for one in as_list(data.pop("combatants", None), f"{where}.combatants")
        ]
        sheets = [one.pop("sheet", None) or {} for one in raw]
        plan: Plan = typed(Plan, self._known({**data, "combatants": raw}, where), where)
        _rules(system.key, plan.house_rules, f"{where}.house_rules")
        keys = [one.key for one in plan.combatants]
        if len(set(keys)) < len(keys) or any(not 0 < key < plan.next_key for key in keys):
            raise Unreadable(f"{where}.combatants", "each needs a key of its own, below next_key")
        people = []
        for number, (one, sheet) in enumerate(zip(plan.combatants, sheets, strict=True)):
            spot = f"{where}.combatants[{number}]"
            if one.character is not None and not 0 <= one.character < characters:
                raise Unreadable(f"{spot}.character", "there is no such character in the file")
            texts = {key: line(getattr(one, key), f"{spot}.{key}", NAME) for key in ("name", "side", "colour", "kind")}
            if not texts["name"] or not texts["side"]:
                raise Unreadable(spot, "it needs a name and a side")
            people.append(replace(one, **texts, member=None, sheet=self.sheet(system, sheet, f"{spot}.sheet")))
        place = None if plan.environment is None else line(plan.environment, f"{where}.environment", NAME)
        if place is not None and place not in library(system.key).environments:
            raise Unreadable(f"{where}.environment", "there is no such place in the library")
        return replace(plan, environment=place, combatants=tuple(people))

    def sheet(self, system: RuleSystem, data: Any, where: str) -> dict[str, Any]:
        """The sheet as the codec writes it. What can be mended is mended and noted, anything else is refused."""
        nulls: list[str] = []
        given = self._texts(without_nulls(as_object(data, where), where, nulls), where)
        for note in self._menders[system.key](given):
            self.notes.append(join(where, note))
        made: dict[str, Any] = dump(typed(system.sheet_type, given, where))
        self.notes += [
            f"{path}: was null, left out" for path in nulls if value_at(made, path[len(where) :]) is not None
        ]
        self._note_changes(given, made, where)
        return made

    def _known(self, data: Mapping[str, Any], where: str = "") -> dict[str, Any]:
        """Without the fields that are null: they count as not given."""
        nulls: list[str] = []
        kept = without_nulls(data, where, nulls)
        self.notes += [f"{path}: was null, left out" for path in nulls if path.rsplit(".", 1)[-1] not in QUIET]
        return kept

    def _texts(self, value: Any, where: str) -> Any:
        if isinstance(value, str):
            return line(value, where, LENGTHS.get(where.rsplit(".", 1)[-1], LINE))
        if isinstance(value, list):
            return [self._texts(item, f"{where}[{n}]") for n, item in enumerate(value)]
        if isinstance(value, dict):
            return {line(key, where, NAME): self._texts(item, join(where, key)) for key, item in value.items()}
        return value

    def _note_changes(self, given: Any, made: Any, where: str) -> None:
        """Say what was read as another kind of value: "14" as 14, and what was missing."""
        if isinstance(given, dict) and isinstance(made, dict):
            for key, value in given.items():
                self._note_changes(value, made.get(key), join(where, key))
            if where.endswith("sheet"):
                missing = [f"{key} {made[key]}" for key in made if key not in given and isinstance(made[key], int)]
                if missing:
                    self.notes.append(f"{where}: not given and taken as usual: {', '.join(missing)}")
        elif isinstance(given, list) and isinstance(made, list):
            for number, (one, other) in enumerate(zip(given, made, strict=False)):
                self._note_changes(one, other, f"{where}[{number}]")
        elif isinstance(given, bool) and not isinstance(made, bool):
            raise Unreadable(where, "give a number, not yes or no")
        elif isinstance(given, str) and isinstance(made, int | float) and not isinstance(made, bool):
            self.notes.append(f"{where}: the text “{given}” was read as the number {made}")


def _system(key: str, where: str) -> RuleSystem:
    if key not in SYSTEMS:
        raise Unreadable(where, f"there is no rule system “{clean_line(key)[:30]}” here")
    return SYSTEMS[key]


def _rules(key: str, rules: Any, where: str) -> dict[str, Any]:
    """House rules as given, once the system has said yes to them."""
    given = as_object(rules, where)
    typed(_system(key, where).house_rules_type, given, where)
    return given


__all__ = ["LARGEST", "NAME", "CampaignFile", "CharacterFile", "EncounterFile", "Reader", "Unreadable", "write"]
