"""The lines of the log, whole for a page and shared for a frame.

One text serves everybody who reads the same event and finds the same where it looks things up. What differs from page
to page stands beside it: a line's number, which counts what its reader may see, and the entries' for the game master.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any

from django.template import engines
from jinja2 import Environment, Template
from markupsafe import Markup

from combat.looks import Look
from combat.selectors import LogLine

Question = Callable[[Look, str], Any]
Said = tuple[Any, Any]


def _is_gm(look: Look, _: str) -> bool:
    return look.viewer.is_gm


def _name(look: Look, id: str) -> str | None:
    return look.names.get(id)


def _chip(look: Look, id: str) -> tuple[str, str] | None:
    one = look.view.combatants.get(id)
    return None if one is None else (one.side, one.colour)


class Reader:
    """Whoever reads a line. What the line looks up is written down: where all of it is the same, the line is."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._asked: list[tuple[Question, str, Any]] = []

    def _ask(self, question: Question, about: str = "") -> Any:
        answer = question(self._look, about)
        self._asked.append((question, about, answer))
        return answer

    @property
    def is_gm(self) -> bool:
        return bool(self._ask(_is_gm))

    def get(self, id: str, default: str | None = None) -> str | None:
        """What that combatant is called, if this reader knows it."""
        name: str | None = self._ask(_name, id)
        return default if name is None else name

    def chip(self, id: str) -> tuple[str, str] | None:
        """Side and colour of a combatant that this reader sees."""
        found: tuple[str, str] | None = self._ask(_chip, id)
        return found

    @property
    def has_asked(self) -> bool:
        return bool(self._asked)

    def is_like(self, look: Look) -> bool:
        """Whether those eyes find the same."""
        return all(question(look, about) == answer for question, about, answer in self._asked)


class Told:
    """What was made for one version of a table, for the others who read the same."""

    def __init__(self) -> None:
        self._lines: dict[Hashable, list[tuple[Said, Reader, str]]] = {}
        self._readings: list[tuple[list[Said], list[Reader], list[str]]] = []

    def texts(self, lines: Sequence[LogLine], look: Look) -> list[str]:
        """Each an `<li>` without its number, or nothing for an event that says nothing."""
        said = [line.said for line in lines]
        for known, readers, texts in self._readings:
            if known == said and all(reader.is_like(look) for reader in readers):
                return texts
        made = [self._line(line, look) for line in lines]
        texts = [html for _, _, html in made]
        self._readings.append((said, [reader for _, reader, _ in made if reader.has_asked], texts))
        return texts

    def _line(self, line: LogLine, look: Look) -> tuple[Said, Reader, str]:
        made = self._lines.setdefault((line.entry.number, line.kind), [])
        for known in made:
            if known[0] == line.said and known[1].is_like(look):
                return known
        reader = Reader(look)
        made.append((line.said, reader, _rendered(line, look.table.system, reader)))
        return made[-1]


def frame_lines(lines: Sequence[LogLine], look: Look, told: Told, since: int = 0) -> dict[str, Any]:
    """What a frame says of them (live-log.js puts it together).

    `log`: those after line `since`, of which the last one has the number that the frame gives as `lines`; `undone`: the
    numbers of those that were taken back; `entries`, for the game master: those of `log` that an undo can go back to.
    """
    new = [line for line in lines if line.n > since]
    undone = [line.n for line in lines if line.is_undone]
    said: dict[str, Any] = {}
    if new:
        said["log"] = told.texts(new, look)
    if undone:
        said["undone"] = undone
    if new and look.viewer.is_gm:
        said["entries"] = [_entry_of(line, look) for line in new]
    return said


def page_lines(lines: Sequence[LogLine], look: Look) -> list[Markup]:
    """Each whole, for a page that is laid out here."""
    return [_whole(line, html, look) for line, html in zip(lines, Told().texts(lines, look), strict=True)]


def _whole(line: LogLine, html: str, look: Look) -> Markup:
    """What live-log.js adds to a line that a frame has brought."""
    entry = _entry_of(line, look)
    may_undo = f' data-entry="{entry}"' if entry is not None else ""
    undone = " data-undone" if line.is_undone else ""
    return Markup(html and f'<li id="log-{line.n}"{may_undo}{undone}{html.removeprefix("<li")}</li>')


def _entry_of(line: LogLine, look: Look) -> int | None:
    """The game master's alone: it counts what others may not see."""
    return line.entry.number if look.viewer.is_gm and line.entry.undoable and not line.is_undone else None


def _rendered(line: LogLine, system: str, reader: Reader) -> str:
    own = line.event is None
    sentence = _sentence(f"combat/log/{line.kind}.html" if own else f"combat/systems/{system}/log/{line.kind}.html")
    context = {"e": line.detail if own else line.event, "viewer": reader, "names": reader, "system": system}
    body = sentence.render(context).strip()
    if not body or body.startswith("<li"):
        return body
    return _sentence("combat/log/_line.html").render({**context, "body": Markup(body)}).strip()


@cache
def _sentence(template: str) -> Template:
    environment: Environment = engines["jinja2"].env  # type: ignore[attr-defined]
    return environment.get_template(template)
