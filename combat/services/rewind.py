"""Undo: back by steps or to before a log line. The log keeps what was undone, and the version goes up."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from combat.documents import events_of, state_of, system_of
from combat.engine import history
from combat.engine.errors import IllegalCommand
from combat.engine.history import Entry, Undo
from combat.models import Encounter, EncounterStatus, LogEntry, User
from combat.selectors import Place, lines_of
from combat.services.chance import stream_commit
from combat.services.commands import entries_unseen
from combat.services.gestures import Press
from combat.services.recording import Change, change_write, changes_flush, viewer_named
from combat.services.refusals import StaleCommand, gm_only


def rewind_press(
    *,
    encounter_id: int | UUID,
    user: User,
    command_id: str,
    steps: int | None = None,
    to: int | None = None,
    seen_lines: int | None = None,
) -> Press:
    """Take back the newest `steps` commands, or every one from entry `to` on.

    `to` needs `seen_lines`: what has happened since the page showed its line would be lost with the rest.
    """

    def act(place: Place) -> None:
        require_gm(place)
        if to is not None and seen_lines is None:
            raise StaleCommand
        if seen_lines is not None and any(entries_unseen(place, seen_lines)):
            raise StaleCommand
        changes_flush([place.encounter])
        _rewind(place, user, steps=steps, to=to)

    body = {"undo": {"steps": steps, "to": to}}
    return Press(encounter_id=encounter_id, user=user, command_id=command_id, body=body, act=act)


def require_gm(place: Place) -> None:
    if not place.viewer.is_gm:
        raise gm_only("Only the game master takes things back.")


def _rewind(place: Place, user: User, *, steps: int | None, to: int | None) -> None:
    encounter = place.encounter
    undo = undo_of(encounter, steps=steps, to=to)
    if encounter.status == EncounterStatus.ENDED:
        # The seed is open: what comes now must come from one that nobody knows.
        stream_commit(encounter)
    number = encounter.version
    change_write(
        encounter,
        Change(
            kind=LogEntry.Kind.UNDO,
            do="undo",
            state=undo.state,
            user=user,
            events=undo.events,
            detail={"who": place.membership.name, "numbers": list(undo.numbers), "steps": _steps_seen(encounter, undo)},
            fresh_clock=True,
        ),
    )
    encounter.log.filter(number__in=undo.numbers).update(undone_by=number)


def _steps_seen(encounter: Encounter, undo: Undo) -> dict[str, int]:
    """By audience: how many of the steps it had read of."""
    entries = encounter.log.filter(number__in=undo.numbers)
    return {
        audience: sum(1 for entry in entries if lines_of(encounter, entry, viewer_named(audience)))
        for audience in encounter.lines
    } | {"gm": len(undo.numbers)}


def undo_of(encounter: Encounter, *, steps: int | None, to: int | None) -> Undo:
    entries = history_of(encounter)
    count = steps if to is None else sum(1 for one in entries if one.number >= to and one.undoable and not one.undone)
    return history.undo(system_of(encounter), entries, 1 if count is None else count)


def history_of(encounter: Encounter) -> list[Entry]:
    """The whole log as the engine replays it."""
    system = system_of(encounter)
    rows = encounter.log.order_by("number").values_list("number", "events", "undoable", "undone_by")
    return [
        Entry(number=number, events=events_of(system, events), undoable=undoable, undone=undone_by is not None)
        for number, events, undoable, undone_by in rows
    ]


@dataclass(frozen=True)
class Preview:
    """What an undo would change, for the game master."""

    entries: list[LogEntry]
    """Newest first."""
    before: Any
    after: Any
    """The view now, and as it would be."""


def rewind_preview(place: Place, *, to: int | None) -> Preview:
    if not place.viewer.is_gm:
        raise IllegalCommand("gm_only", "Only the game master takes things back.")
    system = system_of(place.encounter)
    undo = undo_of(place.encounter, steps=None, to=to)
    return Preview(
        entries=list(place.encounter.log.filter(number__in=undo.numbers).order_by("-number")),
        before=system.project(state_of(place.encounter), place.viewer),
        after=system.project(undo.state, place.viewer),
    )
