"""The socket of one open page: it is let in, listens, presses, and may ask for a fresh look. It decides nothing."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404
from django.http.cookie import parse_cookie

from combat import metrics
from combat.engine.errors import IllegalCommand
from combat.models import EncounterStatus, User
from combat.outbox import Outbox
from combat.pulse import GONE, Standing
from combat.receiver import receiver
from combat.selectors import table_for
from combat.services.clerk import Answer, clerk
from combat.services.presses import LARGEST, press_of
from combat.services.refusals import busy

log = logging.getLogger(__name__)

MOST_UNREADABLE = 50
MOST_UNDER_WAY = 4
"""Presses of one page that have no answer yet."""
LONGEST_ID = 80
NO_PAGE_OF_OURS = 1008
BREATH = 0.1
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class EncounterConsumer:
    """One class for game masters, players and spectators. Plain ASGI: no thread is needed to pass a message on."""

    __slots__ = ("__weakref__", "_under_way", "_unreadable", "_user", "outbox", "standing")

    standing: Standing

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        self._unreadable = 0
        self._under_way = 0
        first = await receive()
        if first["type"] != "websocket.connect":
            return
        if not same_origin(scope):
            await send({"type": "websocket.close", "code": GONE})
            return
        await send({"type": "websocket.accept"})
        self.outbox = Outbox(send)
        try:
            self._user, self.standing, version = await let_in(scope)
        except Http404:
            # Accepted first: a refused handshake tells a browser nothing, and it would ask for ever.
            self.shut(GONE)
            return
        seen = seen_at_first(scope)
        scope["headers"].clear()  # some kilobytes, read for the last time, of a page that may stay for hours
        try:
            await receiver().join(self, version=version, seen=seen)
            while self.outbox.open and (message := await receive())["type"] == "websocket.receive":
                await self._hear(message)
        finally:
            self.outbox.gone()
            await receiver().leave(self)

    def push(self, text: str) -> None:
        self.outbox.text(text)

    def shut(self, code: int) -> None:
        self.outbox.close(code)

    async def _hear(self, message: Message) -> None:
        try:
            asked = asked_for(message.get("text"))
            if asked["do"] == "press":
                self._press(asked)
        except ValueError as error:
            self._unreadable += 1
            self._tell({"error": str(error)})
            if self._unreadable > MOST_UNREADABLE:
                self.shut(NO_PAGE_OF_OURS)
            return
        if asked["do"] == "resync":
            await receiver().resync(self, seen_line(asked.get("lines")))
            await asyncio.sleep(BREATH)  # who asks for everything again and again gets it one after the other

    def _press(self, asked: Mapping[str, Any]) -> None:
        """Hand it to the clerk, who says later what became of it; nothing here waits for that."""
        kind, command_id, fields = pressed(asked)
        who = {"encounter_id": self.standing.encounter_id, "user": self._user, "command_id": command_id}
        try:
            if self._under_way >= MOST_UNDER_WAY:
                raise busy()
            clerk().submit(press_of(kind, fields, who), partial(self._answered, command_id))
            self._under_way += 1
        except IllegalCommand as refusal:
            self._refuse(command_id, refusal)

    def _answered(self, command_id: str, answer: Answer) -> None:
        self._under_way -= 1
        if isinstance(answer, IllegalCommand):
            self._refuse(command_id, answer)
        else:
            self._tell({"done": command_id, "lines": answer})

    def _refuse(self, command_id: str, refusal: IllegalCommand) -> None:
        metrics.refusal(refusal.code)
        self._tell({"refused": command_id, "code": refusal.code, "words": refusal.words})

    def _tell(self, what: Mapping[str, Any]) -> None:
        self.push(orjson.dumps(what).decode())


def asked_for(text: str | None) -> Mapping[str, Any]:
    """What a page's message asks for. Raises ValueError with words."""
    if text is None or len(text) > LARGEST:
        raise ValueError("That message is too long, or no text.")
    try:
        asked = orjson.loads(text)
    except ValueError as error:
        raise ValueError("That message is not readable.") from error
    if not isinstance(asked, dict) or asked.get("do") not in ("press", "resync", "alive"):
        raise ValueError("That message asks for nothing that is known here.")
    return asked


def pressed(asked: Mapping[str, Any]) -> tuple[str, str, dict[str, list[str]]]:
    """Kind, id and fields of a press. Raises ValueError with words."""
    kind, command_id, fields, seen = asked.get("kind"), asked.get("id"), asked.get("fields", {}), asked.get("seen")
    if not isinstance(kind, str) or not isinstance(command_id, str) or not isinstance(fields, dict):
        raise ValueError("That press is not readable.")
    for values in fields.values():
        if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
            raise ValueError("The fields of that press are not readable.")
    return kind, command_id[:LONGEST_ID], fields if seen is None else {**fields, "seen": [str(seen)]}


def seen_at_first(scope: Message) -> int:
    """The newest log line that the page has already; 0 for one that has none."""
    return seen_line(*parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lines", [])[:1])


def seen_line(number: Any = 0) -> int:
    text = str(number)
    return int(text) if text.isdecimal() and len(text) < 10 else 0


@database_sync_to_async
def let_in(scope: Message) -> tuple[User, Standing, int]:
    """Who that is and as whom they listen, with the version of the table. Through the one door. Raises Http404."""
    session = session_of(scope)
    user = get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]
    place = table_for(user, scope["url_route"]["kwargs"]["public_id"])
    if place.encounter.status == EncounterStatus.PLANNED:
        raise Http404
    standing = Standing(
        encounter_id=place.encounter.pk,
        campaign_id=place.encounter.campaign_id,
        membership_id=place.membership.pk,
        viewer=place.viewer,
        session=session.session_key or "",
    )
    return user, standing, place.encounter.version  # type: ignore[return-value]


def session_of(scope: Message) -> SessionBase:
    """That of the cookie; read once somebody asks what is in it."""
    cookies = parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
    store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
    return store(cookies.get(settings.SESSION_COOKIE_NAME))


def same_origin(scope: Message) -> bool:
    """Browsers send cookies along from any page; only our own may listen."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    return bool(origin) and (urlsplit(origin).netloc.lower() == host.lower() or origin in settings.CSRF_TRUSTED_ORIGINS)
