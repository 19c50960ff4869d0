"""What processes cost, read from the system, and where they may run. Linux only."""

import os
import re
import shutil
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
SERVER, CLIENT = 0, 1
"""The cores: the server with its databases has the first, the clients have the second."""


def pinned(core: int) -> list[str]:
    """What is put before a command so that it keeps to one core."""
    may = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    return ["taskset", "-c", str(core)] if shutil.which("taskset") and {SERVER, CLIENT} <= may else []


def family(pid: int) -> list[int]:
    """The process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (fields := _stat(int(entry))):
            children.setdefault(int(fields[1]), []).append(int(entry))
    found, waiting = [], [pid]
    while waiting:
        found.append(waiting.pop())
        waiting += children.get(found[-1], [])
    return found


def cpu(pid: int) -> float:
    """Seconds of CPU of the family, with those of children that have ended."""
    return sum(sum(map(int, fields[11:15])) for one in family(pid) if (fields := _stat(one))) / TICK


def memory(pid: int) -> float:
    """MiB of the family; what is shared counts in shares."""
    total = 0
    for one in family(pid):
        try:
            found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{one}/smaps_rollup").read_text(), re.MULTILINE)
        except OSError:
            continue
        total += int(found[1]) if found else 0
    return total / 1024


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
