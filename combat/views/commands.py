"""The door for everything that is pressed at a table. Nothing is decided here."""

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import path
from django.views.decorators.http import require_POST

from combat import codec
from combat.documents import system_of
from combat.engine.errors import IllegalCommand
from combat.selectors import Place, table_for
from combat.services.commands import command_read_and_submit
from combat.services.encounters import surprisers_of
from combat.services.rewind import encounter_rewind
from combat.services.talk import cut_give, speech_say
from combat.views.refusing import refusal
from combat.words import PROSE, cleaned

Fields = Mapping[str, list[str]]
"""What a form says, each field with all its values."""
LARGEST_BODY = 16 * 1024
LONGEST_TEXT = PROSE
OURS = frozenset({"command_id", "seen", "seen_version", "csrfmiddlewaretoken"})
"""Fields that are the page's, not the command's."""
NUMBER = re.compile(r"[+-]?\d{1,9}(\.\d{1,3})?")


@require_POST
@login_required
def command(request: HttpRequest, public_id: UUID, kind: str) -> HttpResponse:
    return answered(request, public_id, undo if kind == "undo" else partial(submit, kind=kind))


@require_POST
@login_required
def cut(request: HttpRequest, public_id: UUID) -> HttpResponse:
    return answered(request, public_id, give_cut)


@require_POST
@login_required
def say(request: HttpRequest, public_id: UUID) -> HttpResponse:
    return answered(request, public_id, say_words)


def answered(request: HttpRequest, public_id: UUID, service: Callable[..., int]) -> HttpResponse:
    """Hand the press on, and say in words if it was refused. Who may not be here gets 404 from the service."""
    try:
        fields = posted(request)
        who = {"encounter_id": public_id, "user": request.user, "command_id": first(fields, "command_id")}
        return done(service(fields, who))
    except IllegalCommand as error:
        table_for(request.user, public_id)  # a malformed press tells a stranger nothing either
        return refusal(request, error)


def submit(fields: Fields, who: dict[str, Any], kind: str) -> int:
    body = {"do": kind, "fields": {name: values for name, values in fields.items() if name not in OURS}}
    read = partial(command_from, kind=kind, fields=fields)
    return command_read_and_submit(**who, read=read, body=body, seen_lines=number(fields, "seen"))


def command_from(place: Place, kind: str, fields: Fields) -> Any:
    """The command that a form asks for. Raises IllegalCommand."""
    system = system_of(place.encounter)
    given = cleaned(command_fields(codec.command_types(system).get(kind), fields))
    if kind == "start" and place.viewer.is_gm and system.start_marks not in given:
        planned = surprisers_of(place.encounter)
        given |= {system.start_marks: planned} if planned else {}
    return codec.parse_command(system, kind, given)


def undo(fields: Fields, who: dict[str, Any]) -> int:
    return encounter_rewind(
        **who, steps=number(fields, "steps"), to=number(fields, "to"), seen_lines=number(fields, "seen")
    )


def give_cut(fields: Fields, who: dict[str, Any]) -> int:
    return cut_give(**who, text=first(fields, "cut"), hex_bytes=first(fields, "hex"))


def say_words(fields: Fields, who: dict[str, Any]) -> int:
    return speech_say(**who, words=first(fields, "words"))


def done(newest: int) -> HttpResponse:
    """Nothing to show: the change comes the way that everybody sees it. The page learns its own newest line."""
    response = HttpResponse(status=204)
    response["X-Lines"] = str(newest)
    return response


# What a form says.


def posted(request: HttpRequest) -> Fields:
    """The fields of a form, each with all its values. Raises IllegalCommand."""
    if len(request.body) > LARGEST_BODY:
        raise IllegalCommand("bad_value", "That is too much at once.")
    body = QueryDict(request.body) if request.content_type == "application/x-www-form-urlencoded" else request.POST
    fields = dict(body.lists())
    texts = (value for values in fields.values() for value in values if not value.startswith(("{", "[")))
    if any(len(text) > LONGEST_TEXT for text in texts):
        raise IllegalCommand("bad_value", f"Use {LONGEST_TEXT} characters or fewer.")
    return fields


def first(fields: Fields, name: str) -> str:
    values = fields.get(name) or [""]
    return str(values[-1])


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
    if command is None:
        return values[-1]
    text = values[-1]
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


urlpatterns = [
    path("encounters/<uuid:public_id>/commands/<slug:kind>/", command, name="command"),
    path("encounters/<uuid:public_id>/cut/", cut, name="cut"),
    path("encounters/<uuid:public_id>/say/", say, name="say"),
]
