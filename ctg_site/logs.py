"""How log lines are written: as text, or as one JSON object a line. Neither holds what is private.

Our own lines name tables and commands only. What comes from elsewhere is made discreet here: an address may hold an
invite, and the words of an exception may quote a card, a name or what somebody typed.
"""

import json
import logging
import re
import traceback
from collections.abc import Iterator
from copy import copy
from datetime import UTC, datetime
from functools import lru_cache
from types import TracebackType
from typing import Any

from django.db import InterfaceError, OperationalError
from redis import RedisError

TELLING = (
    AttributeError, TypeError, NameError, ImportError, OSError, InterfaceError, OperationalError, RedisError,
)  # fmt: skip
"""Exceptions that speak of code and machines only; of all others only the type is told."""
PLACEHOLDER = re.compile(r"(?:\b([a-z_]+)=)?%(?:\.\d+)?[a-z]")
"""A value in a message, with its name where it has one: `encounter=%s`."""
ADDRESS = re.compile(r"\S*/\S*")
RESERVED = ("time", "level", "logger", "message", "error", "traceback")
Failure = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(logging.Filter):
    """Takes addresses and the words of exceptions out of a line's values."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(record.args, tuple):
            record.args = tuple(discreet(value, request) for value in record.args)
        if record.name == "asyncio":  # it spells out tasks with their arguments below the first line
            record.msg = str(record.msg).partition("\n")[0]
        return True


def discreet(value: object, request: Any) -> object:
    if isinstance(value, BaseException):
        return told(value)
    if request is not None and isinstance(value, str):
        return route_of(request) if value.startswith("/") else ADDRESS.sub("(an address)", value)
    return value


def route_of(request: Any) -> str:
    """The request's address without what stands in it: `join/<str:token>/`."""
    match = getattr(request, "resolver_match", None)
    return str(match.route) if match else "(an unknown address)"


def told(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name}: {error}" if isinstance(error, TELLING) else name


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what it came from, the oldest last."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


class Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        record = copy(record)
        record.exc_text = None  # another handler may have written the exception down in its own way
        return super().format(record)

    def formatException(self, ei: Failure) -> str:
        parts = [f"{''.join(traceback.format_tb(one.__traceback__))}{told(one)}" for one in chain(ei[1])]
        return "\nwhich came from\n".join(parts)


class JsonLines(Text):
    """One object a line; a value with a name in the message (`encounter=%s`) is a key too."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **fields_of(record),
        }
        if record.exc_info and record.exc_info[1]:
            line |= {"error": told(record.exc_info[1]), "traceback": self.formatException(record.exc_info)}
        return json.dumps(line, ensure_ascii=False)


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    names = names_in(str(record.msg))
    values = record.args if isinstance(record.args, tuple) else ()
    if len(names) != len(values):
        return {}
    return {name: plain(value) for name, value in zip(names, values, strict=True) if name and name not in RESERVED}


@lru_cache(maxsize=256)
def names_in(message: str) -> tuple[str, ...]:
    """One for each value of the message, in order; empty where it has no name."""
    return tuple(match[1] or "" for match in PLACEHOLDER.finditer(message))


def plain(value: object) -> object:
    if isinstance(value, float):
        return round(value, 3)
    return value if isinstance(value, int | str | None) else str(value)
