"""Where the fight takes place (R66)."""

from collections.abc import Mapping
from typing import Any

from combat.engine.records import field, record
from combat.systems.ctg.dice import parse_dice

KINDS = ("melee", "ranged", "firearm", "pattern")


@record
class RoundDamage:
    dice: str
    type: str = ""


@record
class Environment:
    name: str
    attack: dict[str, int] = field(default_factory=dict)
    """Attack modifier by weapon kind."""
    unusable: tuple[str, ...] = ()
    """Weapon kinds that cannot be used here."""
    speed: float = 1
    round_damage: RoundDamage | None = None
    description: str = ""


def environment_from(plain: Mapping[str, Any]) -> Environment:
    """Out of plain JSON. Raises TypeError, KeyError or ValueError for what is none."""
    damage = plain.get("round_damage")
    return Environment(
        **{
            **plain,
            "unusable": tuple(plain.get("unusable", ())),
            "round_damage": RoundDamage(**damage) if damage is not None else None,
        }
    )


def environment_problem(environment: Environment) -> str | None:
    """What is wrong with it, in words, or None."""
    if not 1 <= len(environment.name.strip()) <= 60 or len(environment.description) > 500:
        return "An environment needs a short name."
    if set(environment.attack) - set(KINDS) or set(environment.unusable) - set(KINDS):
        return "Weapon kinds are melee, ranged, firearm and pattern."
    if any(abs(value) > 99 for value in environment.attack.values()):
        return "An attack modifier is at most 99."
    if not 0 <= environment.speed <= 10:
        return "The speed factor is from 0 to 10."
    if environment.round_damage is not None:
        try:
            parse_dice(environment.round_damage.dice)
        except ValueError:
            return "The damage of a round needs dice, like 1d4."
    return None


OPEN_GROUND = Environment(name="Open ground", description="Nothing helps and nothing hinders.")

SHIPPED = (
    OPEN_GROUND,
    Environment(
        name="Darkness",
        attack={"melee": -2, "ranged": -4, "firearm": -4, "pattern": -2},
        description="Shapes and muzzle flashes: every attack is harder, those at a distance most.",
    ),
    Environment(
        name="Zero visibility",
        attack={"melee": -4, "ranged": -8, "firearm": -8, "pattern": -4},
        speed=0.5,
        description="Smoke or fog so thick that you grope for the enemy.",
    ),
    Environment(
        name="Underwater",
        attack={"melee": -2, "pattern": -2},
        unusable=("ranged", "firearm"),
        speed=0.5,
        description="Blades are slow, bows and guns useless.",
    ),
    Environment(
        name="Confined space",
        attack={"melee": -1, "ranged": -2},
        speed=0.5,
        description="No room to swing or to draw a bow.",
    ),
    Environment(
        name="High wind",
        attack={"ranged": -4, "firearm": -2},
        description="Arrows drift, and even bullets stray.",
    ),
    Environment(
        name="Mounted",
        attack={"melee": 1, "ranged": -2, "firearm": -2},
        speed=2,
        description="From the saddle: fast, strong in the charge, unsteady in the aim.",
    ),
    Environment(
        name="Burning building",
        attack={"ranged": -2, "firearm": -2},
        round_damage=RoundDamage(dice="1d4", type="fire"),
        description="Smoke in the eyes, and every round the fire takes its share.",
    ),
)


def shipped_environment(name: str) -> Environment | None:
    return next((place for place in SHIPPED if place.name.casefold() == name.strip().casefold()), None)
