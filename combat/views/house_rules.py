"""The house rules of a campaign: every switch of a system in plain words, with what differs marked."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from pydantic import ValidationError

from combat.access import campaign_door, is_gm
from combat.codec import explained
from combat.registry import SYSTEMS
from combat.services.campaigns import campaign_set_house_rules


@dataclass(frozen=True)
class Line:
    """One house rule as the page shows it."""

    rule: Any
    value: Any
    differs: bool


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def house_rules(request: HttpRequest, campaign_id: UUID, system_key: str) -> HttpResponse:
    place = campaign_door(request.user, campaign_id)
    system = SYSTEMS.get(system_key)
    if system is None or (request.method == "POST" and not is_gm(place)):
        raise Http404
    wrong = ""
    if request.method == "POST":
        try:
            chosen = read(system, request.POST)
            campaign_set_house_rules(campaign=place.campaign, system_key=system_key, chosen=chosen)
        except ValidationError as error:
            wrong = explained(error)
        except ValueError:
            wrong = "Give a whole number where a number is asked for."
        else:
            messages.success(
                request, "The house rules are set. Fights that run already keep the rules they began with."
            )
            return redirect("house_rules", place.campaign.public_id, system_key)
    stored = place.campaign.house_rules.get(system_key, {})
    context = {
        "campaign": place.campaign,
        "system": system,
        "is_gm": is_gm(place),
        "lines": lines_of(system, stored),
        "wrong": wrong,
    }
    return render(request, "people/house_rules.html", context, status=400 if wrong else 200)


def lines_of(system: Any, stored: Mapping[str, Any]) -> list[Line]:
    values = {**asdict(system.house_rules_type()), **stored}
    return [Line(rule, values[rule.key], values[rule.key] != rule.default) for rule in system.house_rules]


def read(system: Any, posted: Mapping[str, str]) -> dict[str, Any]:
    """What the form says. A number that may be any is left empty for it. Raises ValueError."""
    chosen: dict[str, Any] = {}
    for rule in system.house_rules:
        said = posted.get(rule.key, "").strip()[:40]
        if rule.allowed:
            chosen[rule.key] = said or rule.default
        else:
            chosen[rule.key] = "any" if rule.any and not said else int(said)
    return chosen


urlpatterns = [path("campaigns/<uuid:campaign_id>/house-rules/<slug:system_key>/", house_rules, name="house_rules")]
