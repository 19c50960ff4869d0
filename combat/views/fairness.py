"""The proof that nobody chose a card or a die: what was committed to, what was revealed, and the fight as a file."""

import re
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from combat.records import cuts_of, fight_file
from combat.views.table import running_table


@require_GET
@login_required
@never_cache
def fairness(request: HttpRequest, public_id: UUID) -> HttpResponse:
    place = running_table(request, public_id)
    encounter = place.encounter
    context = {
        "encounter": encounter,
        "streams": encounter.streams,
        "cuts": cuts_of(encounter),
        "ended": encounter.status == "ended",
        "table_url": reverse("table", kwargs={"public_id": public_id}),
        "export_url": reverse("export_fight", kwargs={"public_id": public_id}),
    }
    return render(request, "combat/fairness.html", context)


@require_GET
@login_required
@never_cache
def export_fight(request: HttpRequest, public_id: UUID) -> HttpResponse:
    place = running_table(request, public_id)
    response = JsonResponse(fight_file(place), json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = re.sub(r"[^a-z0-9]+", "-", place.encounter.name.lower()).strip("-") or "fight"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


urlpatterns = [
    path("encounters/<uuid:public_id>/fairness/", fairness, name="fairness"),
    path("encounters/<uuid:public_id>/export/", export_fight, name="export_fight"),
]
