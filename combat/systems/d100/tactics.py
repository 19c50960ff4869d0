from typing import Any

from combat.systems.d100.state import State


def suggest(state: State, combatant: str) -> Any | None:
    return None
