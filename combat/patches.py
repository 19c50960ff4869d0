"""What differs between two texts of one part, in pieces of markup: what a page has already is not sent again.

A text is cut at every `<`. A patch is a list of `[from, to]` and `[from, to, text]`, in order: the pieces from..to (not
including `to`) of the old text go, and where there is a text its pieces take their place. All others stay. Whole
pieces are counted, never characters, so that a browser and Python count alike whatever people are called.
"""

from typing import Any

Patch = list[list[Any]]

WORTH_IT = 0.6
"""A patch that is longer than this share of the new text is not sent: the text itself is."""
NEAR = 60
"""So many pieces ahead it is looked for where two texts meet again."""


def patch_between(old: str, new: str) -> Patch | str:
    """The patch that makes the new text of the old one, or the new text if that is hardly longer."""
    before, after = old.split("<"), new.split("<")
    start, shorter = 0, min(len(before), len(after))
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    patch = _hunks(before, after, start, len(before) - end, len(after) - end)
    size = sum(len(hunk[2]) + 12 if len(hunk) == 3 else 10 for hunk in patch)
    return patch if size < len(new) * WORTH_IT else new


def _hunks(before: list[str], after: list[str], start: int, before_end: int, after_end: int) -> Patch:
    patch: Patch = []
    i = j = start
    while i < before_end or j < after_end:
        if i < before_end and j < after_end and before[i] == after[j]:
            i, j = i + 1, j + 1
            continue
        next_i, next_j = _meeting(before, after, i, j, before_end, after_end)
        hunk: list[Any] = [i, next_i]
        if next_j > j:
            hunk.append("<".join(after[j:next_j]))
        patch.append(hunk)
        i, j = next_i, next_j
    return patch


def _meeting(before: list[str], after: list[str], i: int, j: int, before_end: int, after_end: int) -> tuple[int, int]:
    """Where both go on alike, by two pieces in a row: one alone (`/span>`) is found everywhere."""
    first = {}
    for place in range(min(before_end, i + NEAR) - 1, i - 1, -1):
        follows = before[place + 1] if place + 1 < before_end else None
        first[before[place], follows] = place
    for place in range(j, min(after_end, j + NEAR)):
        follows = after[place + 1] if place + 1 < after_end else None
        found = first.get((after[place], follows))
        if found is not None:
            return found, place
    return before_end, after_end


def patched(old: str, patch: Patch | str) -> str:
    """The new text again."""
    if isinstance(patch, str):
        return patch
    before, after, at = old.split("<"), [], 0
    for hunk in patch:
        after += before[at : hunk[0]]
        if len(hunk) == 3:
            after += hunk[2].split("<")
        at = hunk[1]
    return "<".join(after + before[at:])
