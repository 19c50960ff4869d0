"""Time acts like everybody else: by commands, once, whether or not anybody looks.

What is due stands in the encounter's row (`window_closes_at`, `autoplay_at`). Whoever touches the table first does
it: a command, a page, or the sweeper of any server process. The lock, the window's id and the version make it once.
"""

import logging
import time
from datetime import datetime, timedelta
from threading import Event, Thread

from django.db import close_old_connections, transaction
from django.db.models import Q
from django.utils import timezone

from combat import metrics
from combat.documents import state_of, system_of
from combat.engine.errors import IllegalCommand
from combat.engine.records import replace
from combat.engine.viewers import GM
from combat.models import Encounter, EncounterStatus, Receipt
from combat.services.carrying import command_carry_out
from combat.services.locking import locked

log = logging.getLogger(__name__)

SWEEP_SECONDS = 0.25
SLOWEST_SWEEP = 5.0
TIDY_SECONDS = 3600
RECEIPTS_LIVE = timedelta(days=2)


def is_due(encounter: Encounter, now: datetime) -> bool:
    return any(moment is not None and moment <= now for moment in (encounter.window_closes_at, encounter.autoplay_at))


def catch_up(encounter: Encounter) -> None:
    """Do what is overdue at this table; inside the transaction that has locked the row."""
    now = timezone.now()
    if encounter.window_closes_at is not None and encounter.window_closes_at <= now:
        _close_window(encounter)
    if encounter.autoplay_at is not None and encounter.autoplay_at <= now:
        _move(encounter)


def encounter_catch_up(encounter_id: int, *, skip_locked: bool = False) -> None:
    with transaction.atomic():
        try:
            encounter = locked(encounter_id, skip_locked=skip_locked)
        except Encounter.DoesNotExist:  # another process has it in hand, or it is gone
            return
        catch_up(encounter)


def _close_window(encounter: Encounter) -> None:
    command = system_of(encounter).timeout(encounter.window)
    try:
        command_carry_out(encounter, viewer=GM, command=command)
    except IllegalCommand:
        log.exception("encounter=%s: the open window could not be closed", encounter.pk)
        Encounter.objects.filter(pk=encounter.pk).update(window_closes_at=None)
        encounter.window_closes_at = None


def _move(encounter: Encounter) -> None:
    command = system_of(encounter).suggest(state_of(encounter), encounter.mover)
    try:
        if command is None:
            raise IllegalCommand("no_suggestion", "It has nothing to do.")
        command_carry_out(encounter, viewer=GM, command=command if command.by else replace(command, by=encounter.mover))
    except IllegalCommand:
        log.exception("encounter=%s: what plays itself made a move that is refused", encounter.pk)
        Encounter.objects.filter(pk=encounter.pk).update(autoplay_at=None)
        encounter.autoplay_at = None


def due_tables(now: datetime) -> list[int]:
    due = Q(window_closes_at__lte=now) | Q(autoplay_at__lte=now)
    return list(Encounter.objects.filter(due, status=EncounterStatus.RUNNING).values_list("pk", flat=True))


def sweep() -> int:
    """Do what is due at all tables, with or without pages. Returns at how many there was something."""
    due = due_tables(timezone.now())
    for encounter_id in due:
        try:
            encounter_catch_up(encounter_id, skip_locked=True)
        except Exception:  # one table's fault must not stop the clock of the others
            log.exception("encounter=%s: the clock could not act", encounter_id)
    return len(due)


def receipts_purge() -> int:
    """Answers to presses that nobody will send again."""
    return Receipt.objects.filter(at__lt=timezone.now() - RECEIPTS_LIVE).delete()[0]


class Sweeper(Thread):
    """One in each server process. It decides nothing: it only looks often."""

    def __init__(self) -> None:
        super().__init__(name="clock", daemon=True)
        self._stop_asked = Event()

    def run(self) -> None:
        pause, tidied = SWEEP_SECONDS, 0.0
        while not self._stop_asked.wait(pause):
            try:
                sweep()
                if time.monotonic() - tidied > TIDY_SECONDS:
                    tidied = time.monotonic()
                    receipts_purge()
                pause = SWEEP_SECONDS
            except Exception as error:  # the database is away: look again, and more rarely
                metrics.database_error(error)
                pause = min(pause * 2, SLOWEST_SWEEP)
                log.warning("the clock could not look, next try in %.1f s: %s", pause, error)
            finally:
                close_old_connections()

    def stop(self) -> None:
        self._stop_asked.set()
        self.join(timeout=5)
