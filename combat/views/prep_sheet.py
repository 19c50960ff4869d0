"""The sheet of somebody in a plan: a foe changed for one fight."""

import hashlib
import json
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from combat.access import encounter_gm_door
from combat.engine.errors import IllegalCommand
from combat.models import EncounterStatus
from combat.plan import FOES, Plan, marked, planned
from combat.services.compose import plan_change, plan_of
from combat.views.places import rules_of
from combat.views.sheets import Draft, Subject, sheet_editor


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def prep_sheet(request: HttpRequest, public_id: UUID, key: int) -> HttpResponse:
    """The sheet of somebody in a plan. A player's character has its own page."""
    encounter, _ = encounter_gm_door(request.user, public_id)
    one = planned(plan_of(encounter), key)
    if one is None or encounter.status != EncounterStatus.PLANNED:
        raise Http404("There is nobody here.")
    if one.character is not None and encounter.campaign.characters.filter(pk=one.character).exists():
        return redirect("character", one.character)
    seen = str(hash_of(one.sheet, one.name, one.colour))

    def save(draft: Draft) -> str:
        def change(plan: Plan) -> Plan:
            now = planned(plan, key)
            if now is None:
                raise IllegalCommand("unknown_combatant", "That one is no longer in the plan.")
            if draft.seen != hash_of(now.sheet, now.name, now.colour):
                raise IllegalCommand("changed", "Another page of yours has changed this sheet. Load it again first.")
            return marked(plan, key, name=draft.name, colour=draft.colour, sheet=draft.sheet or {})

        saved = planned(plan_change(encounter=encounter, change=change), key)
        assert saved is not None
        return hash_of(saved.sheet, saved.name, saved.colour)

    subject = Subject(
        system=encounter.system, name=one.name, colour=one.colour, sheet=one.sheet,
        rules=rules_of(encounter, plan_of(encounter)), seen=seen, word="foe",
        about=f"{one.kind or 'your own'}, for this fight only", save=save, foe=one.side == FOES,
        url=reverse("prep_sheet", args=[public_id, key]),
        crumbs=[(encounter.name, reverse("prep", args=[public_id])), (one.name, "")],
    )  # fmt: skip
    return sheet_editor(request, subject)


def hash_of(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=dict).encode()).hexdigest()[:16]


urlpatterns = [path("encounters/<uuid:public_id>/prep/<int:key>/", prep_sheet, name="prep_sheet")]
