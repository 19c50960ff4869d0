"""What a server that says when it begins and ends is answered (uvicorn does, Daphne does not)."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Lifespan:
    """Begins at once, and ends when `wind_up` has; that runs in a thread, since it may wait."""

    def __init__(self, wind_up: Callable[[], None]) -> None:
        self._wind_up = wind_up

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        while (await receive())["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        await asyncio.to_thread(self._wind_up)
        await send({"type": "lifespan.shutdown.complete"})
