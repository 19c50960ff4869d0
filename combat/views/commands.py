"""The door for everything that is pressed at a table, over http. Nothing is decided here."""

import time
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import path
from django.views.decorators.http import require_POST

from combat import metrics
from combat.engine.errors import IllegalCommand
from combat.selectors import table_for
from combat.services.gestures import gesture
from combat.services.presses import LARGEST, Fields, first, press_of
from combat.views.refusing import refusal, refused_without_database


@require_POST
@refused_without_database
@login_required
def command(request: HttpRequest, public_id: UUID, kind: str) -> HttpResponse:
    """Done, or refused in words. Who may not be here gets 404."""
    begun = time.perf_counter()
    try:
        fields = posted(request)
        who = {"encounter_id": public_id, "user": request.user, "command_id": first(fields, "command_id")}
        return done(gesture(press_of(kind, fields, who)))
    except IllegalCommand as error:
        if table_for(request.user, public_id).is_kept_from_sight:  # a malformed press tells a stranger nothing either
            raise Http404 from error
        metrics.refusal(error.code)
        return refusal(request, error)
    finally:
        metrics.press("http", time.perf_counter() - begun)


def done(newest: int) -> HttpResponse:
    """Nothing to show: the change comes the way that everybody sees it. The page learns its own newest line."""
    response = HttpResponse(status=204)
    response["X-Lines"] = str(newest)
    return response


def posted(request: HttpRequest) -> Fields:
    """The fields of a form, each with all its values. Raises IllegalCommand."""
    if len(request.body) > LARGEST:
        raise IllegalCommand("bad_value", "That is too much at once.")
    body = QueryDict(request.body) if request.content_type == "application/x-www-form-urlencoded" else request.POST
    return dict(body.lists())


urlpatterns = [
    path("encounters/<uuid:public_id>/commands/<slug:kind>/", command, name="command"),
    path("encounters/<uuid:public_id>/cut/", command, {"kind": "cut"}, name="cut"),
    path("encounters/<uuid:public_id>/say/", command, {"kind": "say"}, name="say"),
    path("encounters/<uuid:public_id>/add/", command, {"kind": "add_line"}, name="encounter_add"),
]
