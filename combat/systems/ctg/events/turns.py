"""Rounds and turns."""

from typing import Literal

from combat.engine.records import record


@record
class RoundBegan:
    type: Literal["round_began"] = "round_began"
    combatant: str
    """Whose card brings the tier."""
    tier: str
    value: int
    hidden: bool = False


@record
class TieRolled:
    type: Literal["tie_rolled"] = "tie_rolled"
    combatant: str
    name: str
    roll: int
    hidden: bool = False


@record
class TurnBegan:
    type: Literal["turn_began"] = "turn_began"
    combatant: str
    name: str
    owner: str | None = None
    tier: str
    rank: int
    """Of the card that is owed: its value twice, and one more for the Red Joker."""
    two_actions: bool = False
    hidden: bool = False


@record
class SurpriseSlotBegan:
    type: Literal["surprise_slot_began"] = "surprise_slot_began"
    combatant: str
    name: str
    owner: str | None = None
    hidden: bool = False


@record
class SurpriserPassedOver:
    type: Literal["surpriser_passed_over"] = "surpriser_passed_over"
    combatant: str
    name: str
    hidden: bool = False


@record
class SurpriseEnded:
    """Nobody can act, so that the combat draw waits (D1)."""

    type: Literal["surprise_ended"] = "surprise_ended"


@record
class TurnSkipped:
    """R27; the card follows as discarded."""

    type: Literal["turn_skipped"] = "turn_skipped"
    combatant: str
    name: str
    tier: str
    why: Literal["unconscious", "dead", "cannot_act"]
    hidden: bool = False


@record
class TurnEnded:
    type: Literal["turn_ended"] = "turn_ended"
    combatant: str
    name: str
    surprise: bool = False
    how: Literal["ended", "missed", "fell", "gm", "auto", "acted", "left"]
    hidden: bool = False
