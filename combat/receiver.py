"""One in each process: hears which tables have changed, and sends every open page what its audience may see of it.

It decides nothing and keeps no truth: a table's newest version is read once, made into HTML once for each audience
that is present, and forgotten when the last page leaves.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

from django.db import close_old_connections

from combat import broadcast, frames
from combat.broadcast import PEOPLE
from combat.frames import Shown
from combat.looks import Person
from combat.pulse import Pulse, Standing, look_round

log = logging.getLogger(__name__)

T = TypeVar("T")
PULSE_SECONDS = 4.0
GONE, SIGNED_OUT, CHANGED = 4403, 4401, 4410


class Socket(Protocol):
    """An open page."""

    standing: Standing

    async def push(self, text: str) -> None: ...

    async def shut(self, code: int) -> None: ...


class OpenTable:
    def __init__(self, encounter_id: int) -> None:
        self.id = encounter_id
        self.lock = asyncio.Lock()
        self.version: int | None = None
        self.wanted = 0
        self.people: tuple[Person, ...] | None = None
        self.shown: dict[str, Shown] = {}
        self.sockets: dict[str, set[Socket]] = {}
        self.waking = False
        self.coming = 0
        """Pages that have asked to join and wait for the lock: the table stays open for them."""

    def everybody(self) -> Iterable[Socket]:
        return [socket for sockets in self.sockets.values() for socket in sockets]

    def has_member(self, membership_id: int) -> bool:
        return any(socket.standing.membership_id == membership_id for socket in self.everybody())


class Receiver:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._tables: dict[int, OpenTable] = {}
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="receiver")
        self._tasks: set[asyncio.Task[None]] = set()
        self._pulse: asyncio.Task[None] | None = None
        self._ears: asyncio.Task[None] | None = None
        self._channel: str | None = None
        self._beats = 0

    # Pages come and go.

    async def join(self, socket: Socket) -> None:
        """Join before the first look: a change in between is then shown twice, not missed."""
        standing = socket.standing
        table = self._tables.setdefault(standing.encounter_id, OpenTable(standing.encounter_id))
        table.coming += 1
        try:
            await self._subscribe(table)
            async with table.lock:
                audience = standing.viewer.audience
                table.sockets.setdefault(audience, set()).add(socket)
                table.shown.setdefault(audience, Shown(viewer=standing.viewer))
                await self._refresh(table)
                await self._send_full(table, socket)
        finally:
            table.coming -= 1
        await self._run(frames.presence_keep, [(standing.encounter_id, standing.membership_id)])
        broadcast.people_changed(standing.encounter_id)

    async def resync(self, socket: Socket) -> None:
        table = self._tables.get(socket.standing.encounter_id)
        if table is not None and socket in table.sockets.get(socket.standing.viewer.audience, ()):
            async with table.lock:
                await self._refresh(table)
                await self._send_full(table, socket)

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
        if not table.sockets and not table.coming:
            await self._close(table)
        if not table.has_member(standing.membership_id):
            await self._run(frames.presence_end, standing.encounter_id, standing.membership_id)
            broadcast.people_changed(standing.encounter_id)

    async def _subscribe(self, table: OpenTable) -> None:
        broadcast.listen(self.hear)
        if self._pulse is None:
            self._pulse = self._loop.create_task(self._pulse_forever())
        layer = broadcast.shared_layer()
        if layer is not None:
            if self._channel is None:
                self._channel = await layer.new_channel()
                self._ears = self._loop.create_task(self._listen(layer, self._channel))
            await layer.group_add(broadcast.group_name(table.id), self._channel)

    async def _close(self, table: OpenTable) -> None:
        self._tables.pop(table.id, None)
        if not self._tables:
            broadcast.unlisten(self.hear)
            if self._pulse is not None:
                self._pulse.cancel()
                self._pulse = None
        layer = broadcast.shared_layer()
        if layer is not None and self._channel is not None:
            await layer.group_discard(broadcast.group_name(table.id), self._channel)
            if table.id in self._tables:  # opened again meanwhile
                await layer.group_add(broadcast.group_name(table.id), self._channel)

    # Changes arrive.

    def hear(self, encounter_id: int, version: int) -> None:
        """A hint from any thread."""
        if encounter_id in self._tables and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, encounter_id, version)

    async def _listen(self, layer: Any, channel: str) -> None:
        while True:
            try:
                message = await layer.receive(channel)
                self._wake(int(message["encounter"]), int(message["version"]))
            except asyncio.CancelledError:
                raise
            except Exception:  # Redis is away; the pulse finds what is missed meanwhile
                log.warning("hints from other processes are not heard: trying again", exc_info=True)
                await asyncio.sleep(1)

    def _wake(self, encounter_id: int, version: int) -> None:
        table = self._tables.get(encounter_id)
        if table is None:
            return
        if version == PEOPLE:
            table.people = None
        elif table.version is not None and version <= max(table.version, table.wanted):
            return
        else:
            table.wanted = version
        if not table.waking:  # one refresh takes several changes along
            table.waking = True
            self._spawn(self._refresh_soon(table))

    async def _refresh_soon(self, table: OpenTable) -> None:
        async with table.lock:
            table.waking = False
            await self._refresh(table)

    async def _refresh(self, table: OpenTable) -> None:
        """Read the newest version once and send each audience its frame; with the table's lock held."""
        known = table.people
        news = await self._run(
            frames.news_of, table.id, since=table.version, people=known, audiences=list(table.shown.values())
        )
        table.version = news.version
        if table.people is known:
            table.people = news.people
        for audience, shown in news.shown.items():
            if audience in table.shown:
                table.shown[audience] = shown
        for audience, text in news.frames.items():
            await self._push(table, audience, text)

    async def _push(self, table: OpenTable, audience: str, text: str) -> None:
        for socket in tuple(table.sockets.get(audience, ())):
            await socket.push(text)

    async def _send_full(self, table: OpenTable, socket: Socket) -> None:
        shown = table.shown.get(socket.standing.viewer.audience)
        if shown is not None:
            await socket.push(await self._run(frames.full_frame, table.id, shown, table.people or ()))

    # The pulse.

    async def _pulse_forever(self) -> None:
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            try:
                await self._beat()
            except asyncio.CancelledError:
                raise
            except Exception:  # the database is away: the pages keep their sockets
                log.warning("the pulse could not look round: trying again", exc_info=True)

    async def _beat(self) -> None:
        """Heal what was missed, silence who may no longer listen, and show every page that the server lives."""
        self._beats += 1
        standings = {socket.standing for table in self._tables.values() for socket in table.everybody()}
        pulse: Pulse = await self._run(look_round, standings, keep_presence=self._beats % 3 == 0)
        for table in list(self._tables.values()):
            if self._beats % 3 == 0:
                self._wake(table.id, PEOPLE)
            self._wake(table.id, pulse.versions.get(table.id, 0))
            for audience, sockets in list(table.sockets.items()):
                shown = table.shown.get(audience)
                for socket in tuple(sockets):
                    code = pulse.verdict(socket.standing)
                    if code is not None:
                        await socket.shut(code)
                    elif shown is not None:
                        await socket.push(f'{{"beat":{shown.n}}}')

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


def _with_database(work: Callable[..., T], *args: Any, **named: Any) -> T:
    close_old_connections()
    try:
        return work(*args, **named)
    finally:
        close_old_connections()


_receivers: "WeakKeyDictionary[asyncio.AbstractEventLoop, Receiver]" = WeakKeyDictionary()


def receiver() -> Receiver:
    """That of the running loop."""
    loop = asyncio.get_running_loop()
    found = _receivers.get(loop)
    if found is None:
        found = _receivers[loop] = Receiver(loop)
    return found
