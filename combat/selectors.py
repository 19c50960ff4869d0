"""The one door to a table, and what somebody may read there."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404

from combat.documents import events_of, system_of
from combat.engine.viewers import GM, SPECTATOR, Viewer, player
from combat.models import Encounter, LogEntry, MemberRole, Membership, Seat, User

FIRST_LINES = 100


@dataclass(frozen=True)
class Place:
    """An encounter with the eyes that somebody has on it."""

    encounter: Encounter
    membership: Membership
    viewer: Viewer
    seat: int | None = None


def table_for(user: Any, public_id: UUID | str) -> Place:
    """The one door. Whoever has no place at this table learns nothing about it, not even that it is there."""
    if not user.is_authenticated:
        raise Http404
    encounter = Encounter.objects.select_related("campaign").filter(public_id=public_id).first()
    if encounter is None:
        raise Http404
    return place_at(encounter, user)


def place_at(encounter: Encounter, user: User) -> Place:
    """The same for an encounter at hand. Raises Http404."""
    seat = Seat.objects.select_related("membership").filter(encounter=encounter, membership__user_id=user.pk).first()
    if seat is not None:
        membership = seat.membership
    else:
        found = Membership.objects.filter(campaign_id=encounter.campaign_id, user_id=user.pk).first()
        if found is None:
            raise Http404
        membership = found
    if membership.left_at is not None or not user.is_active:
        raise Http404
    number = seat.number if seat else None
    return Place(encounter, membership, viewer_of(membership.role, number), number)


def viewer_of(role: str, seat: int | None) -> Viewer:
    """A player without a seat in this fight watches it."""
    if role == MemberRole.GM:
        return GM
    return player(str(seat)) if role == MemberRole.PLAYER and seat is not None else SPECTATOR


@dataclass(frozen=True)
class LogLine:
    """One line of the log as one audience has it. `n` is that audience's own number."""

    n: int
    entry: LogEntry
    event: Any = None
    """The redacted event; None for a line of the table's own (undo, cut, speech, seat)."""


SHELL_LINES = frozenset({LogEntry.Kind.UNDO, LogEntry.Kind.CUT, LogEntry.Kind.SAY, LogEntry.Kind.SEAT})


def visible_log(
    encounter: Encounter, viewer: Viewer, *, before: int | None = None, limit: int = FIRST_LINES
) -> list[LogLine]:
    """The newest lines that this viewer may read, oldest first; `before`: those that come before this number.

    Reads from the end and only as far as needed, so that it costs the same for a long log.
    """
    entries = encounter.log.all()
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
    redacted = [system.redact(event, viewer) for event in events_of(system, entry.events)]
    shown: list[Any] = [event for event in redacted if event is not None]
    if entry.kind in SHELL_LINES:
        shown.insert(0, None)
    last = line_count(entry.lines, viewer)
    return [LogLine(last - len(shown) + 1 + place, entry, event) for place, event in enumerate(shown)]


def line_count(lines: dict[str, int], viewer: Viewer) -> int:
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
