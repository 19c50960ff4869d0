"""What may be asked for: the steps of the scenario format, field by field, and `assign`."""

from typing import ClassVar, Literal

from combat.engine.records import record
from combat.engine.system import Newcomer
from combat.systems.ctg.environment import Environment
from combat.systems.ctg.sheet import Effect, Sheet

Number = int | float | bool
"""A number as it was written or typed; the rules judge whether it is one that fits."""


@record
class Start:
    do: Literal["start"] = "start"
    undoable: ClassVar[bool] = True
    surprisers: tuple[str, ...] = ()
    environment: str | Environment | None = None


@record
class Attack:
    do: Literal["attack"] = "attack"
    undoable: ClassVar[bool] = True
    by: str
    weapon: str
    target: str
    card: str | None = None
    modifier: Number | None = None


@record
class UseAbility:
    do: Literal["ability"] = "ability"
    undoable: ClassVar[bool] = True
    by: str
    ability: str
    target: str | None = None
    card: str | None = None


@record
class Action:
    do: Literal["action"] = "action"
    undoable: ClassVar[bool] = True
    by: str
    action: str
    text: str = ""
    target: str | None = None
    card: str | None = None


@record
class Bonus:
    do: Literal["bonus"] = "bonus"
    undoable: ClassVar[bool] = True
    by: str
    action: str
    card: str | None = None
    target: str | None = None
    weapon: str | None = None
    ability: str | None = None
    text: str = ""


@record
class React:
    do: Literal["react"] = "react"
    undoable: ClassVar[bool] = True
    by: str
    reaction: str
    card: str | None = None
    target: str | None = None
    ability: str | None = None
    text: str = ""


@record
class Pass:
    do: Literal["pass"] = "pass"
    undoable: ClassVar[bool] = True
    by: str


@record
class DiscardChoice:
    do: Literal["discard_choice"] = "discard_choice"
    undoable: ClassVar[bool] = True
    by: str
    cards: tuple[str, ...]


@record
class Move:
    do: Literal["move"] = "move"
    undoable: ClassVar[bool] = True
    by: str
    feet: Number | None = None
    to: tuple[int, int] | None = None
    stand: bool = False


@record
class Free:
    do: Literal["free"] = "free"
    undoable: ClassVar[bool] = True
    by: str
    text: str = ""


@record
class EndTurn:
    do: Literal["end_turn"] = "end_turn"
    undoable: ClassVar[bool] = True
    by: str | None = None
    """None: the GM ends whatever turn is running."""
    card: str | None = None


@record
class Switch:
    do: Literal["switch"] = "switch"
    undoable: ClassVar[bool] = False
    auto_end: bool | None = None
    auto_pass: bool | None = None


@record
class Timeout:
    do: Literal["timeout"] = "timeout"
    undoable: ClassVar[bool] = True
    window: str | None = None
    """The window that is meant; None: the open one."""


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
class Joiner:
    """A combatant as a scenario's file has it."""

    id: str
    name: str
    side: str
    player: str | None = None
    """Key of the player's seat; None: the GM's."""
    sheet: Sheet = Sheet()
    hidden: bool = False
    autoplay: bool = False
    colour: str = ""
    at: tuple[int, int] | None = None


@record
class Add:
    do: Literal["add"] = "add"
    undoable: ClassVar[bool] = True
    combatant: Joiner | Newcomer
    """Written down, or made by the shell (then its sheet is one of this system's)."""


@record
class Remove:
    do: Literal["remove"] = "remove"
    undoable: ClassVar[bool] = True
    combatant: str


@record
class Hide:
    do: Literal["hide"] = "hide"
    undoable: ClassVar[bool] = True
    combatant: str


@record
class Reveal:
    do: Literal["reveal"] = "reveal"
    undoable: ClassVar[bool] = True
    combatant: str


@record
class Assign:
    """Gives a combatant to another player's seat, or to the GM (None)."""

    do: Literal["assign"] = "assign"
    undoable: ClassVar[bool] = True
    combatant: str
    owner: str | None = None


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


@record
class SetEnvironment:
    do: Literal["environment"] = "environment"
    undoable: ClassVar[bool] = True
    environment: str | Environment


@record
class Look:
    do: Literal["look"] = "look"
    undoable: ClassVar[bool] = False
    combatant: str


@record
class End:
    do: Literal["end"] = "end"
    undoable: ClassVar[bool] = True


GmCommand = (
    Start | Timeout | SetValues | DamageThem | HealThem | GiveEffect | RemoveEffect | Deal | DiscardCards
    | Add | Remove | Hide | Reveal | Assign | Resolve | SetEnvironment | Look | End
)  # fmt: skip
TurnCommand = Attack | UseAbility | Action | Bonus | Move
ByCommand = TurnCommand | React | Pass | DiscardChoice | Free | EndTurn
Command = GmCommand | ByCommand | Switch
