"""The one writer: an accepted change becomes a log entry and the next version, or nothing does."""

import logging
import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from combat import codec, statements
from combat.broadcast import encounter_changed
from combat.documents import hold_state, remember, system_of
from combat.engine.records import field, record
from combat.engine.system import RuleSystem
from combat.engine.viewers import GM, SPECTATOR, Viewer, player
from combat.models import Encounter, EncounterStatus, LogEntry, User
from combat.selectors import own_line
from combat.services.chance import stream_reveal
from combat.services.refusals import StaleCommand
from combat.statements import Receipt

log = logging.getLogger(__name__)

TEXT_EVERY = 16
"""Versions. The state's long text is written so often; in between, the log leads on from it."""
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
    """Move the row on by one version, with one entry of the log. Only inside the transaction that has locked the row.

    A row of a batch (`rows_locked`, then `changes_hold`) is written with the others, by `changes_flush`.
    """
    number = encounter.version
    encounter.version = number + 1
    if _wants_text(encounter, change):
        encounter.document, encounter.document_version = codec.dump_text(change.state), encounter.version
    encounter.lines = lines_after(encounter, change)
    _follow_phase(encounter, change.state)
    _set_clock(encounter, change)
    hold_state(encounter, change.state)
    entry = statements.entry_new(
        encounter_id=encounter.pk,
        number=number,
        kind=change.kind,
        do=change.do,
        user_id=change.user.pk if change.user else None,
        seat=change.seat,
        events_text=codec.dump_text(change.events),
        uses=list(change.uses),
        undoable=change.undoable,
        detail=dict(change.detail),
        lines=encounter.lines,
        at=timezone.now(),
    )
    entry.held_events = change.events
    encounter.fresh_entries = [*getattr(encounter, "fresh_entries", ()), entry]
    if not getattr(encounter, "held_back", False):
        encounter.stored_version = number
        changes_flush([encounter])
        if len(encounter.fresh_entries) == 1:  # of several changes in one transaction the last speaks for all
            transaction.on_commit(partial(changes_tell, [encounter]))
    return entry


def _wants_text(encounter: Encounter, change: Change) -> bool:
    """The text is a cache of the log. It must be new after an undo, since nobody follows the log across one."""
    is_old = encounter.version - encounter.document_version >= TEXT_EVERY
    return is_old or change.kind in (LogEntry.Kind.OPENING, LogEntry.Kind.UNDO) or change.state.phase == "ended"


# A batch: what is decided at several tables is written together.


def changes_hold(encounter: Encounter) -> None:
    """From now on its changes stay in hand until `changes_flush`."""
    encounter.held_back, encounter.stored_version, encounter.fresh_entries = True, encounter.version, []


@contextmanager
def whole_or_nothing(encounter: Encounter) -> Iterator[None]:
    """Whatever is refused half-way leaves the row in hand as it was."""
    before = dict(encounter.__dict__)
    try:
        yield
    except Exception:
        stored = encounter.stored_version
        encounter.__dict__.clear()
        encounter.__dict__.update(before, stored_version=stored)
        assert stored <= encounter.version, "what is to be taken back was written already"
        raise


def changes_flush(encounters: Iterable[Encounter], receipts: Collection[Receipt] = ()) -> None:
    """Write what is in hand; whoever reads the log or a row inside the same transaction needs it. Not told yet."""
    changed = [one for one in encounters if one.version > one.stored_version]
    if not changed and not receipts:
        return
    entries = (entry for one in changed for entry in one.fresh_entries if entry.number >= one.stored_version)
    if statements.written(entries, changed, receipts) != len(changed):
        raise StaleCommand  # the last guard on any database: what is not as it was read is not overwritten
    for one in changed:
        one.stored_version = one.version
        one.__dict__.pop("document", None)  # long, and needed no more


def changes_tell(encounters: Iterable[Encounter]) -> None:
    """After the commit: this process keeps what it has written, and everybody gets the hint."""
    entries = []
    for encounter in encounters:
        remember(encounter)
        encounter_changed(encounter.pk, encounter.version)
        entries += [one for one in encounter.fresh_entries if one.kind == LogEntry.Kind.COMMAND]
    if entries:
        _log(entries)


def _log(entries: Iterable[LogEntry]) -> None:
    """Who did what, without a name or a card. One line for all: a line costs as much as a statement."""
    values = [
        (one.encounter_id, one.number + 1, one.do, _actor(one), len(one.held_events), round(one.took * 1000, 1))
        for one in entries
    ]
    together = values[0] if len(values) == 1 else [",".join(map(str, column)) for column in zip(*values, strict=True)]
    log.info("encounter=%s version=%s command=%s actor=%s events=%s ms=%s", *together)


def _actor(entry: LogEntry) -> str:
    actor = entry.detail["actor"]
    return f"{actor['role']}:{actor['player']}" if actor["player"] else str(actor["role"])


def lines_after(encounter: Encounter, change: Change) -> dict[str, int]:
    """How many lines each audience has after this change: what it may not know of does not count for it."""
    redact = system_of(encounter).redact
    # Of what a spectator is told of, everybody is told something.
    hidden = [event for event in change.events if redact(event, SPECTATOR) is None]
    public = len(change.events) - len(hidden)
    is_own = change.kind != LogEntry.Kind.COMMAND
    counted = {}
    for audience, count in encounter.lines.items():
        viewer = viewer_named(audience)
        shown = public + sum(1 for event in hidden if redact(event, viewer) is not None)
        counted[audience] = count + shown + (is_own and own_line(change.kind, change.detail, viewer) is not None)
    return counted


def first_lines(seats: Iterable[int]) -> dict[str, int]:
    return {"gm": 0, "spectator": 0, **{player(str(number)).audience: 0 for number in seats}}


@cache
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
