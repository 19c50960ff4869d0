"""What may be asked for: the steps of the scenario format, field by field, and `assign`."""

from combat.systems.ctg.commands.combatants import (
    Action,
    Attack,
    Bonus,
    DiscardChoice,
    EndTurn,
    Free,
    Move,
    Pass,
    React,
    Switch,
    UseAbility,
)
from combat.systems.ctg.commands.fight import (
    Add,
    Assign,
    End,
    Hide,
    Joiner,
    Remove,
    Reveal,
    SetEnvironment,
    Start,
    Timeout,
)
from combat.systems.ctg.commands.gm import (
    Check,
    DamageThem,
    Deal,
    DiscardCards,
    GiveEffect,
    HealThem,
    Look,
    RemoveEffect,
    Resolve,
    SetValues,
)
from combat.systems.ctg.commands.numbers import Number

GmCommand = (
    Start | Timeout | SetValues | DamageThem | HealThem | GiveEffect | RemoveEffect | Deal | DiscardCards
    | Add | Remove | Hide | Reveal | Assign | Resolve | SetEnvironment | Look | End
)  # fmt: skip
TurnCommand = Attack | UseAbility | Action | Bonus | Move
ByCommand = TurnCommand | React | Pass | DiscardChoice | Free | EndTurn
Command = GmCommand | ByCommand | Switch


__all__ = [
    "Command",
    "GmCommand",
    "Number",
    "TurnCommand",
    "ByCommand",
    "Attack",
    "UseAbility",
    "Action",
    "Bonus",
    "React",
    "Pass",
    "DiscardChoice",
    "Move",
    "Free",
    "EndTurn",
    "Switch",
    "Start",
    "End",
    "Timeout",
    "SetEnvironment",
    "Joiner",
    "Add",
    "Remove",
    "Hide",
    "Reveal",
    "Assign",
    "SetValues",
    "DamageThem",
    "HealThem",
    "GiveEffect",
    "RemoveEffect",
    "Deal",
    "DiscardCards",
    "Look",
    "Check",
    "Resolve",
]
