"""The clerk: one thread in each process that writes down what comes in over the sockets.

It takes whatever waits, at most one press of each table, and does all of that in one transaction; meanwhile the next
presses gather, and for a moment afterwards. So the more there is to do, the more is done at once. Nobody waits for a
lock or for a table that somebody else has in hand: such a press is tried again a moment later, while the others go on.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from threading import Condition, Thread
from uuid import UUID

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import Http404
from psycopg_pool import PoolTimeout

from combat import metrics
from combat.engine.errors import IllegalCommand
from combat.services.gestures import Elsewhere, Outcome, Press, presses_carry_out
from combat.services.refusals import busy, failed, not_here

log = logging.getLogger(__name__)

GATHER = 0.008
"""Seconds from one transaction to the next. It costs not much more for four presses than for one, so those that come
close upon each other share it; who presses after a pause does not wait."""
LONGEST_GATHER = 0.05
BEHIND = 4
"""While the pages are behind nobody sees sooner what is written sooner: one part in so many of that time is waited."""
MOST_TOGETHER = 64
MOST_WAITING = 1000
PATIENCE = 2.0
"""Seconds. While somebody waits for longer than this, new presses are refused; and so is one whose table stays locked."""
AGAIN = 0.01
"""Seconds until a table that somebody else has in hand is tried again."""
QUIET = 1.0
"""Seconds without a press after which the clerk gives its connection back."""

Answer = int | IllegalCommand
"""The number of the sender's newest log line, or why not."""


@dataclass(slots=True)
class Slip:
    """A press on its way."""

    press: Press
    answer: Callable[[Answer], None]
    """Called in the loop that it came from."""
    loop: asyncio.AbstractEventLoop
    since: float


class Clerk:
    def __init__(self) -> None:
        self._changed = Condition()
        self._tables: dict[int | UUID, deque[Slip]] = {}
        """By table, in the order in which they are served."""
        self._locked: dict[int | UUID, float] = {}
        """Tables that somebody else has in hand, with the moment at which they are tried again."""
        self._waiting = 0
        self._oldest_in_hand: float | None = None
        self._begun = 0.0
        """When the last transaction began."""
        self._thread: Thread | None = None

    def submit(self, press: Press, answer: Callable[[Answer], None]) -> None:
        """From a loop, which gets the answer. Raises IllegalCommand (`busy`): then nothing is remembered."""
        slip = Slip(press, answer, asyncio.get_running_loop(), time.monotonic())
        with self._changed:
            if self._is_behind(slip.since):
                raise busy()
            self._tables.setdefault(press.encounter_id, deque()).append(slip)
            self._waiting += 1
            if self._thread is None:
                self._thread = Thread(target=self._work, name="clerk", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _is_behind(self, now: float) -> bool:
        if self._waiting >= MOST_WAITING:
            return True
        first = next((slips[0].since for table, slips in self._tables.items() if table not in self._locked), now)
        return now - min(first, self._oldest_in_hand or now) > PATIENCE

    @property
    def waiting(self) -> int:
        """Presses that have no answer yet."""
        return self._waiting

    # The thread.

    def _work(self) -> None:
        while True:
            slips = self._take()
            metrics.batch(len(slips))
            try:
                outcomes = carried_out([slip.press for slip in slips])
            except Exception as error:  # whatever happens, the clerk goes on
                log.exception("%s presses could not be done", len(slips))
                outcomes = [error] * len(slips)
            self._give(slips, outcomes)

    def _take(self) -> list[Slip]:
        """Wait, then take one press of each table that has some."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._tables, QUIET):
                connection.close()
                self._changed.wait_for(lambda: self._tables)
        time.sleep(max(0.0, self._begun + _gather() - time.monotonic()))  # and no press that comes wakes this thread
        with self._changed:
            while not (ready := self._ready(time.monotonic())):
                self._changed.wait(AGAIN)
            slips = [self._tables[table].popleft() for table in ready]
            for table in ready:
                left = self._tables.pop(table)
                if left:
                    self._tables[table] = left  # behind all others
            self._oldest_in_hand = min(
                (one.since for one in slips if one.press.encounter_id not in self._locked), default=None
            )
            self._begun = time.monotonic()
            return slips

    def _ready(self, now: float) -> list[int | UUID]:
        ready = (table for table in self._tables if self._locked.get(table, now) <= now)
        return list(islice(ready, MOST_TOGETHER))

    def _give(self, slips: Sequence[Slip], outcomes: Sequence[Outcome]) -> None:
        """Each loop gets all its answers in one call."""
        now = time.monotonic()
        answers: dict[asyncio.AbstractEventLoop, list[tuple[Slip, Answer]]] = {}
        with self._changed:
            self._oldest_in_hand = None
            for slip, outcome in zip(slips, outcomes, strict=True):
                table = slip.press.encounter_id
                if isinstance(outcome, Elsewhere) and now - slip.since < PATIENCE:
                    self._tables.setdefault(table, deque()).appendleft(slip)
                    self._locked[table] = now + AGAIN
                else:
                    self._locked.pop(table, None)
                    self._waiting -= 1
                    metrics.press("socket", now - slip.since)
                    answers.setdefault(slip.loop, []).append((slip, _answer(outcome)))
        for loop, mine in answers.items():
            try:
                loop.call_soon_threadsafe(_hand_out, mine)
            except RuntimeError:  # the loop has ended, and its sockets with it
                log.debug("%s answers came too late", len(mine))


def _gather() -> float:
    return max(GATHER, min(LONGEST_GATHER, metrics.latest_push() / BEHIND))


def _hand_out(answers: Sequence[tuple[Slip, Answer]]) -> None:
    for slip, answer in answers:
        slip.answer(answer)


def _answer(outcome: Outcome) -> Answer:
    if isinstance(outcome, int | IllegalCommand):
        return outcome
    if isinstance(outcome, Elsewhere):
        return busy()
    return not_here() if isinstance(outcome, Http404) else failed()


# One transaction for all, and what is done where it fails.


def carried_out(presses: Sequence[Press]) -> list[Outcome]:
    """What becomes of each press. A fault is only that one's whose press meets it."""
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        metrics.database_error(error)
        log.warning("%s presses are not done, the database is away: %s", len(presses), error)
        return [error] * len(presses)
    try:
        return presses_carry_out(presses)
    except (OperationalError, InterfaceError) as error:
        metrics.database_error(error)
        log.warning("the database failed %s presses: %s", len(presses), error)
        waited_in_vain = isinstance(error.__cause__, PoolTimeout)  # and nobody is to wait so long a second time
        if waited_in_vain or not _database_answers():
            return [error] * len(presses)
    except Exception as error:
        log.warning("%s presses are done one by one: %s", len(presses), type(error).__name__)
    return [_alone(press) for press in presses]


def _alone(press: Press) -> Outcome:
    try:
        return presses_carry_out([press])[0]
    except IllegalCommand as refusal:
        return refusal
    except Exception as error:
        log.exception("encounter=%s: a press could not be done", press.encounter_id)
        return error


def _database_answers() -> bool:
    """With another connection: those that have died are given up, also where they lie ready for others."""
    try:
        connection.close()
        pool = getattr(connection, "pool", None)
        if pool is not None:
            pool.check()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return False
    return True


_clerk = Clerk()
metrics.presses_waiting_are(lambda: _clerk.waiting)


def clerk() -> Clerk:
    """That of this process."""
    return _clerk
