"""`./run bench [WHAT] [options]`: how many presses a second High Card takes, and what they cost.

    compare    (or nothing) High Card and a bare socket server, in turns; with --peers the servers of a harness
    tables     200 presses a second at 20, 100 and 300 tables
    connect    how long 1,800 browsers take to come in at once
    memory     three waves of 1,000 browsers that only listen
    log        what a press costs with 10, 1,000 and 5,000 entries in the log
    overload   twice as many presses as can be done, and what is left of it afterwards

See benchmarks/README.md for what is measured and how to read it.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import report
from benchmarks.measuring import FLOOR, OURS, Harness, Row, Wish, measure_floor, measure_ours, measure_peer
from benchmarks.services import services
from benchmarks.serving import Site, site_of

Measure = Callable[[], list[Row]]
PEERS = {"channels uvicorn redis pg": "stock", "boardgame.io": "boardgame.io", "raw": "raw"}
"""Of the harness: by its own name, what the last line calls it."""


def main() -> None:
    wanted = asked()
    harness = harness_of(wanted.peers)
    with (
        tempfile.TemporaryDirectory(prefix="high-card-bench-") as name,
        services(Path(name), harness.scratch if harness else None) as found,
    ):
        site = site_of(found, Path(name))
        sys.exit(WHAT[wanted.what](site, wanted, harness))


def asked() -> Any:
    options = argparse.ArgumentParser(
        prog="./run bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("what", nargs="?", choices=WHAT, default="compare")
    options.add_argument(
        "--peers", type=Path, metavar="PATH", help="a harness with other servers; BENCH names its folder"
    )
    options.add_argument("--tables", type=int, help="100; each has five players and a game master")
    options.add_argument("--reps", type=int, default=3)
    options.add_argument("--seconds", type=float, default=2.5, help="of each phase")
    options.add_argument("--phases", default="50,200,500,max", help="presses a second by the clock, and max")
    options.add_argument("--only", default="", help="of compare: names, or their beginnings, with commas")
    options.add_argument("--door", choices=("socket", "http"), default="socket", help="how High Card is pressed")
    return options.parse_args()


def harness_of(path: Path | None) -> Harness | None:
    if path is None:
        return None
    if not os.environ.get("BENCH"):
        raise SystemExit("Say with BENCH where the harness has its folder; its README tells how to set that up.")
    return Harness(path.resolve(), Path(os.environ["BENCH"]).resolve())


def wish_of(wanted: Any, **more: Any) -> Wish:
    given = Wish(phases=wanted.phases, seconds=wanted.seconds, door=wanted.door)
    return replace(given, tables=wanted.tables or 100, **more)


def compare(site: Site, wanted: Any, harness: Harness | None) -> int:
    """Each server once in every repetition, so that noise hits all alike."""
    wish = wish_of(wanted)
    others: dict[str, Measure] = {FLOOR: partial(measure_floor, site.folder, wish)}
    if harness is not None:
        out = site.folder / "peer.jsonl"
        others = {name: partial(measure_peer, harness, name, wish, out) for name in PEERS}
    servers: dict[str, Measure] = {**others, OURS: partial(measure_ours, site, wish, harness)}
    if wanted.only:
        servers = {name: one for name, one in servers.items() if name.startswith(tuple(wanted.only.split(",")))}
    found: dict[str, list[Row]] = {}
    for repetition in range(wanted.reps):
        for name, measure in servers.items():
            rows = measure()
            found.setdefault(name, []).extend(rows)
            rates = ", ".join(f"{row['phase']}: {row['rate']:,.0f}/s" for row in report.phases(rows))
            tell(f"{repetition + 1}/{wanted.reps} {name}: {rates}")
    show(f"{wish.tables} tables, {wish.tables * 6:,} browsers", report.comparison(found), examples(found.get(OURS, [])))
    print(report.verdict(found, PEERS if harness else {FLOOR: "raw"}))
    return int(any(report.faults(found.get(OURS, ()))))


def tables(site: Site, wanted: Any, harness: Harness | None) -> int:
    found: list[Row] = []
    for count in [wanted.tables] if wanted.tables else [20, 100, 300]:
        found += measure_ours(site, replace(wish_of(wanted), tables=count, phases="200"))
        tell(f"{count} tables measured")
    columns: Mapping[str, Callable[[Row], Any]] = {
        "tables": lambda row: row["tables"],
        "presses/s": lambda row: row["rate"],
        "p50 / p95 / p99 ms": lambda row: report.latency([row]),
        "CPU s per 1,000": lambda row: report.cpu([row]),
        "KiB/conn": lambda row: row["kib_per_conn"],
        "server MiB": lambda row: row["rss"]["app"],
    }
    return finish("200 presses a second", found, columns)


def connect(site: Site, wanted: Any, harness: Harness | None) -> int:
    found = measure_ours(site, replace(wish_of(wanted), tables=wanted.tables or 300, phases=""))
    columns: Mapping[str, Callable[[Row], Any]] = {
        "browsers": lambda row: row["tables"] * row["viewers"],
        "signing in, s": lambda row: row["sign_in_s"],
        "pages, s": lambda row: row["pages_s"],
        "sockets, s": lambda row: row["sockets_s"],
        "opened twice": lambda row: row["reopened"],
        "KiB/conn": lambda row: row["kib_per_conn"],
    }
    return finish("Everybody comes at once", found, columns)


def memory(site: Site, wanted: Any, harness: Harness | None) -> int:
    count = wanted.tables or 167
    found = measure_ours(site, replace(wish_of(wanted), tables=count, phases="", waves=2))
    columns: Mapping[str, Callable[[Row], Any]] = {
        "wave": lambda row: row["phase"].replace("idle", "wave 0"),
        "server MiB after all had left": lambda row: row.get("left_mib", "–"),
        "with all there": lambda row: row.get("back_mib", row.get("rss_idle")),
        "KiB for each socket": lambda row: row["kib_per_socket"],
        "sockets, s": lambda row: row["sockets_s"],
    }
    return finish(f"{count * 6:,} browsers that only listen", found, columns)


def log(site: Site, wanted: Any, harness: Harness | None) -> int:
    found: list[Row] = []
    count = wanted.tables or 2
    for entries in (10, 1000, 5000):
        wish = replace(wish_of(wanted), tables=count, phases="30", seconds=max(5.0, wanted.seconds), past=entries)
        found += [row | {"entries": entries} for row in measure_ours(site, wish)]
        tell(f"{entries} entries measured")
    columns: Mapping[str, Callable[[Row], Any]] = {
        "entries in the log": lambda row: row["entries"],
        "CPU s per 1,000": lambda row: report.cpu([row]),
        "p50 / p95 / p99 ms": lambda row: report.latency([row]),
        "bytes/update": lambda row: row["bytes"],
    }
    return finish(f"30 presses a second at {count} tables", found, columns)


def overload(site: Site, wanted: Any, harness: Harness | None) -> int:
    found = measure_ours(site, replace(wish_of(wanted), phases="200,set:max,set:2x,200"))
    columns: Mapping[str, Callable[[Row], Any]] = {
        "phase": lambda row: row["phase"],
        "asked": lambda row: str(row["asked"]),
        "sent": lambda row: row["sent"],
        "done/s": lambda row: row["rate"],
        "p50 / p95 / p99 ms": lambda row: " / ".join(report.number(row[part]) for part in ("p50", "p95", "p99")),
        "refused": lambda row: row["refused"],
        "refused p99 ms": lambda row: row["refused_p99"],
        "lost": lambda row: row["lost"],
        "doubled": lambda row: row["dup"],
    }
    return finish("Twice as much as can be done", found, columns)


def finish(title: str, found: list[Row], columns: Mapping[str, Callable[[Row], Any]]) -> int:
    show(title, report.plain(report.phases(found), columns), examples(found))
    lost, doubled, leaked = report.faults(found)
    print(f"lost {lost}, doubled {doubled}, leaked {leaked}")
    return int(bool(lost or doubled or leaked))


def examples(rows: list[Row]) -> list[str]:
    return [example for row in rows if "check" in row for example in row["check"]["examples"]]


def show(title: str, table: str, wrong: list[str]) -> None:
    print(f"\n### {title}\n\n{table}\n")
    for example in wrong[:5]:
        print(f"! {example}")


def tell(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


WHAT: dict[str, Callable[[Site, Any, Harness | None], int]] = {
    "compare": compare, "tables": tables, "connect": connect, "memory": memory, "log": log, "overload": overload,
}  # fmt: skip

if __name__ == "__main__":
    main()
