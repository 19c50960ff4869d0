"""What has happened: facts that are never refused and hold what chance showed.

`hidden` says that somebody hidden was in it when it was written: such a line is the GM's for ever (R98).
Names are those of that moment, so that the line of somebody who has left still reads well.
Codes of cards in hands stand with `seen_by`: the keys of those who may know them (`gm`, or a player's).
"""

from combat.systems.ctg.events.attacks import (
    AttackDropped,
    AttackRolled,
    CardCounted,
    CheckRolled,
    ReactionPassed,
    WindowClosed,
    WindowOpened,
)
from combat.systems.ctg.events.bodies import (
    EffectEnded,
    EffectGiven,
    EffectsCounted,
    HealthGained,
    HealthLost,
    Stabilised,
    StatusChanged,
    ValueSet,
)
from combat.systems.ctg.events.cards import (
    CardPlayed,
    CardsDiscarded,
    CardsDrawn,
    CardsPicked,
    CardsSunk,
    DamageCardDrawn,
    DeckShuffled,
    DrawBegan,
    HandLooked,
)
from combat.systems.ctg.events.deeds import (
    ActionsGained,
    ActionTaken,
    DamageCardFixed,
    FreeActionTaken,
    Moved,
    RequestOpened,
    RequestResolved,
    Slot,
)
from combat.systems.ctg.events.fight import (
    CombatantHidden,
    CombatantJoined,
    CombatantRemoved,
    CombatantRevealed,
    EnvironmentChanged,
    FightEnded,
    FightStarted,
    OwnerChanged,
    SwitchTurned,
    TableLaid,
)
from combat.systems.ctg.events.turns import (
    RoundBegan,
    SurpriseEnded,
    SurpriserPassedOver,
    SurpriseSlotBegan,
    TieRolled,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)

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


__all__ = [
    "Event",
    "TableLaid",
    "CombatantJoined",
    "CombatantRemoved",
    "CombatantHidden",
    "CombatantRevealed",
    "OwnerChanged",
    "FightStarted",
    "FightEnded",
    "EnvironmentChanged",
    "SwitchTurned",
    "DeckShuffled",
    "DrawBegan",
    "CardsDrawn",
    "CardsPicked",
    "CardsDiscarded",
    "CardPlayed",
    "DamageCardDrawn",
    "CardsSunk",
    "HandLooked",
    "RoundBegan",
    "TieRolled",
    "TurnBegan",
    "SurpriseSlotBegan",
    "SurpriserPassedOver",
    "SurpriseEnded",
    "TurnSkipped",
    "TurnEnded",
    "ActionTaken",
    "FreeActionTaken",
    "Moved",
    "ActionsGained",
    "DamageCardFixed",
    "RequestOpened",
    "RequestResolved",
    "Slot",
    "WindowOpened",
    "CardCounted",
    "ReactionPassed",
    "WindowClosed",
    "AttackRolled",
    "AttackDropped",
    "CheckRolled",
    "HealthLost",
    "HealthGained",
    "Stabilised",
    "StatusChanged",
    "EffectGiven",
    "EffectsCounted",
    "EffectEnded",
    "ValueSet",
]
