"""The state after an event. Total: no chance, no refusal."""

from typing import Any, assert_never

from combat.engine.memo import applied
from combat.engine.records import replace
from combat.systems.d100 import events as ev
from combat.systems.d100 import marks
from combat.systems.d100.last import Last
from combat.systems.d100.state import Before, Combatant, Settled, State, Turn


def apply(state: State, event: ev.Event) -> State:
    return applied(state, event, _apply)


def _apply(state: State, event: ev.Event) -> State:
    match event:
        case ev.TableLaid():
            return replace(state, rules=event.rules, map=event.map)
        case ev.CombatantJoined():
            return _join(state, event)
        case ev.FightStarted():
            return replace(state, phase="turns")
        case ev.InitiativeSet():
            return _set_order(state, event)
        case ev.RoundBegan():
            return replace(_new_round(state), round=event.round, waiting=event.waiting, lagging=event.lagging)
        case ev.TurnBegan():
            return _begin_turn(state, event)
        case ev.TurnSkipped():
            return replace(state, waiting=_without(state.waiting, event.combatant))
        case ev.TurnEnded() | ev.NobodyActs():
            return replace(state, turn=None)
        case ev.Moved():
            return _move(state, event)
        case ev.StoodUp() | ev.MoveLost():
            return _in_turn(state, no_move=True)
        case ev.WayOpened():
            return _in_turn(state, way_open=True)
        case ev.ActionSpent():
            spent = _in_turn(state, action=0, spent_on=event.action, charged=event.action == "charge")
            return _change(spent, event.combatant, aimed=False)
        case ev.Sprinted():
            return _in_turn(state, sprint=event.sl)
        case ev.Aimed():
            return _change(state, event.combatant, aimed=True)
        case ev.AttackDeclared():
            return replace(state, attack=event.attack, attacks=event.attack.number)
        case ev.AttackRetargeted():
            return replace(state, attack=event.attack)
        case ev.AttackDropped():
            return _drop_attack(state, event)
        case ev.AttackSettled():
            return _newest(replace(state, attack=None), event.last)
        case ev.SpellCast() | ev.PrayerSaid():
            return _newest(state, event.last)
        case ev.TestMade():
            return _newest_test(state, event)
        case ev.AttackWeighed():
            return _weigh(state)
        case ev.AttackKept():
            return _keep(state, event)
        case ev.AttackTakenBack():
            return _take_back(state, event)
        case ev.CombatantRemoved():
            return _remove(state, event.combatant)
        case ev.RequestOpened():
            return replace(state, requests=(*state.requests, event.request), requested=event.request.id)
        case ev.RequestSettled():
            return replace(state, requests=tuple(one for one in state.requests if one.id != event.request.id))
        case ev.EngagedInMelee():
            return _engage(state, event.by, event.target)
        case ev.LeftMelee():
            return replace(state, engaged=tuple(pair for pair in state.engaged if event.combatant not in pair))
        case ev.CombatantRevealed():
            return _reveal(state, event.combatant)
        case ev.AdvantageDecayed():
            return _decay(state, event.combatants)
        case ev.FightEnded():
            return _end(state)
        case (
            ev.DieRolled() | ev.AmbushTried() | ev.AmbushNoticed() | ev.RoundEnded() | ev.FreeAction()
            | ev.DefenceAwaited() | ev.Fumbled()
        ):  # fmt: skip
            return state
        case (
            ev.AdvantageChanged() | ev.WoundsLost() | ev.WoundsHealed() | ev.ConditionGained() | ev.ConditionLost()
            | ev.HoldLifted() | ev.CriticalSuffered() | ev.LastingBegan() | ev.LastingEnded() | ev.LastingTicked()
            | ev.WeaponDropped() | ev.WeaponPickedUp() | ev.WeaponEmptied() | ev.WeaponReloaded() | ev.ArmourHacked()
            | ev.PowerStored() | ev.Scared() | ev.Died() | ev.RoundsAtZero() | ev.ValuesSet() | ev.CombatantHidden()
            | ev.CombatantAssigned()
        ):  # fmt: skip
            found = state.find(event.combatant)
            return state.with_combatant(marks.marked(found, event, state.round)) if found else state
        case _:
            assert_never(event)


def _change(state: State, id: str, **values: Any) -> State:
    found = state.find(id)
    return state.with_combatant(replace(found, **values)) if found else state


def _in_turn(state: State, **values: Any) -> State:
    return replace(state, turn=replace(state.turn, **values)) if state.turn else state


def _without(ids: tuple[str, ...], id: str) -> tuple[str, ...]:
    return tuple(one for one in ids if one != id)


def _inserted(ids: tuple[str, ...], id: str, index: int) -> tuple[str, ...]:
    return (*ids[:index], id, *ids[index:])


