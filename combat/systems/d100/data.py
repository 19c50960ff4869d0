"""The tables of the rules, read from the shipped content, typed and checked (section 6, 7.4, 8, 9)."""

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from combat.engine.records import field, record
from combat.systems.d100.rolls import LOCATIONS

FILE = Path(__file__).parents[2] / "content" / "d100" / "d100_data.json"
TABLE_OF = {"left_arm": "arm", "right_arm": "arm", "left_leg": "leg", "right_leg": "leg"}

T = TypeVar("T")


@record
class Damage:
    sb: bool = False
    """Whether the wielder's Strength Bonus is added."""
    plus: int = 0


OTHER_ANSWERS = ("dodge", "nothing")
"""What a defender may say besides the id of a weapon."""


@record
class Weapon:
    id: str
    name: str = ""
    group: str = "melee_basic"
    """The skill it is used with: it begins with `melee_` or `ranged_`."""
    damage: Damage = Damage(sb=True)
    hands: int = 1
    reach: str | None = None
    range: int | str | None = None
    """Yards, or `SBx3`: so many times the Strength Bonus."""
    qualities: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check(1 <= len(self.id) <= 60, "a weapon needs a short id")
        check(self.id not in OTHER_ANSWERS, f"{self.id} is an answer to an attack, no weapon's id")
        check(len(self.name) <= 60, "a weapon needs a short name")
        check(self.group.startswith(("melee_", "ranged_")), "a weapon's group is a melee or a ranged skill")
        check(self.hands in (1, 2), "a weapon needs one hand or two")
        check(
            self.range is None or (yards(self.range, 1) or 0) > 0,
            "a range is yards, or SBx3; without one it has no end",
        )
        check(not set(self.qualities) - QUALITIES, "there is no such quality")
        check(-99 <= self.damage.plus <= 99, "a weapon's damage is a small number")

    @cached_property
    def ranged(self) -> bool:
        return self.group.startswith("ranged_")

    @cached_property
    def label(self) -> str:
        return self.name or self.id.replace("_", " ").capitalize()


@record
class Armour:
    id: str
    name: str
    locations: tuple[str, ...]
    ap: int
    layer: str
    metal: bool
    flags: tuple[str, ...] = ()


@record
class Effect:
    """One thing that a critical wound or a fumble does (6.3, 6.6)."""

    op: str
    name: str = ""
    level: int = 1
    until: str | None = None
    scope: str = ""
    value: int = 0
    rounds: int | str | None = None
    skill: str = ""
    difficulty: int = 0
    on_fail: tuple["Effect", ...] = ()
    part: str = ""
    note: str = ""
    bleeding: int = 0
    turns: int = 0
    fallback: "Effect | None" = None


@record
class CriticalRow:
    lo: int
    hi: int
    name: str
    text: str
    extra_wounds: int
    effects: tuple[Effect, ...]


@record
class FumbleRow:
    lo: int
    hi: int
    name: str
    text: str
    effects: tuple[Effect, ...]


@record
class Situation:
    id: str
    modifier: int
    applies: str
    note: str


@record
class Spell:
    id: str
    name: str
    cn: int
    range: str
    kind: str
    note: str
    damage: int = 0
    conditions: Mapping[str, int] = field(default_factory=dict)
    ap: int = 0
    duration: str = ""


@record
class Prayer:
    id: str
    name: str
    note: str


@record
class ConditionRule:
    stacks: bool
    penalty: str | None = None
    attackers: str | None = None
    turn: str | None = None
    end_of_round: str | None = None
    removal: str | None = None
    after: str | None = None


@record
class Foe:
    id: str
    name: str
    size: str
    m: int
    characteristics: Mapping[str, int]
    wounds: int
    skills: Mapping[str, int]
    attacks: tuple[Weapon, ...]
    ap: Mapping[str, int]
    traits: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    prayers: tuple[str, ...] = ()


@record
class Content:
    weapons: Mapping[str, Weapon]
    armour: Mapping[str, Armour]
    foes: Mapping[str, Foe]
    spells: Mapping[str, Spell]
    prayers: Mapping[str, Prayer]
    situations: Mapping[str, Situation]
    conditions: Mapping[str, ConditionRule]
    qualities: Mapping[str, str]
    skills: Mapping[str, str]
    sizes: Mapping[str, int]
    """The modifier of a shot at it; in the order from small to great."""
    criticals: Mapping[str, tuple[CriticalRow, ...]]
    fumbles: tuple[FumbleRow, ...]
    difficulties: Mapping[str, int]
    rulesets: Mapping[str, Mapping[str, Any]]


def check(holds: bool, problem: str) -> None:
    if not holds:
        raise ValueError(problem)


