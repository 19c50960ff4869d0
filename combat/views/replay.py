"""An ended fight, step by step, with everybody's cards on the table."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from markupsafe import Markup

from combat.fragments import filled_sides, render_parts
from combat.lines import page_lines
from combat.models import EncounterStatus
from combat.replay import Step, step_at, steps_of
from combat.selectors import Place
from combat.views.table import running_table

SHOWN = ("banner", "sides", "middle", "track")


@require_GET
@login_required
@never_cache
def replay(request: HttpRequest, public_id: UUID) -> HttpResponse:
    place = running_table(request, public_id)
    if place.encounter.status != EncounterStatus.ENDED:
        return redirect("table", public_id=public_id)
    step = step_at(place.encounter, 0)
    parts = render_parts(step.look)
    html = {part: Markup(parts.html[part]) for part in SHOWN}
    context = {
        "parts": {**html, "sides": Markup(filled_sides(parts))},
        "log": page_lines(step.lines, step.look),
        "table": step.look.table,
        "last": len(steps_of(place.encounter)) - 1,
    }
    return render(request, "combat/replay.html", context)


@require_GET
@login_required
@never_cache
def replay_step(request: HttpRequest, public_id: UUID, at: int) -> HttpResponse:
    place = running_table(request, public_id)
    step = _step(place, at)
    parts = render_parts(step.look).html
    shown = {part: html for part, html in parts.items() if part in SHOWN or part.startswith("c-")}
    return JsonResponse({"parts": shown, "log": page_lines(step.lines, step.look)})


def _step(place: Place, at: int) -> Step:
    if place.encounter.status != EncounterStatus.ENDED:
        raise Http404
    try:
        return step_at(place.encounter, at)
    except IndexError as error:
        raise Http404 from error


urlpatterns = [
    path("encounters/<uuid:public_id>/replay/", replay, name="replay"),
    path("encounters/<uuid:public_id>/replay/<int:at>/", replay_step, name="replay_step"),
]
