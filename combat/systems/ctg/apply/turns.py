"""Rounds, turns, and what is done in them."""

from typing import Any

from combat.engine.records import replace
from combat.systems.ctg import events as ev
from combat.systems.ctg.apply.changes import change, with_combatant
from combat.systems.ctg.ledger import CheckLast, Played
from combat.systems.ctg.state import State, Turn, Window

DODGE = 3
"""What a dodge adds to armour class, for the one attack that it answers (R92)."""


def round_began(state: State, event: ev.RoundBegan) -> State:
    combatants = tuple(
        replace(one, reaction_spent=False, turns_in_round=0) if one.reaction_spent or one.turns_in_round else one
        for one in state.combatants
    )
    return replace(state, round=event.value, round_number=state.round_number + 1, combatants=combatants)


def turn_began(state: State, event: ev.TurnBegan) -> State:
    one = state[event.combatant]
    effects = tuple(replace(borne, counting=True) if borne.unit == "turns" else borne for borne in one.effects)
    return with_combatant(
        state,
        replace(one, turns_in_round=one.turns_in_round + 1, effects=effects),
        turn=Turn(
            combatant=event.combatant,
            owed_rank=event.rank,
            owed=True,
            two_actions=event.two_actions,
            actions_left=2 if event.two_actions else 1,
        ),
        **({} if event.hidden else round_seen(state)),
    )


def round_seen(state: State) -> dict[str, int | None]:
    """Everybody now knows of the running round."""
    new = state.seen_round != state.round or state.seen_round_number == 0
    return {"seen_round": state.round, "seen_round_number": state.seen_round_number + new}


def slot_began(state: State, event: ev.SurpriseSlotBegan) -> State:
    waiting = tuple(one for one in state.surprisers if one != event.combatant)
    return replace(state, surprisers=waiting, turn=Turn(combatant=event.combatant, surprise=True))


def passed_over(state: State, event: ev.SurpriserPassedOver) -> State:
    return replace(state, surprisers=tuple(one for one in state.surprisers if one != event.combatant))


def turn_skipped(state: State, event: ev.TurnSkipped) -> State:
    one = state[event.combatant]
    seen = {} if event.hidden else round_seen(state)
    return with_combatant(state, replace(one, turns_in_round=one.turns_in_round + 1), **seen)


def turn_ended(state: State, event: ev.TurnEnded) -> State:
    one = state.get(event.combatant)
    if one is not None and any(borne.counting for borne in one.effects):
        effects = tuple(replace(borne, counting=False) if borne.counting else borne for borne in one.effects)
        state = with_combatant(state, replace(one, effects=effects))
    return replace(state, turn=None)


def action_taken(state: State, event: ev.ActionTaken) -> State:
    one = state[event.combatant]
    own: dict[str, Any] = {}
    if event.ability is not None:
        own["uses"] = {**one.uses, event.ability: one.uses.get(event.ability, 0) + 1}
    if event.weapon is not None and event.target is not None:
        known = event.hidden or event.weapon in one.weapons_shown
        shown = one.weapons_shown if known else (*one.weapons_shown, event.weapon)
        own |= {"last_weapon": event.weapon, "last_target": event.target, "weapons_shown": shown}
    changes = _laid_out(event)
    if event.slot == "reaction":
        own["reaction_spent"] = True
        changes["window"] = _reacted(state.window, event)
    elif state.turn is not None and state.turn.combatant == event.combatant:
        changes["turn"] = _spent(state.turn, event)
    return with_combatant(state, replace(one, **own), **changes) if own else replace(state, **changes)


def _spent(turn: Turn, event: ev.ActionTaken) -> Turn:
    if event.slot == "bonus":
        return replace(turn, bonus_taken=turn.bonus_taken + 1)
    if event.slot != "action":
        return turn
    weapon = (event.weapon,) if event.action == "attack" and event.weapon is not None else ()
    return replace(
        turn,
        actions_left=turn.actions_left - 1,
        actions_taken=turn.actions_taken + 1,
        dashes=turn.dashes + (event.action == "dash"),
        attacked_with=turn.attacked_with + weapon,
    )


