"""An ended fight at any of its steps. After the end there are no secrets."""

from dataclasses import dataclass, replace

from combat.documents import events_of, system_of
from combat.engine import history
from combat.engine.viewers import GM, SPECTATOR
from combat.looks import Look, table_of
from combat.models import Encounter, LogEntry
from combat.selectors import LogLine, lines_of

SHOWN = (LogEntry.Kind.OPENING, LogEntry.Kind.COMMAND)


@dataclass(frozen=True)
class Step:
    """The table as it stood after one step, and the lines of that step."""

    look: Look
    lines: list[LogLine]


def steps_of(encounter: Encounter) -> list[int]:
    """Numbers of the entries that stand, in order: what was taken back is left out."""
    rows = encounter.log.filter(kind__in=SHOWN, undone_by=None).order_by("number")
    return list(rows.values_list("number", flat=True))


def step_at(encounter: Encounter, place: int) -> Step:
    """The table after the step in this place (from 0), with everybody's cards, to look at only."""
    system = system_of(encounter)
    number = steps_of(encounter)[place]
    state = system.empty()
    entries = encounter.log.filter(number__lte=number, undone_by=None).order_by("number")
    for entry in entries.iterator():
        state = history.fold(system, state, events_of(system, entry.events))
    view = system.project(state, GM)
    table = replace(table_of(encounter, SPECTATOR, view), deadline=None)
    look = Look(encounter.version, SPECTATOR, table, view, (), ())
    return Step(look, lines_of(encounter, encounter.log.get(number=number), GM))
