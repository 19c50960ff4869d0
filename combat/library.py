"""The shipped content of a rule system: typed, checked when it is first read, looked up by name.

The files are `content/<system>/*.json`. A foe or a character names its weapons, its armour and its class, so that each
thing is written once; here they become whole sheets of the system.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from combat.codec import dump, load
from combat.engine.records import field, record
from combat.engine.system import RuleSystem
from combat.plan import FOES, PARTY, Plan, Planned, with_combatants
from combat.registry import SYSTEMS

CONTENT = Path(__file__).parent / "content"


@record
class Armour:
    name: str
    slot: str
    """The field of the sheet to which the bonus goes: `armour`, `shield` or `other`."""
    bonus: int
    about: str = ""


@record
class CharacterClass:
    """A named set of abilities."""

    name: str
    about: str = ""
    abilities: tuple[Any, ...] = ()


@record
class Foe:
    name: str
    kind: str
    about: str
    sheet: Any


@record
class Ready:
    """A ready-made character."""

    name: str
    character_class: str
    """Empty in a system without classes."""
    about: str
    colour: str
    sheet: Any


@record
class Member:
    """One line of a ready-made encounter: who, and how many of them."""

    name: str
    count: int = 1


@record
class ReadyEncounter:
    key: str
    """`demo`: a fair fight for the ready-made party. `try`: one character alone against foes that play themselves."""
    name: str
    about: str
    party: tuple[Member, ...]
    foes: tuple[Member, ...]
    environment: str | None = None


@record
class Library:
    """All content of one system. Kinds that a system does not have are empty."""

    weapons: Mapping[str, Any] = field(default_factory=dict)
    armour: Mapping[str, Armour] = field(default_factory=dict)
    classes: Mapping[str, CharacterClass] = field(default_factory=dict)
    environments: Mapping[str, Any] = field(default_factory=dict)
    foes: Mapping[str, Foe] = field(default_factory=dict)
    characters: Mapping[str, Ready] = field(default_factory=dict)
    encounters: Mapping[str, ReadyEncounter] = field(default_factory=dict)

    def plan(self, key: str, *, autoplay: Iterable[str] = (FOES,)) -> Plan:
        """The plan of a ready-made encounter. The sides named in `autoplay` play themselves."""
        encounter, themselves = self.encounters[key], frozenset(autoplay)
        party = [self._ready(member, PARTY in themselves) for member in encounter.party]
        foes = [self._foe(member.name, FOES in themselves) for member in encounter.foes for _ in range(member.count)]
        return with_combatants(Plan(environment=encounter.environment), [*party, *foes])

    def _ready(self, member: Member, autoplay: bool) -> Planned:
        ready = self.characters[member.name]
        return Planned(
            key=0, name=ready.name, side=PARTY, colour=ready.colour, kind=ready.name, autoplay=autoplay,
            sheet=dump(ready.sheet),
        )  # fmt: skip

    def _foe(self, name: str, autoplay: bool) -> Planned:
        return Planned(key=0, name=name, kind=name, autoplay=autoplay, sheet=dump(self.foes[name].sheet))


@cache
def library(system_key: str) -> Library:
    """The content of a system. Raises pydantic's ValidationError or ValueError when a shipped file is wrong."""
    return _Reader(SYSTEMS[system_key]).library()


Named = TypeVar("Named")


class _Reader:
    """Reads the files in the order in which they name each other."""

    def __init__(self, system: RuleSystem) -> None:
        self._system = system
        self._weapons: dict[str, Any] = {}
        self._armour: dict[str, Armour] = {}
        self._classes: dict[str, CharacterClass] = {}

    def library(self) -> Library:
        self._weapons = _by_name(
            weapon for item in self._file("weapons") for weapon in self._sheet(weapons=[item]).weapons
        )
        self._armour = _by_name(load(Armour, item) for item in self._file("armour"))
        self._classes = _by_name(self._class(item) for item in self._file("classes"))
        return Library(
            weapons=self._weapons,
            armour=self._armour,
            classes=self._classes,
            environments=_by_name(self._system.environments),
            foes=_by_name(self._foe(item) for item in self._file("foes")),
            characters=_by_name(self._character(item) for item in self._file("characters")),
            encounters={item["key"]: load(ReadyEncounter, item) for item in self._file("encounters")},
        )

    def _file(self, name: str) -> list[dict[str, Any]]:
        path = CONTENT / self._system.key / f"{name}.json"
        return json.loads(path.read_text("utf-8")) if path.exists() else []

    def _sheet(self, **fields: Any) -> Any:
        return load(self._system.sheet_type, fields)

    def _class(self, item: Mapping[str, Any]) -> CharacterClass:
        abilities = self._sheet(abilities=item["abilities"]).abilities
        return CharacterClass(name=item["name"], about=item["about"], abilities=abilities)

    def _foe(self, item: Mapping[str, Any]) -> Foe:
        sheet = self._sheet(**item["sheet"], **self._armed(item))
        return Foe(name=item["name"], kind=item["kind"], about=item["about"], sheet=sheet)

    def _character(self, item: Mapping[str, Any]) -> Ready:
        sheet = self._sheet(**item["sheet"], **self._worn(item), **self._trained(item), **self._armed(item))
        known = item.get("class", "")
        return Ready(name=item["name"], character_class=known, about=item["about"], colour=item["colour"], sheet=sheet)

    def _armed(self, item: Mapping[str, Any]) -> dict[str, Any]:
        """What an item takes from the library counts as part of its sheet; a system may do without."""
        return {"weapons": [dump(self._weapons[name]) for name in item["weapons"]]} if "weapons" in item else {}

    def _worn(self, item: Mapping[str, Any]) -> dict[str, int]:
        worn = [self._armour[name] for name in item.get("wears", ())]
        return {piece.slot: sum(other.bonus for other in worn if other.slot == piece.slot) for piece in worn}

    def _trained(self, item: Mapping[str, Any]) -> dict[str, Any]:
        known = self._classes[item["class"]] if "class" in item else None
        return {} if known is None else {"class": known.name, "abilities": dump(known.abilities)}


def _by_name(items: Iterable[Named]) -> dict[str, Named]:
    found: dict[str, Named] = {}
    for item in items:
        name = item.name  # type: ignore[attr-defined]
        if name in found:
            raise ValueError(f"The content names {name!r} twice.")
        found[name] = item
    return found
