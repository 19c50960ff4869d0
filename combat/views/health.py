"""What machines ask a server process: does it live, may it get visitors, what has it counted.

Answered before Django: whoever watches a process asks by its address and over plain http, has no session, and must
hear something when no thread and no connection is free.
"""

import hmac
import re
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings
from django.core.signals import got_request_exception
from django.db import DatabaseError
from django.dispatch import receiver

from combat import metrics
from combat.build import BUILD
from combat.readiness import Readiness, all_fine, in_lines

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Scope]]
Send = Callable[[Scope], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

TEXT = "text/plain; charset=utf-8"
LOOPBACK = ("127.0.0.1", "::1")
OWN_NAME = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
PASSED_ON = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""A request with one of these came through another server, whatever address it comes from."""

readiness = Readiness()
metrics.build_is(BUILD)


@receiver(got_request_exception)
def page_failed(**_: Any) -> None:
    error = sys.exc_info()[1]
    if isinstance(error, DatabaseError):
        metrics.database_error(error)


class Watched:
    """The pages, and before them the addresses for machines."""

    def __init__(self, pages: App) -> None:
        self._pages = pages
        self._answers = {"/healthz": alive, "/readyz": ready, "/metrics": counted}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._answers.get(scope["path"])
        found = await answer(scope) if answer and scope["method"] in ("GET", "HEAD") else None
        if found is None:
            await self._pages(scope, receive, send)
        else:
            await _send(send, found, with_body=scope["method"] == "GET")


Answer = tuple[int, str, bytes]
"""Status, type and text."""


async def alive(scope: Scope) -> Answer | None:
    return 200, TEXT, b"ok\n"


async def ready(scope: Scope) -> Answer | None:
    found = await readiness.words()
    return 200 if all_fine(found) else 503, TEXT, f"{in_lines(found)}\n".encode()


async def counted(scope: Scope) -> Answer | None:
    """None, and so no such page, for whoever has no business here."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if settings.METRICS_TOKEN:
        if not hmac.compare_digest(
            headers.get("authorization", "").encode(), f"Bearer {settings.METRICS_TOKEN}".encode()
        ):
            return 401, TEXT, b"Give the token.\n"
    elif not (settings.LOCAL and from_this_machine(scope, headers)):
        return None
    return 200, metrics.CONTENT_TYPE, metrics.written()


def from_this_machine(scope: Scope, headers: dict[str, str]) -> bool:
    """By address, and also by name: a page from elsewhere whose name leads here must not read it."""
    address = (scope.get("client") or ("",))[0]
    by_name = OWN_NAME.fullmatch(headers.get("host", "")) is not None
    return address in LOOPBACK and by_name and not any(header in headers for header in PASSED_ON)


async def _send(send: Send, answer: Answer, *, with_body: bool) -> None:
    status, kind, text = answer
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(text)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        *([(b"www-authenticate", b"Bearer")] if status == 401 else []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text if with_body else b""})
