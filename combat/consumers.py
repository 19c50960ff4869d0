"""The socket of one open page. It decides nothing: it is let in, listens, and may ask for a fresh look."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from django.conf import settings
from django.http import Http404

from combat.models import EncounterStatus
from combat.pulse import GONE, Standing
from combat.receiver import receiver
from combat.selectors import table_for

log = logging.getLogger(__name__)

LONGEST_MESSAGE = 2048
MOST_UNREADABLE = 50
NO_PAGE_OF_OURS = 1008
BREATH = 0.1
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class EncounterConsumer:
    """One class for game masters, players and spectators. Plain ASGI: no thread is needed to pass a message on."""

    standing: Standing

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        self._send = send
        self._open = False
        self._unreadable = 0
        first = await receive()
        if first["type"] != "websocket.connect":
            return
        if not same_origin(scope):
            await send({"type": "websocket.close", "code": GONE})
            return
        await send({"type": "websocket.accept"})
        self._open = True
        try:
            self.standing = await standing_of(scope)
        except Http404:
            # Accepted first: a refused handshake tells a browser nothing, and it would ask for ever.
            await self.shut(GONE)
            return
        try:
            await receiver().join(self)
            while self._open and (message := await receive())["type"] == "websocket.receive":
                await self._hear(message)
        finally:
            self._open = False
            await receiver().leave(self)

    async def push(self, text: str) -> None:
        await self._tell({"type": "websocket.send", "text": text})

    async def shut(self, code: int) -> None:
        await self._tell({"type": "websocket.close", "code": code})
        self._open = False

    async def _tell(self, message: Message) -> None:
        """One page that has gone must not keep the others from hearing; each server has its own word for that."""
        if not self._open:
            return
        try:
            await self._send(message)
        except Exception as error:
            self._open = False
            log.debug("a page had gone before it was told: %s", type(error).__name__)

    async def _hear(self, message: Message) -> None:
        try:
            asked = asked_for(message.get("text"))
        except ValueError as error:
            self._unreadable += 1
            await self.push(json.dumps({"error": str(error)}))
            if self._unreadable > MOST_UNREADABLE:
                await self.shut(NO_PAGE_OF_OURS)
            return
        if asked == "resync":
            await receiver().resync(self)
            await asyncio.sleep(BREATH)  # who asks for everything again and again gets it one after the other


def asked_for(text: str | None) -> str:
    """What a page's message asks for. Raises ValueError with words."""
    if text is None or len(text) > LONGEST_MESSAGE:
        raise ValueError("That message is too long, or no text.")
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError("That message is not readable.") from error
    if not isinstance(asked, dict) or asked.get("do") not in ("resync", "alive"):
        raise ValueError("That message asks for nothing that is known here.")
    return str(asked["do"])


@database_sync_to_async
def standing_of(scope: Message) -> Standing:
    """Through the one door. Raises Http404."""
    place = table_for(scope["user"], scope["url_route"]["kwargs"]["public_id"])
    if place.encounter.status == EncounterStatus.PLANNED:
        raise Http404
    return Standing(
        encounter_id=place.encounter.pk,
        campaign_id=place.encounter.campaign_id,
        membership_id=place.membership.pk,
        viewer=place.viewer,
        session=scope["session"].session_key or "",
    )


def same_origin(scope: Message) -> bool:
    """Browsers send cookies along from any page; only our own may listen."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    return bool(origin) and (urlsplit(origin).netloc.lower() == host.lower() or origin in settings.CSRF_TRUSTED_ORIGINS)
