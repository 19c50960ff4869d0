"""Attacks, answers to them, and rolls."""

from typing import Literal

from combat.engine.records import record
from combat.systems.ctg.events.deeds import Slot
from combat.systems.ctg.ledger import AttackLast, CheckLast
from combat.systems.ctg.strike import Counted, Strike


@record
class WindowOpened:
    type: Literal["window_opened"] = "window_opened"
    window: str
    waiting: tuple[str, ...]
    names: tuple[str, ...]
    seconds: int
    strike: Strike | None
    counted: tuple[Counted, ...] = ()
    hidden: bool = False
    """Only the target is hidden: nobody but the GM may know of the window."""
    attacker_hidden: bool = False


@record
class CardCounted:
    """A reaction's card will count against these effects when the attack is settled."""

    type: Literal["card_counted"] = "card_counted"
    counted: Counted
    hidden: bool = False


@record
class ReactionPassed:
    type: Literal["reaction_passed"] = "reaction_passed"
    combatant: str
    name: str
    how: Literal["passed", "timeout", "auto", "unable", "reacted"] = "passed"
    hidden: bool = False


@record
class WindowClosed:
    type: Literal["window_closed"] = "window_closed"
    window: str
    hidden: bool = False


@record
class AttackRolled:
    type: Literal["attack_rolled"] = "attack_rolled"
    name: str
    target_name: str
    kind: str
    damage_type: str = ""
    last: AttackLast
    slot: Slot = "action"
    hidden: bool = False


@record
class AttackDropped:
    type: Literal["attack_dropped"] = "attack_dropped"
    combatant: str
    name: str
    target: str
    target_name: str
    hidden: bool = False


@record
class CheckRolled:
    type: Literal["check_rolled"] = "check_rolled"
    name: str
    target: str | None = None
    target_name: str | None = None
    modifiers: tuple[tuple[str, int], ...] = ()
    last: CheckLast
    by_gms: bool = False
    hidden: bool = False
