"""What a viewer may know of an event, by what was stamped into it when it was made."""

from typing import assert_never

from combat.engine.records import replace
from combat.engine.viewers import Viewer
from combat.systems.ctg import events as ev
from combat.systems.ctg.ledger import AttackLast


def redact(event: ev.Event, viewer: Viewer) -> ev.Event | None:
    if getattr(event, "hidden", False) and not viewer.is_gm:
        return None
    match event:
        case ev.DeckShuffled():
            return replace(event, cards=())
        case ev.CardsSunk():
            return None
        case ev.CardsDrawn():
            return event if _key(viewer) in event.seen_by else replace(event, cards=None, seen_by=())
        case ev.CardsPicked():
            return event if _key(viewer) in event.seen_by else replace(event, from_pile=None, seen_by=())
        case ev.HandLooked():
            return event if viewer.is_gm else replace(event, cards=None)
        case ev.CombatantJoined():
            return event if viewer.is_gm or viewer.owns(event.owner) else replace(event, sheet=None)
        case ev.FightStarted():
            return event if viewer.is_gm else _without_hidden(event)
        case ev.SwitchTurned():
            mine = event.owner == _key(viewer)
            return event if mine else replace(event, auto_end=None) if event.auto_pass is not None else None
        case ev.ActionTaken():
            return event if viewer.is_gm or not event.by_gms else replace(event, modifier=0)
        case ev.WindowOpened():
            return event if viewer.is_gm else replace(event, strike=None, counted=())
        case ev.AttackRolled():
            return event if viewer.is_gm else replace(event, last=_public(event.last))
        case ev.CheckRolled():
            return event if viewer.is_gm or not event.by_gms else replace(event, modifiers=())
        case ev.HealthLost():
            return event if viewer.is_gm or event.owner is not None else replace(event, temporary=None, lost=None)
        case ev.HealthGained():
            return event if viewer.is_gm or event.owner is not None else replace(event, amount=None)
        case ev.RequestOpened():
            return event if viewer.is_gm or not event.target_hidden else replace(event, target=None, target_name=None)
        case ev.ValueSet():
            return event if viewer.is_gm or not event.secret else replace(event, value=None, before=None)
        case ev.CardCounted() | ev.EffectsCounted() | ev.CombatantHidden():
            return event if viewer.is_gm else None
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


def _key(viewer: Viewer) -> str:
    """As `seen_by` and switches name a viewer; spectators are named nowhere."""
    return "gm" if viewer.is_gm else viewer.player or ""


def _without_hidden(event: ev.FightStarted) -> ev.FightStarted:
    pairs = [
        (one, name) for one, name in zip(event.surprisers, event.names, strict=True) if one not in event.hidden_ones
    ]
    return replace(
        event, surprisers=tuple(one for one, _ in pairs), names=tuple(name for _, name in pairs), hidden_ones=()
    )


def _public(last: AttackLast) -> AttackLast:
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
