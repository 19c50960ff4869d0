"""What goes back to the sheets when the fight has ended."""

from combat.engine.records import record
from combat.systems.ctg.state import State


@record
class BodyAfter:
    combatant: str
    name: str
    owner: str | None
    status: str
    health: int
    max_health: int
    temporary_health: int


def outcome(state: State) -> tuple[BodyAfter, ...]:
    return tuple(
        BodyAfter(
            combatant=one.id,
            name=one.name,
            owner=one.owner,
            status=one.status,
            health=one.health,
            max_health=one.sheet.max_health,
            temporary_health=one.temporary_health,
        )
        for one in state.combatants
    )
