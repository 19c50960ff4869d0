"""One measurement: connects everybody to a server that runs, presses, and prints one JSON line for each phase.

    python -m benchmarks.drive high_card --port 9011 --laid tables.json --phases 50,200,max --pid app=1234

With `--harness PATH` another project's load client (its `load.py`) presses instead of our own: the one that measures
the servers that High Card is compared with. Phases: a rate, `max`, and with `set:` before either the game master's
presses, which need no turn; `set:2x` is twice what the `max` before it reached.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from benchmarks.client import Load
from benchmarks.floor_client import Floor
from benchmarks.high_card import HighCard
from benchmarks.processes import memory

VIEWERS = 6
WARM_UP = 1.5
SETTLES = 2.0
"""Seconds until the server's memory is looked at."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("adapter", choices=("high_card", "floor"))
    options.add_argument("--port", type=int, required=True)
    options.add_argument("--laid", type=Path, help="what benchmarks.laying printed")
    options.add_argument("--tables", type=int)
    options.add_argument("--phases", default="50,200,500,max")
    options.add_argument("--seconds", type=float, default=2.5)
    options.add_argument("--pid", action="append", default=[], metavar="NAME=PID")
    options.add_argument("--door", choices=("socket", "http"), default="socket")
    options.add_argument("--waves", type=int, default=0, help="so often everybody leaves and comes back, idle")
    options.add_argument("--harness", type=Path)
    wanted = options.parse_args()
    wanted.pids = {name: int(pid) for name, _, pid in (one.partition("=") for one in wanted.pid)}
    run_loop(drive(wanted))


def run_loop(work: Any) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


async def drive(wanted: Any) -> None:
    load = made(wanted)
    before = memory(wanted.pids["app"]) if "app" in wanted.pids else 0.0
    began = time.perf_counter()
    await load.connect_all()
    took = time.perf_counter() - began
    await asyncio.sleep(1)
    after = memory(wanted.pids["app"]) if "app" in wanted.pids else 0.0
    base = {
        "tables": wanted.tables, "viewers": VIEWERS, "connect_s": round(took, 2),
        **{name: round(seconds, 2) for name, seconds in getattr(load, "took", {}).items()},
        "reopened": getattr(load, "reopened", 0), "rss_idle": round(after, 1), "kib_per_conn": round((after - before) * 1024 / len(load.conns), 1),
        "kib_per_socket": round((after - getattr(load, "before_sockets", before)) * 1024 / len(load.conns), 1),
    }  # fmt: skip
    if not wanted.phases:
        print(json.dumps({"phase": "idle"} | base), flush=True)
    for wave in range(1, wanted.waves + 1):
        print(json.dumps({"phase": f"wave {wave}"} | await one_wave(load, wanted.pids["app"])), flush=True)
    if wanted.phases:
        await press(load, wanted, base)
    if hasattr(load.adapter, "verify"):
        print(json.dumps({"check": await load.adapter.verify(load.conns)}), flush=True)
    for conn in load.conns.values():
        conn.close()
    await asyncio.sleep(0.2)


async def press(load: Any, wanted: Any, base: dict[str, Any]) -> None:
    await load.phase("50", WARM_UP)
    best = 0.0
    for name in filter(None, wanted.phases.split(",")):
        row = await one_phase(load, name, wanted.seconds, best)
        best = row["rate"] if name.endswith("max") else best
        print(json.dumps(base | row), flush=True)


async def one_wave(load: Load, server: int) -> dict[str, Any]:
    """Everybody leaves, and comes back."""
    with_all = memory(server)
    load.leave_all()
    await asyncio.sleep(SETTLES)
    without = memory(server)
    began = time.perf_counter()
    await load.join_all()
    took = time.perf_counter() - began
    await asyncio.sleep(SETTLES)
    return {
        "sockets_s": round(took, 2), "left_mib": round(without, 1), "back_mib": round(memory(server), 1),
        "with_all_mib": round(with_all, 1), "kib_per_socket": round((memory(server) - without) * 1024 / len(load.conns), 1),
    }  # fmt: skip


async def one_phase(load: Any, name: str, seconds: float, best: float) -> dict[str, Any]:
    kind, _, rate = name.rpartition(":")
    load.adapter.mode = "sets" if kind == "set" else "turns"
    row: dict[str, Any] = await load.phase(str(2 * best) if rate == "2x" else rate, seconds)
    return row | {"phase": name, "asked": 2 * best if rate == "2x" else rate}


def made(wanted: Any) -> Any:
    """The load client with the adapter in it."""
    if wanted.adapter == "high_card":
        laid = json.loads(wanted.laid.read_text())[: wanted.tables]
        wanted.tables = len(laid)
        adapter: Callable[..., Any] = partial(HighCard, laid=laid, door=wanted.door)
    else:
        adapter = Floor
    if wanted.harness is None:
        pids, tables = wanted.pids, wanted.tables
        return Load(adapter("127.0.0.1", wanted.port, VIEWERS), port=wanted.port, tables=tables, pids=pids)
    sys.path.insert(0, str(wanted.harness))
    import adapters  # type: ignore[import-not-found]
    import load  # type: ignore[import-not-found]

    adapters.ADAPTERS[wanted.adapter] = adapter
    pid = [f"{name}={pid}" for name, pid in wanted.pids.items()]
    return load.Load(
        SimpleNamespace(
            adapter=wanted.adapter, port=wanted.port, tables=wanted.tables, viewers=VIEWERS, pid=pid, deflate=False,
        )
    )  # fmt: skip


if __name__ == "__main__":
    main()
