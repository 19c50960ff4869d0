"""Real server processes on the database of the tests, and what a browser says to them."""

import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from ssl import SSLContext
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client
from websockets.sync.client import connect

from combat.page_texts import PageTexts

ROOT = Path(settings.BASE_DIR)
KINDS = {
    "uvicorn": [sys.executable, "-m", "ctg_site.serve"],
    "daphne": [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "ctg_site.asgi:application", "-p"],
}
"""As `./run` starts them: the one in production, the other at home (and then with its port)."""


def database_url() -> str:
    """The address of the test database, for a process of its own."""
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{Path(at['NAME']).absolute()}"
    password = f":{at['PASSWORD']}" if at["PASSWORD"] else ""
    return f"postgres://{at['USER']}{password}@{at['HOST']}:{at['PORT']}/{at['NAME']}"


def free_port() -> int:
    """Below those that the system gives to whoever connects, by chance: tests run side by side."""
    while True:
        port = random.SystemRandom().randrange(20000, 32000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port


class Server:
    """One process. `kind`: which server it is. Several need a `REDIS_URL` that no other test uses."""

    ssl: SSLContext | None = None

    def __init__(self, folder: Path, kind: str = "uvicorn", **environment: str) -> None:
        self.port = free_port()
        self.log = folder / f"{kind}-{self.port}.log"
        self._command = KINDS[kind] + ([str(self.port)] if kind == "daphne" else [])
        self._environment = {
            **{
                name: value for name, value in os.environ.items() if name not in ("DJANGO_SETTINGS_MODULE", "REDIS_URL")
            },
            "HIGH_CARD_MODE": "local",
            "HIGH_CARD_DATA": str(settings.DATA_DIR),
            "DATABASE_URL": database_url(),
            "SECRET_KEY": settings.SECRET_KEY,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def manage(self, *words: str) -> None:
        """A command in its environment."""
        subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=self._environment, check=True)

    def begin(self) -> "Server":
        """Start it, and do not wait for it."""
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(self._command, cwd=ROOT, env=self._environment, stdout=out, stderr=out)
        return self

    def start(self) -> "Server":
        return self.begin().listening()

    def listening(self) -> "Server":
        assert self.process is not None
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)

    def stop(self) -> float:
        """Ask it to end; the seconds that it took."""
        began = time.monotonic()
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
        return time.monotonic() - began


def session_of(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Any
    text: str


def asked(server: Any, path: str, *, client: Client | None = None, body: bytes | None = None, **more: str) -> Answer:
    """What a browser gets there; `client`: whose it is, `more`: its headers."""
    token = "x" * 32
    cookie = f"{settings.SESSION_COOKIE_NAME}={session_of(client)}; csrftoken={token}" if client else ""
    headers = {"Cookie": cookie, "X-CSRFToken": token, "Origin": server.base, "Referer": server.base, **more}
    request = urllib.request.Request(server.base + path, data=body, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=20, context=server.ssl) as answer:
            return Answer(answer.status, answer.headers, answer.read().decode(errors="replace"))
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.headers, error.read().decode(errors="replace"))


def pressed(server: Any, client: Client, path: str, **fields: Any) -> Answer:
    """A press over real http."""
    body = urllib.parse.urlencode({"command_id": secrets.token_hex(16), **fields}, doseq=True).encode()
    return asked(server, path, client=client, body=body)


def post(server: Any, client: Client, path: str, **fields: Any) -> int:
    """The status that it is answered with."""
    return pressed(server, client, path, **fields).status


class Listener:
    """A page's socket over the wire."""

    def __init__(self, server: Server, client: Client, encounter: Any) -> None:
        address = f"ws://127.0.0.1:{server.port}/ws/encounters/{encounter.public_id}/"
        headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session_of(client)}"}
        self._socket = connect(address, origin=server.base, additional_headers=headers, open_timeout=30)
        self.frames: list[dict[str, Any]] = []
        self._texts = PageTexts()
        self._has_all = False

    @property
    def parts(self) -> dict[str, str]:
        return self._texts.newest

    def take(self, timeout: float = 10) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self._socket.recv(timeout=timeout))
        self.frames.append(frame)
        self._has_all = self._has_all or bool(frame.get("full"))
        if self._has_all and "n" in frame:
            self._texts.show(frame)
        return frame

    def until(self, fits: Any, seconds: float = 15) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while True:
            frame = self.take(max(0.01, end - time.monotonic()))
            if fits(frame):
                return frame

    def full(self) -> dict[str, Any]:
        return self.until(lambda frame: frame.get("full"), 30)

    def close(self) -> None:
        self._socket.close()
