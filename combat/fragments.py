"""The parts of a table page as HTML.

A part is rendered only where something that its template reads has changed, and once for all audiences for which it
reads the same. What a template reads is found in the template itself.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any

from django.template import engines
from jinja2 import Environment, Template, meta, nodes

from combat import codec
from combat.looks import Look
from combat.registry import SYSTEMS

PARTS = ("banner", "sides", "middle", "track", "hand", "acts", "me", "window", "requests", "people")
"""Beside these each visible combatant has one, whose element is `c-<id>`."""
SHELL_PARTS = frozenset({"people"})
CONTEXT = frozenset({
    "view", "viewer", "options", "option", "table", "names", "people", "acting", "mine",
    "me", "turn", "deeds", "frees", "answer", "reactions", "calls", "ending", "c",
})  # fmt: skip
"""What a template finds: fields of `Look`, and for a combatant's part the combatant as `c`."""

PLATE = "c"
"""All combatants' parts, by the one template that they share."""

Inputs = tuple[Any, ...]


@dataclass(frozen=True)
class Parts:
    """The parts of one audience at one version, and what they were made of."""

    html: Mapping[str, str]
    read: Inputs = ()
    """What stood at the paths of this system's `Recipes`."""
    plates: Mapping[str, Any] = field(default_factory=dict)
    """The combatants that the audience saw."""

    def changed_since(self, before: "Parts") -> dict[str, str]:
        return {part: html for part, html in self.html.items() if before.html.get(part) != html}

    def gone_since(self, before: "Parts") -> list[str]:
        return [part for part in before.html if part not in self.html]


class Shared:
    """What has been rendered for one version of a table, for the other audiences that read the same."""

    def __init__(self) -> None:
        self._made: dict[Hashable, list[tuple[Inputs, str]]] = {}

    def find(self, part: Hashable, inputs: Inputs) -> str | None:
        for read, html in self._made.get(part, ()):
            if read == inputs:
                return html
        return None

    def add(self, part: Hashable, inputs: Inputs, html: str) -> None:
        self._made.setdefault(part, []).append((inputs, html))


def render_parts(look: Look, before: Parts | None = None, shared: Shared | None = None) -> Parts:
    """All parts. `before`: those of the same audience at an earlier version; `shared`: of others at this one."""
    recipes, shared = _recipes(look.table.system), shared or Shared()
    read = recipes.reads(look)
    changed = recipes.parts_that_differ(before.read, read) if before else recipes.all
    html, had = (dict(before.html), before.plates) if before else ({}, {})
    for part, recipe in recipes.parts:
        if part in changed:
            html[part] = _rendered(part, recipe.of(read), recipe, look, None, shared)
    beside = recipes.plate.of(read)
    for key, one in look.view.combatants.items():
        if had.get(key) is not one or PLATE in changed:
            html[f"c-{key}"] = _rendered(f"c-{key}", (*beside, one), recipes.plate, look, one, shared)
    for key in had.keys() - look.view.combatants.keys():
        del html[f"c-{key}"]
    return Parts(html, read, look.view.combatants)


def _rendered(part: str, read: Inputs, recipe: "Recipe", look: Look, one: Any, shared: Shared) -> str:
    html = shared.find(part, read)
    if html is None:
        context = {name: getattr(look, name) for name in recipe.names}
        html = recipe.template.render(context if one is None else {**context, "c": one}).strip()
        shared.add(part, read, html)
    return html


@dataclass(frozen=True)
class Recipe:
    """A template, the names that it needs, and which of all that is read for a table it reads."""

    template: Template
    names: tuple[str, ...]
    places: tuple[int, ...]

    def of(self, read: Inputs) -> Inputs:
        return tuple([read[place] for place in self.places])


@dataclass(frozen=True)
class Recipes:
    """How the parts of a system's table are made. Each path is read once, however many parts read it."""

    parts: tuple[tuple[str, Recipe], ...]
    plate: Recipe
    reads: Callable[[Look], Inputs]
    readers: tuple[frozenset[str], ...]
    """For each path those parts that read it."""
    all: frozenset[str]

    def parts_that_differ(self, then: Inputs, now: Inputs) -> Set[str]:
        found: set[str] = set()
        for was, value, parts in zip(then, now, self.readers, strict=True):
            if was is not value and was != value:
                found |= parts
        return found


@cache
def _recipes(system: str) -> Recipes:
    folder = f"combat/systems/{system}"
    names = {part: f"combat/_{part}.html" if part in SHELL_PARTS else f"{folder}/_{part}.html" for part in PARTS}
    names[PLATE] = f"{folder}/_combatant.html"
    reads = {part: _paths_read(template) for part, template in names.items()}
    paths = tuple(sorted({path for found in reads.values() for path in found}))
    made = {
        part: Recipe(
            template=_environment().get_template(template),
            names=tuple(sorted({path.partition(".")[0] for path in reads[part]})),
            places=tuple(map(paths.index, reads[part])),
        )
        for part, template in names.items()
    }
    plate = made.pop(PLATE)
    readers = tuple(frozenset(part for part in names if path in reads[part]) for path in paths)
    return Recipes(tuple(made.items()), plate, _reader(paths), readers, frozenset(names))


def _paths_read(template: str) -> tuple[str, ...]:
    """Beside the combatant of a plate; whoever looks for one option reads all of them."""
    return tuple("options" if path == "option" else path for path in _reads(template) if path != "c")


def _reader(paths: tuple[str, ...]) -> Callable[[Look], Inputs]:
    """What stands at those paths of a look, as a tuple."""
    get = attrgetter(*paths)

    def read(look: Look) -> Inputs:
        try:
            values: Inputs = get(look)
        except AttributeError:  # asked for with `is defined`: this system does not have it
            return tuple(_at(look, path) for path in paths)
        return values

    return read


def _at(look: Look, path: str) -> Any:
    value: Any = look
    for step in path.split("."):
        value = getattr(value, step, None)
    return value


@cache
def _reads(template: str) -> tuple[str, ...]:
    """What a template reads of the context, itself or through what it includes: `table.name`, `view.turn`, `options`.

    A name that is used as a whole (handed on, looped over) stands for all of it.
    """
    found: set[str] = set()
    waiting, seen = [template], {template}
    while waiting:
        tree = _environment().parse(_source(waiting.pop()))
        found |= _paths(tree, meta.find_undeclared_variables(tree) & CONTEXT)
        for other in _shares_context_with(tree):
            if other is None:  # a name made at run time: it may read anything
                return tuple(sorted(CONTEXT - {"c"}))
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    whole = {path for path in found if "." not in path}
    return tuple(sorted(path for path in found if path in whole or path.partition(".")[0] not in whole))


def _paths(tree: nodes.Node, names: set[str]) -> set[str]:
    """Field by field where only fields are read. A combatant is always read as a whole."""
    found: set[str] = set()
    waiting: list[nodes.Node] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name) and node.node.name in names - {"c"}:
            found.add(f"{node.node.name}.{node.attr}")
            continue
        if isinstance(node, nodes.Name) and node.name in names and node.ctx == "load":
            found.add(node.name)
        waiting += node.iter_child_nodes()
    return found


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
    for key, system in SYSTEMS.items():
        codec.warm_up(system)
        _recipes(key)
