"""Who may answer an attack or must discard (R55, R56, R65)."""

from combat.systems.ctg.refusals import refuse
from combat.systems.ctg.state import Combatant, Request, State


def could_react(state: State, one: Combatant) -> bool:
    """On public grounds only: never because of what is in the hand (R56)."""
    if not one.is_awake or one.reaction_spent or one.has_flag("cannot_react"):
        return False
    owed = state.turn is not None and state.turn.combatant == one.id and state.turn.owed
    return len(one.hand) > (1 if owed else 0)


def is_asked(state: State, one: Combatant) -> bool:
    return could_react(state, one) and not state.switches_of(one.owner).auto_pass


def require_waited_for(state: State, one: Combatant) -> None:
    window = state.window
    if window is None or one.id not in window.waiting:
        refuse("no_window")


def discard_request(state: State, one: Combatant) -> Request | None:
    """The oldest request that this one has to answer with cards (R65)."""
    if not state.requests:
        return None
    return next((each for each in state.requests if each.action == "discard" and each.target == one.id), None)
