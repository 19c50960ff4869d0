"""The one writer: an accepted change becomes a log entry and the next version, or nothing does."""

import random
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from combat import codec
from combat.broadcast import encounter_changed
from combat.documents import hold_state, remember, system_of
from combat.engine.records import field, record
from combat.engine.system import RuleSystem
from combat.engine.viewers import GM, SPECTATOR, Viewer, player
from combat.models import Encounter, EncounterStatus, LogEntry, User
from combat.selectors import own_line
from combat.services.chance import stream_reveal
from combat.services.refusals import StaleCommand

THINKING = (1.0, 2.0)
"""Seconds that a combatant that plays itself takes."""


@record
class Change:
    """What is to be written. `state` is the one that the events lead to."""

    kind: str
    state: Any
    do: str = ""
    user: User | None = None
    seat: int | None = None
    events: tuple[Any, ...] = ()
    uses: tuple[Mapping[str, Any], ...] = ()
    undoable: bool = False
    detail: Mapping[str, Any] = field(default_factory=dict)
    fresh_clock: bool = False
    """Give an open window its whole time again (after an undo)."""


def change_write(encounter: Encounter, change: Change) -> LogEntry:
    """Write it and move the row on by one version. Only inside the transaction that has locked the row."""
    before = encounter.version
    encounter.version = before + 1
    encounter.document = codec.dump_text(change.state)
    encounter.lines = lines_after(encounter, change)
    _follow_phase(encounter, change.state)
    _set_clock(encounter, change)
    entry = LogEntry.objects.create(
        encounter=encounter,
        number=before,
        kind=change.kind,
        do=change.do,
        user=change.user,
        seat=change.seat,
        events=codec.dump(change.events),
        uses=list(change.uses),
        undoable=change.undoable,
        detail=dict(change.detail),
        lines=encounter.lines,
    )
    _fence(encounter, before)
    hold_state(encounter, change.state)
    transaction.on_commit(partial(_tell, encounter, encounter.version))
    return entry


def _fence(encounter: Encounter, before: int) -> None:
    """The last guard on any database: a row that is not the one that was read is not overwritten."""
    moved = Encounter.objects.filter(pk=encounter.pk, version=before).update(
        version=encounter.version,
        document=encounter.document,
        lines=encounter.lines,
        status=encounter.status,
        opened_at=encounter.opened_at,
        ended_at=encounter.ended_at,
        window=encounter.window,
        window_closes_at=encounter.window_closes_at,
        mover=encounter.mover,
        autoplay_at=encounter.autoplay_at,
        chance=encounter.chance,
        streams=encounter.streams,
    )
    if not moved:
        raise StaleCommand


def _tell(encounter: Encounter, version: int) -> None:
    if encounter.version == version:  # of several changes in one transaction the last speaks for all
        remember(encounter)
        encounter_changed(encounter.pk, version)


def lines_after(encounter: Encounter, change: Change) -> dict[str, int]:
    """How many lines each audience has after this change: what it may not know of does not count for it."""
    system = system_of(encounter)
    counted = {}
    for audience, count in encounter.lines.items():
        viewer = viewer_named(audience)
        shown = sum(1 for event in change.events if system.redact(event, viewer) is not None)
        counted[audience] = count + shown + (own_line(change.kind, change.detail, viewer) is not None)
    return counted


def first_lines(seats: Iterable[int]) -> dict[str, int]:
    return {"gm": 0, "spectator": 0, **{player(str(number)).audience: 0 for number in seats}}


def viewer_named(audience: str) -> Viewer:
    role, _, key = audience.partition(":")
    if role == "player":
        return player(key)
    return GM if role == "gm" else SPECTATOR


def _follow_phase(encounter: Encounter, state: Any) -> None:
    """The fight's end opens its seed."""
    if state.phase == "ended" and encounter.status == EncounterStatus.RUNNING:
        encounter.status = EncounterStatus.ENDED
        encounter.ended_at = timezone.now()
        stream_reveal(encounter)
    elif state.phase != "ended" and encounter.status == EncounterStatus.ENDED:
        encounter.status = EncounterStatus.RUNNING
        encounter.ended_at = None


def _set_clock(encounter: Encounter, change: Change) -> None:
    """Write down when time itself will act next: a window that closes, a combatant that plays itself."""
    now = timezone.now()
    system = system_of(encounter)
    window, seconds = system.deadline(change.state) or ("", 0)
    if window != encounter.window or change.fresh_clock:
        encounter.window = window
        encounter.window_closes_at = now + timedelta(seconds=seconds) if window else None
    mover = mover_of(system, change.state)
    if mover != encounter.mover or change.fresh_clock or _by(change) == mover:
        encounter.mover = mover
        encounter.autoplay_at = _soon(now) if mover else None


def mover_of(system: RuleSystem, state: Any) -> str:
    """The combatant that plays itself and has something to do now."""
    for one in state.combatants:
        if one.autoplay and system.suggest(state, one.id) is not None:
            return str(one.id)
    return ""


def _by(change: Change) -> str:
    return str(change.detail.get("command", {}).get("by") or "")


def _soon(now: datetime) -> datetime:
    return now + timedelta(seconds=random.uniform(*THINKING))
