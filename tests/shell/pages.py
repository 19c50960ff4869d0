"""An open page without a browser: its socket, and what it shows after the frames that came."""

import asyncio
import json
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from combat.models import Encounter
from combat.page_texts import PageTexts
from ctg_site.asgi import application


class Page:
    """Keeps every byte that came, and the parts as live.js would have them."""

    def __init__(self, encounter: Encounter, client: Client | None, *, origin: str = "http://testserver") -> None:
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value if client and client.cookies else ""
        headers = [
            (b"host", b"testserver"),
            (b"origin", origin.encode()),
            (b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie}".encode()),
        ]
        self.socket = WebsocketCommunicator(application, f"/ws/encounters/{encounter.public_id}/", headers=headers)
        self.texts: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self._texts = PageTexts()
        self.log: list[str] = []
        self.n = 0
        self.closed: int | None = None

    async def open(self) -> "Page":
        connected, _ = await self.socket.connect(timeout=5)
        assert connected
        await self.until(lambda: self.n > 0 or self.closed is not None)
        return self

    async def take(self, timeout: float = 0.3) -> bool:
        """The next frame; False where none came in this time."""
        try:
            message = await asyncio.wait_for(self.socket.output_queue.get(), timeout)
        except TimeoutError:
            return False
        if message["type"] == "websocket.close":
            self.closed = message["code"]
            return True
        self.texts.append(message["text"])
        self._show(json.loads(message["text"]))
        return True

    def _show(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)
        if "n" not in frame:
            return
        self._texts.show(frame)
        if frame.get("full"):
            self.log, self.n = list(frame["log"]), frame["n"]
            return
        assert frame["n"] == self.n + 1, "a gap"
        self.n = frame["n"]
        self.log += frame.get("log", ())

    @property
    def parts(self) -> dict[str, str]:
        return self._texts.newest

    async def quiet(self, seconds: float = 0.4) -> None:
        """Until nothing more comes."""
        while await self.take(seconds):
            pass

    async def until(self, fits: Any, seconds: float = 6) -> None:
        end = asyncio.get_running_loop().time() + seconds
        while not fits():
            left = end - asyncio.get_running_loop().time()
            assert left > 0, f"it did not come within {seconds} s; closed={self.closed}, frames={len(self.frames)}"
            await self.take(left)

    async def say(self, text: str) -> None:
        await self.socket.send_to(text_data=text)

    async def shut(self) -> None:
        if self.closed is None:
            await self.socket.disconnect(timeout=5)
        else:
            await self.socket.wait(timeout=5)

    @property
    def everything(self) -> str:
        return "\n".join(self.texts)


async def opened(encounter: Encounter, client: Client | None, **named: Any) -> Page:
    return await (await sync_to_async(Page)(encounter, client, **named)).open()


in_thread = sync_to_async
