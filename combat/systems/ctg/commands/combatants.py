"""What combatants do, and everybody's switches."""

from typing import ClassVar, Literal

from combat.engine.records import record
from combat.systems.ctg.commands.numbers import Number


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
