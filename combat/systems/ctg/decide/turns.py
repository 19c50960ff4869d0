"""Moving, speaking, and ending the turn (R44, R57, R60)."""

from combat.systems.ctg import events as ev
from combat.systems.ctg import legal
from combat.systems.ctg.commands import EndTurn, Free, Move
from combat.systems.ctg.decide import effects, order, strikes
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.state import Combatant, Turn

FARTHEST = 10000


def move(desk: Desk, command: Move) -> None:
    one = legal.actor(desk.state, desk.actor, command.by)
    legal.require_running(desk.state)
    turn = legal.require_turn(desk.state, one)
    feet = _feet(desk, one, command)
    refuse_unless(not one.has_flag("cannot_move"), "cannot_move")
    legal.require_movement(desk.state, one, turn, feet)
    desk(ev.Moved(combatant=one.id, name=one.name, feet=feet, stood=command.stand, hidden=one.hidden))
    if command.stand:
        for borne in one.effects:
            if "prone" in borne.effect.flags:
                effects.end(desk, one, borne.effect.name)


def _feet(desk: Desk, one: Combatant, command: Move) -> int:
    """What it costs; getting up is a move of its own."""
    refuse_unless(command.to is None, "bad_value", "There is no map: say how many feet.")
    if command.stand:
        refuse_unless(command.feet is None, "bad_value", "Get up first, then move.")
        refuse_unless(one.has_flag("prone"), "bad_value", f"{one.name} is on their feet.")
        return legal.standing_up(desk.state, one)
    return legal.whole(command.feet, 0, FARTHEST)


def free(desk: Desk, command: Free) -> None:
    """By anybody conscious, at any time after the start (D21)."""
    one = legal.actor(desk.state, desk.actor, command.by)
    legal.require_running(desk.state)
    legal.require_awake(one)
    desk(ev.FreeActionTaken(combatant=one.id, name=one.name, text=legal.text(command.text), hidden=one.hidden))


def end_turn(desk: Desk, command: EndTurn) -> None:
    if command.by is None:
        _gm_ends(desk, command)
        return
    one = legal.actor(desk.state, desk.actor, command.by)
    legal.require_running(desk.state)
    turn = legal.require_turn(desk.state, one)
    _end(desk, one, turn, command.card, "ended")


def _gm_ends(desk: Desk, command: EndTurn) -> None:
    """Whatever turn is running; an attack of it that waits for an answer is dropped."""
    refuse_unless(desk.actor.is_gm, "gm_only")
    legal.require_running(desk.state)
    turn, acting = desk.state.turn, desk.state.acting
    if turn is None or acting is None:
        refuse("not_your_turn", "Nobody has the turn.")
    legal.owed_card(desk.state, acting, command.card)
    if desk.state.window is not None and desk.state.window.strike.by == acting.id:
        strikes.drop(desk)
    _end(desk, acting, turn, command.card, "gm")


def _end(desk: Desk, one: Combatant, turn: Turn, card: str | None, how: order.EndedHow) -> None:
    chosen = legal.owed_card(desk.state, one, card)
    order.end_turn(desk, how, chosen)
