"""Files that leave and come back: a character, a whole campaign. Read all or nothing, and say which field is wrong."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from combat.codec import dump, load, path, problem
from combat.engine.records import field, record, replace
from combat.engine.system import RuleSystem
from combat.library import library
from combat.plan import Plan
from combat.registry import SYSTEMS
from combat.words import LINE, PROSE, TooLong, clean_line, clean_prose, short

CHARACTER, CAMPAIGN = "high-card character", "high-card campaign"
VERSION = 1
LARGEST = 1_000_000
"""Bytes of a file that is read at all."""
NAME = 60
MOST_NOTES = 5000

Mender = Callable[[dict[str, Any]], list[str]]
"""Mends plain sheet JSON of one system in place, and says in words what it did."""


class Unreadable(Exception):
    """A file that is refused whole. `where` is the path of the field that is wrong."""

    def __init__(self, where: str, words: str) -> None:
        super().__init__(f"{where}: {words}" if where else words)
        self.where = where
        self.words = words


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
    """The file's text. The same content always gives the same text."""
    kind = CHARACTER if isinstance(file, CharacterFile) else CAMPAIGN
    return json.dumps({"format": kind, "version": VERSION, **dump(file)}, ensure_ascii=False, indent=2) + "\n"


class Reader:
    """Reads one file, and collects in `notes` what it had to mend."""

    def __init__(self, menders: Mapping[str, Mender]) -> None:
        self._menders = menders
        self.notes: list[str] = []

    def character(self, text: str | bytes) -> CharacterFile:
        return self._character(_content(text, CHARACTER), "")

    def campaign(self, text: str | bytes) -> CampaignFile:
        data = _content(text, CAMPAIGN)
        characters = _list(data.pop("characters", None), "characters")
        encounters = _list(data.pop("encounters", None), "encounters")
        rules = _object(data.pop("house_rules", None) or {}, "house_rules")
        file: CampaignFile = _typed(CampaignFile, self._known(data), "")
        return replace(
            file,
            name=_line(file.name, "name", 80),
            blurb=_line(file.blurb, "blurb", 300),
            house_rules={key: _rules(key, value, f"house_rules.{key}") for key, value in rules.items()},
            characters=tuple(self._character(one, f"characters[{n}]") for n, one in enumerate(characters)),
            encounters=tuple(
                self._encounter(one, f"encounters[{n}]", len(characters)) for n, one in enumerate(encounters)
            ),
        )

    def _character(self, data: Any, where: str) -> CharacterFile:
        given = dict(_object(data, where))
        sheet = given.pop("sheet", None)
        file: CharacterFile = _typed(CharacterFile, self._known(given, where), where)
        system = _system(file.system, _join(where, "system"))
        sheet = self.sheet(system, {} if sheet is None else sheet, _join(where, "sheet"))
        name = _line(file.name, _join(where, "name"), NAME)
        if not name:
            raise Unreadable(_join(where, "name"), "give the character a name")
        return replace(file, name=name, colour=_line(file.colour, _join(where, "colour"), 20), sheet=sheet)

    def _encounter(self, data: Any, where: str, characters: int) -> EncounterFile:
        given = dict(_object(data, where))
        plan = dict(_object(given.pop("plan", None) or {}, _join(where, "plan")))
        file: EncounterFile = _typed(EncounterFile, self._known(given, where), where)
        system = _system(file.system, _join(where, "system"))
        made = self._plan(system, plan, _join(where, "plan"), characters)
        name, notes = _line(file.name, _join(where, "name"), 80), clean_prose(file.notes)
        if len(notes) > MOST_NOTES:
            raise Unreadable(_join(where, "notes"), f"use {MOST_NOTES} characters or fewer")
        return replace(file, name=name, notes=notes, plan=made)

    def _plan(self, system: RuleSystem, data: dict[str, Any], where: str, characters: int) -> Plan:
        raw = [
            dict(_object(one, f"{where}.combatants"))
            for one in _list(data.pop("combatants", None), f"{where}.combatants")
        ]
        sheets = [one.pop("sheet", None) or {} for one in raw]
        plan: Plan = _typed(Plan, self._known({**data, "combatants": raw}, where), where)
        _rules(system.key, plan.house_rules, f"{where}.house_rules")
        keys = [one.key for one in plan.combatants]
        if len(set(keys)) < len(keys) or any(not 0 < key < plan.next_key for key in keys):
            raise Unreadable(f"{where}.combatants", "each needs a key of its own, below next_key")
        people = []
        for number, (one, sheet) in enumerate(zip(plan.combatants, sheets, strict=True)):
            spot = f"{where}.combatants[{number}]"
            if one.character is not None and not 0 <= one.character < characters:
                raise Unreadable(f"{spot}.character", "there is no such character in the file")
            texts = {key: _line(getattr(one, key), f"{spot}.{key}", NAME) for key in ("name", "side", "colour", "kind")}
            if not texts["name"] or not texts["side"]:
                raise Unreadable(spot, "it needs a name and a side")
            people.append(replace(one, **texts, member=None, sheet=self.sheet(system, sheet, f"{spot}.sheet")))
        place = None if plan.environment is None else _line(plan.environment, f"{where}.environment", NAME)
        if place is not None and place not in library(system.key).environments:
            raise Unreadable(f"{where}.environment", "there is no such place in the library")
        return replace(plan, environment=place, combatants=tuple(people))

    def sheet(self, system: RuleSystem, data: Any, where: str) -> dict[str, Any]:
        """The sheet as the codec writes it. What can be mended is mended and noted, anything else is refused."""
        nulls: list[str] = []
        given = self._texts(_given(_object(data, where), where, nulls), where)
        for note in self._menders[system.key](given):
            self.notes.append(_join(where, note))
        made: dict[str, Any] = dump(_typed(system.sheet_type, given, where))
        self.notes += [f"{path}: was null, left out" for path in nulls if _at(made, path[len(where) :]) is not None]
        self._note_changes(given, made, where)
        return made

    def _known(self, data: Mapping[str, Any], where: str = "") -> dict[str, Any]:
        """Without the fields that are null: they count as not given."""
        nulls: list[str] = []
        kept = _given(data, where, nulls)
        self.notes += [f"{path}: was null, left out" for path in nulls if path.rsplit(".", 1)[-1] not in QUIET]
        return kept

    def _texts(self, value: Any, where: str) -> Any:
        if isinstance(value, str):
            return _line(value, where, LENGTHS.get(where.rsplit(".", 1)[-1], LINE))
        if isinstance(value, list):
            return [self._texts(item, f"{where}[{n}]") for n, item in enumerate(value)]
        if isinstance(value, dict):
            return {_line(key, where, NAME): self._texts(item, _join(where, key)) for key, item in value.items()}
        return value

    def _note_changes(self, given: Any, made: Any, where: str) -> None:
        """Say what was read as another kind of value: "14" as 14, and what was missing."""
        if isinstance(given, dict) and isinstance(made, dict):
            for key, value in given.items():
                self._note_changes(value, made.get(key), _join(where, key))
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


