"""What is on its way to one page: in order, and without anybody else having to wait for a slow line."""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

log = logging.getLogger(__name__)

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
MOST_WAITING = 256
"""A page that is further behind than this is let go: it comes back and gets everything anew."""
TRY_AGAIN = 1013

_EAGER = sys.version_info >= (3, 12)


class Outbox:
    """Mostly the server takes a message at once, and nothing waits and no task is left behind."""

    __slots__ = ("_loop", "_send", "_task", "_waiting", "open")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Message] = []  # mostly empty, and a deque takes 760 bytes then
        self._task: asyncio.Task[None] | None = None
        self.open = True

    def text(self, text: str) -> None:
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.close(TRY_AGAIN)
        else:
            self._put({"type": "websocket.send", "text": text})

    def close(self, code: int) -> None:
        """What was put in before still goes out."""
        self._put({"type": "websocket.close", "code": code})
        self.open = False

    def gone(self) -> None:
        """The page has left: nothing goes out any more."""
        self.open = False
        self._waiting.clear()

    def _put(self, message: Message) -> None:
        if not self.open:
            return
        self._waiting.append(message)
        if self._task is None:
            self._start()

    def _start(self) -> None:
        """An eager task runs at once, and ends at once where the line is free."""
        if _EAGER:
            task = asyncio.Task(self._empty(), loop=self._loop, eager_start=True)
            self._task = None if task.done() else task
        else:
            self._task = self._loop.create_task(self._empty())

    async def _empty(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting.pop(0))
        except Exception as error:
            # One page that has gone must not keep the others from hearing; each server has its own word for that.
            self.gone()
            log.debug("a page had gone before it was told: %s", type(error).__name__)
        finally:
            self._task = None

    @property
    def waiting(self) -> int:
        return len(self._waiting)
