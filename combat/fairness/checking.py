"""Recompute every card and die of an exported fight from its opened seeds."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from combat import codec
from combat.engine.chance import Cut, Position, SeededChance, Use
from combat.fairness.shapes import CutShape, FairnessShape, StreamShape, UseShape

LONGEST_CUT = 64
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
HEX = re.compile(r"(?:[0-9a-f]{2})+")


class Difference(Exception):
    """The record is not what the seeds give. The words begin with the path of the first such value."""

    def __init__(self, path: str, words: str) -> None:
        super().__init__(f"{path}: {words}" if path else words)


class Unopened(Exception):
    """The fight still runs: its seed is not open, and nothing can be checked yet."""


def check_fairness(raw: Any) -> FairnessShape:
    """The record, if every value in it is what its seeds give. Raises Difference or Unopened."""
    shape: FairnessShape = shaped(FairnessShape, raw, "fairness")
    if not UUID.fullmatch(shape.encounter):
        raise Difference("fairness.encounter", "this is no UUID in lower case")
    seeds = [_seed(stream, f"fairness.streams[{index}]") for index, stream in enumerate(shape.streams)]
    cuts = _cuts(shape)
    _check_order(shape)
    for number, seed in enumerate(seeds):
        chance = SeededChance(seed=seed, encounter=shape.encounter)
        for index, use in enumerate(shape.uses):
            if use.stream == number:
                chance = _with_cuts(chance, seed, shape.encounter, cuts[index])
                _check_use(use, chance, f"fairness.uses[{index}]")
    return shape


def shaped(kind: Any, raw: Any, path: str) -> Any:
    try:
        return codec.load_strict(kind, raw)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = codec.path(first["loc"])
        raise Difference(f"{path}.{place}" if place else path, codec.problem(first)) from error


def _seed(stream: StreamShape, path: str) -> bytes:
    if stream.seed is None:
        raise Unopened("This fight still runs. Its seed is opened when it has ended; there is nothing to check yet.")
    if len(stream.seed) != 64 or not HEX.fullmatch(stream.seed):
        raise Difference(f"{path}.seed", "a seed is 32 bytes in hexadecimal")
    seed = bytes.fromhex(stream.seed)
    if hashlib.sha256(seed).hexdigest() != stream.commitment:
        raise Difference(f"{path}.commitment", "this is not the SHA-256 of the seed")
    return seed


def _cuts(shape: FairnessShape) -> dict[int, list[Cut]]:
    """The cuts by the use before which they were mixed in."""
    by_use: dict[int, list[Cut]] = defaultdict(list)
    newest = 0
    for index, cut in enumerate(shape.cuts):
        path = f"fairness.cuts[{index}]"
        if not newest <= cut.use < len(shape.uses):
            raise Difference(f"{path}.use", "the cuts stand in the order of the uses that they come before")
        if shape.uses[cut.use].stream != cut.stream:
            raise Difference(f"{path}.stream", "this use is of another stream")
        newest = cut.use
        by_use[cut.use].append(_cut(cut, path))
    return by_use


def _cut(cut: CutShape, path: str) -> Cut:
    if (cut.cut is None) == (cut.hex is None):
        raise Difference(path, "a cut is typed (`cut`) or given as bytes (`hex`)")
    if cut.hex is not None:
        if not HEX.fullmatch(cut.hex):
            raise Difference(f"{path}.hex", "bytes are written in hexadecimal, in lower case")
        return Cut(seat=cut.seat, cut=cut.hex, typed=False)
    text = cut.cut or ""
    if len(text) > LONGEST_CUT or "\n" in text:
        raise Difference(f"{path}.cut", "a typed cut is one line of up to 64 characters")
    return Cut(seat=cut.seat, cut=text)


def _check_order(shape: FairnessShape) -> None:
    newest = 0
    for index, use in enumerate(shape.uses):
        if not newest <= use.stream < len(shape.streams):
            raise Difference(f"fairness.uses[{index}].stream", "the streams follow one another")
        newest = use.stream


def _with_cuts(chance: SeededChance, seed: bytes, encounter: str, cuts: Sequence[Cut]) -> SeededChance:
    if not cuts:
        return chance
    at = chance.position
    position = Position(entropy=at.entropy, k=at.k, word=at.word, cuts=tuple(cuts), due=len(cuts))
    return SeededChance(seed=seed, encounter=encounter, position=position)


def _check_use(use: UseShape, chance: SeededChance, path: str) -> None:
    made = _made(use, chance, path)
    if (use.k, use.word) != (made.k, made.word):
        raise Difference(f"{path}.k", f"the stream stands at {made.k}, {made.word}, not at {use.k}, {use.word}")
    result = made.order if use.kind == "shuffle" else made.number
    if use.result != result:
        raise Difference(f"{path}.result", f"the stream gives {_short(result)}, not {_short(use.result)}")


def _made(use: UseShape, chance: SeededChance, path: str) -> Use:
    if use.kind == "shuffle":
        if use.from_ is None or use.n is not None:
            raise Difference(path, "a shuffle has `from` and no `n`")
        chance.shuffle(use.from_, use.purpose)
    else:
        if use.n is None or use.n < 1 or use.from_ is not None:
            raise Difference(path, "a die or number has `n`, 1 or more, and no `from`")
        ask = chance.roll if use.kind == "die" else chance.number
        ask(use.n, use.purpose)
    return chance.uses[-1]


def _short(result: int | tuple[str, ...]) -> str:
    return str(result) if isinstance(result, int) else " ".join(result)
