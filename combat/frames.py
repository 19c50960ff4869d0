"""What is sent to the pages of a table: read once, made once for each audience present. Sync; no socket is known here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import orjson
from django.utils import timezone

from combat.build import BUILD
from combat.engine.viewers import Viewer
from combat.fragments import Parts, notes_of, render_lines, render_parts
from combat.looks import Look, Person, look_of, people_of
from combat.models import Encounter, LogEntry, Presence
from combat.selectors import encounter_now, line_count, lines_since, visible_log

PRESENCE = timedelta(seconds=30)
OLDEST_MARKED = 300
"""Lines further back than this get their mark `undone` when they are read again."""


@dataclass(frozen=True)
class Shown:
    """What the pages of one audience show. `n` counts its own frames, so nothing that it missed leaves a gap."""

    viewer: Viewer
    n: int = 0
    parts: Parts | None = None
    lines: int = 0


@dataclass(frozen=True)
class News:
    """A table as it is now, and for each audience what it shows from now on, with the frame that brings it there."""

    version: int
    people: tuple[Person, ...]
    shown: Mapping[str, Shown]
    frames: Mapping[str, str]


def news_of(
    encounter_id: int,
    *,
    since: int | None,
    people: tuple[Person, ...] | None,
    audiences: Sequence[Shown],
) -> News:
    """`since`: the version that the audiences show; `people`: those that they show, None to look anew."""
    encounter = encounter_now(encounter_id)
    present = people_of(encounter) if people is None else people
    entries = _entries(encounter, since)
    shown: dict[str, Shown] = {}
    frames: dict[str, str] = {}
    for before in audiences:
        look = look_of(encounter, before.viewer, present)
        parts = render_parts(look, before.parts)
        after = replace(before, parts=parts, lines=line_count(encounter.lines, before.viewer))
        frame = None if before.parts is None else _change(before, after, look, encounter, entries)
        if frame is not None or before.parts is None:
            after = replace(after, n=before.n + 1)
        if frame is not None:
            frames[before.viewer.audience] = _text({"n": after.n, **frame})
        shown[before.viewer.audience] = after
    return News(encounter.version, present, shown, frames)


def _entries(encounter: Encounter, since: int | None) -> list[LogEntry]:
    """New entries, after the older ones that an undo among them has marked."""
    if since is None or since >= encounter.version:
        return []
    new = list(encounter.log.filter(number__gte=since, number__lt=encounter.version).order_by("number"))
    marked = [number for entry in new if entry.kind == LogEntry.Kind.UNDO for number in entry.detail["numbers"]]
    recent = [number for number in marked if encounter.version - OLDEST_MARKED < number < since]
    return [*encounter.log.filter(number__in=recent).order_by("number"), *new] if recent else new


def _change(
    before: Shown, after: Shown, look: Look, encounter: Encounter, entries: Sequence[LogEntry]
) -> dict[str, Any] | None:
    """The frame from one to the other; None where nothing has changed for this audience."""
    assert before.parts is not None
    assert after.parts is not None
    changed, gone = after.parts.changed_since(before.parts), after.parts.gone_since(before.parts)
    lines = render_lines(lines_since(encounter, look.viewer, entries), look)
    if not (changed or gone or lines or before.lines != after.lines):
        return None
    return {"parts": changed, "gone": gone, "log": lines, **_cursor(after, look)}


def full_frame(encounter_id: int, shown: Shown, people: tuple[Person, ...]) -> str:
    """Everything that the audience may see, with its newest log lines."""
    encounter = encounter_now(encounter_id)
    look = look_of(encounter, shown.viewer, people)
    assert shown.parts is not None
    frame = {
        "n": shown.n,
        "full": True,
        "parts": shown.parts.html,
        "log": render_lines(visible_log(encounter, shown.viewer), look),
        "as": shown.viewer.audience,
        "build": BUILD,
        **_cursor(shown, look),
    }
    return _text(frame)


def _cursor(shown: Shown, look: Look) -> dict[str, Any]:
    return {"lines": shown.lines, "notes": notes_of(look), "now": int(timezone.now().timestamp() * 1000)}


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


def presence_end(encounter_id: int, membership_id: int) -> None:
    Presence.objects.filter(encounter_id=encounter_id, membership_id=membership_id).delete()
