"""The load client: so many tables of six viewers against one server.

A phase is a rate (presses a second over all tables, sent by the clock whatever the server does) or `max` (one press
under way at each table, all the time). Latency runs from the press until the last of the six viewers has its effect.
"""

import asyncio
import random
import time
from collections.abc import Iterable
from typing import Any

import aiohttp

from benchmarks.processes import cpu, memory
from benchmarks.wire import Socket

LOST_AFTER = 5.0
"""Seconds without any progress, after which presses under way count as lost."""
ASK_AGAIN = (4401, 4410)
PATIENCE = 60.0
"""Seconds until a page must have its first look."""
AGAIN_AFTER = 0.02
"""Seconds until a table goes on after a refusal."""
SAMPLED = 16


class Press:
    __slots__ = ("at", "missing", "table")

    def __init__(self, table: int, missing: int) -> None:
        self.at, self.table, self.missing = time.perf_counter(), table, missing


class Load:
    def __init__(self, adapter: Any, *, port: int, tables: int, viewers: int = 6, pids: dict[str, int]) -> None:
        self.adapter, self.port, self.count, self.viewers, self.pids = adapter, port, tables, viewers, pids
        self.conns: dict[tuple[int, int], Socket] = {}
        self.joined: dict[tuple[int, int], asyncio.Future[None]] = {}
        self.under_way: dict[int, Press] = {}
        self.aid = 0
        self.reopened = 0
        self.before_sockets = 0.0
        """MiB of the server when all pages are loaded and nobody listens yet."""
        self.paths: dict[tuple[int, int], str] = {}
        self.took: dict[str, float] = {}
        self._begin()
        self._when_done: Any = None

    def _begin(self) -> None:
        """Everything that a phase counts, from nothing."""
        self.first = self.aid + 1
        self.done: list[tuple[float, float]] = []
        self.refusals: list[float] = []
        self.dup = self.late = self.own = self.leaks = self.deliveries = self.frames = self.idle = 0

    # ---- joining

    async def connect_all(self) -> None:
        """Sign in, load the pages, open the sockets; each of it is timed."""
        keys = [(table, seat) for table in range(self.count) for seat in range(self.viewers)]
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=32)) as http:
            began = time.perf_counter()
            await self.adapter.prepare(http, self.count)
            signed = time.perf_counter()
            found = await self._each(keys, lambda key: self.adapter.path(http, *key), at_once=32)
            self.paths = dict(zip(keys, found, strict=True))
            loaded = time.perf_counter()
        if "app" in self.pids:
            self.before_sockets = memory(self.pids["app"])
        await self.join_all()
        joined = time.perf_counter()
        self.took = {"sign_in_s": signed - began, "pages_s": loaded - signed, "sockets_s": joined - loaded}

    async def join_all(self) -> None:
        """Open all sockets, on pages that are loaded."""
        await self._each(self.paths, self._join, at_once=64)

    def leave_all(self) -> None:
        for conn in self.conns.values():
            conn.close()

    async def _each(self, keys: Iterable[Any], work: Any, at_once: int) -> list[Any]:
        gate = asyncio.Semaphore(at_once)

        async def one(key: Any) -> Any:
            async with gate:
                return await work(key)

        return await asyncio.gather(*map(one, keys))

    async def _join(self, key: tuple[int, int]) -> None:
        """Like a page: one that is told that it is somebody else by now asks once more."""
        for again in (True, False):
            conn = await self._open(key)
            if self.joined[key].done():
                return
            if not (again and conn.code in ASK_AGAIN):
                why = conn.ended.result() if conn.ended.done() else f"no first look within {PATIENCE:.0f} s"
                raise ConnectionError(f"table {key[0]}, seat {key[1]}: {why}")
            self.reopened += 1

    async def _open(self, key: tuple[int, int]) -> Socket:
        loop = asyncio.get_running_loop()
        conn = Socket(f"127.0.0.1:{self.port}", self.paths[key], self.adapter.headers(*key), self._frame)
        await loop.create_connection(lambda: conn, "127.0.0.1", self.port)
        await conn.ready
        self.joined[key], self.conns[key] = loop.create_future(), conn
        conn.begin(key)
        either: set[asyncio.Future[Any]] = {self.joined[key], conn.ended}
        await asyncio.wait(either, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        return conn

    # ---- frames

    def _frame(self, conn: Any, data: bytes) -> None:
        joined = self.joined[conn.key]
        if not joined.done():
            if self.adapter.control(conn, data):
                joined.set_result(None)
            return
        refused = self.adapter.refused(conn, data)
        if refused is not None:
            self._refused(refused)
            return
        found = self.adapter.seen(conn, data)
        if not found:
            return
        self.frames += 1
        if self.frames % SAMPLED == 0:
            self.own += self.adapter.own(conn, data)
            self.leaks += self.adapter.leaked(conn, data)
        for aid in found:
            self._seen(conn.key, aid)

    def _refused(self, aid: int) -> None:
        press = self.under_way.pop(aid, None)
        if press is None:
            return
        self.refusals.append(time.perf_counter() - press.at)
        if self._when_done:
            asyncio.get_running_loop().call_later(AGAIN_AFTER, self._again, press.table)

    def _again(self, table: int) -> None:
        if self._when_done:
            self._when_done(table)

    def _seen(self, key: tuple[int, int], aid: int) -> None:
        press = self.under_way.get(aid)
        if press is None or not press.missing >> key[1] & 1:
            if aid < self.first:
                self.late += 1
            else:
                self.dup += 1
            return
        self.deliveries += 1
        press.missing &= ~(1 << key[1])
        if not press.missing:
            del self.under_way[aid]
            now = time.perf_counter()
            self.done.append((now, now - press.at))
            self._again(press.table)

    # ---- presses

    def act(self, table: int) -> None:
        seat = self.adapter.actor(table)
        if seat is None:
            self.idle += 1
            return
        self.aid += 1
        self.under_way[self.aid] = Press(table, (1 << self.viewers) - 1)
        self.adapter.perform(self.conns[table, seat], table, seat, self.aid, random.randrange(7))

    async def _by_the_clock(self, rate: float, seconds: float) -> None:
        tables = random.sample(range(self.count), self.count)
        start, sent = time.perf_counter(), 0
        while (passed := time.perf_counter() - start) < seconds:
            while sent <= passed * rate:
                self.act(tables[sent % self.count])
                sent += 1
            await asyncio.sleep(0.001)

    async def _all_the_time(self, seconds: float) -> None:
        pressed: dict[int, float] = {}

        def press(table: int) -> None:
            pressed[table] = time.perf_counter()
            self.act(table)

        self._when_done = press
        for table in range(self.count):
            press(table)
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end:
            await asyncio.sleep(0.1)
            for table, at in pressed.items():
                if now - at > LOST_AFTER:  # its press is lost; the table must not die of it
                    press(table)
        self._when_done = None

    async def phase(self, name: str, seconds: float) -> dict[str, Any]:
        self._begin()
        bytes_in = sum(conn.bytes_in for conn in self.conns.values())
        before = {group: cpu(pid) for group, pid in self.pids.items()}
        mine, start = time.process_time(), time.perf_counter()
        await (self._all_the_time(seconds) if name == "max" else self._by_the_clock(float(name), seconds))
        end = time.perf_counter()
        mine = (time.process_time() - mine) / (end - start)
        await self._drain(end)
        lost = sum(press.missing.bit_count() for press in self.under_way.values())
        self.under_way.clear()
        used = {group: cpu(pid) - before[group] for group, pid in self.pids.items()}
        received = sum(conn.bytes_in for conn in self.conns.values()) - bytes_in
        times, refusals = sorted(latency for _, latency in self.done), sorted(self.refusals)
        return {
            "phase": name, "sent": self.aid + 1 - self.first, "done": len(times),
            "rate": round(sum(at <= end for at, _ in self.done) / (end - start), 1),
            **{f"p{part}": quantile(times, part) for part in (50, 95, 99)}, "max": quantile(times, 100),
            "refused": len(refusals), "refused_p99": quantile(refusals, 99), "idle": self.idle,
            "lost": lost, "dup": self.dup, "late": self.late, "leaks": self.leaks, "own": self.own,
            "bytes": round(received / max(1, self.deliveries)),
            "cpu_per_1000": {group: round(spent / max(1, len(times)) * 1000, 3) for group, spent in used.items()},
            "rss": {group: round(memory(pid), 1) for group, pid in self.pids.items()},
            "client_cpu": round(mine, 2), "closed": sum(conn.closed for conn in self.conns.values()),
        }  # fmt: skip

    async def _drain(self, end: float) -> None:
        """As long as presses still get through, wait for the last."""
        while self.under_way and (now := time.perf_counter()) < end + 60:
            if now - max(end, self.done[-1][0] if self.done else 0) > LOST_AFTER:
                return
            await asyncio.sleep(0.02)


def quantile(ordered: list[float], part: int) -> float | None:
    """In milliseconds."""
    return round(ordered[min(len(ordered) - 1, part * len(ordered) // 100)] * 1000, 2) if ordered else None
