"""State, commands, events and view of Pebbles."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from combat.engine.records import field, record


@record
class Sheet:
    pips: int = 6


@record
class HouseRules:
    reaction_seconds: int | None = None


@record
class Combatant:
    id: str
    name: str
    side: str
    owner: str | None = None
    hidden: bool = False
    autoplay: bool = False
    colour: str = ""
    pips: int = 6


@record
class State:
    phase: Literal["setup", "turns", "ended"] = "setup"
    combatants: tuple[Combatant, ...] = ()
    turn: str | None = None
    last: str = ""


@record
class Start:
    undoable: ClassVar[bool] = True
    do: Literal["start"] = "start"
    quick: tuple[str, ...] = ()


@record
class Throw:
    undoable: ClassVar[bool] = True
    do: Literal["throw"] = "throw"
    by: str
    target: str


@record
class End:
    undoable: ClassVar[bool] = True
    do: Literal["end"] = "end"


Command = Start | Throw | End


@record
class Joined:
    type: Literal["joined"] = "joined"
    combatant: Combatant


@record
class TurnCame:
    type: Literal["turn_came"] = "turn_came"
    combatant: str


@record
class Thrown:
    type: Literal["thrown"] = "thrown"
    by: str
    target: str
    shown: int


@record
class Ended:
    type: Literal["ended"] = "ended"


Event = Joined | TurnCame | Thrown | Ended


@record
class Banner:
    eyebrow: str
    title: str
    headline: str
    detail: str = ""
    waiting_for: tuple[str, ...] = ()
    yours: bool = False


@record
class CombatantView:
    id: str
    name: str
    side: str
    owner: str | None
    colour: str
    hidden: bool
    status: Literal["active", "out"]
    is_yours: bool
    pips: int


@record
class TableView:
    phase: str
    turn: str | None
    combatants: Mapping[str, CombatantView] = field(default_factory=dict)
    last: str
    banner: Banner
    window: None = None


@record
class After:
    combatant: str
    name: str
    status: str
    pips: int
