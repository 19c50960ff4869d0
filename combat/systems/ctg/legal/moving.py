"""How far somebody may move (R60)."""

import math
from fractions import Fraction

from combat.systems.ctg.refusals import refuse_unless
from combat.systems.ctg.state import Combatant, State, Turn


def speed(state: State, one: Combatant) -> int:
    """With effects, times the environment's factor, rounded up, never below nothing (D21)."""
    plain = one.sheet.speed + one.from_effects("speed")
    if state.environment.speed == 1:
        return max(0, plain)
    factor = Fraction(str(state.environment.speed))
    return max(0, math.ceil(plain * factor))


def movement(state: State, one: Combatant, turn: Turn) -> int:
    """Feet of the whole turn."""
    return 0 if turn.surprise else speed(state, one) * (1 + turn.dashes)


def require_movement(state: State, one: Combatant, turn: Turn, feet: int) -> None:
    left = movement(state, one, turn) - turn.moved
    refuse_unless(left > 0 and feet <= left, "no_move_left")


def standing_up(state: State, one: Combatant) -> int:
    """Getting up costs half the speed (D16)."""
    return (speed(state, one) + 1) // 2
