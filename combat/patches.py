"""What differs between two texts of one part, in pieces of markup: what a page has already is not sent again.

A text is cut at every `<`. A patch is a list of hunks, in order, each about pieces of the old text:

    [from, to]               the pieces from..to (not including `to`) go
    [from, to, text]         the pieces of this text take their place
    [at, first, last, text]  this one piece keeps its first and its last characters, and has this text in between

All other pieces stay. Characters are only counted in pieces of plain ASCII, so that a browser and Python count alike
whatever people are called.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rapidfuzz.distance.Levenshtein import opcodes

Hunk = list[Any]
Patch = list[Hunk]

WORTH_IT = 0.6
"""A patch that is longer than this share of the new text is not sent: the text itself is."""
EARLIER_KEPT, LONG = 2, 12
"""So many earlier texts of a part does a page keep beside the newest, if they have so many pieces."""
TELLING = 24
"""Characters. In a piece that is shorter it is not looked for what stays."""


def pieces_of(text: str) -> list[str]:
    return text.split("<")


def patch_between(old: str, new: str, pieces: Callable[[str], list[str]] = pieces_of) -> Patch | str:
    """The patch that makes the new text of the old one, or the new text if that is hardly longer.

    `pieces`: how a text is cut, for whoever keeps what was cut before.
    """
    if len(old) < len(new) * (1 - WORTH_IT):  # too little to begin with
        return new
    patch = _hunks(pieces(old), pieces(new))
    return patch if size_of(patch) < len(new) * WORTH_IT else new


def size_of(patch: Patch | str) -> int:
    """Roughly how long it is on the way."""
    return len(patch) if isinstance(patch, str) else sum(10 + len(hunk[-1]) if len(hunk) > 2 else 9 for hunk in patch)


def patched(old: str, patch: Patch | str) -> str:
    """The new text again."""
    if isinstance(patch, str):
        return patch
    before, after, at = pieces_of(old), [], 0
    for hunk in patch:
        after += before[at : hunk[0]]
        if len(hunk) == 4:
            piece, (_, first, last, text) = before[hunk[0]], hunk
            after.append(piece[:first] + text + piece[len(piece) - last :])
            at = hunk[0] + 1
            continue
        if len(hunk) == 3:
            after += pieces_of(hunk[2])
        at = hunk[1]
    return "<".join(after + before[at:])


def is_long(text: str) -> bool:
    return text.count("<") >= LONG


class PageTexts:
    """What a page makes of the frames that it gets: live-parts.js by the same rules, for whoever reads frames here."""

    def __init__(self) -> None:
        self.newest: dict[str, str] = {}
        self._earlier: dict[str, list[str]] = {}

    def show(self, frame: Mapping[str, Any]) -> None:
        if frame.get("full"):
            self.newest, self._earlier = {}, {part: list(kept) for part, kept in frame["earlier"].items()}
        for part, change in frame.get("parts", {}).items():
            self._keep(part, self._text_of(part, change))
        for part in frame.get("gone", ()):
            del self.newest[part]

    def _text_of(self, part: str, change: Any) -> str:
        if isinstance(change, dict):
            return patched(self._earlier[part][change["back"]], change["patch"])
        return change if isinstance(change, str) else patched(self.newest[part], change)

    def _keep(self, part: str, text: str) -> None:
        old = self.newest.get(part)
        if old is not None and old != text and is_long(old):
            self._earlier[part] = [old, *self._earlier.get(part, [])][:EARLIER_KEPT]
        self.newest[part] = text


# Where they differ.


def _hunks(before: list[str], after: list[str]) -> Patch:
    patch: Patch = []
    for kind, start, end, first, last in opcodes(before, after):
        if kind == "delete":
            patch.append([start, end])
        elif kind == "replace" and end - start == last - first == 1:
            patch.append(_inside(before[start], after[first], start))
        elif kind != "equal":
            patch.append([start, end, "<".join(after[first:last])])
    return patch


def _inside(old: str, new: str, at: int) -> Hunk:
    if len(new) < TELLING or not (old.isascii() and new.isascii()):
        return [at, at + 1, new]
    first = _alike(old, new)
    last = _alike(old[first:][::-1], new[first:][::-1])
    return [at, first, last, new[first : len(new) - last]]


def _alike(one: str, other: str) -> int:
    """How many characters both begin with, found by halving: comparing slices is quick."""
    low, high = 0, min(len(one), len(other))
    if one[:high] == other[:high]:
        return high
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
