"""What is sent to the pages of a table: read once, made once for each audience present. Sync; no socket is known here."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import orjson
from django.db.models import Q
from django.utils import timezone

from combat.build import BUILD
from combat.documents import committed, state_of
from combat.engine.viewers import Viewer
from combat.fragments import Parts, Shared, notes_of, render_parts
from combat.lines import Told, frame_lines
from combat.looks import Look, Person, look_of, people_of
from combat.models import Encounter, LogEntry, Presence
from combat.page_texts import EARLIER_KEPT, Patch, is_long
from combat.patches import patch_between, size_of
from combat.selectors import FIRST_LINES, LogLine, encounter_now, line_count, lines_since, visible_log

PRESENCE = timedelta(seconds=30)
RETURNING = ("acts", "window")
"""Parts that come back to what they were before: what to do in one's turn, and to wait for it."""
SHORT = 300
"""A patch that is shorter is taken without a look at other ways."""
OLDEST_MARKED = 300
"""Lines further back than this get their mark `undone` when they are read again."""

Earlier = tuple[str, ...]
"""The newest first."""


@dataclass(frozen=True)
class Shown:
    """What the pages of one audience show. `n` counts its own frames, so nothing that it missed leaves a gap."""

    viewer: Viewer
    n: int = 0
    parts: Parts | None = None
    lines: int = 0
    notes: Mapping[str, Any] = field(default_factory=dict)
    earlier: Mapping[str, Earlier] = field(default_factory=dict)


@dataclass(frozen=True)
class Reading:
    """A table as it is now, and what was logged since its pages were told."""

    encounter: Encounter
    entries: Sequence[LogEntry]
    people: tuple[Person, ...]


@dataclass(frozen=True)
class News:
    """For each audience what it shows from now on, and where something has changed the frame that brings it there."""

    shown: Mapping[str, Shown]
    frames: Mapping[str, str]


def reading_at_hand(fight: UUID, *, since: int, least: int, people: tuple[Person, ...]) -> Reading | None:
    """What this process has itself committed since, without a look into the database; None if that is not all.

    `least`: the version that pages have been promised.
    """
    newest = committed(fight)
    if newest is None or newest.row is None or newest.version < least:
        return None
    entries = newest.since(since)
    if entries is None or any(entry.kind == LogEntry.Kind.UNDO for entry in entries):
        return None
    return Reading(newest.row, entries, people)


def reading_from_database(encounter_id: int, *, since: int | None, people: tuple[Person, ...] | None) -> Reading:
    """`since`: the version that the pages show; `people`: those that they show, None to look anew."""
    encounter = encounter_now(encounter_id)
    state_of(encounter)
    for text in ("document", "plan", "notes"):  # of no more use, and long
        encounter.__dict__.pop(text, None)
    present = people_of(encounter) if people is None else people
    return Reading(encounter, _entries(encounter, since), present)


def _entries(encounter: Encounter, since: int | None) -> list[LogEntry]:
    """New entries, after the older ones that an undo among them has marked."""
    if since is None or since >= encounter.version:
        return []
    new = list(encounter.log.filter(number__gte=since, number__lt=encounter.version).order_by("number"))
    marked = [number for entry in new if entry.kind == LogEntry.Kind.UNDO for number in entry.detail["numbers"]]
    recent = [number for number in marked if encounter.version - OLDEST_MARKED < number < since]
    return [*encounter.log.filter(number__in=recent).order_by("number"), *new] if recent else new


def news_of(reading: Reading, audiences: Sequence[Shown]) -> News:
    """The only place where a change becomes something to send: each audience by its own view, and nobody's else.

    Step by step for all audiences together: a processor is quicker at the same work again and again.
    """
    shared, told, patches = Shared(), Told(), Patches()
    looks = [look_of(reading.encounter, before.viewer, reading.people) for before in audiences]
    made = [render_parts(look, before.parts, shared) for before, look in zip(audiences, looks, strict=True)]
    known = zip(audiences, looks, made, strict=True)
    afters = [_after(before, look, parts, reading.encounter) for before, look, parts in known]
    steps = zip(audiences, afters, looks, strict=True)
    changes = [_change(before, after, look, reading, told, patches) for before, after, look in steps]
    shown: dict[str, Shown] = {}
    frames: dict[str, str] = {}
    for before, after, frame in zip(audiences, afters, changes, strict=True):
        audience = before.viewer.audience
        if frame is not None:
            frames[audience] = _text({"n": after.n, **frame})
        is_told = frame is not None or before.parts is None
        shown[audience] = after if is_told else replace(after, n=before.n)
    return News(shown, frames)


def _after(before: Shown, look: Look, parts: Parts, encounter: Encounter) -> Shown:
    """What an audience shows if it is told."""
    return Shown(
        viewer=before.viewer,
        n=before.n + 1,
        parts=parts,
        lines=line_count(encounter.lines, before.viewer),
        notes=notes_of(look),
        earlier=earlier_after(before, parts),
    )


