"""What an event does to the one combatant that it is about."""

from typing import assert_never

from combat.engine.records import replace
from combat.systems.d100 import events as ev
from combat.systems.d100.state import Combatant, Lasting

Mark = (
    ev.AdvantageChanged | ev.WoundsLost | ev.WoundsHealed | ev.ConditionGained | ev.ConditionLost | ev.HoldLifted
    | ev.CriticalSuffered | ev.LastingBegan | ev.LastingEnded | ev.LastingTicked | ev.WeaponDropped
    | ev.WeaponPickedUp | ev.WeaponEmptied | ev.WeaponReloaded | ev.ArmourHacked | ev.PowerStored | ev.Scared
    | ev.Died | ev.RoundsAtZero | ev.ValuesSet | ev.CombatantHidden | ev.CombatantAssigned
)  # fmt: skip


def marked(one: Combatant, event: Mark, round: int) -> Combatant:
    match event:
        case ev.AdvantageChanged():
            return replace(one, advantage=event.now, gained=event.gained or (one.gained and not event.taken_back))
        case ev.WoundsLost():
            return replace(one, wounds=max(0, one.wounds - event.amount))
        case ev.WoundsHealed():
            return _healed(one, event)
        case ev.ConditionGained():
            others = tuple(other for other in one.conditions if other.name != event.condition.name)
            return replace(one, conditions=(*others, event.condition))
        case ev.ConditionLost():
            return _condition_lost(one, event)
        case ev.HoldLifted():
            lifted = (replace(other, floor=0) if other.name == event.condition else other for other in one.conditions)
            return replace(one, conditions=tuple(lifted))
        case ev.CriticalSuffered():
            return replace(one, criticals=(*one.criticals, event.name), critical_wounds=one.critical_wounds + 1)
        case ev.LastingBegan():
            return replace(one, lasting=(*one.lasting, event.lasting))
        case ev.LastingEnded():
            return replace(one, lasting=_without_first(one.lasting, event.lasting))
        case ev.LastingTicked():
            return replace(one, lasting=_ticked(one.lasting, event.unit))
        case ev.WeaponDropped():
            return replace(one, dropped=tuple(sorted({*one.dropped, event.weapon})))
        case ev.WeaponPickedUp():
            return replace(one, dropped=tuple(weapon for weapon in one.dropped if weapon != event.weapon))
        case ev.WeaponEmptied():
            return replace(one, unloaded={**one.unloaded, event.weapon: 0})
        case ev.WeaponReloaded():
            rest = {id: sl for id, sl in one.unloaded.items() if id != event.weapon}
            done = event.progress >= event.needed
            return replace(one, unloaded=rest if done else {**rest, event.weapon: event.progress})
        case ev.ArmourHacked():
            return replace(one, hacked={**one.hacked, event.location: one.hacked.get(event.location, 0) + 1})
        case ev.PowerStored():
            return replace(one, stored=event.total or 0)
        case ev.Scared():
            return replace(one, scared=True)
        case ev.Died():
            return replace(one, dead=True)
        case ev.RoundsAtZero():
            return replace(one, rounds_at_zero=event.count or 0)
        case ev.ValuesSet():
            return _set(one, event, round)
        case ev.CombatantHidden():
            return replace(one, hidden=True)
        case ev.CombatantAssigned():
            return replace(one, owner=event.owner)
        case _:
            assert_never(event)


def _healed(one: Combatant, event: ev.WoundsHealed) -> Combatant:
    wounds = min(one.stats.max_wounds, one.wounds + (event.amount or 0))
    return replace(one, wounds=wounds, rounds_at_zero=0 if wounds else one.rounds_at_zero)


def _condition_lost(one: Combatant, event: ev.ConditionLost) -> Combatant:
    left = (
        replace(other, levels=event.left, floor=min(other.floor, event.left))
        if other.name == event.condition else other
        for other in one.conditions
    )  # fmt: skip
    return replace(one, conditions=tuple(other for other in left if other.levels > 0))


def _without_first(lasting: tuple[Lasting, ...], gone: Lasting) -> tuple[Lasting, ...]:
    if gone not in lasting:
        return lasting
    place = lasting.index(gone)
    return (*lasting[:place], *lasting[place + 1 :])


def _ticked(lasting: tuple[Lasting, ...], unit: str) -> tuple[Lasting, ...]:
    if unit == "rounds":
        return tuple(replace(one, rounds=one.rounds - 1) if one.rounds is not None else one for one in lasting)
    return tuple(replace(one, turns=one.turns - 1) if one.turns is not None else one for one in lasting)


def _set(one: Combatant, event: ev.ValuesSet, round: int) -> Combatant:
    named = ("wounds", "advantage", "rounds_at_zero", "critical_wounds", "autoplay")
    values = {name: value for name in named if (value := getattr(event, name)) is not None}
    if event.out_of_sight is not None:
        since = round if one.out_of_sight is None else one.out_of_sight
        values["out_of_sight"] = since if event.out_of_sight else None
    return replace(one, **values)
