"""How a "no" is answered: words that the page shows at the pressed button."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from combat import metrics
from combat.engine.errors import IllegalCommand
from combat.services.refusals import failed

log = logging.getLogger(__name__)

CONFLICTS = frozenset({"stale", "reused_id", "already_started"})
FAILED = "failed"


def refusal(request: HttpRequest, error: IllegalCommand) -> HttpResponse:
    """409 when the table has moved on, 422 when the rules say no, 503 when the server cannot."""
    status = 503 if error.code == FAILED else 409 if error.code in CONFLICTS else 422
    response = render(request, "combat/_refusal.html", {"words": error.words, "code": error.code}, status=status)
    response["X-Refusal"] = error.code
    return response


def refused_without_database(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """While it is away, what is pressed is refused in words like everything else."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            return view(request, *args, **named)
        except (OperationalError, InterfaceError) as error:
            metrics.database_error(error)
            log.warning("a press is not done, the database failed it: %s", error)
            return refusal(request, failed())

    return answered
