"""Decide, fold, write: what every accepted command goes through, whoever sent it."""

import time
from typing import Any

from combat import codec, metrics
from combat.documents import state_of, system_of
from combat.engine import history
from combat.engine.viewers import GM, Viewer
from combat.models import Encounter, LogEntry, User
from combat.services import chance as streams
from combat.services.deciding import ends_by_itself
from combat.services.recording import Change, change_write


def command_carry_out(
    encounter: Encounter, *, viewer: Viewer, command: Any, user: User | None = None, seat: int | None = None
) -> None:
    """Decide, fold, write; inside the transaction that has locked the row. The clock comes in here."""
    begun = time.perf_counter()
    system, state = system_of(encounter), state_of(encounter)
    chance = streams.chance_for(encounter)
    events = system.decide(state, viewer, command, chance)
    entry = change_write(
        encounter,
        Change(
            kind=LogEntry.Kind.COMMAND,
            state=history.fold(system, state, events),
            do=command.do,
            user=user,
            seat=seat,
            events=events,
            uses=tuple(streams.chance_keep(encounter, chance)),
            undoable=command.undoable,
            detail={"command": codec.dump(command), "actor": {"role": viewer.role.value, "player": viewer.player}},
        ),
    )
    entry.took = time.perf_counter() - begun
    metrics.action(encounter.system, command.do, entry.took)
    if ends_by_itself(encounter):
        command_carry_out(encounter, viewer=GM, command=codec.parse_command(system, "end", {}))
