"""High Card as a server under measurement: as `./run` serves it in production, with tables laid."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.processes import SERVER, pinned
from benchmarks.services import Services, free_port

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Site:
    """The project with the environment that its server has."""

    services: Services
    folder: Path
    environment: Mapping[str, str]

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    def python(self, *args: str) -> str:
        command = [sys.executable, *args]
        answer = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True)
        if answer.returncode:
            raise SystemExit(f"{' '.join(args)} failed:\n{answer.stderr[-2000:]}")
        return answer.stdout

    def lay(self, tables: int, past: int = 0) -> Path:
        laid = self.folder / "laid.json"
        laid.write_text(self.python("-m", "benchmarks.laying", str(tables), "--past", str(past)))
        return laid

    def entries(self) -> dict[str, int]:
        found: dict[str, int] = json.loads(self.python("-m", "benchmarks.laying", "--count"))
        return found


def site_of(services: Services, folder: Path) -> Site:
    """The web server in front, which speaks TLS, is played by the client: it sends what such a server would say."""
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"} | {
        "HIGH_CARD_MODE": "production",
        "HIGH_CARD_HOSTS": "127.0.0.1",
        "HIGH_CARD_BEHIND_PROXY": "1",
        "HOST": "127.0.0.1",
        "HIGH_CARD_DATA": str(folder),
        "HIGH_CARD_LOG": "WARNING",
        "SECRET_KEY": secrets.token_hex(24),
        "DATABASE_URL": services.database_url,
        "REDIS_URL": services.redis_url,
    }
    site = Site(services, folder, environment)
    site.python("manage.py", "migrate", "-v0")
    site.python("manage.py", "collectstatic", "--noinput", "-v0")
    return site


@contextmanager
def served(site: Site) -> Iterator[tuple[int, dict[str, int]]]:
    """While it runs: its port, and the processes whose CPU is counted."""
    port = free_port()
    command = [*pinned(SERVER), sys.executable, "-m", "ctg_site.serve"]
    with running(command, port, site.log, {**site.environment, "PORT": str(port)}) as pid:
        _until_ready(port)
        yield port, {"app": pid, **site.services.pids}


@contextmanager
def floor(folder: Path) -> Iterator[tuple[int, dict[str, int]]]:
    port = free_port()
    command = [*pinned(SERVER), sys.executable, "-m", "benchmarks.floor", str(port)]
    with running(command, port, folder / "floor.log", os.environ) as pid:
        yield port, {"app": pid}


@contextmanager
def running(command: list[str], port: int, log: Path, environment: Mapping[str, str]) -> Iterator[int]:
    with log.open("a") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out)
    try:
        _wait_for(process, port, log)
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _until_ready(port: int) -> None:
    """What a process needs in any case it has then, and none of its visitors is charged with it."""
    end = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def _wait_for(process: Any, port: int, log: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit(f"The server did not start:\n{log.read_text()[-2000:]}")
