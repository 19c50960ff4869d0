"""Whether somebody may move so (7, R22, R23, R31, R40, D23)."""

from combat.engine.viewers import Viewer
from combat.systems.d100 import body
from combat.systems.d100.commands import Move
from combat.systems.d100.legal.people import actor_of, refuse, require_conscious, require_running, require_turn
from combat.systems.d100.state import Combatant, State

PRICE_OF_LEAVING = 2
HELD = ("entangled", "surprised")


def check_move(state: State, actor: Viewer, command: Move) -> tuple[Combatant, int]:
    """Who moves, and how many yards (0 where it stands up)."""
    mover = actor_of(state, actor, command.by)
    require_running(state)
    require_conscious(mover)
    require_turn(state, mover)
    if command.stand:
        _require_to_stand(state, mover, command)
        return mover, 0
    distance = _distance(state, mover, command)
    _require_price(state, mover, command)
    require_free(mover)
    if distance > body.yards_left(state):
        refuse("no_move_left", f"So far is too far: {body.yards_left(state)} yards are left.")
    return mover, distance


def _require_to_stand(state: State, mover: Combatant, command: Move) -> None:
    if command.yards or command.to is not None or command.leave is not None:
        refuse("bad_value", "Standing up takes the whole Move.")
    if not mover.has("prone"):
        refuse("bad_value", f"{mover.name} stands already.")
    require_free(mover)
    if mover.wounds == 0:
        refuse("cannot_move", "Nobody stands up at 0 Wounds.")
    if state.turn is None or state.turn.no_move or state.turn.moved:
        refuse("no_move_left", "Standing up needs a Move of which nothing is spent.")


def _distance(state: State, mover: Combatant, command: Move) -> int:
    if state.map is not None and mover.at is not None:
        return _on_the_map(state, mover, command.to)
    if command.to is not None:
        refuse("bad_value", "There is no map: give yards.")
    if command.yards is None or command.yards < 1:
        refuse("bad_value", "Give the yards to move.")
    return command.yards


def _on_the_map(state: State, mover: Combatant, to: tuple[int, int] | None) -> int:
    if to is None or not is_free(state, to) or mover.at is None:
        refuse("bad_value", "Choose a free square of the map.")
    return body.squares_between(mover.at, to) * body.YARDS_A_SQUARE


def is_free(state: State, square: tuple[int, int]) -> bool:
    if state.map is None or not (0 <= square[0] < state.map[0] and 0 <= square[1] < state.map[1]):
        return False
    return all(one.at != square or one.dead for one in state.combatants)


def _require_price(state: State, mover: Combatant, command: Move) -> None:
    if command.leave is None:
        return
    if command.leave != "advantage" or not needs_a_way_out(state, mover):
        refuse("bad_value", "There is nothing to pay for.")
    if mover.advantage < PRICE_OF_LEAVING:
        refuse("bad_value", f"Leaving costs {PRICE_OF_LEAVING} Advantage.")


def needs_a_way_out(state: State, mover: Combatant) -> bool:
    """R40: Engaged, and the way is not open yet."""
    if not state.rules.engagement_rules or state.turn is None or state.turn.way_open:
        return False
    return bool(body.engaged_with(state, mover))


def require_free(mover: Combatant) -> None:
    for condition in HELD:
        if mover.has(condition):
            refuse("cannot_move", f"{mover.name} is {condition} and cannot move.")


def require_legs(state: State, mover: Combatant) -> None:
    """For a Sprint or a charge."""
    require_free(mover)
    if mover.has("prone"):
        refuse("cannot_move", f"{mover.name} lies on the ground: stand up first.")


def landing(state: State, mover: Combatant, target: Combatant) -> tuple[int, int] | None:
    """The free square next to the target that is nearest to whoever charges."""
    if state.map is None or mover.at is None or target.at is None:
        return None
    start, (x, y) = mover.at, target.at
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    free = [square for square in around if is_free(state, square) or square == start]
    return min(free, key=lambda square: (body.squares_between(start, square), square), default=None)
