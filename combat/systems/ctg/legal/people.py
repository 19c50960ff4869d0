"""Who may act, and on whom."""

from combat.engine.viewers import Viewer
from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.sheet import Ability
from combat.systems.ctg.state import Combatant, State, Turn


def is_seen(viewer: Viewer, one: Combatant) -> bool:
    return viewer.is_gm or not one.hidden


def seen(state: State, viewer: Viewer) -> tuple[Combatant, ...]:
    return tuple(one for one in state.combatants if is_seen(viewer, one))


def controls(viewer: Viewer, one: Combatant) -> bool:
    """The GM may act for anybody (R95)."""
    return viewer.is_gm or viewer.owns(one.owner)


def actor(state: State, viewer: Viewer, by: str) -> Combatant:
    one = state.get(by)
    if one is None or not is_seen(viewer, one):
        refuse("unknown_combatant")
    refuse_unless(controls(viewer, one), "not_yours")
    return one


def require_running(state: State) -> None:
    if state.phase == "setup":
        refuse("not_started")
    refuse_unless(state.phase != "ended", "ended")


def require_not_ended(state: State) -> None:
    refuse_unless(state.phase != "ended", "ended")


def require_awake(one: Combatant) -> None:
    if one.is_awake:
        return
    refuse("dead" if one.is_dead else "unconscious", f"{one.name} is {'dead' if one.is_dead else 'unconscious'}.")


def require_turn(state: State, one: Combatant) -> Turn:
    """It is awake, able to act, has the turn, and nothing is to be answered first."""
    require_awake(one)
    refuse_unless(one.can_act, "cannot_act")
    turn = state.turn
    if turn is None or turn.combatant != one.id:
        refuse("not_your_turn", f"It is not {one.name}'s turn.")
    refuse_unless(state.window is None, "window_open")
    return turn


def can_take_turn_commands(state: State, one: Combatant) -> bool:
    turn = state.turn
    return one.can_act and turn is not None and turn.combatant == one.id and state.window is None


def target(state: State, viewer: Viewer, name: str | None) -> Combatant:
    refuse_unless(name is not None, "bad_target", "Choose a target.")
    one = state.get(name)
    if one is None or not is_seen(viewer, one):
        refuse("unknown_combatant")
    return one


def is_attack_target(by: Combatant, other: Combatant) -> bool:
    """Anybody but oneself and the dead (D17)."""
    return other.id != by.id and not other.is_dead


def is_ally(by: Combatant, other: Combatant) -> bool:
    return other.id != by.id and other.side == by.side


def is_aid_target(by: Combatant, other: Combatant) -> bool:
    return is_ally(by, other) and not other.is_dead


def is_first_aid_target(by: Combatant, other: Combatant) -> bool:
    """Only one who is unconscious and not stable (R86, D15)."""
    return other.id != by.id and other.status == "unconscious"


def is_ability_target(ability: Ability, by: Combatant, other: Combatant) -> bool:
    if other.is_dead:
        return False
    match ability.target:
        case "self":
            return other.id == by.id
        case "ally":
            return is_ally(by, other)
        case "enemy":
            return other.side != by.side
        case "any":
            return True
