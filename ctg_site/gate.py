"""So many pages at once, and no more: the others wait their turn.

Every request is answered in a thread of its own with a database connection of its own. When a whole club opens its
tables at the same moment, hundreds of threads would only be in each other's way, and most would find no connection.
Only the work itself is counted, not the time in which a slow line sends its request or takes its answer.
"""

import asyncio
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

AT_ONCE = 8

_gates: "WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore]" = WeakKeyDictionary()


def _gate() -> asyncio.Semaphore:
    """That of the running loop."""
    return _gates.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))


@sync_and_async_middleware
def gate(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    if not iscoroutinefunction(get_response):
        return get_response
    answer: Callable[[HttpRequest], Awaitable[HttpResponse]] = get_response

    async def one_of_many(request: HttpRequest) -> HttpResponse:
        async with _gate():
            try:
                return await answer(request)
            finally:  # else its connection would be held until the slowest line has its page
                await sync_to_async(close_old_connections, thread_sensitive=True)()

    return one_of_many
