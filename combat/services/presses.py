"""What is pressed at a table, as both doors (http and the socket) hand it on: a kind, and the fields of a form."""

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from combat import codec
from combat.documents import system_of
from combat.engine.errors import IllegalCommand
from combat.selectors import Place
from combat.services.commands import command_press
from combat.services.encounters import surprisers_of
from combat.services.gestures import Press
from combat.services.joining import joining_press
from combat.services.rewind import rewind_press
from combat.services.talk import cut_press, speech_press
from combat.words import PROSE, cleaned

Fields = Mapping[str, list[str]]
"""What a form says, each field with all its values."""
LARGEST = 16 * 1024
"""A press is not longer than this."""
LONGEST_TEXT = PROSE
LONGEST_LINE = 200
OURS = frozenset({"command_id", "seen", "seen_version", "csrfmiddlewaretoken"})
"""Fields that are the page's, not the command's."""
NUMBER = re.compile(r"[+-]?\d{1,9}(\.\d{1,3})?")


def press_of(kind: str, fields: Fields, who: dict[str, Any]) -> Press:
    """`who`: table, user and id of the press. Raises IllegalCommand."""
    _require_short(fields)
    return OWN_KINDS[kind](fields, who) if kind in OWN_KINDS else _command(kind, fields, who)


def _require_short(fields: Fields) -> None:
    texts = (value for values in fields.values() for value in values if not value.startswith(("{", "[")))
    if any(len(text) > LONGEST_TEXT for text in texts):
        raise IllegalCommand("bad_value", f"Use {LONGEST_TEXT} characters or fewer.")


def _command(kind: str, fields: Fields, who: dict[str, Any]) -> Press:
    body = {"do": kind, "fields": {name: values for name, values in fields.items() if name not in OURS}}
    read = partial(_command_from, kind=kind, fields=fields)
    return command_press(**who, read=read, body=body, seen_lines=number(fields, "seen"))


def _command_from(place: Place, kind: str, fields: Fields) -> Any:
    """The command that a form asks for. Raises IllegalCommand."""
    system = system_of(place.encounter)
    given = cleaned(command_fields(codec.command_types(system).get(kind), fields))
    if kind == "start" and place.viewer.is_gm and system.start_marks not in given:
        planned = surprisers_of(place.encounter)
        given |= {system.start_marks: planned} if planned else {}
    return codec.parse_command(system, kind, given)


def _undo(fields: Fields, who: dict[str, Any]) -> Press:
    steps, to, seen = number(fields, "steps"), number(fields, "to"), number(fields, "seen")
    return rewind_press(**who, steps=steps, to=to, seen_lines=seen)


def _cut(fields: Fields, who: dict[str, Any]) -> Press:
    return cut_press(**who, text=first(fields, "cut"), hex_bytes=first(fields, "hex"))


def _say(fields: Fields, who: dict[str, Any]) -> Press:
    return speech_press(**who, words=first(fields, "words"))


def _add_line(fields: Fields, who: dict[str, Any]) -> Press:
    hidden = first(fields, "hidden") not in ("", "false")
    line = first(fields, "line")[:LONGEST_LINE]
    return joining_press(**who, line=line, side=first(fields, "side"), hidden=hidden)


OWN_KINDS: Mapping[str, Callable[[Fields, dict[str, Any]], Press]] = {
    "undo": _undo, "cut": _cut, "say": _say, "add_line": _add_line
}  # fmt: skip
"""What is no command of a rule system."""


# What a form says.


def first(fields: Fields, name: str) -> str:
    values = fields.get(name) or [""]
    return values[-1]


def number(fields: Fields, name: str) -> int | None:
    text = first(fields, name)
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise IllegalCommand("bad_value", f"{name}: give a whole number.")
    return int(text)


def command_fields(command: Any, fields: Fields) -> dict[str, Any]:
    """A form's fields as the command's: lists where it takes several, objects from dotted names or from JSON.

    `check.modifier=2` is a field of the object `check`; `effect={"name": ...}` is the whole object. Whether a value
    fits is not judged here.
    """
    given: dict[str, Any] = {}
    for name, values in fields.items():
        if name not in OURS:
            _put(given, name.split("."), _value(command, name, values))
    return given


def _value(command: Any, name: str, values: list[str]) -> Any:
    text = first({name: values}, name)
    if command is None:
        return text
    if name in codec.record_fields(command) or (name in codec.list_fields(command) and text.startswith("[")):
        return _from_json(text)
    if name in codec.list_fields(command):
        return [one for one in values if one != ""]
    if name in codec.number_fields(command) and NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    return text


def _put(given: dict[str, Any], path: list[str], value: Any) -> None:
    if value in ("", []) or len(path) > 5:
        return
    for step in path[:-1]:
        given = given.setdefault(step, {})
        if not isinstance(given, dict):
            raise IllegalCommand("bad_value", f"{'.'.join(path)}: this is said twice.")
    given[path[-1]] = value


def _from_json(text: str) -> Any:
    if not text.startswith(("{", "[")):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
