"""What differs between two texts of one part, in pieces of markup: what a page has already is not sent again.

A text is cut at every `<`. A patch is a list of hunks, in order, each about pieces of the old text:

    [from, to]               the pieces from..to (not including `to`) go
    [from, to, text]         the pieces of this text take their place
    [at, first, last, text]  this one piece keeps its first and its last characters, and has this text in between

All other pieces stay. Characters are only counted in pieces of plain ASCII, so that a browser and Python count alike
whatever people are called.
"""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

Hunk = list[Any]
Patch = list[Hunk]

WORTH_IT = 0.6
"""A patch that is longer than this share of the new text is not sent: the text itself is."""
EARLIER_KEPT, LONG = 2, 12
"""So many earlier texts of a part does a page keep beside the newest, if they have so many pieces."""
NEAR = 60
"""So many pieces ahead it is looked for where two texts meet again."""
TELLING = 20
"""A piece of so many characters is a meeting by itself; shorter ones (`/span>`) are found everywhere."""


def patch_between(old: str, new: str) -> Patch | str:
    """The patch that makes the new text of the old one, or the new text if that is hardly longer."""
    if len(old) < len(new) * (1 - WORTH_IT):  # too little to begin with
        return new
    start, before, after = _middle(old, new)
    patch = _hunks(before, after, start) if before or after else []
    return patch if size_of(patch) < len(new) * WORTH_IT else new


def size_of(patch: Patch | str) -> int:
    """Roughly how long it is on the way."""
    return len(patch) if isinstance(patch, str) else sum(10 + len(hunk[-1]) if len(hunk) > 2 else 9 for hunk in patch)


def patched(old: str, patch: Patch | str) -> str:
    """The new text again."""
    if isinstance(patch, str):
        return patch
    before, after, at = old.split("<"), [], 0
    for hunk in patch:
        after += before[at : hunk[0]]
        if len(hunk) == 4:
            piece, (_, first, last, text) = before[hunk[0]], hunk
            after.append(piece[:first] + text + piece[len(piece) - last :])
            at = hunk[0] + 1
            continue
        if len(hunk) == 3:
            after += hunk[2].split("<")
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


def _middle(old: str, new: str) -> tuple[int, list[str], list[str]]:
    """The pieces between what both begin and what both end with, and how many come before them."""
    cut = old.rfind("<", 0, _alike(old, new)) + 1
    start = old.count("<", 0, cut)
    before, after = old[cut:], new[cut:]
    tail = _alike(before[::-1], after[::-1])
    end = before.find("<", len(before) - tail) if tail else -1
    if end >= 0:
        before, after = before[:end], after[: len(after) - (len(before) - end)]
    return start, before.split("<"), after.split("<")


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


def _hunks(before: list[str], after: list[str], start: int) -> Patch:
    if len(before) == len(after):  # mostly only words and numbers change, not what stands where
        changed = [place for place, piece in enumerate(before) if piece != after[place]]
        if len(changed) * 2 <= len(before) or len(changed) == 1:
            return _in_place(before, after, changed, start)
    patch: Patch = []
    meetings = _places(before)
    i = j = 0
    while i < len(before) or j < len(after):
        if i < len(before) and j < len(after) and before[i] == after[j]:
            i, j = i + 1, j + 1
            continue
        next_i, next_j = _meeting(meetings, after, i, j, len(before))
        if next_i - i == next_j - j:
            patch += _in_place(before[i:next_i], after[j:next_j], list(range(next_i - i)), start + i)
        elif next_j > j:
            patch.append([start + i, start + next_i, "<".join(after[j:next_j])])
        else:
            patch.append([start + i, start + next_i])
        i, j = next_i, next_j
    return patch


def _in_place(before: list[str], after: list[str], changed: list[int], start: int) -> Patch:
    """Piece for piece; neighbours go together."""
    patch: Patch = []
    for _, run in groupby(enumerate(changed), lambda pair: pair[1] - pair[0]):
        places = [place for _, place in run]
        first, last = places[0], places[-1]
        if first == last:
            patch.append(_inside(before[first], after[first], start + first))
        else:
            patch.append([start + first, start + last + 1, "<".join(after[first : last + 1])])
    return patch


def _inside(old: str, new: str, at: int) -> Hunk:
    if not (old.isascii() and new.isascii()):
        return [at, at + 1, new]
    first = _alike(old, new)
    last = _alike(old[first:][::-1], new[first:][::-1])
    if first + last < 6:
        return [at, at + 1, new]
    return [at, first, last, new[first : len(new) - last]]


# Where they go on alike.


def _keys(pieces: list[str], place: int) -> tuple[Any, ...]:
    """By what a place is known: two pieces in a row, or a telling one."""
    piece = pieces[place]
    pair = (piece, pieces[place + 1] if place + 1 < len(pieces) else None)
    return (pair, piece) if len(piece) >= TELLING else (pair,)


def _places(before: list[str]) -> dict[Any, list[int]]:
    found: dict[Any, list[int]] = {}
    for place in range(len(before)):
        for key in _keys(before, place):
            found.setdefault(key, []).append(place)
    return found


def _meeting(places: dict[Any, list[int]], after: list[str], i: int, j: int, end: int) -> tuple[int, int]:
    for place in range(j, min(len(after), j + NEAR)):
        for key in _keys(after, place):
            for found in places.get(key, ()):
                if i <= found < i + NEAR:
                    return found, place
    return end, len(after)
