"""What the GM sets, deals and settles."""

from typing import ClassVar, Literal

from combat.engine.records import record
from combat.systems.ctg.commands.numbers import Number
from combat.systems.ctg.sheet import Effect


@record
class SetValues:
    do: Literal["set"] = "set"
    undoable: ClassVar[bool] = True
    combatant: str
    health: Number | None = None
    max_health: Number | None = None
    temporary_health: Number | None = None
    armour: Number | None = None
    shield: Number | None = None
    other: Number | None = None
    speed: Number | None = None
    proficiency_bonus: Number | None = None
    strength: Number | None = None
    agility: Number | None = None
    endurance: Number | None = None
    intellect: Number | None = None
    awareness: Number | None = None
    presence: Number | None = None
    name: str | None = None
    side: str | None = None
    autoplay: bool | None = None
    at: tuple[int, int] | None = None


@record
class DamageThem:
    do: Literal["damage"] = "damage"
    undoable: ClassVar[bool] = True
    combatant: str | None = None
    combatants: tuple[str, ...] = ()
    amount: Number
    type: str = ""


@record
class HealThem:
    do: Literal["heal"] = "heal"
    undoable: ClassVar[bool] = True
    combatant: str | None = None
    combatants: tuple[str, ...] = ()
    amount: Number
    type: str = ""


@record
class GiveEffect:
    do: Literal["effect"] = "effect"
    undoable: ClassVar[bool] = True
    combatant: str
    effect: Effect


@record
class RemoveEffect:
    do: Literal["remove_effect"] = "remove_effect"
    undoable: ClassVar[bool] = True
    combatant: str
    effect: str
    """Its name."""


@record
class Deal:
    do: Literal["deal"] = "deal"
    undoable: ClassVar[bool] = True
    combatant: str
    count: Number | None = None
    cards: tuple[str, ...] | None = None


@record
class DiscardCards:
    do: Literal["discard"] = "discard"
    undoable: ClassVar[bool] = True
    combatant: str
    count: Number | None = None
    cards: tuple[str, ...] | None = None


@record
class Look:
    do: Literal["look"] = "look"
    undoable: ClassVar[bool] = False
    combatant: str


@record
class Check:
    modifier: int = 0
    dc: int


@record
class Resolve:
    do: Literal["resolve"] = "resolve"
    undoable: ClassVar[bool] = True
    request: int
    check: Check | None = None
    damage: Number | None = None
    type: str = ""
    heal: Number | None = None
    effect: Effect | None = None
    target: str | None = None
    outcome: str = ""
