"""One in each process: hears which tables have changed, and sends every open page what its audience may see of it.

It decides nothing and keeps no truth: a table's newest version is read once, made into HTML once for each audience
that is present, and forgotten when the last page leaves. What this process has itself committed is at hand already
and goes out at once, in the loop; everything else is read in a thread, with the table's lock held.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Set
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

from django.db import close_old_connections

from combat import broadcast, frames, metrics
from combat.attendance import Attendance
from combat.broadcast import PEOPLE
from combat.documents import forget
from combat.frames import Reading, Shown
from combat.looks import Person
from combat.models import Encounter
from combat.pulse import Pulse, Standing, look_round

log = logging.getLogger(__name__)

T = TypeVar("T")
PULSE_SECONDS = 4.0
LONGEST_LOOK = 4.0
"""Together less than the 10 seconds after which a page takes its server for dead."""
BEATS_TO_ALL_PEOPLE = 15
"""Once in so many beats names and roles are read again, too, though nobody has said that they have changed."""
TABLES_AT_ONCE = 10
"""So many tables get their beat before others have a turn."""


class Socket(Protocol):
    """An open page."""

    standing: Standing

    def push(self, text: str) -> None: ...

    def shut(self, code: int) -> None: ...


class OpenTable:
    def __init__(self, encounter_id: int) -> None:
        self.id = encounter_id
        self.encounter: Encounter | None = None
        """The row that the pages show; known once it has been read."""
        self.lock = asyncio.Lock()
        self.wanted = 0
        self.since: float | None = None
        """When the oldest change that no page shows yet was heard of."""
        self.people: tuple[Person, ...] | None = None
        self.shown: dict[str, Shown] = {}
        self.sockets: dict[str, set[Socket]] = {}
        self.waking = False
        self.coming = 0
        """Pages that have asked to join and wait for the lock: the table stays open for them."""

    @property
    def version(self) -> int | None:
        return None if self.encounter is None else self.encounter.version

    def everybody(self) -> Iterable[Socket]:
        return [socket for sockets in self.sockets.values() for socket in sockets]

    def shows_others_than(self, here: Set[int] | None) -> bool:
        """Whether its pages say of somebody wrongly that they are here, or not."""
        return bool(here) and self.people is not None and here != {one.id for one in self.people if one.here}

    def has_member(self, membership_id: int) -> bool:
        return any(socket.standing.membership_id == membership_id for socket in self.everybody())


class Receiver:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._tables: dict[int, OpenTable] = {}
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="receiver")
        self._tasks: set[asyncio.Task[None]] = set()
        self._attendance = Attendance(loop, self._run)
        self._pulse: asyncio.Task[None] | None = None
        self._ears: asyncio.Task[None] | None = None
        self._beats = 0
        self._heard: deque[tuple[int, int, float]] = deque()
        self._hearing = Lock()
        self._woken: deque[OpenTable] = deque()
        self._working = False

    # Pages come and go.

    async def join(self, socket: Socket, *, version: int, seen: int = 0) -> None:
        """Join before the first look: a change in between is then shown twice, not missed.

        `version`: the newest that whoever let the page in has read; `seen`: the newest log line that the page has.
        """
        standing = socket.standing
        table = self._tables.setdefault(standing.encounter_id, OpenTable(standing.encounter_id))
        table.coming += 1
        try:
            self._begin()
            async with table.lock:
                audience = standing.viewer.audience
                table.sockets.setdefault(audience, set()).add(socket)
                table.shown.setdefault(audience, Shown(viewer=standing.viewer))
                if not self._show_again(table, version):
                    await self._refresh(table)
                await self._send_full(table, socket, seen)
        finally:
            table.coming -= 1
        self._attendance.came(standing.encounter_id, standing.membership_id)

    async def resync(self, socket: Socket, seen: int = 0) -> None:
        table = self._tables.get(socket.standing.encounter_id)
        if table is not None and socket in table.sockets.get(socket.standing.viewer.audience, ()):
            async with table.lock:
                await self._refresh(table)
                await self._send_full(table, socket, seen)

    async def leave(self, socket: Socket) -> None:
        standing = socket.standing
        table = self._tables.get(standing.encounter_id)
        if table is None:
            return
        audience = standing.viewer.audience
        table.sockets.get(audience, set()).discard(socket)
        if not table.sockets.get(audience):
            table.sockets.pop(audience, None)
            table.shown.pop(audience, None)
        if not table.has_member(standing.membership_id):
            self._attendance.left(standing.encounter_id, standing.membership_id)
        if not table.sockets and not table.coming:
            self._tables.pop(table.id, None)
            if table.encounter is not None:
                forget(table.encounter.public_id)
            if not self._tables:
                self._end()

    def _begin(self) -> None:
        broadcast.listen(self.hear)
        if self._pulse is None:
            self._pulse = self._loop.create_task(self._pulse_forever())
        layer = broadcast.shared_layer()
        if layer is not None and self._ears is None:
            self._ears = self._loop.create_task(self._listen(layer))

    def _end(self) -> None:
        """Nobody is here. The ears stay: other processes are heard as soon as somebody comes again."""
        broadcast.unlisten(self.hear)
        if self._pulse is not None:
            self._pulse.cancel()
            self._pulse = None

    # Changes arrive.

    def hear(self, encounter_id: int, version: int) -> None:
        """A hint from any thread. The loop is woken once for all that come together."""
        if encounter_id not in self._tables or self._loop.is_closed():
            return
        with self._hearing:
            self._heard.append((encounter_id, version, time.perf_counter()))
            if len(self._heard) > 1:
                return
        self._loop.call_soon_threadsafe(self._wake_all)

    def _wake_all(self) -> None:
        with self._hearing:
            heard, self._heard = self._heard, deque()
        for encounter_id, version, since in heard:
            self._wake(encounter_id, version, since)

    async def _listen(self, layer: Any) -> None:
        """Hear other processes. One subscription for all tables, made anew when it breaks."""
        channel: str | None = None
        while True:
            try:
                if channel is None:
                    channel = await layer.new_channel()
                    await layer.group_add(broadcast.TABLES, channel)
                message = await layer.receive(channel)
                for encounter_id, version in message["hints"]:
                    self._wake(encounter_id, version)
            except asyncio.CancelledError:
                raise
            except Exception:  # Redis is away; the pulse finds what is missed meanwhile
                log.warning("hints from other processes are not heard: trying again", exc_info=True)
                channel = None
                await asyncio.sleep(1)

    def _wake(self, encounter_id: int, version: int, since: float | None = None) -> None:
        table = self._tables.get(encounter_id)
        if table is None:
            return
        if version == PEOPLE:
            table.people = None
        elif table.version is not None and version <= max(table.version, table.wanted):
            return
        else:
            table.wanted = version
            table.since = table.since or since or time.perf_counter()
        if not table.waking:  # one refresh takes several changes along
            table.waking = True
            self._woken.append(table)
            if not self._working:
                self._working = True
                self._loop.call_soon(self._show_next)

    def _show_next(self) -> None:
        """One table at a time, so that sockets and presses have their turn in between."""
        table = self._woken.popleft()
        if self._woken:
            self._loop.call_soon(self._show_next)
        else:
            self._working = False
        try:
            if not self._show_at_once(table):
                self._spawn(self._refresh_soon(table))
        except Exception:
            table.waking = False
            log.exception("encounter=%s: could not be shown", table.id)

    def _show_at_once(self, table: OpenTable) -> bool:
        """Without a look into the database, where all is at hand and nobody else is at it."""
        if table.lock.locked() or table.encounter is None or table.people is None:
            return False
        fight, shown = table.encounter.public_id, table.encounter.version
        reading = frames.reading_at_hand(fight, since=shown, least=table.wanted, people=table.people)
        if reading is None:
            return False
        table.waking = False
        self._show(table, reading)
        return True

    def _show_again(self, table: OpenTable, version: int) -> bool:
        """What the others see already, for an audience that has just come."""
        if table.encounter is None or table.people is None or table.encounter.version < max(version, table.wanted):
            return False
        self._show(table, Reading(table.encounter, (), table.people), newcomers_only=True)
        return True

    async def _refresh_soon(self, table: OpenTable) -> None:
        async with table.lock:
            table.waking = False
            try:
                await self._refresh(table)
            except Exception:
                table.wanted = 0  # not seen: the next hint, or the pulse, asks again
                raise

    async def _refresh(self, table: OpenTable) -> None:
        """Read the newest version once and send each audience its frame; with the table's lock held."""
        known = table.people
        reading = await self._run(frames.reading_from_database, table.id, since=table.version, people=known)
        if table.people is known:
            table.people = reading.people
        self._show(table, reading)

    def _show(self, table: OpenTable, reading: Reading, *, newcomers_only: bool = False) -> None:
        audiences = [shown for shown in table.shown.values() if shown.parts is None or not newcomers_only]
        news = frames.news_of(reading, audiences)
        table.encounter = reading.encounter
        table.shown.update(news.shown)
        if not table.waking:  # a hint that promised more than there is must not silence those to come
            table.wanted = 0
        for audience, text in news.frames.items():
            for socket in table.sockets.get(audience, ()):
                socket.push(text)
        if table.since is not None:
            metrics.push(time.perf_counter() - table.since)
            table.since = None

    async def _send_full(self, table: OpenTable, socket: Socket, seen: int) -> None:
        shown, encounter, people = table.shown.get(socket.standing.viewer.audience), table.encounter, table.people or ()
        if shown is None or encounter is None:
            return
        if frames.is_up_to_date(shown, seen):
            socket.push(frames.full_frame(encounter, shown, people, seen))
        else:
            socket.push(await self._run(frames.full_frame, encounter, shown, people, seen))

    # The pulse.

    async def _pulse_forever(self) -> None:
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            try:
                await self._beat()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the database is away: the pages keep their sockets, and nothing new is sent
                metrics.database_error(error)
                log.warning("the pulse could not look round: trying again", exc_info=True)
                for table in list(self._tables.values()):
                    for audience in list(table.sockets):
                        self._show_life(table, audience)

    async def _beat(self) -> None:
        """Heal what was missed, silence who may no longer listen, and show every page that the server lives."""
        self._beats += 1
        standings = {socket.standing for table in self._tables.values() for socket in table.everybody()}
        look = self._run(look_round, standings, keep_presence=self._beats % 3 == 0)
        pulse: Pulse = await asyncio.wait_for(look, LONGEST_LOOK)
        for count, table in enumerate(list(self._tables.values())):
            if count % TABLES_AT_ONCE == 0:
                await asyncio.sleep(0)
            if table.shows_others_than(pulse.here.get(table.id)) or self._beats % BEATS_TO_ALL_PEOPLE == 0:
                self._wake(table.id, PEOPLE)
            self._wake(table.id, pulse.versions.get(table.id, 0))
            for audience, sockets in list(table.sockets.items()):
                for socket in tuple(sockets):
                    if socket.standing not in standings:  # it came while we looked, and was let in just now
                        continue
                    code = pulse.verdict(socket.standing)
                    if code is not None:
                        socket.shut(code)
                self._show_life(table, audience)

    def _show_life(self, table: OpenTable, audience: str) -> None:
        shown = table.shown.get(audience)
        for socket in tuple(table.sockets.get(audience, ())) if shown is not None else ():
            socket.push(f'{{"beat":{shown.n}}}')

    # Helpers.

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a table could not be shown", exc_info=task.exception())

    async def _run(self, work: Callable[..., T], *args: Any, **named: Any) -> T:
        return await self._loop.run_in_executor(self._threads, lambda: _with_database(work, *args, **named))

    @property
    def open_tables(self) -> int:
        return len(self._tables)

    @property
    def open_sockets(self) -> int:
        return sum(len(sockets) for table in self._tables.values() for sockets in table.sockets.values())


def _with_database(work: Callable[..., T], *args: Any, **named: Any) -> T:
    close_old_connections()
    try:
        return work(*args, **named)
    finally:
        close_old_connections()


_receivers: "WeakKeyDictionary[asyncio.AbstractEventLoop, Receiver]" = WeakKeyDictionary()
metrics.tables_are(lambda: sum(one.open_tables for one in list(_receivers.values())))
metrics.sockets_are(lambda: sum(one.open_sockets for one in list(_receivers.values())))


def receiver() -> Receiver:
    """That of the running loop."""
    loop = asyncio.get_running_loop()
    found = _receivers.get(loop)
    if found is None:
        found = _receivers[loop] = Receiver(loop)
    return found
