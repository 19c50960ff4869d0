"""The template language of all our pages: autoescaping, and a name that does not exist is an error."""

from collections.abc import MutableMapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from jinja2 import Environment, FileSystemBytecodeCache, StrictUndefined
from markupsafe import Markup, escape

from ctg_site import controls, ctg, drawing, telling


class PlainEnvironment(Environment):
    """All templates have the same globals: one dict, not a chain of them that every render and import walks along."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **d} if d else self.globals


def environment(**options: Any) -> Environment:
    options.setdefault("cache_size", -1)  # our own templates, all of them: no queue of the least used
    options.setdefault("trim_blocks", True)
    options.setdefault("lstrip_blocks", True)
    options.setdefault("bytecode_cache", FileSystemBytecodeCache(str(compiled_folder())))
    made = PlainEnvironment(**{**options, "undefined": StrictUndefined, "autoescape": True})
    made.policies["json.dumps_function"] = _json
    made.globals.update(
        static=static, url=url, inline_svg=inline_svg, get_messages=get_messages, moment=moment,
        draw=drawing, controls=controls, tell=telling, ctg=ctg,
    )  # fmt: skip
    return made


def _json(value: Any, **_: Any) -> str:
    return orjson.dumps(value).decode()


def compiled_folder() -> Path:
    """Where compiled templates lie between two starts: only the server's own user may write there."""
    folder = Path(settings.DATA_DIR) / "templates"
    folder.mkdir(parents=True, mode=0o700, exist_ok=True)
    return folder


def url(name: str, *args: Any, **kwargs: Any) -> str:
    return reverse(name, args=args or None, kwargs=kwargs or None)


@cache
def inline_svg(path: str) -> Markup:
    """A drawing out of our own static folder, laid into the page so that our CSS reaches it."""
    found = finders.find(path)
    if not isinstance(found, str):
        raise FileNotFoundError(path)
    return Markup(Path(found).read_text(encoding="utf-8"))


def moment(value: Any) -> Markup:
    """A time for the browser to write in its own zone."""
    if value is None:
        return Markup("")
    text = value.strftime("%Y-%m-%dT%H:%M:%SZ")
    return Markup('<time datetime="{}">{}</time>').format(text, escape(value.strftime("%d %b %Y, %H:%M UTC")))
