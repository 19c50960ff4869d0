"""The object `fairness` of an exported fight, as it must look. Anything else in it is refused."""

from typing import Literal

from combat.engine.records import record


@record
class StreamShape:
    commitment: str
    seed: str | None = None
    """Absent while the fight runs."""


@record
class CutShape:
    stream: int
    seat: int
    use: int
    """Index in `uses` of the first use after it; cuts of the same stream and use are mixed in together."""
    cut: str | None = None
    hex: str | None = None


@record
class UseShape:
    stream: int
    k: int
    word: int
    kind: Literal["die", "number", "shuffle"]
    purpose: str
    result: int | tuple[str, ...]
    n: int | None = None
    from_: tuple[str, ...] | None = None
    undone: bool


@record
class FairnessShape:
    encounter: str
    streams: tuple[StreamShape, ...]
    cuts: tuple[CutShape, ...]
    uses: tuple[UseShape, ...]
