"""The hint that a table has changed: which one, and its version. Never what has changed.

Pages of this process are told directly; other processes over the channel layer, all tables on one channel and all that
is waiting in one message. Neither is waited for, and a lost hint does no harm: the pulse of each process
(`receiver.py`) finds what was missed.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

from combat import metrics

log = logging.getLogger(__name__)

Listener = Callable[[int, int], None]
PEOPLE = -1
"""In place of a version: who is connected has changed."""
TABLES = "tables"
"""The one channel group: every process hears of every table."""

_listeners: set[Listener] = set()


def shared_layer() -> Any | None:
    """The layer that other processes listen to; None where this process is the only one."""
    layer = get_channel_layer()
    return None if layer is None or isinstance(layer, InMemoryChannelLayer) else layer


def listen(listener: Listener) -> None:
    _listeners.add(listener)


def unlisten(listener: Listener) -> None:
    _listeners.discard(listener)


def encounter_changed(encounter_id: int, version: int) -> None:
    """May be called from any thread. Call it after the commit."""
    for listener in tuple(_listeners):
        listener(encounter_id, version)
    layer = shared_layer()
    if layer is not None:
        _remote.send(layer, encounter_id, version)


def people_changed(encounter_id: int) -> None:
    encounter_changed(encounter_id, PEOPLE)


def hints_waiting() -> int:
    """How many hints have not gone out to other processes yet."""
    return _remote.waiting


class _Remote:
    """Sends hints from a loop of its own, so that no command waits for Redis."""

    MOST_WAITING = 5000
    GATHER = 0.005
    """Seconds in which what comes is put into the same message."""
    PATIENCE = 5.0

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = Lock()
        self._hints: deque[tuple[int, int]] = deque()
        self._busy = False

    @property
    def waiting(self) -> int:
        return len(self._hints)

    def send(self, layer: Any, encounter_id: int, version: int) -> None:
        with self._lock:
            if len(self._hints) >= self.MOST_WAITING:  # Redis is away: the pulse will heal it
                return
            self._hints.append((encounter_id, version))
            if self._busy:
                return
            self._busy = True
            loop = self._running()
        asyncio.run_coroutine_threadsafe(self._empty(layer), loop)

    async def _empty(self, layer: Any) -> None:
        while True:
            await asyncio.sleep(self.GATHER)
            with self._lock:
                hints = list(dict.fromkeys(self._hints))
                self._hints.clear()
                if not hints:
                    self._busy = False
                    return
            await self._send(layer, hints)

    async def _send(self, layer: Any, hints: list[tuple[int, int]]) -> None:
        message = {"type": "hints", "hints": [list(hint) for hint in hints]}
        try:
            await asyncio.wait_for(layer.group_send(TABLES, message), timeout=self.PATIENCE)
        except Exception as error:  # whatever the layer's client raises: the pulse heals it
            log.warning("hints not sent: hints=%s error=%s", len(hints), type(error).__name__)

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            Thread(target=self._loop.run_forever, name="hints", daemon=True).start()
        return self._loop


_remote = _Remote()
metrics.hints_waiting_are(hints_waiting)
