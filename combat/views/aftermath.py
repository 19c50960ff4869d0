"""After a fight: what goes back to the sheets."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from combat.access import encounter_gm_door
from combat.engine.errors import IllegalCommand
from combat.forms.sheets import DESKS
from combat.models import Encounter, EncounterStatus
from combat.services.aftermath import aftermath_give, aftermath_take_back, is_given, survivors


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def aftermath(request: HttpRequest, public_id: UUID) -> HttpResponse:
    encounter, _ = encounter_gm_door(request.user, public_id)
    if encounter.status != EncounterStatus.ENDED:
        messages.info(request, "The fight is not over yet.")
        return redirect("table", public_id)
    if request.method == "POST":
        try:
            _press(request, encounter)
        except IllegalCommand as refusal:
            messages.error(request, refusal.words)
        return redirect("aftermath", public_id)
    return render(request, "combat/prep/aftermath.html", _page(encounter))


def _press(request: HttpRequest, encounter: Encounter) -> None:
    if request.POST.get("act") == "back":
        changed = aftermath_take_back(encounter=encounter)
        messages.success(request, "Taken back: the sheets are as they were before.")
        for name in changed:
            messages.info(request, f"{name} has been changed since; what was changed there stays.")
        return
    wanted = set(request.POST.getlist("character"))
    desk = DESKS[encounter.system]
    chosen = [one for one in survivors(encounter) if str(one.character.pk) in wanted]
    sheets = {one.character.pk: desk.after(one.character.sheet, one.after) for one in chosen}
    aftermath_give(encounter=encounter, sheets={key: sheet for key, (sheet, changes) in sheets.items() if changes})
    messages.success(request, "Done. You can take it back as one step.")


def _page(encounter: Encounter) -> dict[str, Any]:
    desk, campaign = DESKS[encounter.system], encounter.campaign
    rows = [(one, desk.after(one.character.sheet, one.after)[1]) for one in survivors(encounter)]
    given = encounter.aftermath.get("characters", {})
    names = dict(campaign.characters.filter(pk__in=[int(key) for key in given]).values_list("pk", "name"))
    return {
        "encounter": encounter, "rows": rows, "given": is_given(encounter),
        "names": [names.get(int(key), "somebody who is gone") for key in given],
        "crumbs": [
            (campaign.name, reverse("campaign", args=[campaign.public_id])),
            ("Encounters", reverse("encounters", args=[campaign.public_id])),
            (encounter.name, reverse("table", args=[encounter.public_id])),
            ("Aftermath", ""),
        ],
    }  # fmt: skip


urlpatterns = [path("encounters/<uuid:public_id>/aftermath/", aftermath, name="aftermath")]