LENGTHS = {"description": PROSE, "name": NAME}
QUIET = frozenset({"character", "member", "environment"})
"""Fields of our own files in which null says something."""


def _content(text: str | bytes, kind: str) -> dict[str, Any]:
    if len(text) > LARGEST:
        raise Unreadable("", f"The file is larger than {LARGEST // 1000} kB.")
    try:
        data = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise Unreadable("", "The file is nested too deep.") from None
    except ValueError as error:
        line = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise Unreadable("", f"This is no JSON file{line}.") from None
    content = dict(_object(data, ""))
    found, version = content.pop("format", None), content.pop("version", None)
    if found != kind:
        raise Unreadable("format", f"this has to be “{kind}”")
    if version != VERSION or isinstance(version, bool):
        said = version if isinstance(version, int) else "no number"
        raise Unreadable("version", f"the file's version is {said}; this High Card reads version {VERSION} of “{kind}”")
    return content


def _given(value: Any, where: str, nulls: list[str]) -> Any:
    """A copy without what is null; where that was is added to `nulls`."""
    if isinstance(value, list):
        return [_given(item, f"{where}[{n}]", nulls) for n, item in enumerate(value) if item is not None]
    if not isinstance(value, Mapping):
        return value
    kept = {}
    for key, item in value.items():
        if item is None:
            nulls.append(_join(where, str(key)))
        else:
            kept[str(key)] = _given(item, _join(where, str(key)), nulls)
    return kept


def _at(value: Any, path: str) -> Any:
    """What stands at a path like `.weapons[0].range`; None where nothing does."""
    for step in path.replace("[", ".").replace("]", "").split("."):
        if isinstance(value, list) and step.isdigit():
            value = value[int(step)] if int(step) < len(value) else None
        elif isinstance(value, Mapping) and step:
            value = value.get(step)
    return value


def _no_number(name: str) -> float:
    raise ValueError(name)


def _object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Unreadable(where, "give an object with named fields")
    return dict(value)


def _list(value: Any, where: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise Unreadable(where, "give a list")
    if len(value) > 200:
        raise Unreadable(where, "use 200 entries or fewer")
    return value


def _line(text: str, where: str, most: int) -> str:
    try:
        return short(text, most)
    except TooLong as error:
        raise Unreadable(where, str(error)) from None


def _typed(kind: Any, data: Any, where: str) -> Any:
    try:
        return load(kind, data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Unreadable(_join(where, path(first["loc"])), problem(first).removeprefix("value error, ")) from None


def _system(key: str, where: str) -> RuleSystem:
    if key not in SYSTEMS:
        raise Unreadable(where, f"there is no rule system “{clean_line(key)[:30]}” here")
    return SYSTEMS[key]


def _rules(key: str, rules: Any, where: str) -> dict[str, Any]:
    """House rules as given, once the system has said yes to them."""
    given = _object(rules, where)
    _typed(_system(key, where).house_rules_type, given, where)
    return given


def _join(where: str, step: str) -> str:
    if not where or not step:
        return where or step
    return f"{where}{step}" if step.startswith("[") else f"{where}.{step}"
