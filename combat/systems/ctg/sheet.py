"""What a character of this system is made of (R1 to R9, R65)."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar, Literal

from combat.engine.errors import BadField
from combat.engine.records import field, record
from combat.systems.ctg.dice import parse_dice

ABILITY_SCORES = ("strength", "agility", "endurance", "intellect", "awareness", "presence")
MODIFIERS = ("attack", "damage", "armour_class", "speed", "checks")
FLAGS = ("cannot_act", "cannot_move", "cannot_react", "prone")
UNITS = ("rounds", "cards", "turns", "until_turn", "next_attack", "draw", "removed")
COUNTED = ("rounds", "cards", "turns")
MOST_BY_HAND = 99

WeaponKind = Literal["melee", "ranged", "firearm", "pattern"]


@record
class Duration:
    """How long an effect lasts (R91)."""

    unit: str
    count: int = 1


@record
class Effect:
    """What changes a combatant for a while (R90)."""

    name: str
    modifiers: dict[str, int] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    duration: Duration


def effect_problem(effect: Effect) -> str | None:
    """What is wrong with it, in words, or None."""
    if not 1 <= len(effect.name.strip()) <= 60:
        return "An effect needs a short name."
    if set(effect.modifiers) - set(MODIFIERS):
        return "An effect changes attack, damage, armour class, speed or checks."
    if any(abs(value) > 999 for value in effect.modifiers.values()):
        return "A modifier is at most 999."
    if set(effect.flags) - set(FLAGS):
        return "The flags are cannot_act, cannot_move, cannot_react and prone."
    if effect.duration.unit not in UNITS or not 1 <= effect.duration.count <= 1000:
        return "Say how long it lasts: so many rounds, cards or turns, or until something happens."
    return None


@record
class Weapon:
    name: str
    kind: WeaponKind
    damage: str
    type: str = ""
    properties: tuple[Literal["precision", "two_handed"], ...] = ()
    proficient: bool = False
    reach: int = 5
    range: int = 60
    long_range: int | None = None
    """Absent: 120 feet, for patterns 60."""

    def __post_init__(self) -> None:
        require(1 <= len(self.name.strip()) <= 60, "a weapon needs a short name", "name")
        require_dice(self.damage, "damage")
        require(0 <= self.reach <= 1000 and 0 <= self.range <= 10000, "reach and range are feet")

    @property
    def precise(self) -> bool:
        return "precision" in self.properties

    @property
    def two_handed(self) -> bool:
        return "two_handed" in self.properties


@record
class AbilityEffect:
    """One step of an ability. Which fields count depends on what it does."""

    do: Literal["damage", "heal", "effect", "draw", "discard", "move", "extra_action", "damage_card"]
    dice: str | None = None
    type: str = ""
    attack: WeaponKind | None = None
    """Damage: the kind of the attack roll that must hit first; absent: it needs none."""
    effect: Effect | None = None
    count: int = 1
    how: Literal["random", "choice"] = "random"
    feet: int = 0
    value: int | None = None
    """`damage_card`: what the card of the next attack this turn counts as."""

    def __post_init__(self) -> None:
        if self.do in ("damage", "heal"):
            require(self.dice is not None, f"{self.do} needs dice", "dice")
            require_dice(self.dice or "", "dice")
        elif self.do == "effect":
            require(self.effect is not None, "say which effect", "effect")
            problem = effect_problem(self.effect) if self.effect else None
            require(problem is None, problem or "", "effect")
        elif self.do == "damage_card":
            require(self.value is not None and 0 <= self.value <= 100, "say what the card counts as", "value")
        require(1 <= self.count <= 20, "a count is from 1 to 20", "count")
        require(0 <= self.feet <= 1000, "a distance is from 0 to 1000 feet", "feet")


@record
class Uses:
    per: Literal["combat", "draw"]
    count: int = 1

    def __post_init__(self) -> None:
        require(1 <= self.count <= 100, "uses are from 1 to 100", "count")


@record
class Ability:
    """A class ability as data (R65)."""

    name: str
    description: str = ""
    cost: Literal["action", "bonus", "reaction", "free"] = "action"
    suit: Literal["C", "D", "H", "S"] | None = None
    min_value: int | None = None
    target: Literal["self", "ally", "enemy", "any"] = "self"
    uses: Uses | None = None
    effects: tuple[AbilityEffect, ...] = ()

    def __post_init__(self) -> None:
        require(1 <= len(self.name.strip()) <= 60, "an ability needs a short name", "name")
        require(len(self.description) <= 1000, "a description has at most 1000 characters", "description")
        require(len(self.effects) <= 10, "an ability has at most ten effects", "effects")

    @cached_property
    def attack_kinds(self) -> tuple[str, ...]:
        return tuple(step.attack for step in self.effects if step.attack is not None)


Resistance = Literal["resistant", "weak", "immune"]


@record
class Sheet:
    KEEPS_TEXT: ClassVar = True

    strength: int = 10
    agility: int = 10
    endurance: int | None = None
    intellect: int | None = None
    awareness: int | None = None
    presence: int | None = None
    modifiers: dict[str, int] = field(default_factory=dict)
    """Ability modifiers set by hand; they beat the one worked out from the score."""
    proficiency_bonus: int = 2
    max_health: int = 60
    health: int | None = None
    """Absent: the maximum."""
    temporary_health: int = 0
    armour: int = 0
    shield: int = 0
    other: int = 0
    speed: int = 30
    skills: dict[str, int] = field(default_factory=dict)
    resistances: dict[str, Resistance | tuple[Resistance, ...]] = field(default_factory=dict)
    pattern_ability: Literal["strength", "agility", "endurance", "intellect", "awareness", "presence"] | None = None
    """Absent: intellect, or strength where the sheet has none (R71)."""
    class_: str = ""
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()

    def __post_init__(self) -> None:
        for name in ABILITY_SCORES:
            score = getattr(self, name)
            require(score is None or 1 <= score <= 30, f"{name} is from 1 to 30", name)
        require(not set(self.modifiers) - set(ABILITY_SCORES), "modifiers are those of the ability scores", "modifiers")
        require(
            all(abs(value) <= MOST_BY_HAND for value in self.modifiers.values()),
            "a modifier is from -99 to 99",
            "modifiers",
        )
        require(0 <= self.proficiency_bonus <= 10, "the proficiency bonus is from 0 to 10", "proficiency_bonus")
        require(1 <= self.max_health <= 9999, "the maximum of health is from 1 to 9999", "max_health")
        require(
            self.health is None or -9999 <= self.health <= self.max_health,
            "health is never above the maximum",
            "health",
        )
        require(0 <= self.temporary_health <= 9999, "temporary health is from 0 to 9999", "temporary_health")
        for name in ("armour", "shield", "other"):
            require(-10 <= getattr(self, name) <= 20, f"{name} is from -10 to 20", name)
        require(0 <= self.speed <= 1000, "speed is from 0 to 1000 feet", "speed")
        require(_all_differ(weapon.name for weapon in self.weapons), "two weapons have the same name", "weapons")
        require(
            _all_differ(ability.name for ability in self.abilities), "two abilities have the same name", "abilities"
        )

    def modifier(self, name: str) -> int:
        """The modifier of an ability score: by hand, or half of what is above ten, rounded up (R0, R1)."""
        by_hand = self.modifiers.get(name)
        if by_hand is not None:
            return by_hand
        score = getattr(self, name)
        return 0 if score is None else -((10 - score) // 2)

    @property
    def hand_size(self) -> int:
        """R20: 5 + proficiency bonus + half the agility modifier, never fewer than 1."""
        return max(1, 5 + self.proficiency_bonus - (-self.modifier("agility") // 2))

    @property
    def pattern_score(self) -> str:
        """The ability that patterns use (R71)."""
        if self.pattern_ability is not None:
            return self.pattern_ability
        return "intellect" if self.intellect is not None or "intellect" in self.modifiers else "strength"

    def weapon(self, name: str) -> Weapon | None:
        return next((weapon for weapon in self.weapons if weapon.name == name), None)

    def ability(self, name: str) -> Ability | None:
        return next((ability for ability in self.abilities if ability.name == name), None)

    def resists(self, damage_type: str) -> frozenset[str]:
        marks = self.resistances.get(damage_type, ())
        return frozenset((marks,) if isinstance(marks, str) else marks)


def require(fits: bool, words: str, field: str = "") -> None:
    if not fits:
        raise BadField(field, words)


def require_dice(words: str, field: str) -> None:
    try:
        parse_dice(words)
    except ValueError as error:
        raise BadField(field, str(error)) from error


def _all_differ(names: Iterable[str]) -> bool:
    return all(count == 1 for count in Counter(names).values())
