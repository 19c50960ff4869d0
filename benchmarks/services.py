"""The PostgreSQL and the Redis of a measurement: those that are named, or private ones in a folder of their own.

`DATABASE_URL` and `REDIS_URL` name servers that run; High Card then gets a database of its own there, which is dropped
afterwards. Without them both are started from the installed binaries, on the server's core, and stopped at the end.
"""

import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg

from benchmarks.processes import SERVER, pinned

DATABASE = f"high_card_bench_{os.getpid()}"


@dataclass(frozen=True)
class Services:
    database_url: str
    redis_url: str
    pids: dict[str, int] = field(default_factory=dict)
    """Those whose CPU is counted."""


@contextmanager
def services(folder: Path, bench: Path | None = None) -> Iterator[Services]:
    """`bench`: the scratch folder of a harness whose own servers run; then these are used."""
    with ExitStack() as stack:
        if bench is not None:
            found = of_harness(bench)
        elif os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"):
            found = Services(os.environ["DATABASE_URL"], os.environ["REDIS_URL"])
        else:
            postgres, pg_pid = stack.enter_context(private_postgres(folder))
            redis, redis_pid = stack.enter_context(private_redis(folder))
            found = Services(postgres, redis, {"redis": redis_pid, "pg": pg_pid})
        own = urlunsplit(urlsplit(found.database_url)._replace(path=f"/{DATABASE}"))
        _make_database(found.database_url)
        stack.callback(_drop_database, found.database_url)
        yield Services(own, found.redis_url, found.pids)


def of_harness(bench: Path) -> Services:
    run = bench / "run"
    return Services(
        f"postgres://postgres@{quote(str(run), safe='')}:5499/bench",
        "redis://127.0.0.1:6399/1",
        {
            "redis": int((run / "redis.pid").read_text()),
            "pg": int((run / "pg/postmaster.pid").read_text().split()[0]),
        },
    )


def _make_database(server: str) -> None:
    _drop_database(server)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"create database {DATABASE}")


def _drop_database(server: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"drop database if exists {DATABASE} with (force)")


@contextmanager
def private_postgres(folder: Path) -> Iterator[tuple[str, int]]:
    initdb, server = _postgres_program("initdb"), _postgres_program("postgres")
    data, port = folder / "postgres", free_port()
    data.mkdir()
    user = None
    if os.geteuid() == 0:  # it refuses to be root
        user = "postgres"
        os.chmod(folder, 0o755)  # noqa: S103 - only the way to the folders inside
        shutil.chown(data, pwd.getpwnam(user).pw_uid)
    said: dict[str, Any] = {
        "stdout": subprocess.DEVNULL,
        "stderr": (folder / "postgres.log").open("w"),
        "user": user,
        "cwd": data,
    }
    subprocess.run([initdb, "-D", data / "data", "-U", "postgres", "-A", "trust", "--no-sync"], check=True, **said)
    command = [server, "-D", str(data / "data"), "-p", str(port), "-k", str(data), "-c", "listen_addresses="]
    process = subprocess.Popen([*pinned(SERVER), *command], **said)
    try:
        url = f"postgres://postgres@{quote(str(data), safe='')}:{port}/postgres"
        _until(lambda: psycopg.connect(url).close(), psycopg.OperationalError)
        yield url, process.pid
    finally:
        process.send_signal(2)  # fast: sessions are cut, data is kept in order
        process.wait(30)


@contextmanager
def private_redis(folder: Path) -> Iterator[tuple[str, int]]:
    port = free_port()
    command = [_program("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen([*pinned(SERVER), *command], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        _until(lambda: socket.create_connection(("127.0.0.1", port)).close(), OSError)
        yield f"redis://127.0.0.1:{port}/0", process.pid
    finally:
        process.terminate()
        process.wait(30)


def _postgres_program(name: str) -> str:
    """Debian keeps them out of the path, by version."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: path.parts[-3])
    return str(found[-1]) if found else _program(name)


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SystemExit(
            f"There is no {name} here. Install PostgreSQL and Redis (on Debian or Ubuntu: apt install postgresql "
            "redis-server), or name servers that run with DATABASE_URL and REDIS_URL."
        )
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _until(attempt: object, error: type[Exception]) -> None:
    end = time.monotonic() + 30
    while True:
        try:
            attempt()  # type: ignore[operator]
            return
        except error:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
