"""Health, effects, and what the GM sets."""

from typing import Literal

from combat.engine.records import record
from combat.systems.ctg.sheet import Effect
from combat.systems.ctg.strike import Counted


@record
class HealthLost:
    type: Literal["health_lost"] = "health_lost"
    combatant: str
    name: str
    amount: int
    """After resistances; of it `temporary` came off temporary health and `lost` off health."""
    temporary: int | None = 0
    lost: int | None = 0
    damage_type: str = ""
    cause: Literal["attack", "ability", "environment", "bleeding", "request", "gm"]
    owner: str | None = None
    hidden: bool = False


@record
class HealthGained:
    type: Literal["health_gained"] = "health_gained"
    combatant: str
    name: str
    amount: int | None
    cause: Literal["ability", "request", "gm"]
    owner: str | None = None
    hidden: bool = False


@record
class Stabilised:
    type: Literal["stabilised"] = "stabilised"
    combatant: str
    name: str
    hidden: bool = False


@record
class StatusChanged:
    type: Literal["status_changed"] = "status_changed"
    combatant: str
    name: str
    status: Literal["active", "unconscious", "stable", "dead"]
    hidden: bool = False


@record
class EffectGiven:
    type: Literal["effect_given"] = "effect_given"
    combatant: str
    name: str
    effect: Effect
    with_turn: bool = False
    override: bool = False
    hidden: bool = False


@record
class EffectsCounted:
    """One round, card or turn less for each."""

    type: Literal["effects_counted"] = "effects_counted"
    counted: Counted
    hidden: bool = False


@record
class EffectEnded:
    type: Literal["effect_ended"] = "effect_ended"
    combatant: str
    name: str
    effect: str
    override: bool = False
    hidden: bool = False


@record
class ValueSet:
    """The GM's override. Of a combatant that the GM plays players read only that it was changed (R97)."""

    type: Literal["value_set"] = "value_set"
    combatant: str
    name: str
    what: str
    value: int | bool | str | tuple[int, int] | None
    before: int | bool | str | tuple[int, int] | None = None
    secret: bool = False
    hidden: bool = False
