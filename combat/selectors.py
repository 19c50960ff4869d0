"""The one door to a table, and what somebody may read there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.http import Http404

from combat import statements
from combat.access import expired
from combat.documents import entry_events, has_state, system_of
from combat.engine.viewers import GM, SPECTATOR, Viewer, player
from combat.models import Encounter, EncounterStatus, LogEntry, MemberRole, Membership, User
from combat.statements import Asking

FIRST_LINES = 100


@dataclass(frozen=True)
class Place:
    """An encounter with the eyes that somebody has on it."""

    encounter: Encounter
    membership: Membership
    viewer: Viewer
    seat: int | None = None

    @property
    def is_kept_from_sight(self) -> bool:
        """What is only planned is the game master's: nobody else learns that it is there."""
        return self.encounter.status == EncounterStatus.PLANNED and not self.viewer.is_gm


def table_for(user: Any, public_id: UUID | str) -> Place:
    """The one door. Whoever has no place at this table learns nothing about it, not even that it is there."""
    if not user.is_authenticated:
        raise Http404
    rows = Encounter.objects.select_related("campaign").defer("document", "plan", "notes")
    encounter = rows.filter(public_id=public_id).first()
    if encounter is None:
        raise Http404
    return place_at(encounter, user)


def place_at(encounter: Encounter, user: User) -> Place:
    """The same for an encounter at hand. Raises Http404."""
    asked = encounter.pk, user.pk, ""
    place = place_of(encounter, statements.askings([asked]).get(asked))
    if place is None:
        raise Http404
    return place


def place_of(encounter: Encounter, asking: Asking | None) -> Place | None:
    if asking is None or expired(encounter.campaign):
        return None
    member, seat = asking.membership, asking.seat
    return Place(encounter, member, viewer_of(member.role, seat), seat)


def viewer_of(role: str, seat: int | None) -> Viewer:
    """A player without a seat in this fight watches it."""
    if role == MemberRole.GM:
        return GM
    return player(str(seat)) if role == MemberRole.PLAYER and seat is not None else SPECTATOR


class LogLine(NamedTuple):
    """One line of the log as one audience has it. `n` is that audience's own number."""

    n: int
    entry: LogEntry
    event: Any = None
    """The redacted event; None for a line of the table's own (undo, cut, speech, seat)."""
    detail: Mapping[str, Any] | None = None
    """Of such a line: what it says."""

    @property
    def kind(self) -> str:
        """What its sentence is called."""
        kind: str = self.entry.kind if self.event is None else self.event.type
        return kind

    @property
    def is_undone(self) -> bool:
        return self.entry.undone_by is not None

    @property
    def said(self) -> tuple[Any, Any]:
        """All that its sentence is made of."""
        return self.event, self.detail


TALK = frozenset({LogEntry.Kind.CUT, LogEntry.Kind.SAY, LogEntry.Kind.SEAT})


def visible_log(
    encounter: Encounter, viewer: Viewer, *, before: int | None = None, limit: int = FIRST_LINES
) -> list[LogLine]:
    """The newest lines that this viewer may read, oldest first; `before`: those that come before this number.

    Reads from the end and only as far as needed, so that it costs the same for a long log. What others have logged
    since the row was read is left out: the last line has the number that the row gives.
    """
    entries = encounter.log.filter(number__lt=encounter.version)
    if before is not None:
        entries = entries.filter(number__lt=_entry_after(encounter, viewer, before))
    lines: list[LogLine] = []
    for entry in entries.order_by("-number").iterator(chunk_size=limit):
        shown = lines_of(encounter, entry, viewer)
        lines += [line for line in reversed(shown) if before is None or line.n < before]
        if len(lines) >= limit:
            break
    return lines[:limit][::-1]


def lines_since(encounter: Encounter, viewer: Viewer, entries: Iterable[LogEntry]) -> list[LogLine]:
    return [line for entry in entries for line in lines_of(encounter, entry, viewer)]


def lines_of(encounter: Encounter, entry: LogEntry, viewer: Viewer) -> list[LogLine]:
    """An entry's lines for this viewer, by the audience that was stamped into each event when it was made."""
    system = system_of(encounter)
    redacted = [system.redact(event, viewer) for event in entry_events(system, entry)]
    events = [event for event in redacted if event is not None]
    own = own_line(entry.kind, entry.detail, viewer)
    first = line_count(entry.lines, viewer) - len(events) + 1
    lines = [LogLine(n, entry, event) for n, event in enumerate(events, first)]
    return lines if own is None else [LogLine(first - 1, entry, None, own), *lines]


def own_line(kind: str, detail: Mapping[str, Any], viewer: Viewer) -> Mapping[str, Any] | None:
    """What the table itself says of an entry to this viewer. An undo of what one could not see is not seen either."""
    if kind in TALK:
        return detail
    if kind != LogEntry.Kind.UNDO:
        return None
    steps = line_count(detail["steps"], viewer)
    return {"who": detail["who"], "steps": steps} if steps else None


def line_count(lines: Mapping[str, int], viewer: Viewer) -> int:
    """A seat that was taken later has read what a spectator has."""
    return lines.get(viewer.audience, lines.get("spectator", 0))


def _entry_after(encounter: Encounter, viewer: Viewer, n: int) -> int:
    """Number of the first entry after which the viewer has read line `n`: found by halving, not by reading on."""
    low, high = 0, encounter.version
    while low < high:
        middle = (low + high) // 2
        entry = encounter.log.only("lines").get(number=middle)
        if line_count(entry.lines, viewer) < n:
            low = middle + 1
        else:
            high = middle
    return high + 1


def encounter_now(encounter_id: int) -> Encounter:
    """The row as it is now. Its text is read only where the process has neither that version nor one from which the
    log leads there."""
    rows = Encounter.objects.select_related("campaign")
    encounter = rows.defer("document", "plan", "notes", "chance").get(pk=encounter_id)
    return encounter if has_state(encounter) else rows.get(pk=encounter_id)
