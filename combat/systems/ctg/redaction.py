"""What a viewer may know of an event, by what was stamped into it when it was made."""

from typing import assert_never

from combat.engine.records import replace
from combat.engine.viewers import Viewer
from combat.systems.ctg import events as ev
from combat.systems.ctg.ledger import AttackLast

GM_KEY = "gm"
"""The GM, where an event names who may see its cards or whose switch it was."""
Own = ev.CardsDrawn | ev.CardsPicked | ev.CombatantJoined | ev.SwitchTurned
OWN = (ev.CardsDrawn, ev.CardsPicked, ev.CombatantJoined, ev.SwitchTurned)
"""Of which a player sees more if it is about their own."""


def redact(event: ev.Event, viewer: Viewer) -> ev.Event | None:
    """All players see the same of an event, but for what is somebody's own; that is kept with the event."""
    if viewer.is_gm:
        return _for_the_gm(event)
    if getattr(event, "hidden", False):
        return None
    if isinstance(event, OWN) and _owns(viewer, event):
        return event
    kept: dict[str, ev.Event | None] = event.__dict__
    if "public" not in kept:
        kept["public"] = _public(event)
    return kept["public"]


def _owns(viewer: Viewer, event: Own) -> bool:
    match event:
        case ev.CardsDrawn() | ev.CardsPicked():
            return viewer.player in event.seen_by
        case ev.CombatantJoined():
            return viewer.owns(event.owner)
        case ev.SwitchTurned():
            return viewer.player == event.owner


def _for_the_gm(event: ev.Event) -> ev.Event | None:
    match event:
        case ev.DeckShuffled():
            return replace(event, cards=())
        case ev.CardsSunk():
            return None
        case ev.CardsDrawn():
            return event if GM_KEY in event.seen_by else replace(event, cards=None, seen_by=())
        case ev.CardsPicked():
            return event if GM_KEY in event.seen_by else replace(event, from_pile=None, seen_by=())
        case ev.SwitchTurned():
            return event if event.owner == GM_KEY else _public(event)
        case _:
            return event


def _public(event: ev.Event) -> ev.Event | None:
    """What everybody may know of one in which nobody was hidden."""
    match event:
        case ev.DeckShuffled():
            return replace(event, cards=())
        case ev.CardsSunk():
            return None
        case ev.CardsDrawn():
            return replace(event, cards=None, seen_by=())
        case ev.CardsPicked():
            return replace(event, from_pile=None, seen_by=())
        case ev.HandLooked():
            return replace(event, cards=None)
        case ev.CombatantJoined():
            return replace(event, sheet=None)
        case ev.FightStarted():
            return _without_hidden(event)
        case ev.SwitchTurned():
            return replace(event, auto_end=None) if event.auto_pass is not None else None
        case ev.ActionTaken():
            return replace(event, modifier=0) if event.by_gms else event
        case ev.WindowOpened():
            return replace(event, strike=None, counted=())
        case ev.AttackRolled():
            return replace(event, last=_public_last(event.last))
        case ev.CheckRolled():
            return replace(event, modifiers=()) if event.by_gms else event
        case ev.HealthLost():
            return replace(event, temporary=None, lost=None) if event.owner is None else event
        case ev.HealthGained():
            return replace(event, amount=None) if event.owner is None else event
        case ev.RequestOpened():
            return replace(event, target=None, target_name=None) if event.target_hidden else event
        case ev.ValueSet():
            return replace(event, value=None, before=None) if event.secret else event
        case ev.CardCounted() | ev.EffectsCounted() | ev.CombatantHidden():
            return None
        case (
            ev.TableLaid() | ev.FightEnded() | ev.EnvironmentChanged() | ev.DrawBegan() | ev.CardsDiscarded()
            | ev.CardPlayed() | ev.DamageCardDrawn() | ev.RoundBegan() | ev.TieRolled() | ev.TurnBegan()
            | ev.SurpriseSlotBegan() | ev.SurpriserPassedOver() | ev.SurpriseEnded() | ev.TurnSkipped()
            | ev.TurnEnded() | ev.FreeActionTaken() | ev.Moved() | ev.ReactionPassed() | ev.WindowClosed()
            | ev.AttackDropped() | ev.ActionsGained() | ev.DamageCardFixed() | ev.Stabilised() | ev.StatusChanged()
            | ev.EffectGiven() | ev.EffectEnded() | ev.RequestResolved() | ev.OwnerChanged() | ev.CombatantRemoved()
            | ev.CombatantRevealed()
        ):  # fmt: skip
            return event
        case _:
            assert_never(event)


def _without_hidden(event: ev.FightStarted) -> ev.FightStarted:
    pairs = [
        (one, name) for one, name in zip(event.surprisers, event.names, strict=True) if one not in event.hidden_ones
    ]
    return replace(
        event, surprisers=tuple(one for one, _ in pairs), names=tuple(name for _, name in pairs), hidden_ones=()
    )


def _public_last(last: AttackLast) -> AttackLast:
    """R97, D19: no armour class of a GM's target, no modifiers of a GM's attacker."""
    damage = last.damage
    if last.by_gms and damage is not None:
        damage = replace(damage, modifier=None)
    return replace(
        last,
        armour_class=None if last.at_gms else last.armour_class,
        modifiers=None if last.by_gms else last.modifiers,
        damage=damage,
    )
