"""Whether this process can serve a table now, and what is missing if not, in words without secrets."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread

import redis
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

log = logging.getLogger(__name__)

LIMIT = 2.0
"""Whoever asks waits no longer than so many seconds."""
FINE, SILENT = "ok", "does not answer"
Look = Callable[[], None]


class Need:
    """Something outside that a table needs. One look at a time: what hangs must not collect threads."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._answer: Future[None] | None = None

    async def words(self) -> str:
        if self._answer is None or self._answer.done():
            self._answer = self._asked()
        try:
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._answer)), LIMIT)
        except Missing as missing:
            return str(missing)
        except Exception:  # whatever its client raises, and no answer in time
            return SILENT
        return FINE

    def _asked(self) -> "Future[None]":
        """In a thread that keeps no server from ending, even if it hangs."""
        answer: Future[None] = Future()

        def look() -> None:
            try:
                answer.set_result(self._look())
            except Exception as error:
                answer.set_exception(error)

        Thread(target=look, name="ready", daemon=True).start()
        return answer


class Missing(Exception):
    """It answers, but it is not as it should be."""


class Database:
    def __init__(self) -> None:
        self._migrated = False

    def __call__(self) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            if not self._migrated and missing_migrations():
                raise Missing("migrations are missing")
            self._migrated = True  # not asked again: it takes a while
        finally:
            connection.close()


def missing_migrations() -> int:
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def redis_answers() -> None:
    with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=LIMIT, socket_timeout=LIMIT) as client:
        client.ping()


class Readiness:
    def __init__(self) -> None:
        self._needs = {"database": Need(Database())}
        if settings.REDIS_URL:
            self._needs["redis"] = Need(redis_answers)
        self._threads: dict[str, Thread] = {}
        self._beginnings: dict[str, Thread] = {}
        self._said = True

    def must_live(self, thread: Thread) -> None:
        """Without this thread of ours the process is not ready."""
        self._threads[thread.name] = thread

    def must_end(self, thread: Thread) -> None:
        """Before this work of ours is done the process is not ready."""
        self._beginnings[thread.name] = thread

    async def words(self) -> dict[str, str]:
        """What is asked, and `ok` or what is wrong with it."""
        found = dict(
            zip(self._needs, await asyncio.gather(*(need.words() for need in self._needs.values())), strict=True)
        )
        found |= {name: "is under way" if thread.is_alive() else FINE for name, thread in self._beginnings.items()}
        found |= {name: FINE if thread.is_alive() else "has stopped" for name, thread in self._threads.items()}
        self._tell(found)
        return found

    def _tell(self, found: dict[str, str]) -> None:
        """The log hears of it when it changes, however often somebody asks."""
        ready = all_fine(found)
        if ready != self._said:
            self._said = ready
            log.warning("ready again") if ready else log.warning("not ready: %s", in_lines(found).replace("\n", ", "))


def all_fine(found: dict[str, str]) -> bool:
    return all(words == FINE for words in found.values())


def in_lines(found: dict[str, str]) -> str:
    return "\n".join(f"{name}: {words}" for name, words in found.items())
