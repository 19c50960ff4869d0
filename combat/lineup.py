"""Read a line like "5 goblins and a bell warden" and find who is meant. Pure."""

import difflib
import re
import unicodedata
from collections.abc import Iterable

from combat.engine.records import record

MOST_OF_ONE = 30
MOST_SUGGESTIONS = 5
NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
GLUED = r"(?=[^\W\d_])(?!(?:st|nd|rd|th)\b)"
"""`5goblins`, but not `3rd guard`."""
COUNT_FIRST = re.compile(
    r"(?:(\d{1,6})(?:\s*(?:x|×)\s+|\s*×|\s+|" + GLUED + ")|(" + "|".join(NUMBERS[1:]) + r"|an?|the)\s+)\s*(.+)", re.I
)
COUNT_LAST = re.compile(r"(.+?)\s*(?:x|×)\s*(\d{1,6})", re.I)


@record
class Wish:
    """So many of one name, as it was typed."""

    count: int
    name: str


@record
class Found:
    wish: Wish
    name: str
    """The name in the library."""


@record
class Missing:
    wish: Wish
    suggestions: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        said = f"There is no “{self.wish.name}” in the library."
        return said if self.suggestions else f"{said} Try another name, or add it as your own foe."


def read_line(line: str, names: Iterable[str]) -> tuple[Found | Missing, ...]:
    """Who the line names, in its order. Commas and "and" part several, unless a name itself has them."""
    names = tuple(names)
    whole = _one(line, names)
    if isinstance(whole, Found) or not line.strip():
        return (whole,) if line.strip() else ()
    pieces = [piece for piece in re.split(r"\s*[,;+]\s*|\s+(?:and|&)\s+", line.strip()) if piece]
    return tuple(_one(piece, names) for piece in pieces)


def _one(piece: str, names: tuple[str, ...]) -> Found | Missing:
    exact = find(piece, names)
    if exact is not None:  # a name may begin with a number, or with "The"
        return Found(wish=Wish(count=1, name=piece.strip()), name=exact)
    wish = _wish(piece)
    name = find(wish.name, names)
    if name is not None:
        return Found(wish=wish, name=name)
    return Missing(wish=wish, suggestions=suggestions(wish.name, names))


def _wish(piece: str) -> Wish:
    text = piece.strip()
    if first := COUNT_FIRST.fullmatch(text):
        digits, word, name = first.groups()
        return Wish(count=int(digits) if digits else _spelled(word), name=name)
    if last := COUNT_LAST.fullmatch(text):
        return Wish(count=int(last[2]), name=last[1])
    return Wish(count=1, name=text)


def _spelled(word: str) -> int:
    return NUMBERS.index(word.lower()) if word.lower() in NUMBERS else 1


def find(typed: str, names: Iterable[str]) -> str | None:
    """The name that was meant, in singular or plural, whatever its capitals and accents."""
    wanted = stems(typed)
    return next((name for name in names if wanted and stems(name) == wanted), None)


def suggestions(typed: str, names: Iterable[str]) -> tuple[str, ...]:
    """Names that hold the typed words or look like them, the likeliest first."""
    names = tuple(names)
    wanted = " ".join(stems(typed))
    if not wanted:
        return ()
    by_stem = {" ".join(stems(name)): name for name in names}
    starting = [name for stem, name in by_stem.items() if stem.startswith(wanted)]
    holding = [name for stem, name in by_stem.items() if wanted in stem]
    sharing = [name for name in names if set(stems(name)) & set(stems(typed))]
    alike = [by_stem[stem] for stem in difflib.get_close_matches(wanted, by_stem, n=MOST_SUGGESTIONS, cutoff=0.65)]
    return tuple(dict.fromkeys([*starting, *holding, *sharing, *alike]))[:MOST_SUGGESTIONS]


def stems(text: str) -> tuple[str, ...]:
    """The words in a form in which one and many are alike: "Wolves", "wolf" -> ("wolf",)."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    words = [word for word in re.split(r"[^\w]+", plain.replace("'", "").replace("’", "")) if word]
    return tuple(_stem(word) for word in words if word != "the" or len(words) == 1)


IRREGULAR = {"mice": "mouse", "geese": "goose", "oxen": "ox", "children": "child", "teeth": "tooth", "dwarves": "dwarf"}


def _stem(word: str) -> str:
    word = IRREGULAR.get(word, word)
    for many, one in (("men", "man"), ("ies", "y"), ("ves", "f"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")):
        if word.endswith(many) and len(word) > len(many):
            return word[: -len(many)] + one
    if word.endswith("fe"):
        return word[:-1]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us")) and len(word) > 2 else word
