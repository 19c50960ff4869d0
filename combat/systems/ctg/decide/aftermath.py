"""What follows by itself after a command, until nothing more does."""

from typing import Literal

from combat.systems.ctg import events as ev
from combat.systems.ctg import legal
from combat.systems.ctg.decide import order, strikes
from combat.systems.ctg.decide.desk import Desk


def aftermath(desk: Desk) -> None:
    if desk.state.phase not in ("surprise", "turns"):
        return
    while _something_follows(desk):
        pass
    order.advance(desk)
    while _something_follows(desk):
        order.advance(desk)


def _something_follows(desk: Desk) -> bool:
    return _window_settles(desk) or _fallen(desk) or _slot_is_over(desk) or _ends_by_itself(desk)


def _window_settles(desk: Desk) -> bool:
    """D12: it is dropped where the attack cannot happen, and rolled where nobody can answer any more."""
    window = desk.state.window
    if window is None:
        return False
    if not strikes.can_go_on(desk, window.strike):
        strikes.drop(desk)
        return True
    for waited in window.waiting:
        one = desk[waited]
        if not legal.is_asked(desk.state, one):
            how: Literal["auto", "unable"] = "unable" if not legal.could_react(desk.state, one) else "auto"
            desk(ev.ReactionPassed(combatant=one.id, name=one.name, how=how, hidden=one.hidden))
    window = desk.state.window
    if window is None or window.waiting:
        return False
    strikes.answered(desk)
    return True


def _fallen(desk: Desk) -> bool:
    """D5: who cannot act any more loses the rest of the turn."""
    acting = desk.state.acting
    if acting is None or acting.can_act:
        return False
    order.end_turn(desk, "fell")
    return True


def _slot_is_over(desk: Desk) -> bool:
    """R30: a surpriser's slot ends with the action."""
    turn = desk.state.turn
    if turn is None or not turn.surprise or turn.actions_left > 0 or desk.state.window is not None:
        return False
    order.end_turn(desk, "acted")
    return True


def _ends_by_itself(desk: Desk) -> bool:
    """R44: the switch, once no action and no other card is left."""
    turn, acting = desk.state.turn, desk.state.acting
    if turn is None or acting is None or turn.actions_left > 0 or acting.hand or desk.state.window is not None:
        return False
    if not desk.state.switches_of(acting.owner).auto_end:
        return False
    order.end_turn(desk, "auto")
    return True
