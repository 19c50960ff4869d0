"""What differs between two texts of one part: what a page has already is not sent again.

How a patch reads is said in page_texts.py, which puts the new text together again.
"""

from rapidfuzz.distance.Levenshtein import opcodes
from rapidfuzz.distance.Postfix import similarity as alike_at_the_end
from rapidfuzz.distance.Prefix import similarity as alike_at_first

from combat.page_texts import Hunk, Patch, pieces_of

WORTH_IT = 0.6
"""A patch that is longer than this share of the new text is not sent: the text itself is."""
TELLING = 24
"""Characters. In a piece that is shorter it is not looked for what stays."""


def patch_between(old: str, new: str) -> Patch | str:
    """The patch that makes the new text of the old one, or the new text if that is hardly longer."""
    if len(old) < len(new) * (1 - WORTH_IT):  # too little to begin with
        return new
    patch = _hunks(*_middle(old, new))
    return patch if size_of(patch) < len(new) * WORTH_IT else new


def size_of(patch: Patch | str) -> int:
    """Roughly how long it is on the way."""
    return len(patch) if isinstance(patch, str) else sum(10 + len(hunk[-1]) if len(hunk) > 2 else 9 for hunk in patch)


# Where they differ.


def _middle(old: str, new: str) -> tuple[int, list[str], list[str]]:
    """The pieces between what both begin with and what both end with, and how many come before them."""
    at = old.rfind("<", 0, alike_at_first(old, new)) + 1
    start = old.count("<", 0, at)
    before, after = old[at:], new[at:]
    same = alike_at_the_end(before, after)
    end = before.find("<", len(before) - same) if same else -1
    if end >= 0:
        before, after = before[:end], after[: len(after) - (len(before) - end)]
    return start, pieces_of(before), pieces_of(after)


def _hunks(place: int, before: list[str], after: list[str]) -> Patch:
    """`place`: of the first of these pieces."""
    patch: Patch = []
    for kind, start, end, first, last in opcodes(before, after).as_list():
        at, to = place + start, place + end
        if kind == "delete":
            patch.append([at, to])
        elif kind == "replace" and end - start == last - first == 1:
            patch.append(_inside(before[start], after[first], at))
        elif kind != "equal":
            patch.append([at, to, "<".join(after[first:last])])
    return patch


def _inside(old: str, new: str, at: int) -> Hunk:
    if len(new) < TELLING or not (old.isascii() and new.isascii()):
        return [at, at + 1, new]
    first = alike_at_first(old, new)
    last = alike_at_the_end(old[first:], new[first:])
    return [at, first, last, new[first : len(new) - last]]
