"""What has happened: facts that are never refused and hold what chance showed.

`hidden` says that somebody hidden was in it when it was written: such a line is the GM's for ever (R98).
Names are those of that moment, so that the line of somebody who has left still reads well.
Codes of cards in hands stand with `seen_by`: the keys of those who may know them (`gm`, or a player's).
"""

from typing import Literal

from combat.engine.records import record
from combat.systems.ctg.environment import Environment
from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.ledger import AttackLast, CheckLast
from combat.systems.ctg.sheet import Effect, Sheet
from combat.systems.ctg.strike import Counted, Strike

Slot = Literal["action", "bonus", "reaction", "free"]


# The fight as a whole.


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


# Cards.


@record
class DeckShuffled:
    """A new draw pile lies there, face down: nobody is shown its order."""

    type: Literal["deck_shuffled"] = "deck_shuffled"
    deck: str = ""
    reason: Literal["start", "draw", "empty", "pack", "join"]
    packs: int
    """Of the deck from now on."""
    cards: tuple[str, ...]
    count: int
    hidden: bool = False


@record
class DrawBegan:
    """A combat draw: everybody draws afresh (R20, R21)."""

    type: Literal["draw_began"] = "draw_began"
    draw: int


@record
class CardsDrawn:
    type: Literal["cards_drawn"] = "cards_drawn"
    combatant: str
    name: str
    cards: tuple[str, ...] | None
    count: int
    deck: str = ""
    reason: Literal["draw", "join", "ability", "gm"] = "draw"
    seen_by: tuple[str, ...] = ()
    hidden: bool = False


@record
class CardsPicked:
    """The GM dealt named cards: out of the pile, else out of the discards (R95)."""

    type: Literal["cards_picked"] = "cards_picked"
    combatant: str
    name: str
    from_pile: tuple[str, ...] | None
    from_discards: tuple[str, ...]
    count: int
    deck: str = ""
    seen_by: tuple[str, ...] = ()
    hidden: bool = False


@record
class CardsDiscarded:
    """Cards leave a hand without being played."""

    type: Literal["cards_discarded"] = "cards_discarded"
    combatant: str
    name: str
    cards: tuple[str, ...]
    deck: str = ""
    reason: Literal["passed", "forced", "chosen", "gm", "removed", "skipped"]
    hidden: bool = False


@record
class CardPlayed:
    type: Literal["card_played"] = "card_played"
    combatant: str
    name: str
    card: str
    deck: str = ""
    pays: Literal["action", "bonus", "reaction", "turn"]
    """`turn`: the owed card of a turn that ended without an action."""
    hidden: bool = False


@record
class DamageCardDrawn:
    type: Literal["damage_card_drawn"] = "damage_card_drawn"
    combatant: str
    name: str
    card: str
    deck: str = ""
    value: int
    hidden: bool = False


@record
class CardsSunk:
    """Cards that undone commands drew lie at the bottom of the pile (D18)."""

    type: Literal["cards_sunk"] = "cards_sunk"
    decks: dict[str, tuple[str, ...]]


@record
class HandLooked:
    type: Literal["hand_looked"] = "hand_looked"
    combatant: str
    name: str
    cards: tuple[str, ...] | None
    count: int
    hidden: bool = False


# Order and turns.


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


# What combatants do.


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


# Bodies and effects.


@record
class HealthLost:
    type: Literal["health_lost"] = "health_lost"
    combatant: str
    name: str
    amount: int
    """After resistances; of it `temporary` came off temporary health and `lost` off health."""
    temporary: int | None = 0
    lost: int | None = 0
    damage_type: str = ""
    cause: Literal["attack", "ability", "environment", "bleeding", "request", "gm"]
    owner: str | None = None
    hidden: bool = False


@record
class HealthGained:
    type: Literal["health_gained"] = "health_gained"
    combatant: str
    name: str
    amount: int | None
    cause: Literal["ability", "request", "gm"]
    owner: str | None = None
    hidden: bool = False


@record
class Stabilised:
    type: Literal["stabilised"] = "stabilised"
    combatant: str
    name: str
    hidden: bool = False


@record
class StatusChanged:
    type: Literal["status_changed"] = "status_changed"
    combatant: str
    name: str
    status: Literal["active", "unconscious", "stable", "dead"]
    hidden: bool = False


@record
class EffectGiven:
    type: Literal["effect_given"] = "effect_given"
    combatant: str
    name: str
    effect: Effect
    with_turn: bool = False
    override: bool = False
    hidden: bool = False


@record
class EffectsCounted:
    """One round, card or turn less for each."""

    type: Literal["effects_counted"] = "effects_counted"
    counted: Counted
    hidden: bool = False


@record
class EffectEnded:
    type: Literal["effect_ended"] = "effect_ended"
    combatant: str
    name: str
    effect: str
    override: bool = False
    hidden: bool = False


# Requests and the GM.


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


@record
class ValueSet:
    """The GM's override. Of a combatant that the GM plays players read only that it was changed (R97)."""

    type: Literal["value_set"] = "value_set"
    combatant: str
    name: str
    what: str
    value: int | bool | str | tuple[int, int] | None
    before: int | bool | str | tuple[int, int] | None = None
    secret: bool = False
    hidden: bool = False


@record
class OwnerChanged:
    type: Literal["owner_changed"] = "owner_changed"
    combatant: str
    name: str
    owner: str | None


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


Event = (
    TableLaid | CombatantJoined | FightStarted | FightEnded | EnvironmentChanged | SwitchTurned
    | DeckShuffled | DrawBegan | CardsDrawn | CardsPicked | CardsDiscarded | CardPlayed | DamageCardDrawn
    | CardsSunk | HandLooked
    | RoundBegan | TieRolled | TurnBegan | SurpriseSlotBegan | SurpriserPassedOver | SurpriseEnded
    | TurnSkipped | TurnEnded
    | ActionTaken | FreeActionTaken | Moved | WindowOpened | CardCounted | ReactionPassed | WindowClosed
    | AttackRolled | AttackDropped | CheckRolled | ActionsGained | DamageCardFixed
    | HealthLost | HealthGained | Stabilised | StatusChanged | EffectGiven | EffectsCounted | EffectEnded
    | RequestOpened | RequestResolved | ValueSet | OwnerChanged | CombatantRemoved | CombatantHidden
    | CombatantRevealed
)  # fmt: skip
