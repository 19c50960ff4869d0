"""One measurement of one server: start it, press, stop it, and judge what was found. Rows are dicts, one a phase."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.processes import CLIENT, pinned
from benchmarks.serving import ROOT, Site, floor, served

Row = dict[str, Any]
CALIBRATION = "import time;t=time.perf_counter();sum(i*i for i in range(500000));print((time.perf_counter()-t)*1e3)"
OURS, FLOOR = "High Card", "raw"


class Failed(Exception):
    """The client gave up."""


@dataclass(frozen=True)
class Wish:
    tables: int = 100
    phases: str = "50,200,500,max"
    seconds: float = 2.5
    door: str = "socket"
    past: int = 0
    waves: int = 0


@dataclass(frozen=True)
class Harness:
    """Another project's bench, which measures the servers that High Card is compared with."""

    path: Path
    scratch: Path

    @property
    def python(self) -> str:
        return str(self.scratch / "venv/bin/python")


def measure_ours(site: Site, wish: Wish, harness: Harness | None = None) -> list[Row]:
    laid = site.lay(wish.tables, wish.past)
    with served(site) as (port, pids):
        try:
            rows = drive("high_card", port, wish, pids, harness, laid)
        except Failed as error:
            raise SystemExit(f"{error}\n\nThe server said last:\n{site.log.read_text()[-3000:]}") from error
        entries = site.entries()
    return [_judged(row, laid, entries) if "check" in row else row for row in rows]


def _judged(row: Row, laid: Path, entries: dict[str, int]) -> Row:
    """Each accepted press is one log entry, no more and no less."""
    check = row["check"]
    before = {str(one["encounter"]): one["entries"] for one in json.loads(laid.read_text())}
    surplus = [entries[table] - before[table] - accepted for table, accepted in check.pop("accepted").items()]
    return {
        "check": {**check, "entries_too_many": sum(one for one in surplus if one > 0), "entries_missing": -sum(one for one in surplus if one < 0)}
    }  # fmt: skip


def measure_floor(folder: Path, wish: Wish) -> list[Row]:
    with floor(folder) as (port, pids):
        return drive("floor", port, wish, pids)


def drive(
    adapter: str, port: int, wish: Wish, pids: dict[str, int], harness: Harness | None = None, laid: Path | None = None
) -> list[Row]:
    noise = calibration()
    command = [
        *pinned(CLIENT), harness.python if harness else sys.executable, "-m", "benchmarks.drive", adapter,
        "--port", str(port), "--tables", str(wish.tables), "--phases", wish.phases, "--seconds", str(wish.seconds),
        "--door", wish.door, "--waves", str(wish.waves), *(f"--pid={name}={pid}" for name, pid in pids.items()),
    ]  # fmt: skip
    if laid is not None:
        command += ["--laid", str(laid)]
    if harness is not None:
        command += ["--harness", str(harness.path)]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    if answer.returncode:
        raise Failed(f"The measurement failed:\n{answer.stderr[-3000:]}")
    rows = [json.loads(line) for line in answer.stdout.splitlines() if line.startswith("{")]
    return [{"calib": noise} | row for row in rows]


def measure_peer(harness: Harness, name: str, wish: Wish, out: Path) -> list[Row]:
    """By the harness's own command; it starts the peer, pins it, and presses."""
    out.unlink(missing_ok=True)
    command = [
        harness.python, "run.py", "grid", "--only", name, "--reps", "1", "--tables", str(wish.tables),
        "--phases", wish.phases, "--seconds", str(wish.seconds), "--out", str(out),
    ]  # fmt: skip
    environment = {**os.environ, "BENCH": str(harness.scratch), "PYTHONDONTWRITEBYTECODE": "1"}
    answer = subprocess.run(command, cwd=harness.path, env=environment, capture_output=True, text=True, timeout=900)
    if not out.exists():
        raise SystemExit(f"{name} could not be measured:\n{answer.stderr[-2000:]}")
    return [json.loads(line) for line in out.read_text().splitlines()]


def calibration() -> float:
    """Milliseconds that the server's core takes for a fixed loop: how noisy is the moment?"""
    answer = subprocess.run([*pinned(0), sys.executable, "-c", CALIBRATION], capture_output=True, text=True, check=True)
    return round(float(answer.stdout), 1)