QUALITIES = frozenset(
    [
        "guarding",
        "precise",
        "accurate",
        "clumsy",
        "brutal",
        "heavy",
        "tiring",
        "piercing",
        "hacking",
        "crushing",
        "penetrating",
        "blunt",
        "quick",
        "slow",
        "wrapping",
        "snaring",
        "shield",
        "reload",
        "close",
    ]
)


def yards(written: int | str | None, sb: int) -> int | None:
    """The range of a weapon in this wielder's hand; None where it has none that can be read."""
    if isinstance(written, str):
        times = written.removeprefix("SBx")
        return int(times) * sb if written.startswith("SBx") and times.isdecimal() else None
    return written


def content_from(data: Mapping[str, Any]) -> Content:
    """The typed tables. Raises ValueError, TypeError or KeyError where the data is wrong."""
    weapons = _by_id(_weapon(item) for item in data["weapons"])
    content = Content(
        weapons=weapons,
        armour=_by_id(_armour(item) for item in data["armour"]),
        foes=_by_id(_foe(item, weapons) for item in data["npcs"]),
        spells=_by_id(Spell(**item) for item in data["spells"]),
        prayers=_by_id(Prayer(**item) for item in data["prayers"]),
        situations=_by_id(Situation(**item) for item in data["situational"]),
        conditions={name: ConditionRule(**item) for name, item in data["conditions"].items()},
        qualities={name: item["rule"] for name, item in data["qualities"].items()},
        skills=data["skills"],
        sizes={item["id"]: item["ranged_modifier"] for item in data["sizes"]},
        criticals={name: _table(CriticalRow, rows) for name, rows in data["critical_tables"].items()},
        fumbles=_table(FumbleRow, data["fumbles"]),
        difficulties={item["name"]: item["modifier"] for item in data["difficulty"]},
        rulesets=data["rulesets"],
    )
    check(set(content.qualities) == QUALITIES, "the qualities of the data are not those of the rules")
    check(set(content.criticals) == {"head", "arm", "body", "leg"}, "four critical tables are needed")
    return content


def _by_id(items: Iterable[T]) -> dict[str, T]:
    found: dict[str, T] = {}
    for item in items:
        id: str = item.id  # type: ignore[attr-defined]
        check(id not in found, f"{id} is there twice")
        found[id] = item
    return found


def _weapon(item: Mapping[str, Any]) -> Weapon:
    return Weapon(**{**item, "damage": Damage(**item["damage"])})


def _armour(item: Mapping[str, Any]) -> Armour:
    check(not set(item["locations"]) - set(LOCATIONS), f"{item['id']}: no such location")
    check(item["layer"] in ("flexible", "rigid"), f"{item['id']}: no such layer")
    return Armour(**{**item, "locations": tuple(item["locations"]), "flags": tuple(item["flags"])})


def _foe(item: Mapping[str, Any], weapons: Mapping[str, Weapon]) -> Foe:
    attacks = tuple(weapons[attack] if isinstance(attack, str) else _weapon(attack) for attack in item["attacks"])
    lists = {name: tuple(item[name]) for name in ("traits", "spells", "prayers")}
    return Foe(**{**item, **lists, "attacks": attacks})


def _table(kind: type[T], rows: Iterable[Mapping[str, Any]]) -> tuple[T, ...]:
    """A table of d100 bands, from 1 to 100 without a gap."""
    table = tuple(kind(**{**row, "effects": tuple(_effect(item) for item in row["effects"])}) for row in rows)
    ends = [0, *(row.hi for row in table)]  # type: ignore[attr-defined]
    starts = [row.lo for row in table]  # type: ignore[attr-defined]
    check(starts == [end + 1 for end in ends[:-1]] and ends[-1] == 100, "a d100 table has a gap")
    return table


def _effect(item: Mapping[str, Any]) -> Effect:
    nested = dict(item)
    if "on_fail" in item:
        nested["on_fail"] = tuple(_effect(inner) for inner in item["on_fail"])
    if "fallback" in item:
        nested["fallback"] = _effect(item["fallback"])
    return Effect(**nested)


CONTENT = content_from(json.loads(FILE.read_text("utf-8")))
FISTS = CONTENT.weapons["fists"]


def critical_row(location: str, roll: int, modifier: int = 0) -> CriticalRow:
    """R14: a result below 01 counts as 01."""
    number = min(100, max(1, roll + modifier))
    return next(row for row in CONTENT.criticals[TABLE_OF.get(location, location)] if number <= row.hi)


def fumble_row(roll: int) -> FumbleRow:
    return next(row for row in CONTENT.fumbles if roll <= row.hi)
