"""At a table without a game master of flesh and blood, a decided fight ends by itself."""

from typing import Any

from combat.documents import state_of, system_of
from combat.engine.system import RuleSystem
from combat.models import Encounter, EncounterStatus


def ends_by_itself(encounter: Encounter) -> bool:
    """Only a try-out's, which expires: everywhere else the game master says when it is over."""
    if encounter.status != EncounterStatus.RUNNING:
        return False
    system, state = system_of(encounter), state_of(encounter)
    if not any(one.autoplay for one in state.combatants) or system.deadline(state) is not None:
        return False
    return encounter.campaign.expires_at is not None and is_decided(system, state)


def is_decided(system: RuleSystem, state: Any) -> bool:
    """Whether at most one side still stands."""
    everybody = system.truth(state).combatants.values()
    return len({one.side for one in everybody if one.status == "active"}) <= 1
