"""What a character of this system is made of, and what is worked out from it (6.5, 8)."""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from combat.engine.records import field, record
from combat.systems.d100.data import CONTENT, FISTS, Armour, Foe, Weapon, check
from combat.systems.d100.rolls import LOCATIONS, bonus_of

CHARACTERISTICS = ("ws", "bs", "s", "t", "i", "ag", "dex", "int", "wp", "fel")
USUAL = 30
"""A characteristic that a sheet does not give."""
NEEDS_TRAINING = ("arcana", "focus", "pray", "heal")
PARTS = ("ear", "eye", "face", "finger", "hand", "arm", "toes", "foot", "leg")
"""What a critical wound may take for good."""
TIMES_AVERAGE = {"large": 2, "enormous": 4, "monstrous": 8}


@record
class Injury:
    """A critical wound, or what it took for good, that somebody brings along."""

    name: str
    location: str


@record
class Sheet:
    """As it is written: what is absent is the usual, or the foe's."""

    foe: str | None = None
    characteristics: Mapping[str, int] = field(default_factory=dict)
    skills: Mapping[str, int] = field(default_factory=dict)
    m: int | None = None
    size: str | None = None
    wounds: int | None = None
    """The most Wounds; absent: worked out (6.5)."""
    weapons: tuple[str | Weapon, ...] | None = None
    armour: tuple[str, ...] = ()
    ap: Mapping[str, int] = field(default_factory=dict)
    """Armour points by location, not metal, added to the armour."""
    traits: tuple[str, ...] | None = None
    spells: tuple[str, ...] | None = None
    prayers: tuple[str, ...] | None = None
    left_handed: bool = False
    notable: bool = False
    """R38: no nameless foe."""
    current_wounds: int | None = None
    """What is left of the Wounds from an earlier fight; absent: all."""
    injuries: tuple[Injury, ...] = ()
    """Critical wounds that nobody has treated."""
    losses: tuple[Injury, ...] = ()
    """What is lost for good: `eye`, `hand` ..."""

    def __post_init__(self) -> None:
        known = (
            ("foe", (self.foe,) if self.foe else (), CONTENT.foes),
            ("characteristic", self.characteristics, CHARACTERISTICS),
            ("skill", self.skills, CONTENT.skills),
            ("size", (self.size,) if self.size else (), CONTENT.sizes),
            ("weapon", [one for one in self.weapons or () if isinstance(one, str)], CONTENT.weapons),
            ("armour", self.armour, CONTENT.armour),
            ("location", (*self.ap, *(one.location for one in (*self.injuries, *self.losses))), LOCATIONS),
            ("part to lose", [one.name for one in self.losses], PARTS),
            ("spell", self.spells or (), CONTENT.spells),
            ("prayer", self.prayers or (), CONTENT.prayers),
        )
        for what, named, there in known:
            for name in named:
                check(name in there, f"there is no {what} {name!r}")
        check(all(0 <= value <= 999 for value in (*self.characteristics.values(), *self.skills.values())),
              "characteristics and skills are from 0 to 999")  # fmt: skip
        check(all(0 <= value <= 99 for value in self.ap.values()), "armour points are from 0 to 99")
        check(self.m is None or 0 <= self.m <= 99, "movement is from 0 to 99")
        check(self.wounds is None or 1 <= self.wounds <= 9999, "the most Wounds are from 1 to 9999")
        check(self.current_wounds is None or self.current_wounds >= 0, "Wounds are never below 0")
        ids = [one if isinstance(one, str) else one.id for one in self.weapons or ()]
        check(len(ids) == len(set(ids)), "two weapons need two ids")


@record
class Stats:
    """A sheet with everything filled in: what a combatant of a fight has."""

    KEEPS_TEXT: ClassVar = True

    characteristics: Mapping[str, int]
    skills: Mapping[str, int]
    m: int
    size: str
    max_wounds: int
    weapons: tuple[Weapon, ...]
    """In the order of the sheet, without the fists."""
    armour: tuple[Armour, ...] = ()
    ap: Mapping[str, int] = field(default_factory=dict)
    traits: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    prayers: tuple[str, ...] = ()
    left_handed: bool = False
    notable: bool = False

    def characteristic(self, name: str) -> int:
        return self.characteristics[name]

    def bonus(self, name: str) -> int:
        return bonus_of(self.characteristics[name])

    @property
    def tb(self) -> int:
        return self.bonus("t")

    @property
    def sb(self) -> int:
        return self.bonus("s")

    @cached_property
    def arms(self) -> tuple[Weapon, ...]:
        """Everything to strike with, the fists last."""
        return self.weapons if any(one.id == FISTS.id for one in self.weapons) else (*self.weapons, FISTS)

    def weapon(self, id: str) -> Weapon | None:
        return next((one for one in self.arms if one.id == id), None)

    def skill(self, name: str) -> int | None:
        """The bare value of a skill or characteristic; None where it needs training that is missing (1.2)."""
        if name in self.characteristics:
            return self.characteristics[name]
        if name in self.skills:
            return self.skills[name]
        if name in NEEDS_TRAINING:
            return None
        return self.characteristics[governing(name)]


def governing(skill: str) -> str:
    """The characteristic of a skill; of a group that the tables do not name, the one of its kind."""
    if skill in CHARACTERISTICS:
        return skill
    return CONTENT.skills.get(skill) or ("bs" if skill.startswith("ranged_") else "ws")


def most_wounds(size: str, *, s: int, t: int, wp: int) -> int:
    """6.5."""
    sb, tb, wpb = bonus_of(s), bonus_of(t), bonus_of(wp)
    if size in ("tiny", "little"):
        return 1 if size == "tiny" else max(1, tb)
    if size == "small":
        return max(1, 2 * tb + wpb)
    return max(1, (sb + 2 * tb + wpb) * TIMES_AVERAGE.get(size, 1))


def stats_of(sheet: Sheet) -> Stats:
    """The sheet with everything filled in; the fields of a foe where the sheet does not say otherwise."""
    foe = CONTENT.foes[sheet.foe] if sheet.foe else None
    characteristics = {**dict.fromkeys(CHARACTERISTICS, USUAL), **(foe.characteristics if foe else {})}
    characteristics |= sheet.characteristics
    size = sheet.size or (foe.size if foe else "average")
    return Stats(
        characteristics=characteristics,
        skills={**(foe.skills if foe else {}), **sheet.skills},
        m=sheet.m if sheet.m is not None else foe.m if foe else 4,
        size=size,
        max_wounds=sheet.wounds or _wounds(foe, size, characteristics),
        weapons=_weapons(sheet, foe),
        armour=tuple(CONTENT.armour[id] for id in sheet.armour),
        ap={**(foe.ap if foe else {}), **sheet.ap},
        traits=sheet.traits if sheet.traits is not None else foe.traits if foe else (),
        spells=sheet.spells if sheet.spells is not None else foe.spells if foe else (),
        prayers=sheet.prayers if sheet.prayers is not None else foe.prayers if foe else (),
        left_handed=sheet.left_handed,
        notable=sheet.notable,
    )


def _wounds(foe: Foe | None, size: str, characteristics: Mapping[str, int]) -> int:
    if foe is not None:
        return foe.wounds
    return most_wounds(size, s=characteristics["s"], t=characteristics["t"], wp=characteristics["wp"])


def _weapons(sheet: Sheet, foe: Foe | None) -> tuple[Weapon, ...]:
    if sheet.weapons is None:
        return foe.attacks if foe else ()
    return tuple(CONTENT.weapons[one] if isinstance(one, str) else one for one in sheet.weapons)
