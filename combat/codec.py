"""Typed JSON in and out, and the one place where outside fields become a command."""

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from threading import RLock
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import orjson
from pydantic import Field, TypeAdapter, ValidationError

from combat.engine.errors import IllegalCommand
from combat.engine.records import bare, outside_name
from combat.engine.system import RuleSystem

TAGS = ("do", "type")
"""The fields by which the records of a union are told apart."""


def dump(value: Any) -> Any:
    """A value of records, tuples and mappings as plain JSON."""
    if is_dataclass(value):
        return _adapter_of(value).dump_python(value, mode="json", by_alias=True)
    if isinstance(value, tuple | list):
        return [dump(item) for item in value]
    if isinstance(value, Mapping):
        return {key: dump(item) for key, item in value.items()}
    return value


def dump_text(value: Any) -> str:
    """The same as JSON text. What a record has been written as is kept with it, if its kind says `KEEPS_TEXT`."""
    try:
        return _written(value).decode()
    except orjson.JSONEncodeError:  # a number of more than 64 bits, typed by a GM: it is beyond the fast writer
        return json.dumps(dump(value), ensure_ascii=False, separators=(",", ":"))


def _written(value: Any) -> bytes:
    return orjson.dumps(value, default=_plain, option=orjson.OPT_PASSTHROUGH_DATACLASS)


def _plain(value: Any) -> Any:
    """A record as the object of its fields, by their names outside, or as the text that it was written as before."""
    kind: Any = type(value)
    names, keeps_text = _shape_outside(kind)
    held: dict[str, Any] = value.__dict__
    if not keeps_text:
        return {outside: held[name] for name, outside in names}
    if "text" not in held:
        held["text"] = _written({outside: held[name] for name, outside in names})
    return orjson.Fragment(held["text"])


@cache
def _shape_outside(kind: Any) -> tuple[tuple[tuple[str, str], ...], bool]:
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is not JSON")
    names = tuple((item.name, outside_name(item.name)) for item in dataclasses.fields(kind))
    return names, getattr(kind, "KEEPS_TEXT", False)


def load(kind: Any, data: Any) -> Any:
    """The value of this type that the plain JSON says. Raises pydantic's ValidationError."""
    return adapter(kind).validate_python(data)


def load_strict(kind: Any, data: Any) -> Any:
    """The same, but no text passes for a number and no number for text: for files that people write."""
    return adapter(kind).validate_json(json.dumps(data), strict=True)


def load_text(kind: Any, text: str | bytes) -> Any:
    return adapter(kind).validate_json(text)


def parse_command(system: RuleSystem, kind: str, given: Mapping[str, Any]) -> Any:
    """The command that a form or a message asks for. Raises IllegalCommand (`bad_value`).

    A form only has text, so `"5"` passes for a number; empty text is an empty field and counts as not given.
    """
    command = command_types(system).get(kind)
    if command is None:
        raise IllegalCommand("bad_value", f"There is no command called {str(kind)[:40]!r}.")
    fields = {name: value for name, value in given.items() if value != "" and name != "do"}
    try:
        return load(command, {"do": kind, **fields})
    except ValidationError as error:
        raise IllegalCommand("bad_value", explained(error)) from error


def command_types(system: RuleSystem) -> dict[str, Any]:
    """The system's commands by the word of their field `do`."""
    return members(system.command_type, "do")


def command_fields(system: RuleSystem, kind: str) -> tuple[str, ...]:
    return tuple(item.name.removesuffix("_") for item in dataclasses.fields(command_types(system)[kind]))


@cache
def members(union: Any, tag: str) -> dict[str, Any]:
    """The records of a union by the word (or words) of their tag."""
    found: dict[str, Any] = {}
    for member in _union_members(union) or (union,):
        for word in get_args(get_type_hints(member)[tag]):
            found[word] = member
    return found


