"""A stored fight as the file that leaves the house, and as what its fairness page shows."""

from collections.abc import Mapping
from typing import Any

from combat import codec
from combat.documents import events_of, system_of
from combat.engine.chance import Use
from combat.engine.viewers import Viewer
from combat.fairness import Line, Stream, fight_record
from combat.models import Encounter, EncounterStatus, LogEntry
from combat.selectors import Place, lines_of

PLAYED = (LogEntry.Kind.OPENING, LogEntry.Kind.COMMAND, LogEntry.Kind.UNDO)


def fight_file(place: Place) -> dict[str, Any]:
    """The whole fight once it has ended; before that only what this viewer has read, and no seed."""
    encounter = place.encounter
    if encounter.status != EncounterStatus.ENDED:
        return _running_file(encounter, place.viewer)
    return fight_record(
        system=system_of(encounter),
        name=encounter.name,
        encounter=str(encounter.public_id),
        streams=[Stream(seed=bytes.fromhex(one["seed"])) for one in encounter.streams],
        lines=_lines(encounter),
    )


def _lines(encounter: Encounter) -> list[Line]:
    """What was played, numbered afresh: talk is no part of the record."""
    entries = list(encounter.log.filter(kind__in=PLAYED).order_by("number"))
    numbers = {entry.number: place for place, entry in enumerate(entries)}
    return [_line(encounter, entry, numbers) for entry in entries]


def _line(encounter: Encounter, entry: LogEntry, numbers: Mapping[int, int]) -> Line:
    system = system_of(encounter)
    command, actor = entry.detail.get("command"), entry.detail.get("actor")
    return Line(
        number=numbers[entry.number],
        kind=entry.kind,
        events=events_of(system, entry.events),
        actor=codec.load(Viewer, actor) if actor else None,
        command=codec.load(system.command_type, command) if command else None,
        numbers=tuple(numbers[number] for number in entry.detail.get("numbers", ())),
        uses=tuple(
            codec.load(Use, {name: value for name, value in use.items() if name != "stream"}) for use in entry.uses
        ),
        stream=entry.uses[0]["stream"] if entry.uses else 0,
        undone=entry.undone_by is not None,
        at=entry.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
    )


def _running_file(encounter: Encounter, viewer: Viewer) -> dict[str, Any]:
    lines = [line for entry in encounter.log.order_by("number") for line in lines_of(encounter, entry, viewer)]
    return {
        "format": 1,
        "name": encounter.name,
        "system": encounter.system,
        "status": "running",
        "lines": [
            {
                "n": line.n,
                "at": line.entry.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "undone": line.entry.undone_by is not None,
            }
            | (
                {"event": codec.dump(line.event)}
                if line.event is not None
                else {line.entry.kind: dict(line.detail or {})}
            )
            for line in lines
        ],
        "fairness": {
            "encounter": str(encounter.public_id),
            "streams": [{"commitment": stream["commitment"]} for stream in encounter.streams],
            "cuts": [],
            "uses": [],
        },
    }


def cuts_of(encounter: Encounter) -> list[Mapping[str, Any]]:
    """Every cut that was given, in order: they are public at once."""
    return list(encounter.log.filter(kind=LogEntry.Kind.CUT).order_by("number").values_list("detail", flat=True))
