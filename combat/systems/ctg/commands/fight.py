"""The fight as a whole and who is in it: the GM's."""

from typing import ClassVar, Literal

from combat.engine.records import record
from combat.engine.system import Newcomer
from combat.systems.ctg.environment import Environment
from combat.systems.ctg.sheet import Sheet


@record
class Start:
    do: Literal["start"] = "start"
    undoable: ClassVar[bool] = True
    surprisers: tuple[str, ...] = ()
    environment: str | Environment | None = None


@record
class End:
    do: Literal["end"] = "end"
    undoable: ClassVar[bool] = True


@record
class Timeout:
    do: Literal["timeout"] = "timeout"
    undoable: ClassVar[bool] = True
    window: str | None = None
    """The window that is meant; None: the open one."""


@record
class SetEnvironment:
    do: Literal["environment"] = "environment"
    undoable: ClassVar[bool] = True
    environment: str | Environment


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