def _join(state: State, event: ev.CombatantJoined) -> State:
    assert event.stats is not None, "only a redacted event lacks it"
    assert event.wounds is not None, "only a redacted event lacks them"
    joined = Combatant(
        id=event.combatant, name=event.name, side=event.side, owner=event.owner, hidden=event.hidden,
        autoplay=event.autoplay, colour=event.colour, at=event.at, stats=event.stats, wounds=event.wounds, lasting=event.lasting,
        place=event.place,
    )  # fmt: skip
    state = replace(state, combatants=(*state.combatants, joined))
    if event.index is not None:
        state = replace(state, order=_inserted(state.order, joined.id, event.index))
    if event.waits is not None:
        state = replace(state, waiting=_inserted(state.waiting, joined.id, event.waits))
    return replace(state, lagging=(*state.lagging, joined.id)) if event.lags else state


def _set_order(state: State, event: ev.InitiativeSet) -> State:
    placed = tuple(replace(one, place=event.places.get(one.id)) for one in state.combatants)
    return replace(state, combatants=placed, order=event.order)


def _new_round(state: State) -> State:
    return replace(state, combatants=tuple(replace(one, gained=False) for one in state.combatants))


def _begin_turn(state: State, event: ev.TurnBegan) -> State:
    turn = Turn(combatant=event.combatant, action=event.action, no_move=event.no_move)
    seen = state.seen_round if state.get(event.combatant).hidden else event.round
    return replace(state, turn=turn, seen_round=seen, waiting=_without(state.waiting, event.combatant))


def _move(state: State, event: ev.Moved) -> State:
    if state.turn and state.turn.combatant == event.combatant:
        state = _in_turn(state, moved=state.turn.moved + event.yards)
    return _change(state, event.combatant, at=event.to) if event.to else state


def _newest(state: State, last: Last) -> State:
    hidden = any(one is not None and one.hidden for one in (state.find(last.by), state.find(last.at)))
    return replace(state, last=last, last_public=state.last_public if hidden else last)


def _newest_test(state: State, event: ev.TestMade) -> State:
    if not event.shown:
        return state
    return _newest(state, Last(kind="test", by=event.combatant, what=event.what, test=event.test))


def _drop_attack(state: State, event: ev.AttackDropped) -> State:
    attack, dropped = state.attack, replace(state, attack=None)
    if attack is None or not event.action_back:
        return dropped
    return _change(_in_turn(dropped, action=1, spent_on="", charged=False), attack.by, aimed=attack.aimed)


def _weigh(state: State) -> State:
    assert state.attack is not None, "only an attack under way is rolled"
    before = Before(
        attack=state.attack, combatants=state.combatants, engaged=state.engaged, last=state.last,
        last_public=state.last_public,
    )  # fmt: skip
    return replace(state, before=before)


def _keep(state: State, event: ev.AttackKept) -> State:
    """Whom the attack has changed, before and after."""
    before = state.before
    assert before is not None, "it was weighed first"
    changed = tuple(one for one in before.combatants if state.find(one.id) != one)
    settled = Settled(
        attack=before.attack, attack_roll=event.attack_roll, defence=event.defence,
        defence_situation=event.defence_situation, defence_roll=event.defence_roll,
        before=changed, after=tuple(state.get(one.id) for one in changed),
        engaged_before=before.engaged, engaged_after=state.engaged, last=before.last, last_public=before.last_public,
    )  # fmt: skip
    return replace(state, before=None, settled=settled)


def _take_back(state: State, event: ev.AttackTakenBack) -> State:
    """Those whom the attack changed as they were before its dice; nothing else (see decide/correction)."""
    settled = state.settled
    assert settled is not None, "only a settled attack is taken back"
    for one in settled.before:
        state = state.with_combatant(one)
    engaged = settled.engaged_before if state.engaged == settled.engaged_after else state.engaged
    return replace(
        state, attack=event.attack, engaged=engaged, settled=None, last=settled.last, last_public=settled.last_public
    )


def _remove(state: State, id: str) -> State:
    return replace(
        state,
        combatants=tuple(one for one in state.combatants if one.id != id),
        order=_without(state.order, id),
        waiting=_without(state.waiting, id),
        lagging=_without(state.lagging, id),
        turn=None if state.turn and state.turn.combatant == id else state.turn,
        engaged=tuple(pair for pair in state.engaged if id not in pair),
        requests=tuple(one for one in state.requests if one.by != id),
    )


def _engage(state: State, one: str, other: str) -> State:
    pair = (one, other) if one < other else (other, one)
    return state if pair in state.engaged else replace(state, engaged=(*state.engaged, pair))


def _reveal(state: State, id: str) -> State:
    acts = state.turn is not None and state.turn.combatant == id
    return replace(_change(state, id, hidden=False), seen_round=state.round if acts else state.seen_round)


def _decay(state: State, ids: tuple[str, ...]) -> State:
    for id in ids:
        state = _change(state, id, advantage=max(0, state.get(id).advantage - 1))
    return state


def _end(state: State) -> State:
    """All Advantage goes; conditions and Wounds stay (section 4, D30)."""
    everybody = tuple(replace(one, advantage=0) for one in state.combatants)
    return replace(state, phase="ended", combatants=everybody, turn=None, waiting=(), attack=None, settled=None)
