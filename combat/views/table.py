"""The table page, and what it reads beside its socket."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET
from markupsafe import Markup

from combat.build import BUILD
from combat.documents import holds_state
from combat.engine.errors import IllegalCommand
from combat.fragments import CONTEXT, filled_sides, notes_of, render_parts
from combat.lines import page_lines
from combat.looks import Look, look_of, people_of
from combat.models import EncounterStatus, MemberRole
from combat.selectors import Place, encounter_now, line_count, place_at, table_for, visible_log
from combat.services.clock import encounter_catch_up, is_due
from combat.services.encounters import seat_take, surprisers_of
from combat.services.rewind import rewind_preview
from combat.views.changes import changes_between
from combat.views.refusing import refusal


def running_table(request: HttpRequest, public_id: UUID) -> Place:
    """The door, with time brought up to date. A table that is not open yet is nobody's to see but its GM's prep."""
    place = table_for(request.user, public_id)
    if place.encounter.status == EncounterStatus.PLANNED:
        raise Http404
    if is_due(place.encounter, timezone.now()):
        encounter_catch_up(place.encounter.pk)
    return place_at(encounter_now(place.encounter.pk), request.user)  # type: ignore[arg-type]


def look_from(place: Place, *, brief: bool = True) -> Look:
    assert holds_state(place.encounter) or place.encounter.document
    return look_of(place.encounter, place.viewer, people_of(place.encounter), brief=brief)


@require_GET
@login_required
@never_cache
@ensure_csrf_cookie
def table(request: HttpRequest, public_id: UUID) -> HttpResponse:
    place = table_for(request.user, public_id)
    if place.encounter.status == EncounterStatus.PLANNED:
        if place.viewer.is_gm:
            return redirect("prep", public_id=public_id)
        return redirect("campaign", campaign_id=place.encounter.campaign.public_id)
    if place.membership.role == MemberRole.PLAYER and place.seat is None:
        seat_take(encounter_id=place.encounter.pk, user=request.user)  # type: ignore[arg-type]
    place = running_table(request, public_id)
    template = "combat/dashboard.html" if place.viewer.is_gm else "combat/encounter.html"
    response = render(request, template, page_context(place))
    # A private hand must not come back out of a cache after somebody else has signed in.
    response["Cache-Control"] = "no-store, private"
    return response


def page_context(place: Place) -> dict[str, Any]:
    look = look_from(place)
    parts = render_parts(look)
    html = {part: Markup(text) for part, text in parts.html.items()}
    lines = visible_log(place.encounter, place.viewer)
    return {
        "parts": {**html, "sides": Markup(filled_sides(parts))},
        "log": page_lines(lines, look),
        "more_log": bool(lines) and lines[0].n > 1,
        "table": look.table,
        "view": look.view,
        "viewer": place.viewer,
        "options": look.options,
        "option": look.option,
        "names": look.names,
        "people": look.people,
        "seat": place.seat,
        "surprisers": surprisers_of(place.encounter) if place.viewer.is_gm else [],
        "live": {
            "socket": f"/ws/encounters/{place.encounter.public_id}/",
            "build": BUILD,
            "audience": place.viewer.audience,
            "lines": line_count(place.encounter.lines, place.viewer),
            "title": notes_of(look)["title"],
        },
    }


@require_GET
@login_required
@never_cache
def panels(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """What the tray opens, and only when it is wanted: each option with something to fill in, and lists of them.

    `act`: what a player's combatant may do as well, for the game master, who has that only if it is asked for.
    """
    look = look_from(running_table(request, public_id), brief=False)
    context = {name: getattr(look, name) for name in CONTEXT - {"c"}}
    template = f"combat/systems/{look.table.system}/_panels.html"
    response = render(request, template, {**context, "acts": look.viewer.is_gm and "act" in request.GET})
    response["Cache-Control"] = "no-store, private"
    return response


@require_GET
@login_required
@never_cache
def older_log(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Lines before the one that the page shows first, as `<li>` elements."""
    place = running_table(request, public_id)
    before = request.GET.get("before", "")
    if not before.isdecimal() or len(before) > 9:
        raise Http404
    lines = visible_log(place.encounter, place.viewer, before=int(before))
    return HttpResponse("\n".join(page_lines(lines, look_from(place))))


@require_GET
@login_required
@never_cache
def undo_preview(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """What taking back everything from one log entry on would change."""
    place = running_table(request, public_id)
    to = request.GET.get("to", "")
    if not place.viewer.is_gm or (to and (not to.isdecimal() or len(to) > 9)):
        raise Http404
    try:
        preview = rewind_preview(place, to=int(to) if to else None)
    except IllegalCommand as error:
        return refusal(request, error)
    look = look_from(place)
    context = {
        "table": look.table, "steps": len(preview.entries), "to": preview.entries[-1].number,
        "changes": changes_between(preview.before, preview.after), "seen": line_count(place.encounter.lines, place.viewer),
    }  # fmt: skip
    return render(request, "combat/_undo_preview.html", context)


urlpatterns = [
    path("encounters/<uuid:public_id>/", table, name="table"),
    path("encounters/<uuid:public_id>/panels/", panels, name="panels"),
    path("encounters/<uuid:public_id>/log/", older_log, name="older_log"),
    path("encounters/<uuid:public_id>/undo-preview/", undo_preview, name="undo_preview"),
]
