"""Pages over the wire that do what live-socket.js does: show frames, press, and come back when their server goes."""

import json
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.conf import settings
from django.test import Client
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from combat.page_texts import PageTexts
from tests.shell.fight import fresh, replayed, state
from tests.shell.servers import session_of

SILENCE, PATIENCE, FIRST_PAUSE, LONGEST_PAUSE = 10, 10, 0.4, 8
FINAL = (4403, 1008)


class NoAnswer(Exception):
    """The connection is lost: whether the press was done is not known; or it was not sent."""


class LivePage:
    """`places`: servers, of which the first that answers gets it, as by a web server in front."""

    def __init__(self, client: Client, encounter: Any, *places: Any) -> None:
        self.client = client
        self._places = places
        self._path = f"/ws/encounters/{encounter.public_id}/"
        self._cookie = f"{settings.SESSION_COOKIE_NAME}={session_of(client)}"
        self._socket: ClientConnection | None = None
        self._asked: dict[str, Future[dict[str, Any]]] = {}
        self._texts = PageTexts()
        self._over = False
        self.at: Any = None
        """The place that it is connected to."""
        self.n, self.lines, self.fulls, self.gaps, self.doubles = 0, 0, 0, 0, 0
        self._waits = True  # for a full frame
        self.log: list[Any] = []
        self.closings: list[int | None] = []
        self.frames_at: list[float] = []
        self.linked = threading.Event()
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    @property
    def shown(self) -> tuple[int, dict[str, str]]:
        parts = {part: text for part, text in self._texts.newest.items() if part != "people"}
        return self.lines, parts

    def press(self, kind: str, *, id: str | None = None, **fields: Any) -> dict[str, Any]:
        """The answer. Raises NoAnswer; nothing is kept to be sent later."""
        socket = self._socket
        if socket is None or not self.linked.is_set():
            raise NoAnswer("not sent")
        id = id or secrets.token_hex(16)
        told = self._asked[id] = Future()
        many = {name: value if isinstance(value, list) else [str(value)] for name, value in fields.items()}
        try:
            socket.send(json.dumps({"do": "press", "kind": kind, "id": id, "fields": many}))
            return told.result(PATIENCE)
        except (OSError, WebSocketException, TimeoutError) as error:
            raise NoAnswer(type(error).__name__) from error
        finally:
            self._asked.pop(id, None)

    def close(self) -> None:
        self._over = True
        if self._socket is not None:
            self._socket.close()
        self._thread.join(15)

    # What its thread does.

    def _keep(self) -> None:
        tries = 0
        while not self._over:
            fulls = self.fulls
            for place in self._places:
                try:
                    self._listen(place)
                    break
                except (OSError, WebSocketException):  # nobody there: the next one
                    continue
            tries = 0 if self.fulls > fulls else tries + 1
            if not self._over:
                time.sleep(min(LONGEST_PAUSE, FIRST_PAUSE * 2**tries) * (0.5 + random.random()))

    def _listen(self, place: Any) -> None:
        """Until the connection is lost. Raises what says that there is none."""
        address = place.base.replace("http", "ws", 1) + f"{self._path}?lines={self.lines}"
        headers = {"Cookie": self._cookie}
        with connect(
            address, origin=place.base, additional_headers=headers, ssl=place.ssl, open_timeout=5, close_timeout=1
        ) as socket:
            self._socket, self.at, self._waits = socket, place, True
            try:
                while True:
                    self._hear(json.loads(socket.recv(timeout=SILENCE)))
            except (OSError, WebSocketException, TimeoutError):
                pass
            finally:
                self.linked.clear()
                self._socket = None
                for told in list(self._asked.values()):
                    told.set_exception(NoAnswer("lost")) if not told.done() else None
        self.closings.append(socket.close_code)
        self._over = self._over or socket.close_code in FINAL

    def _hear(self, frame: dict[str, Any]) -> None:
        told = self._asked.get(frame.get("done") or frame.get("refused") or "")
        if told is not None:
            told.set_result(frame)
        elif frame.get("full"):
            self._show(frame)
            self.fulls += 1
            self._waits = False
            self.linked.set()
        elif self._waits:
            return
        elif "n" in frame and frame["n"] <= self.n:
            self.doubles += 1
        elif "n" in frame and frame["n"] == self.n + 1:
            self._show(frame)
        elif "n" in frame or frame.get("beat", 0) > self.n:
            self.gaps, self._waits = self.gaps + 1, True
            assert self._socket is not None
            self._socket.send(json.dumps({"do": "resync", "lines": self.lines}))

    def _show(self, frame: dict[str, Any]) -> None:
        self._texts.show(frame)
        self.n, self.lines = frame["n"], frame["lines"]
        self.log += frame.get("log", ())
        self.frames_at.append(time.monotonic())


