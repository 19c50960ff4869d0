"""Who may send what, and when: the first checks of every command, in their order."""

from typing import NoReturn

from combat.engine.errors import IllegalCommand
from combat.engine.viewers import Viewer
from combat.systems.d100.state import Combatant, State

BROKEN_MAY = ("sprint", "hide", "disengage")


def refuse(code: str, words: str) -> NoReturn:
    raise IllegalCommand(code, words)


def require_gm(actor: Viewer) -> None:
    if not actor.is_gm:
        refuse("gm_only", "Only the game master does that.")


def actor_of(state: State, actor: Viewer, by: str) -> Combatant:
    """Whoever acts, if this sender may see and play it."""
    combatant = somebody(state, actor, by)
    if not actor.is_gm and not actor.owns(combatant.owner):
        refuse("not_yours", f"{combatant.name} is not yours to play.")
    return combatant


def somebody(state: State, actor: Viewer, id: str) -> Combatant:
    combatant = state.find(id)
    if combatant is None or (combatant.hidden and not actor.is_gm):
        refuse("unknown_combatant", "There is nobody of that name in this fight.")
    return combatant


def require_running(state: State) -> None:
    if state.phase == "setup":
        refuse("not_started", "The fight has not begun yet.")
    if state.phase == "ended":
        refuse("ended", "The fight is over.")


def require_conscious(combatant: Combatant) -> None:
    if combatant.dead:
        refuse("dead", f"{combatant.name} is dead.")
    if combatant.has("unconscious"):
        refuse("unconscious", f"{combatant.name} is unconscious.")


def require_turn(state: State, combatant: Combatant, *, action: str | None = None) -> None:
    """`action`: what the Action is wanted for; None where it needs none."""
    if action is not None:
        _require_able(combatant, action)
    if state.turn is None or state.turn.combatant != combatant.id:
        refuse("not_your_turn", f"It is not {combatant.name}'s turn.")
    if state.attack is not None:
        refuse("window_open", "An attack waits for its defence first.")


def _require_able(combatant: Combatant, action: str) -> None:
    for condition in ("surprised", "stunned"):
        if combatant.has(condition):
            refuse("cannot_act", f"{combatant.name} is {condition} and cannot act.")
    if combatant.has("broken") and action not in BROKEN_MAY:
        refuse("cannot_act", f"{combatant.name} is broken: move away, sprint, hide or disengage.")


def require_action(state: State) -> None:
    if state.turn is None or state.turn.action < 1:
        refuse("no_action_left", "The Action of this turn is spent.")
