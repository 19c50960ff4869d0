"""What goes back to the sheets when a fight has ended."""

from combat.engine.records import record
from combat.systems.d100.sheet import Injury
from combat.systems.d100.state import State


@record
class Outcome:
    combatant: str
    name: str
    status: str
    wounds: int
    dead: bool
    criticals: tuple[str, ...]
    """All that were suffered in this fight."""
    injuries: tuple[Injury, ...]
    """Those that nobody has treated."""
    losses: tuple[Injury, ...]
    """What is gone for good."""
    fatigued: int = 0


def outcome(state: State) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(
            combatant=one.id,
            name=one.name,
            status="dead" if one.dead else "unconscious" if one.has("unconscious") else "active",
            wounds=one.wounds,
            dead=one.dead,
            criticals=one.criticals,
            injuries=tuple(
                Injury(name=lasting.name, location=lasting.location or "body")
                for lasting in one.lasting if lasting.kind == "critical" and lasting.treated
            ),
            losses=tuple(
                Injury(name=lasting.name.removeprefix("lost "), location=lasting.location or "body")
                for lasting in one.lasting if lasting.kind == "loss"
            ),
            fatigued=one.levels("fatigued"),
        )
        for one in state.combatants
    )  # fmt: skip