def _reacted(window: Window | None, event: ev.ActionTaken) -> Window | None:
    if window is None:
        return None
    waiting = tuple(one for one in window.waiting if one != event.combatant)
    dodge = window.dodge + (DODGE if event.action == "dodge" else 0)
    return replace(window, waiting=waiting, dodge=dodge)


def _laid_out(event: ev.ActionTaken) -> dict[str, Any]:
    played = Played(
        by=event.combatant,
        name=event.name,
        kind=event.slot,
        verb=event.ability or event.action,
        target=event.target,
        target_name=event.target_name,
        weapon=event.weapon,
        card=event.card,
    )
    return {"played": played} if event.hidden else {"played": played, "played_seen": played}


def moved(state: State, event: ev.Moved) -> State:
    if event.to is not None:
        state = change(state, event.combatant, at=event.to)
    turn = state.turn
    if turn is None or turn.combatant != event.combatant or event.by_ability:
        return state
    return replace(state, turn=replace(turn, moved=turn.moved + event.feet))


def actions_gained(state: State, event: ev.ActionsGained) -> State:
    turn = state.turn
    if turn is None or turn.combatant != event.combatant:
        return state
    return replace(state, turn=replace(turn, actions_left=turn.actions_left + event.count))


def damage_card_fixed(state: State, event: ev.DamageCardFixed) -> State:
    turn = state.turn
    if turn is None or turn.combatant != event.combatant:
        return state
    return replace(state, turn=replace(turn, damage_card=event.value))


def window_opened(state: State, event: ev.WindowOpened) -> State:
    assert event.strike is not None
    window = Window(id=event.window, waiting=event.waiting, strike=event.strike, counted=event.counted)
    return replace(state, window=window, windows=state.windows + 1)


def card_counted(state: State, event: ev.CardCounted) -> State:
    assert state.window is not None
    return replace(state, window=replace(state.window, counted=(*state.window.counted, event.counted)))


def reaction_passed(state: State, event: ev.ReactionPassed) -> State:
    assert state.window is not None
    waiting = tuple(one for one in state.window.waiting if one != event.combatant)
    return replace(state, window=replace(state.window, waiting=waiting))


def attack_rolled(state: State, event: ev.AttackRolled) -> State:
    last, turn, seen = event.last, state.turn, not event.hidden
    if turn is not None and turn.combatant == last.by and event.slot != "reaction" and turn.damage_card is not None:
        turn = replace(turn, damage_card=None)
    played = _with_dice(state.played, event)
    changes: dict[str, Any] = {"turn": turn, "last": last, "played": played}
    if seen:
        same = state.played_seen is state.played
        changes |= {"last_seen": last, "played_seen": played if same else _with_dice(state.played_seen, event)}
    return replace(state, **changes)


def _with_dice(played: Played | None, event: ev.AttackRolled) -> Played:
    last, damage = event.last, event.last.damage
    if played is None or played.by != last.by:
        played = Played(by=last.by, name=event.name, kind=event.slot, verb=last.ability or "attack")
    return replace(
        played,
        target=last.target,
        target_name=event.target_name,
        weapon=last.weapon,
        roll=last.roll,
        total=last.total,
        hit=last.hit,
        dice=damage.dice if damage else (),
        damage_card=damage.card if damage else None,
        harm=damage.taken if damage else None,
        type=event.damage_type,
    )


def check_rolled(state: State, event: ev.CheckRolled) -> State:
    last = event.last
    state = replace(state, last=last, played=_with_check(state.played, last))
    if event.hidden:
        return state
    return replace(state, last_seen=last, played_seen=_with_check(state.played_seen, last))


def _with_check(played: Played | None, last: CheckLast) -> Played | None:
    if played is None or played.by != last.by:
        return played
    return replace(played, roll=last.roll, total=last.total, hit=last.success)
