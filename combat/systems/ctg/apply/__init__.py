"""The state after an event. Total: no chance, no refusal."""

from typing import assert_never

from combat.engine.memo import applied
from combat.engine.records import replace
from combat.systems.ctg import events as ev
from combat.systems.ctg.apply import bodies, cards, turns
from combat.systems.ctg.apply.changes import change
from combat.systems.ctg.state import Request, State, Switches


def apply(state: State, event: ev.Event) -> State:
    return applied(state, event, _apply)


def _apply(state: State, event: ev.Event) -> State:
    match event:
        case ev.ActionTaken():
            return turns.action_taken(state, event)
        case ev.CardPlayed():
            return cards.card_played(state, event)
        case ev.TurnBegan():
            return turns.turn_began(state, event)
        case ev.TurnEnded():
            return turns.turn_ended(state, event)
        case ev.AttackRolled():
            return turns.attack_rolled(state, event)
        case ev.HealthLost():
            return bodies.health_lost(state, event)
        case ev.WindowOpened():
            return turns.window_opened(state, event)
        case ev.WindowClosed():
            return replace(state, window=None)
        case ev.ReactionPassed():
            return turns.reaction_passed(state, event)
        case ev.CardCounted():
            return turns.card_counted(state, event)
        case ev.CardsDrawn():
            return cards.cards_drawn(state, event)
        case ev.CardsDiscarded():
            return cards.cards_discarded(state, event)
        case ev.DamageCardDrawn():
            return cards.damage_card_drawn(state, event)
        case ev.RoundBegan():
            return turns.round_began(state, event)
        case ev.TurnSkipped():
            return turns.turn_skipped(state, event)
        case ev.TieRolled():
            one = state[event.combatant]
            return change(state, event.combatant, rolls=(*one.rolls, event.roll))
        case ev.DeckShuffled():
            return cards.deck_shuffled(state, event)
        case ev.DrawBegan():
            return replace(cards.draw_began(state, event), phase="turns")
        case ev.EffectGiven():
            return bodies.effect_given(state, event)
        case ev.EffectsCounted():
            return bodies.effects_counted(state, event)
        case ev.EffectEnded():
            return bodies.effect_ended(state, event)
        case ev.HealthGained():
            return bodies.health_gained(state, event)
        case ev.Stabilised():
            return change(state, event.combatant, health=0, stable=True)
        case ev.CheckRolled():
            return turns.check_rolled(state, event)
        case ev.Moved():
            return turns.moved(state, event)
        case ev.ActionsGained():
            return turns.actions_gained(state, event)
        case ev.DamageCardFixed():
            return turns.damage_card_fixed(state, event)
        case ev.RequestOpened():
            return _request_opened(state, event)
        case ev.RequestResolved():
            return replace(state, requests=tuple(one for one in state.requests if one.id != event.request))
        case ev.SwitchTurned():
            return _switched(state, event)
        case ev.SurpriseSlotBegan():
            return turns.slot_began(state, event)
        case ev.SurpriserPassedOver():
            return turns.passed_over(state, event)
        case ev.SurpriseEnded():
            return replace(state, phase="turns")
        case ev.ValueSet():
            return bodies.value_set(state, event)
        case ev.CardsPicked():
            return cards.cards_picked(state, event)
        case ev.CardsSunk():
            return cards.cards_sunk(state, event)
        case ev.EnvironmentChanged():
            return replace(state, environment=event.environment)
        case ev.TableLaid():
            return State(house_rules=event.house_rules, environment=event.environment, map=event.map)
        case ev.CombatantJoined():
            return bodies.joined(state, event)
        case ev.CombatantRemoved():
            return bodies.removed(state, event)
        case ev.CombatantHidden():
            return change(state, event.combatant, hidden=True)
        case ev.CombatantRevealed():
            return bodies.revealed(state, event)
        case ev.OwnerChanged():
            return change(state, event.combatant, owner=event.owner)
        case ev.FightStarted():
            return replace(state, phase="surprise" if event.surprisers else "turns", surprisers=event.surprisers)
        case ev.FightEnded():
            return replace(state, phase="ended", turn=None, window=None)
        case ev.HandLooked() | ev.FreeActionTaken() | ev.AttackDropped() | ev.StatusChanged():
            return state  # a line of the log, and nothing else
        case _:
            assert_never(event)


def _request_opened(state: State, event: ev.RequestOpened) -> State:
    shown = state.requests_shown + (not event.hidden)
    request = Request(
        id=event.request,
        shown_id=shown,
        by=event.combatant,
        action=event.action,
        text=event.text,
        target=event.target,
        count=event.count,
        hidden=event.hidden,
    )
    return replace(state, requests=(*state.requests, request), requests_made=event.request, requests_shown=shown)


def _switched(state: State, event: ev.SwitchTurned) -> State:
    old = state.switches.get(event.owner, Switches())
    new = Switches(
        auto_end=old.auto_end if event.auto_end is None else event.auto_end,
        auto_pass=old.auto_pass if event.auto_pass is None else event.auto_pass,
    )
    return replace(state, switches={**state.switches, event.owner: new})
