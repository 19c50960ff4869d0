"""The record of a fight: what `verify` reads, and what leaves the house as a file."""

from collections.abc import Iterable, Sequence
from typing import Any

from combat import codec
from combat.engine.chance import Use, commitment
from combat.engine.records import record
from combat.engine.system import RuleSystem
from combat.engine.viewers import Viewer

FORMAT = 1


@record
class Stream:
    """One seed. `opened`: the fight has ended since, and everybody may see it."""

    seed: bytes
    opened: bool = True


@record
class Line:
    """One line of a fight's log."""

    number: int
    kind: str
    """`opening`, `command` or `undo`."""
    events: tuple[Any, ...] = ()
    actor: Viewer | None = None
    command: Any = None
    """The command that these events follow from."""
    numbers: tuple[int, ...] = ()
    """What an undo took back, newest first."""
    uses: tuple[Use, ...] = ()
    stream: int = 0
    undone: bool = False
    at: str = ""
    """The moment, in UTC, as ISO 8601 has it."""


def fight_record(
    *, system: RuleSystem, name: str, encounter: str, streams: Sequence[Stream], lines: Sequence[Line]
) -> dict[str, Any]:
    """A whole fight as plain JSON."""
    return {
        "format": FORMAT,
        "name": name,
        "system": system.key,
        "log": [_line(line) for line in lines],
        "fairness": fairness_record(encounter=encounter, streams=streams, lines=lines),
    }


def fairness_record(*, encounter: str, streams: Sequence[Stream], lines: Iterable[Line]) -> dict[str, Any]:
    """The trail alone: seeds, cuts and uses. A stream that is not opened shows its commitment and no seed."""
    cuts: list[dict[str, Any]] = []
    uses: list[dict[str, Any]] = []
    for line in lines:
        for use in line.uses:
            cuts += [_cut(cut, line.stream, len(uses)) for cut in use.cuts]
            uses.append(_use(use, line))
    return {"encounter": encounter.lower(), "streams": [_stream(one) for one in streams], "cuts": cuts, "uses": uses}


def _stream(stream: Stream) -> dict[str, Any]:
    committed = {"commitment": commitment(stream.seed)}
    return {**committed, "seed": stream.seed.hex()} if stream.opened else committed


def _cut(cut: Any, stream: int, use: int) -> dict[str, Any]:
    return {"stream": stream, "seat": cut.seat, "cut" if cut.typed else "hex": cut.cut, "use": use}


def _use(use: Use, line: Line) -> dict[str, Any]:
    where = {"stream": line.stream, "k": use.k, "word": use.word, "kind": use.kind, "purpose": use.purpose}
    if use.kind == "shuffle":
        return {**where, "from": list(use.cards), "result": list(use.order), "undone": line.undone}
    return {**where, "n": use.n, "result": use.number, "undone": line.undone}


def _line(line: Line) -> dict[str, Any]:
    shown: dict[str, Any] = {"number": line.number, "kind": line.kind, "at": line.at}
    if line.actor is not None:
        shown["actor"] = codec.dump(line.actor)
    if line.command is not None:
        shown["command"] = codec.dump(line.command)
    if line.kind == "undo":
        shown["numbers"] = list(line.numbers)
    return {**shown, "events": codec.dump(line.events), "undone": line.undone}
