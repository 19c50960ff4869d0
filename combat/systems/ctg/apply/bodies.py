"""Health, effects, and values that the GM sets."""

from typing import Any

from combat.engine.records import replace
from combat.systems.ctg import events as ev
from combat.systems.ctg.apply.changes import change, with_combatant
from combat.systems.ctg.apply.turns import round_seen
from combat.systems.ctg.ledger import Played
from combat.systems.ctg.sheet import COUNTED
from combat.systems.ctg.state import Borne, Combatant, State

ON_THE_SHEET = (
    "max_health", "armour", "shield", "other", "speed", "proficiency_bonus",
    "strength", "agility", "endurance", "intellect", "awareness", "presence",
)  # fmt: skip


def joined(state: State, event: ev.CombatantJoined) -> State:
    sheet = event.sheet
    assert sheet is not None
    health = sheet.max_health if sheet.health is None else sheet.health
    one = Combatant(
        id=event.combatant,
        name=event.name,
        side=event.side,
        owner=event.owner,
        hidden=event.hidden,
        autoplay=event.autoplay,
        colour=event.colour,
        sheet=sheet,
        at=event.at,
        health=health,
        temporary_health=sheet.temporary_health,
    )
    return replace(state, combatants=(*state.combatants, one))


def removed(state: State, event: ev.CombatantRemoved) -> State:
    gone = event.combatant
    requests = tuple(
        one for one in state.requests if one.by != gone and not (one.action == "discard" and one.target == gone)
    )
    return replace(
        state,
        combatants=tuple(one for one in state.combatants if one.id != gone),
        surprisers=tuple(one for one in state.surprisers if one != gone),
        requests=requests,
        piles={deck: cards for deck, cards in state.piles.items() if deck != gone or not deck},
        discards={deck: cards for deck, cards in state.discards.items() if deck != gone or not deck},
        packs={deck: packs for deck, packs in state.packs.items() if deck != gone or not deck},
    )


def revealed(state: State, event: ev.CombatantRevealed) -> State:
    acts = state.turn is not None and state.turn.combatant == event.combatant
    seen: dict[str, Any] = round_seen(state)
    state = change(state, event.combatant, hidden=False)
    return replace(state, **seen) if acts else state


def health_lost(state: State, event: ev.HealthLost) -> State:
    one = state[event.combatant]
    lost, temporary = event.lost or 0, event.temporary or 0
    laid_out: dict[str, Any] = {}
    if event.cause == "ability":
        laid_out["played"] = _with_harm(state.played, event)
        if not event.hidden:
            laid_out["played_seen"] = _with_harm(state.played_seen, event)
    return with_combatant(
        state,
        replace(
            one,
            health=one.health - lost,
            temporary_health=one.temporary_health - temporary,
            stable=one.stable and not lost,
        ),
        **laid_out,
    )


def _with_harm(played: Played | None, event: ev.HealthLost) -> Played | None:
    if played is None or played.target != event.combatant:
        return played
    return replace(played, harm=event.amount, type=event.damage_type)


def health_gained(state: State, event: ev.HealthGained) -> State:
    one = state[event.combatant]
    health = one.health + (event.amount or 0)
    return with_combatant(state, replace(one, health=health, stable=one.stable and health <= 0))


def effect_given(state: State, event: ev.EffectGiven) -> State:
    one, duration = state[event.combatant], event.effect.duration
    serial = state.effects_given + 1
    borne = Borne(
        effect=event.effect,
        serial=serial,
        left=duration.count if duration.unit in COUNTED else 0,
        with_turn=event.with_turn,
    )
    others = tuple(other for other in one.effects if other.effect.name != event.effect.name)
    return with_combatant(state, replace(one, effects=(*others, borne)), effects_given=serial)


def effects_counted(state: State, event: ev.EffectsCounted) -> State:
    one, serials = state[event.counted.bearer], event.counted.effects
    effects = tuple(replace(borne, left=borne.left - 1) if borne.serial in serials else borne for borne in one.effects)
    return with_combatant(state, replace(one, effects=effects))


def effect_ended(state: State, event: ev.EffectEnded) -> State:
    one = state[event.combatant]
    effects = tuple(borne for borne in one.effects if borne.effect.name != event.effect)
    return with_combatant(state, replace(one, effects=effects))


def value_set(state: State, event: ev.ValueSet) -> State:
    one, what, value = state[event.combatant], event.what, event.value
    if what in ON_THE_SHEET:
        return with_combatant(state, _with_sheet_value(one, what, value))
    if what == "health":
        assert isinstance(value, int)
        stable = one.stable and value <= 0 and value >= one.health
        return with_combatant(state, replace(one, health=value, stable=stable))
    changes: dict[str, Any] = {what: value}
    return with_combatant(state, replace(one, **changes))


def _with_sheet_value(one: Combatant, what: str, value: object) -> Combatant:
    changes: dict[str, Any] = {what: value}
    if what == "max_health":
        assert isinstance(value, int)
        changes["health"] = None
        one = replace(one, health=min(one.health, value))
    return replace(one, sheet=replace(one.sheet, **changes))