@dataclass
class Press:
    """A number that somebody wants to see at the table; told from all others in the log."""

    number: int
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    answers: list[dict[str, Any]] = field(default_factory=list)
    longest: float = 0.0

    def by(self, page: LivePage) -> dict[str, Any]:
        """Press it there, for the first time or again."""
        began = time.monotonic()
        try:
            self.answers.append(page.press("set", id=self.id, combatant="mara", temporary_health=self.number))
        finally:
            self.longest = max(self.longest, time.monotonic() - began)
        return self.answers[-1]


class Pressing:
    """The pages press one after the other, each in a thread, until it is stopped."""

    def __init__(self, pages: Sequence[LivePage], *, pause: float = 0.03) -> None:
        self.made: list[Press] = []
        self._numbers: Iterator[int] = count(1)
        self._end = threading.Event()
        self._pause = pause
        self._threads = [threading.Thread(target=self._go_on, args=(page,), daemon=True) for page in pages]
        for thread in self._threads:
            thread.start()

    def _go_on(self, page: LivePage) -> None:
        while not self._end.wait(self._pause):
            if page.linked.is_set():
                self.made.append(press := Press(next(self._numbers)))
                try:
                    press.by(page)
                except NoAnswer:
                    continue

    def stop(self) -> list[Press]:
        self._end.set()
        for thread in self._threads:
            thread.join(PATIENCE + 5)
        return self.made

    def __enter__(self) -> "Pressing":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def until(fits: Callable[[], Any], seconds: float, what: str = "") -> float:
    """The seconds that it took."""
    began = time.monotonic()
    while not fits():
        assert time.monotonic() - began < seconds, what or f"not within {seconds} s"
        time.sleep(0.02)
    return time.monotonic() - began


def all_linked(pages: Sequence[LivePage], seconds: float = 20) -> float:
    return until(lambda: all(page.linked.is_set() for page in pages), seconds, "a page did not come back")


def all_once(encounter: Any, made: Sequence[Press]) -> None:
    """What was pressed is in the log, each once, and the log has no gaps and leads to the state."""
    entries = list(fresh(encounter).log.order_by("number"))
    logged = [entry.detail["command"]["temporary_health"] for entry in entries if entry.do == "set"]
    assert sorted(logged) == sorted(press.number for press in made)
    assert [entry.number for entry in entries] == list(range(fresh(encounter).version))
    assert replayed(encounter) == state(encounter)


def same_as_anew(encounter: Any, pages: Sequence[LivePage], servers: Sequence[Any]) -> None:
    """Each page shows what one that is opened now shows, on every server; but for who is here, which goes on changing."""
    for server in servers:
        fresh_ones = {page.client: LivePage(page.client, encounter, server) for page in pages}
        all_linked(list(fresh_ones.values()))
        for page in pages:
            anew = fresh_ones[page.client]
            until(lambda page=page, anew=anew: page.shown == anew.shown, 6, f"{server.base} shows another table")
        for anew in fresh_ones.values():
            anew.close()
