"""What differs between two texts of one part: what a page has already is not sent again.

How a patch reads is said in page_texts.py, which puts the new text together again.
"""

from collections.abc import Callable

from rapidfuzz.distance.Levenshtein import opcodes

from combat.page_texts import Hunk, Patch, pieces_of

WORTH_IT = 0.6
"""A patch that is longer than this share of the new text is not sent: the text itself is."""
TELLING = 40
"""Characters. In a piece that is shorter it is not looked for what stays."""


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
