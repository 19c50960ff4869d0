"""What combatants do, and what waits for the GM."""

from typing import Literal

from combat.engine.records import record

Slot = Literal["action", "bonus", "reaction", "free"]


@record
class ActionTaken:
    """The announcement of an action, a bonus action, a reaction, or an ability of any cost."""

    type: Literal["action_taken"] = "action_taken"
    combatant: str
    name: str
    slot: Slot
    action: str
    """`attack`, `ability`, `dash`, `first_aid`, `dodge` ..."""
    target: str | None = None
    target_name: str | None = None
    weapon: str | None = None
    weapon_kind: str | None = None
    ability: str | None = None
    text: str = ""
    card: str | None = None
    """What paid for it."""
    modifier: int = 0
    """The GM's, on an attack."""
    by_gms: bool = False
    hidden: bool = False


@record
class FreeActionTaken:
    type: Literal["free_action_taken"] = "free_action_taken"
    combatant: str
    name: str
    text: str
    hidden: bool = False


@record
class Moved:
    type: Literal["moved"] = "moved"
    combatant: str
    name: str
    feet: int
    """What it cost of the movement."""
    to: tuple[int, int] | None = None
    stood: bool = False
    by_ability: bool = False
    """It counts against nobody's speed."""
    hidden: bool = False


@record
class ActionsGained:
    type: Literal["actions_gained"] = "actions_gained"
    combatant: str
    name: str
    count: int
    hidden: bool = False


@record
class DamageCardFixed:
    type: Literal["damage_card_fixed"] = "damage_card_fixed"
    combatant: str
    name: str
    value: int
    hidden: bool = False


@record
class RequestOpened:
    type: Literal["request_opened"] = "request_opened"
    request: int
    combatant: str
    name: str
    action: str
    text: str = ""
    target: str | None = None
    target_name: str | None = None
    count: int | None = None
    hidden: bool = False
    target_hidden: bool = False


@record
class RequestResolved:
    type: Literal["request_resolved"] = "request_resolved"
    request: int
    combatant: str
    name: str
    action: str
    text: str = ""
    outcome: str = ""
    success: bool | None = None
    """Of its check, if there was one."""
    by_gm: bool = True
    hidden: bool = False
