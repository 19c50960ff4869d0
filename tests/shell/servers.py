"""Real Daphne processes on the database of the tests, and what a browser says to them."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from combat.patches import PageTexts

ROOT = Path(settings.BASE_DIR)


def database_url() -> str:
    """The address of the test database, for a process of its own."""
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{Path(at['NAME']).absolute()}"
    password = f":{at['PASSWORD']}" if at["PASSWORD"] else ""
    return f"postgres://{at['USER']}{password}@{at['HOST']}:{at['PORT']}/{at['NAME']}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self._log = (folder / f"daphne-{self.port}.log").open("w")
        self._environment = {
            **{name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
            "HIGH_CARD_MODE": "local",
            "HIGH_CARD_DATA": str(settings.DATA_DIR),
            "DATABASE_URL": database_url(),
            "SECRET_KEY": settings.SECRET_KEY,
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        at = ["-b", "127.0.0.1", "-p", str(self.port), "-v", "0"]  # as `./run` does: no access log
        command = [sys.executable, "-m", "daphne", *at, "ctg_site.asgi:application"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self._environment, stdout=self._log, stderr=self._log)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            except OSError:
                assert self.process.poll() is None, Path(self._log.name).read_text()
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)

    def stop(self) -> float:
        """Ask it to end; the seconds that it took."""
        assert self.process is not None
        began = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
        self._log.close()
        return time.monotonic() - began


def session_of(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def post(server: Server, client: Client, path: str, **fields: Any) -> int:
    """A press over real http; the status of the answer."""
    token = "x" * 32
    cookie = f"{settings.SESSION_COOKIE_NAME}={session_of(client)}; csrftoken={token}"
    body = urllib.parse.urlencode({"command_id": secrets.token_hex(16), **fields}, doseq=True).encode()
    headers = {"Cookie": cookie, "X-CSRFToken": token, "Origin": server.base}
    request = urllib.request.Request(server.base + path, data=body, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


class Listener:
    """A page's socket over the wire."""

    def __init__(self, server: Server, client: Client, encounter: Any) -> None:
        wire = pytest.importorskip(
            "websockets.sync.client", reason="needs websockets: pip install -r tests/requirements.txt"
        )
        address = f"ws://127.0.0.1:{server.port}/ws/encounters/{encounter.public_id}/"
        headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session_of(client)}"}
        self._socket = wire.connect(address, origin=server.base, additional_headers=headers, open_timeout=30)
        self.frames: list[dict[str, Any]] = []
        self._texts = PageTexts()

    def take(self, timeout: float = 10) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self._socket.recv(timeout=timeout))
        self.frames.append(frame)
        if "n" in frame:
            self._texts.show(frame)
        return frame

    @property
    def parts(self) -> dict[str, str]:
        return self._texts.newest

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
