"""Medians over the repetitions, as Markdown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from benchmarks.measuring import OURS, Row

GROUPS = ("app", "redis", "pg")


def middle(rows: Iterable[Row], get: Callable[[Row], Any]) -> float | None:
    values = [value for value in map(get, rows) if value is not None]
    return median(values) if values else None


def number(value: float | None, digits: int = 1) -> str:
    if value is None:
        return "–"
    return f"{value:,.{digits}f}" if value < 100 else f"{value:,.0f}"


def phases(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if "phase" in row]


def of_phase(rows: Sequence[Row], name: str) -> list[Row]:
    return [row for row in rows if row.get("phase") == name]


def rate(rows: Sequence[Row]) -> float | None:
    return middle(of_phase(rows, "max"), lambda row: row["rate"])


def cpu(rows: Sequence[Row]) -> str:
    used = {group: middle(rows, lambda row, group=group: row["cpu_per_1000"].get(group)) for group in GROUPS}  # type: ignore[misc]
    known = {group: value for group, value in used.items() if value is not None}
    words = " + ".join(f"{number(value, 2)} {group}" for group, value in known.items())
    return f"{words} = {number(sum(known.values()), 2)}" if len(known) > 1 else words


def latency(rows: Sequence[Row]) -> str:
    text = " / ".join(number(middle(rows, lambda row, part=part: row[part])) for part in ("p50", "p95", "p99"))  # type: ignore[misc]
    asked = str(rows[0].get("asked", rows[0]["phase"])) if rows else "max"
    got = middle(rows, lambda row: row["rate"]) or 0
    return text if asked == "max" or got >= 0.95 * float(asked) else f"**{got:,.0f}/s** ({text})"


def faults(rows: Sequence[Row]) -> tuple[int, int, int]:
    """Lost, doubled, leaked. What the check at the end found counts like what was seen on the way."""
    lost = sum(row.get("lost", 0) for row in phases(rows))
    doubled = sum(row.get("dup", 0) for row in phases(rows))
    checks = [row["check"] for row in rows if "check" in row]
    leaked = 0 if checks else sum(row.get("leaks", 0) for row in phases(rows))
    lost += sum(check["gaps"] + check["behind"] + check["entries_missing"] for check in checks)
    doubled += sum(check["entries_too_many"] for check in checks)
    leaked += sum(check["leaks"] for check in checks)
    return lost, doubled, leaked


def comparison(found: Mapping[str, Sequence[Row]]) -> str:
    """`found`: by server. The ratio is how much of each other server's rate High Card reaches."""
    rates = list(
        dict.fromkeys(row["phase"] for rows in found.values() for row in phases(rows) if row["phase"] != "max")
    )
    head = ["server", "presses/s (range)", "High Card is", "CPU s per 1,000 at max"]
    head += [f"p50 / p95 / p99 ms at {each}/s" for each in rates]
    head += ["bytes/update", "KiB/conn", "connect s", "lost / dup / leaks", "own", "calib ms"]
    ours = rate(found.get(OURS, ()))
    lines = [head, ["---"] * len(head)]
    for name, rows in found.items():
        top = of_phase(rows, "max") or phases(rows)[-1:]
        span = f"{min(row['rate'] for row in top):,.0f}–{max(row['rate'] for row in top):,.0f}"
        theirs = rate(rows)
        lines.append([
            name, f"{number(theirs)} ({span})", f"× {ours / theirs:.2f}" if ours and theirs else "–", cpu(top),
            *(latency(of_phase(rows, each)) for each in rates),
            number(middle(top, lambda row: row["bytes"]), 0), number(middle(top, lambda row: row["kib_per_conn"])),
            number(middle(top, lambda row: row["connect_s"])), " / ".join(map(str, faults(rows))),
            str(sum(row["own"] for row in phases(rows))), number(middle(top, lambda row: row["calib"])),
        ])  # fmt: skip
    return table(lines)


def verdict(found: Mapping[str, Sequence[Row]], names: Mapping[str, str]) -> str:
    """The last line. `names`: what each of the other servers is called in it, in order."""
    ours = rate(found.get(OURS, ())) or 0
    rates = {word: rate(found[name]) for name, word in names.items() if name in found}
    shares = ", ".join(f"{ours / theirs:.2f} of {word}" for word, theirs in rates.items() if theirs)
    lost, doubled, leaked = faults(found.get(OURS, ()))
    return f"ratio: {shares or 'none'}; lost {lost}, doubled {doubled}, leaked {leaked}"


def plain(rows: Sequence[Row], columns: Mapping[str, Callable[[Row], Any]]) -> str:
    body = [[_cell(get(row)) for get in columns.values()] for row in rows]
    return table([list(columns), ["---"] * len(columns), *body])


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else number(value, 0 if isinstance(value, int) else 2)


def table(lines: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
