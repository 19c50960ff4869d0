"""What one viewer may know of an event, by the audience that was stamped into it when it was made."""

from typing import Any, assert_never

from combat.engine.records import replace
from combat.engine.viewers import Viewer
from combat.systems.d100 import events as ev
from combat.systems.d100.projection import without_secrets
from combat.systems.d100.state import Attack, Condition, Place
from combat.systems.d100.targets import without_numbers


def redact(event: ev.Event, viewer: Viewer) -> ev.Event | None:
    if viewer.is_gm:
        return event
    if event.audience == "gm":
        return None
    kept: dict[str, ev.Event | None] = event.__dict__
    if "public" not in kept:  # all others see the same of it
        shown = _public(event)
        kept["public"] = replace(shown, closed=(), unseen=()) if shown is not None else None
    return kept["public"]


def _public(event: ev.Event) -> ev.Event | None:
    match event:
        case ev.TableLaid() | ev.DieRolled() | ev.RoundBegan() | ev.RoundEnded() | ev.AttackWeighed() | ev.AttackKept():
            return None
        case ev.LastingTicked() | ev.CombatantHidden():
            return None
        case ev.CombatantJoined():
            return _joined(event)
        case ev.InitiativeSet():
            return _order(event)
        case ev.AmbushTried():
            return replace(event, stealth=without_numbers(event.stealth)) if event.by in event.closed else event
        case ev.AmbushNoticed():
            if event.combatant not in event.closed:
                return event
            return replace(event, perception=without_numbers(event.perception))
        case ev.AttackDeclared():
            return replace(event, attack=_attack(event.attack))
        case ev.AttackRetargeted() | ev.AttackTakenBack():
            return replace(event, attack=_attack(event.attack))
        case ev.DefenceAwaited():
            return replace(event, number=0)
        case ev.AttackSettled() | ev.SpellCast() | ev.PrayerSaid():
            last = event.last
            return replace(
                event, last=without_secrets(last, by=last.by not in event.closed, at=last.at not in event.closed)
            )
        case ev.TestMade():
            return _test(event)
        case ev.ConditionGained():
            return replace(event, condition=_condition(event.condition))
        case ev.WoundsLost():
            return replace(event, left=None) if event.combatant in event.closed else event
        case ev.WoundsHealed():
            return replace(event, amount=None, now=None) if event.combatant in event.closed else event
        case ev.PowerStored():
            return replace(event, total=None) if event.combatant in event.closed else event
        case ev.RoundsAtZero():
            return replace(event, count=None) if event.combatant in event.closed else event
        case ev.ValuesSet():
            return _values(event)
        case ev.AdvantageDecayed():
            left = tuple(id for id in event.combatants if id not in event.unseen)
            return replace(event, combatants=left) if left else None
        case (
            ev.FightStarted() | ev.TurnBegan() | ev.TurnSkipped() | ev.TurnEnded() | ev.NobodyActs() | ev.Moved()
            | ev.StoodUp() | ev.MoveLost() | ev.WayOpened() | ev.ActionSpent() | ev.Sprinted() | ev.Aimed()
            | ev.FreeAction() | ev.AttackDropped() | ev.AdvantageChanged() | ev.EngagedInMelee() | ev.LeftMelee()
            | ev.ConditionLost() | ev.HoldLifted() | ev.CriticalSuffered() | ev.Fumbled()
            | ev.LastingBegan() | ev.LastingEnded() | ev.WeaponDropped() | ev.WeaponPickedUp() | ev.WeaponEmptied()
            | ev.WeaponReloaded() | ev.ArmourHacked() | ev.Scared() | ev.Died() | ev.CombatantRemoved()
            | ev.CombatantRevealed() | ev.CombatantAssigned() | ev.RequestOpened() | ev.RequestSettled()
            | ev.FightEnded()
        ):  # fmt: skip
            return event
        case _:
            assert_never(event)


def _joined(event: ev.CombatantJoined) -> ev.CombatantJoined:
    """Who it is and on which side; no sheet, and no place that would count hidden ones."""
    return replace(
        event, stats=None, wounds=None, lasting=(), place=None, index=None, waits=None, lags=False, autoplay=False
    )


def _order(event: ev.InitiativeSet) -> ev.InitiativeSet:
    order = tuple(id for id in event.order if id not in event.unseen)
    places = {
        id: Place(value=0, ag=0) if id in event.closed else place
        for id, place in event.places.items() if id not in event.unseen
    }  # fmt: skip
    return replace(event, order=order, places=places)


def _attack(attack: Attack) -> Attack:
    """The number counts the hidden ones' attacks too, and the GM's modifier is the GM's."""
    return replace(attack, number=0, modifier=0, gained=0)


def _condition(condition: Condition) -> Condition:
    """Of what it is and how much; not how strong its source is."""
    return Condition(name=condition.name, levels=condition.levels, since=condition.since, floor=condition.floor)


def _test(event: ev.TestMade) -> ev.TestMade:
    if event.combatant in event.closed:
        event = replace(event, test=without_numbers(event.test))
    if event.against is not None and (event.target is None or event.target in event.closed):
        event = replace(event, against=without_numbers(event.against))
    return event


def _values(event: ev.ValuesSet) -> ev.ValuesSet | None:
    kept: dict[str, Any] = {"autoplay": None}
    if event.combatant in event.closed:
        kept |= {"wounds": None, "rounds_at_zero": None}
    shown = replace(event, **kept)
    named = ("wounds", "advantage", "rounds_at_zero", "critical_wounds", "out_of_sight")
    return shown if any(getattr(shown, name) is not None for name in named) else None
