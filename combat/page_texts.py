"""What a page makes of the frames that it gets, in Python: live-parts.js by the same rules.

A text is cut at every `<`. A patch is a list of hunks, in order, each about pieces of the old text:

    [from, to]               the pieces from..to (not including `to`) go
    [from, to, text]         the pieces of this text take their place
    [at, first, last, text]  this one piece keeps its first and its last characters, and has this text in between

All other pieces stay. Characters are only counted in pieces of plain ASCII, so that a browser and Python count alike
whatever people are called.
"""

from collections.abc import Mapping
from typing import Any

Hunk = list[Any]
Patch = list[Hunk]

EARLIER_KEPT, LONG = 2, 12
"""So many earlier texts of a part does a page keep beside the newest, if they have so many pieces."""


def pieces_of(text: str) -> list[str]:
    return text.split("<")


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
    """For whoever reads frames here."""

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
