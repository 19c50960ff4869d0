"""The first page: what this is, the way in, and for those who are in: their campaigns."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from combat.models import Encounter, EncounterStatus, Membership
from combat.people import campaigns_of


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    places = campaigns_of(request.user) if request.user.is_authenticated else []
    return render(request, "home.html", {"places": places, "running": _running(places)})


def _running(places: list[Membership]) -> dict[int, list[Encounter]]:
    """The open tables by campaign."""
    found: dict[int, list[Encounter]] = {}
    fights = Encounter.objects.filter(
        campaign__in=[place.campaign_id for place in places], status=EncounterStatus.RUNNING
    ).only("name", "public_id", "campaign")
    for fight in fights.order_by("-opened_at"):
        found.setdefault(fight.campaign_id, []).append(fight)
    return found


urlpatterns = [path("", home, name="home")]
