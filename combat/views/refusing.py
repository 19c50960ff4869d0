"""How a "no" is answered: words that the page shows at the pressed button."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from combat.engine.errors import IllegalCommand

CONFLICTS = frozenset({"stale", "reused_id", "already_started"})


def refusal(request: HttpRequest, error: IllegalCommand) -> HttpResponse:
    """409 when the table has moved on, 422 when the rules say no."""
    status = 409 if error.code in CONFLICTS else 422
    response = render(request, "combat/_refusal.html", {"words": error.words, "code": error.code}, status=status)
    response["X-Refusal"] = error.code
    return response