_reading_types = RLock()


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    with _reading_types:  # meanwhile the classes are not as they should be
        made: TypeAdapter[Any] = TypeAdapter(_tagged(kind))
        bare()
    return made


def warm_up(system: RuleSystem) -> None:
    """Read the types of a system once, so that the first command of each kind does not wait for it."""
    kinds = (*command_types(system).values(), *members(system.event_type, "type").values(), system.state_type)
    for kind in dict.fromkeys(kinds):
        adapter(kind)
    event_type: Any = system.event_type
    adapter(tuple[event_type, ...])


def _adapter_of(value: Any) -> TypeAdapter[Any]:
    kind: Any = type(value)
    return adapter(kind)


def _tagged(kind: Any) -> Any:
    """Tell pydantic by which field the members of a union differ: it then tries one instead of all."""
    if get_origin(kind) is tuple:
        inner = tuple(argument if argument is ... else _tagged(argument) for argument in get_args(kind))
        return tuple.__class_getitem__(inner)
    choices = _union_members(kind)
    for tag in TAGS:
        if choices and all(_has_tag(choice, tag) for choice in choices):
            return Annotated[kind, Field(discriminator=tag)]
    return kind


def _has_tag(kind: Any, tag: str) -> bool:
    return is_dataclass(kind) and get_origin(get_type_hints(kind).get(tag)) is Literal


def _union_members(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else ()


WORDS = {
    "missing": "this has to be filled in",
    "extra_forbidden": "there is no such field here; leave it out",
    "unexpected_keyword_argument": "there is no such field here; leave it out",
    "int_type": "give a whole number",
    "int_parsing": "give a whole number",
    "int_from_float": "give a whole number",
    "int_parsing_size": "that number is too large",
    "float_type": "give a number",
    "float_parsing": "give a number",
    "string_type": "give text",
    "bool_type": "say yes or no",
    "bool_parsing": "say yes or no",
    "tuple_type": "give a list",
    "list_type": "give a list",
    "mapping_type": "give an object with named fields",
    "dict_type": "give an object with named fields",
    "dataclass_type": "give an object with named fields",
    "dataclass_exact_type": "give an object with named fields",
    "literal_error": "that is not one of the choices",
    "enum": "that is not one of the choices",
}


def explained(error: ValidationError) -> str:
    """The first thing that is wrong, for the player: which field, and what to do."""
    first = error.errors(include_url=False, include_context=True, include_input=False)[0]
    where = path(first["loc"]) or "The command"
    return f"{where}: {problem(first)}."


def problem(item: Any) -> str:
    words = WORDS.get(item["type"], item["msg"][:1].lower() + item["msg"][1:])
    expected = item.get("ctx", {}).get("expected")
    return f"{words} ({expected})" if expected else words


def path(place: tuple[int | str, ...]) -> str:
    """`("weapons", 0, "name")` as `weapons[0].name`."""
    text = ""
    for step in place:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


@cache
def list_fields(command: Any) -> frozenset[str]:
    """The fields of a command that take several values."""
    return _fields_with(command, lambda part: get_origin(part) is tuple)


@cache
def record_fields(command: Any) -> frozenset[str]:
    """The fields of a command that take an object."""
    return _fields_with(command, is_dataclass)


@cache
def number_fields(command: Any) -> frozenset[str]:
    """The fields of a command that take a number."""
    return _fields_with(command, lambda part: part in (int, float))


def _fields_with(command: Any, wanted: Callable[[Any], bool]) -> frozenset[str]:
    """Also those of the objects inside, by dotted names: `effect.flags`."""
    hints = get_type_hints(command)
    found: set[str] = set()
    for item in dataclasses.fields(command):
        parts = _union_members(hints[item.name]) or (hints[item.name],)
        if any(wanted(part) for part in parts):
            found.add(item.name)
        for part in parts:
            if is_dataclass(part):
                found |= {f"{item.name}.{inner}" for inner in _fields_with(part, wanted)}
    return frozenset(found)
