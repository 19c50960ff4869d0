"""The fight as a whole, and who is in it."""

from typing import Literal

from combat.engine.records import record
from combat.systems.ctg.environment import Environment
from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.sheet import Sheet


@record
class TableLaid:
    type: Literal["table_laid"] = "table_laid"
    house_rules: HouseRules
    environment: Environment
    map: tuple[int, int] | None = None


@record
class CombatantJoined:
    type: Literal["combatant_joined"] = "combatant_joined"
    combatant: str
    name: str
    side: str
    owner: str | None = None
    hidden: bool = False
    autoplay: bool = False
    colour: str = ""
    sheet: Sheet | None
    at: tuple[int, int] | None = None
    late: bool = False
    """After the start."""


@record
class CombatantRemoved:
    type: Literal["combatant_removed"] = "combatant_removed"
    combatant: str
    name: str
    hidden: bool = False


@record
class CombatantHidden:
    """Players read nothing of it: the combatant is simply no longer there."""

    type: Literal["combatant_hidden"] = "combatant_hidden"
    combatant: str
    name: str


@record
class CombatantRevealed:
    type: Literal["combatant_revealed"] = "combatant_revealed"
    combatant: str
    name: str


@record
class OwnerChanged:
    type: Literal["owner_changed"] = "owner_changed"
    combatant: str
    name: str
    owner: str | None


@record
class FightStarted:
    type: Literal["fight_started"] = "fight_started"
    surprisers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Of the surprisers; those who are hidden are left out where a player reads it."""
    hidden_ones: tuple[str, ...] = ()


@record
class FightEnded:
    type: Literal["fight_ended"] = "fight_ended"


@record
class EnvironmentChanged:
    type: Literal["environment_changed"] = "environment_changed"
    environment: Environment


@record
class SwitchTurned:
    type: Literal["switch_turned"] = "switch_turned"
    owner: str
    """`gm`, or a player's key."""
    auto_end: bool | None = None
    auto_pass: bool | None = None
