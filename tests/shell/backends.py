"""A Redis and a PostgreSQL of a test's own, which may fail: stopped, killed and started again."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
import pytest
from django.core.management import call_command
from django.db import connections

from tests.shell.servers import free_port


def program(name: str) -> str:
    """Debian keeps those of PostgreSQL out of the path, by version. Without it the test is skipped loudly."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: path.parts[-3])
    path = str(found[-1]) if found else shutil.which(name)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(f"CI needs {name}, and there is none.")
        pytest.skip(f"NOT TESTED WHAT HAPPENS WHEN SERVERS FAIL: there is no {name} here.")
    return path


class Redis:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Redis":
        said = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            [program("redis-server"), *said], cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _until_listens(self.port)
        return self

    def signal(self, number: int) -> None:
        """SIGSTOP: it keeps its connections and answers nothing. SIGCONT: it goes on."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)


class Postgres:
    """A cluster. It refuses to be root's, so there it belongs to the user `postgres`."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="high-card-postgres-"))
        self._user: dict[str, Any] = {"cwd": self._folder}
        if os.geteuid() == 0:
            shutil.chown(self._folder, pwd.getpwnam("postgres").pw_uid)
            self._user["user"] = "postgres"
        self._data = str(self._folder / "data")
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def begin(self) -> "Postgres":
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "--no-sync", "--no-instructions")
        self.start()
        return self

    def start(self) -> None:
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run("pg_ctl", "-D", self._data, "-l", str(self._folder / "log"), "-w", "-o", options, "start")

    def stop(self, how: str) -> None:
        """`fast` cuts its clients off, `immediate` is as if it had crashed. The test's own rows are read anew then."""
        connections["default"].close()
        self._run("pg_ctl", "-D", self._data, "-w", "-m", how, "stop")

    def end(self) -> None:
        if (Path(self._data) / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self._folder)

    def _run(self, name: str, *said: str) -> None:
        done = subprocess.run([program(name), *said], **self._user, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        assert done.returncode == 0, f"{name} failed"


def _until_listens(port: int) -> None:
    end = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < end, "it does not start"
            time.sleep(0.05)


@contextmanager
def redis_server(folder: Path) -> Iterator[Redis]:
    one = Redis(folder)
    try:
        yield one.start()
    finally:
        one.signal(signal.SIGCONT)
        one.kill()


@contextmanager
def postgres_server() -> Iterator[Postgres]:
    for name in ("initdb", "pg_ctl"):
        program(name)
    one = Postgres()
    try:
        yield one.begin()
    finally:
        one.end()


@contextmanager
def orm_at(url: str) -> Iterator[None]:
    """The rows of the test are there meanwhile, in tables that are made for it."""
    before = connections.settings["default"]
    connections["default"].close()
    del connections["default"]
    connections.settings["default"] = {**before, "OPTIONS": {}, **dj_database_url.parse(url)}
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        connections["default"].close()
        del connections["default"]
        connections.settings["default"] = before


def answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
