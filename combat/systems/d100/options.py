"""placeholder"""

from combat.engine.system import Option
from combat.engine.viewers import Viewer
from combat.systems.d100.state import State


def options(state: State, viewer: Viewer) -> tuple[Option, ...]:
    return ()