class Patches:
    """From text to text, worked out once for all audiences that go the same way."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], Patch | str] = {}

    def best(self, old: str | None, earlier: Earlier, new: str) -> Patch | str | dict[str, Any]:
        """A short way to the new text: from the old one, or back from one that the page had before."""
        if new in earlier:
            return {"back": earlier.index(new), "patch": []}
        bases = [(text, back) for back, text in enumerate((old, *earlier), -1) if text is not None]
        if len(bases) > 1:
            bases.sort(key=lambda base: abs(len(base[0]) - len(new)))  # the likeliest first
        best, size = None, len(new)
        for text, back in bases:
            patch = self._between(text, new)
            if not isinstance(patch, str) and size_of(patch) < size:
                size, best = size_of(patch), patch if back < 0 else {"back": back, "patch": patch}
            if size < SHORT:
                break
        return new if best is None else best

    def _between(self, old: str, new: str) -> Patch | str:
        made = self._made.get((old, new))
        if made is None:
            made = self._made[old, new] = patch_between(old, new)
        return made


def earlier_after(before: Shown, parts: Parts) -> Mapping[str, Earlier]:
    """The texts that a page keeps beside the newest (live-parts.js keeps the same by the same rule)."""
    if before.parts is None:
        return {}
    kept = dict(before.earlier)
    for part in RETURNING:
        old = before.parts.html.get(part)
        if old is not None and old != parts.html.get(part) and is_long(old):
            kept[part] = (old, *kept.get(part, ()))[:EARLIER_KEPT]
    return kept


def _change(
    before: Shown, after: Shown, look: Look, reading: Reading, told: Told, patches: Patches
) -> dict[str, Any] | None:
    """The frame from one to the other; None where nothing has changed for this audience, or all is new to it."""
    if before.parts is None or after.parts is None:
        return None
    changed, gone = after.parts.changed_since(before.parts), after.parts.gone_since(before.parts)
    read = lines_since(reading.encounter, look.viewer, reading.entries)
    lines = frame_lines(read, look, told, since=before.lines)
    if not (changed or gone or lines or before.lines != after.lines or before.notes != after.notes):
        return None
    frame: dict[str, Any] = {}
    if changed:
        had, earlier = before.parts.html, before.earlier
        frame["parts"] = {
            part: patches.best(had.get(part), earlier.get(part, ()), html) for part, html in changed.items()
        }
    if gone:
        frame["gone"] = gone
    if before.notes != after.notes:
        frame["notes"] = after.notes
    return {**frame, **lines, **_cursor(after)}


def full_frame(encounter: Encounter, shown: Shown, people: tuple[Person, ...], seen: int = 0) -> str:
    """Everything that the audience may see, with the log lines that come after line `seen`, or the newest ones.

    Looks into the database only where there are such lines (`is_up_to_date`).
    """
    assert shown.parts is not None
    lines = [] if is_up_to_date(shown, seen) else _lines_after(encounter, shown.viewer, seen)
    frame = {
        "n": shown.n,
        "full": True,
        "parts": shown.parts.html,
        "earlier": shown.earlier,
        "log": [],
        **(frame_lines(lines, look_of(encounter, shown.viewer, people), Told()) if lines else {}),
        "notes": shown.notes,
        "as": shown.viewer.audience,
        "build": BUILD,
        **_cursor(shown),
    }
    return _text(frame)


def is_up_to_date(shown: Shown, seen: int) -> bool:
    """Whether a page that shows the log up to that line has all of it."""
    return 0 < seen == shown.lines


def _lines_after(encounter: Encounter, viewer: Viewer, seen: int) -> list[LogLine]:
    """Those that the page does not have. After an undo also those before it: they may have got its mark."""
    missing = line_count(encounter.lines, viewer) - seen
    if seen <= 0 or not 0 <= missing < FIRST_LINES:
        return visible_log(encounter, viewer)
    lines = visible_log(encounter, viewer, limit=missing) if missing else []
    if any(line.entry.kind == LogEntry.Kind.UNDO for line in lines):
        return visible_log(encounter, viewer)
    return lines


def _cursor(shown: Shown) -> dict[str, Any]:
    return {"lines": shown.lines, "now": int(time.time() * 1000)}


def _text(frame: Mapping[str, Any]) -> str:
    return orjson.dumps(frame).decode()


def presence_keep(pairs: Sequence[tuple[int, int]]) -> None:
    """Those members have those tables open, for the next while."""
    until = timezone.now() + PRESENCE
    Presence.objects.bulk_create(
        [Presence(encounter_id=encounter, membership_id=member, expires_at=until) for encounter, member in pairs],
        update_conflicts=True,
        unique_fields=["encounter", "membership"],
        update_fields=["expires_at"],
    )


def presence_note(noted: Mapping[tuple[int, int], bool]) -> None:
    """Who has come (True) and who has gone (False)."""
    presence_keep(sorted(pair for pair, here in noted.items() if here))
    gone = Q()
    for encounter, member in sorted(pair for pair, here in noted.items() if not here):
        gone |= Q(encounter_id=encounter, membership_id=member)
    if gone:
        Presence.objects.filter(gone).delete()
