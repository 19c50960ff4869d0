"""What somebody may ask for: the steps of the scenario format."""

from typing import ClassVar, Literal

from combat.engine.records import record
from combat.engine.system import Newcomer
from combat.systems.d100.sheet import Sheet

ACTIONS = (
    "sprint", "charge", "aim", "reload", "gather", "break_free", "extinguish", "heal", "disengage", "pick_up",
    "hide", "search", "use_item", "ready", "improvise",
)  # fmt: skip
OPEN_ACTIONS = ("hide", "search", "use_item", "ready", "improvise")
"""Those that the GM settles."""


@record
class Start:
    undoable: ClassVar[bool] = True
    do: Literal["start"] = "start"
    surprised: tuple[str, ...] = ()
    ambushers: tuple[str, ...] = ()


@record
class Strike:
    """The command `attack`."""

    undoable: ClassVar[bool] = True
    do: Literal["attack"] = "attack"
    by: str
    weapon: str
    target: str
    location: str | None = None
    situation: tuple[str, ...] = ()
    modifier: int | None = None
    distance: int | None = None


@record
class Cast:
    undoable: ClassVar[bool] = True
    do: Literal["cast"] = "cast"
    by: str
    spell: str
    target: str | None = None
    distance: int | None = None


@record
class Pray:
    undoable: ClassVar[bool] = True
    do: Literal["pray"] = "pray"
    by: str
    prayer: str
    target: str | None = None
    what: str | None = None


@record
class Act:
    """The command `action`: everything else that an Action pays for."""

    undoable: ClassVar[bool] = True
    do: Literal["action"] = "action"
    by: str
    action: str
    text: str = ""
    target: str | None = None
    weapon: str | None = None
    yards: int | None = None
    what: str | None = None
    location: str | None = None
    situation: tuple[str, ...] = ()
    modifier: int | None = None
    distance: int | None = None


@record
class Defend:
    undoable: ClassVar[bool] = True
    do: Literal["defend"] = "defend"
    by: str
    with_: str
    situation: tuple[str, ...] = ()


@record
class Move:
    undoable: ClassVar[bool] = True
    do: Literal["move"] = "move"
    by: str
    yards: int | None = None
    to: tuple[int, int] | None = None
    stand: bool = False
    leave: str | None = None


@record
class Free:
    undoable: ClassVar[bool] = True
    do: Literal["free"] = "free"
    by: str
    text: str = ""


@record
class EndTurn:
    undoable: ClassVar[bool] = True
    do: Literal["end_turn"] = "end_turn"
    by: str | None = None


@record
class Timeout:
    undoable: ClassVar[bool] = True
    do: Literal["timeout"] = "timeout"
    window: str | None = None


@record
class Set:
    """Bare values, without consequences (D28)."""

    undoable: ClassVar[bool] = True
    do: Literal["set"] = "set"
    combatant: str
    wounds: int | None = None
    advantage: int | None = None
    rounds_at_zero: int | None = None
    critical_wounds: int | None = None
    out_of_sight: bool | None = None
    autoplay: bool | None = None


@record
class Damage:
    undoable: ClassVar[bool] = True
    do: Literal["damage"] = "damage"
    combatant: str | None = None
    combatants: tuple[str, ...] = ()
    amount: int
    type: str | None = None


@record
class Heal:
    undoable: ClassVar[bool] = True
    do: Literal["heal"] = "heal"
    combatant: str | None = None
    combatants: tuple[str, ...] = ()
    amount: int
    type: str | None = None


@record
class Given:
    """A condition as the GM gives it."""

    condition: str
    levels: int = 1
    strength: int = 30
    difficulty: int = 0


@record
class Taken:
    condition: str
    levels: int | None = None
    """None: all."""


@record
class GiveEffect:
    undoable: ClassVar[bool] = True
    do: Literal["effect"] = "effect"
    combatant: str
    effect: Given


@record
class RemoveEffect:
    undoable: ClassVar[bool] = True
    do: Literal["remove_effect"] = "remove_effect"
    combatant: str
    effect: str | Taken


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
    undoable: ClassVar[bool] = True
    do: Literal["add"] = "add"
    combatant: Joiner | Newcomer
    """Written down, or made by the shell (then its sheet is one of this system's)."""


@record
class Remove:
    undoable: ClassVar[bool] = True
    do: Literal["remove"] = "remove"
    combatant: str


@record
class Hide:
    undoable: ClassVar[bool] = True
    do: Literal["hide"] = "hide"
    combatant: str


@record
class Reveal:
    undoable: ClassVar[bool] = True
    do: Literal["reveal"] = "reveal"
    combatant: str


@record
class Assign:
    """Gives a combatant to another seat; without an owner to the GM."""

    undoable: ClassVar[bool] = True
    do: Literal["assign"] = "assign"
    combatant: str
    owner: str | None = None


@record
class Check:
    skill: str
    difficulty: int | str = 0
    """A modifier, or its name: `Hard`."""


@record
class Resolve:
    undoable: ClassVar[bool] = True
    do: Literal["resolve"] = "resolve"
    request: int
    check: Check | None = None
    damage: int | None = None
    type: str | None = None
    heal: int | None = None
    effect: Given | None = None
    target: str | None = None
    outcome: str = ""


@record
class CancelAttack:
    """The awaited attack does not happen; what its declaration took and gave is given back."""

    undoable: ClassVar[bool] = True
    do: Literal["cancel_attack"] = "cancel_attack"


@record
class Retarget:
    """The awaited attack goes to somebody else."""

    undoable: ClassVar[bool] = True
    do: Literal["retarget"] = "retarget"
    target: str


@record
class CorrectAttack:
    """The newest settled attack once more, with the same dice, and other modifiers or another target."""

    undoable: ClassVar[bool] = True
    do: Literal["correct_attack"] = "correct_attack"
    modifier: int | None = None
    situation: tuple[str, ...] | None = None
    target: str | None = None


@record
class End:
    undoable: ClassVar[bool] = True
    do: Literal["end"] = "end"


Turned = Strike | Cast | Pray | Act | Move | Free
"""What somebody does in the own turn."""

GmCommand = (
    Start | Timeout | Set | Damage | Heal | GiveEffect | RemoveEffect | Add | Remove | Hide | Reveal | Assign
    | Resolve | CancelAttack | Retarget | CorrectAttack | End
)  # fmt: skip

Command = (
    Start | Strike | Cast | Pray | Act | Defend | Move | Free | EndTurn | Timeout | Set | Damage | Heal
    | GiveEffect | RemoveEffect | Add | Remove | Hide | Reveal | Assign | Resolve | CancelAttack | Retarget
    | CorrectAttack | End
)  # fmt: skip
