"""The parts of a table page as HTML: rendered once for an audience, and only where what they show has changed."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.template import engines
from jinja2 import Environment, meta, nodes
from markupsafe import Markup

from combat.looks import Look
from combat.selectors import LogLine

PARTS = ("banner", "sides", "middle", "track", "tray", "window", "requests", "people")
"""Beside these each visible combatant has one, whose element is `c-<id>`."""
SHELL_PARTS = frozenset({"people"})
CONTEXT = frozenset({"view", "viewer", "options", "option", "table", "names", "people", "c"})


@dataclass(frozen=True)
class Parts:
    """The parts of one audience at one version. `inputs`: what each was made of."""

    html: Mapping[str, str]
    inputs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def changed_since(self, before: "Parts") -> dict[str, str]:
        changed = {part: html for part, html in self.html.items() if before.html.get(part) != html}
        if "sides" in changed:  # the skeleton has empty places: they are filled again
            changed |= {part: html for part, html in self.html.items() if part.startswith("c-")}
        return changed

    def gone_since(self, before: "Parts") -> list[str]:
        return [part for part in before.html if part not in self.html]


def render_parts(look: Look, before: Parts | None = None) -> Parts:
    """All parts. One whose template reads nothing that differs from `before` is not rendered again."""
    html: dict[str, str] = {}
    inputs: dict[str, tuple[Any, ...]] = {}
    for part, template, context in _contexts(look):
        read = tuple(_comparable(context.get(name), look) for name in _reads(template))
        inputs[part] = read
        if before is not None and part in before.html and before.inputs.get(part) == read:
            html[part] = before.html[part]
        else:
            html[part] = _environment().get_template(template).render(context).strip()
    return Parts(html=html, inputs=inputs)


def _contexts(look: Look) -> Iterable[tuple[str, str, dict[str, Any]]]:
    shared = {
        "view": look.view, "viewer": look.viewer, "options": look.options, "option": look.option,
        "table": look.table, "names": look.names, "people": look.people,
    }  # fmt: skip
    folder = f"combat/systems/{look.table.system}"
    for part in PARTS:
        yield part, f"combat/_{part}.html" if part in SHELL_PARTS else f"{folder}/_{part}.html", shared
    for key, one in look.view.combatants.items():
        yield f"c-{key}", f"{folder}/_combatant.html", {**shared, "c": one}


def _comparable(value: Any, look: Look) -> Any:
    return look.options if value == look.option else value


@cache
def _reads(template: str) -> tuple[str, ...]:
    """Which of the context's names a template reads, itself or through what it includes."""
    found: set[str] = set()
    waiting, seen = [template], {template}
    while waiting:
        tree = _environment().parse(_source(waiting.pop()))
        found |= meta.find_undeclared_variables(tree) & CONTEXT
        for other in _shares_context_with(tree):
            if other is None:  # a name made at run time: it may read anything
                return tuple(sorted(CONTEXT - {"c"}))
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return tuple(sorted(found))


def _shares_context_with(tree: nodes.Template) -> Iterable[str | None]:
    """What is imported without its context cannot read it."""
    for node in tree.find_all((nodes.Include, nodes.Extends, nodes.Import, nodes.FromImport)):
        if getattr(node, "with_context", True):
            yield node.template.value if isinstance(node.template, nodes.Const) else None


def _source(template: str) -> str:
    loader = _environment().loader
    assert loader is not None
    return loader.get_source(_environment(), template)[0]


@cache
def _environment() -> Environment:
    environment: Environment = engines["jinja2"].env  # type: ignore[attr-defined]
    return environment


def notes_of(look: Look) -> dict[str, Any]:
    """What a page may say aloud: whose turn it is, what is asked. The words are the rules' own."""
    banner = look.view.banner
    asked = any(option.group == "reaction" and option.enabled for option in look.options)
    title = f"{banner.headline} · {look.table.name}" if banner.headline else look.table.name
    return {"turn": bool(banner.yours), "asked": asked and not look.viewer.is_gm, "title": title}


def render_lines(lines: Iterable[LogLine], look: Look) -> list[str]:
    return [render_line(line, look) for line in lines]


def render_line(line: LogLine, look: Look) -> str:
    """One `<li>` of the log. Only the game master's carries the entry's number: it counts hidden ones too."""
    entry = line.entry
    context = {
        "n": line.n,
        "entry": entry.number if look.viewer.is_gm else None,
        "at": entry.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "undone": entry.undone_by is not None,
        "undoable": look.viewer.is_gm and entry.undoable and entry.undone_by is None,
        "viewer": look.viewer,
        "view": look.view,
        "names": look.names,
        "table": look.table,
    }
    if line.event is None:
        context |= {"e": line.detail}
        template = f"combat/log/{entry.kind}.html"
    else:
        context |= {"e": line.event}
        template = f"combat/systems/{look.table.system}/log/{line.event.type}.html"
    body = _environment().get_template(template).render(context).strip()
    if not body or body.startswith("<li"):
        return body
    return _environment().get_template("combat/log/_line.html").render({**context, "body": Markup(body)}).strip()


def filled_sides(parts: Parts) -> str:
    """The skeleton with each combatant in its place, for a page's first sight."""

    def filled(match: re.Match[str]) -> str:
        return parts.html.get(match["part"], match[0])

    return re.sub(r'<(?P<tag>\w+)(?=[^>]*\bid="(?P<part>c-[^"]+)")[^>]*>\s*</(?P=tag)>', filled, parts.html["sides"])


def warm_up() -> None:
    """Compile what every table needs, so that the first page of a process does not wait for it."""
    environment = _environment()
    for template in environment.list_templates(filter_func=lambda name: name.startswith("combat/")):
        environment.get_template(template)
        if template.startswith("combat/systems/") and template.count("/") == 3:
            _reads(template)
