"""The hint that a table has changed: which one, and its version. Never what has changed.

Pages of this process are told directly; other processes over the channel layer. Neither is waited for, and a lost
hint does no harm: the pulse of each process (`receiver.py`) finds what was missed.
"""

import asyncio
import logging
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

log = logging.getLogger(__name__)

Listener = Callable[[int, int], None]
PEOPLE = -1
"""In place of a version: who is connected has changed."""

_listeners: set[Listener] = set()


def group_name(encounter_id: int) -> str:
    return f"encounter.{encounter_id}"


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


class _Remote:
    """Sends hints from a loop of its own, so that no command waits for Redis."""

    MOST_WAITING = 1000

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = Lock()
        self._waiting = 0

    def send(self, layer: Any, encounter_id: int, version: int) -> None:
        if self._waiting >= self.MOST_WAITING:  # Redis is away: the pulse will heal it
            return
        self._waiting += 1
        asyncio.run_coroutine_threadsafe(self._send(layer, encounter_id, version), self._running())

    async def _send(self, layer: Any, encounter_id: int, version: int) -> None:
        message = {"type": "hint", "encounter": encounter_id, "version": version}
        try:
            await asyncio.wait_for(layer.group_send(group_name(encounter_id), message), timeout=5)
        except Exception as error:  # whatever the layer's client raises: the pulse heals it
            log.warning("hint not sent: encounter=%s version=%s error=%s", encounter_id, version, type(error).__name__)
        finally:
            self._waiting -= 1

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                Thread(target=self._loop.run_forever, name="hints", daemon=True).start()
            return self._loop


_remote = _Remote()
