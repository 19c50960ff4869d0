"""Encounters of a campaign: the list, new ones, copies; and what a file brings in or takes out."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from combat.access import campaign_door, encounter_gm_door, encounters_of, gm_door, is_gm
from combat.engine.errors import IllegalCommand
from combat.exchange import Reader, Unreadable, write
from combat.forms.sheets import DESKS, MENDERS
from combat.models import EncounterStatus
from combat.plan import slug
from combat.registry import SYSTEMS
from combat.services.campaigns import campaign_create
from combat.services.compose import encounter_create, encounter_delete, encounter_duplicate
from combat.services.transfers import campaign_file, campaign_fill
from combat.views.character_files import download, say_notes, uploaded
from combat.words import TooLong, short


@never_cache
@login_required
@require_GET
def encounters(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    place = campaign_door(request.user, campaign_id)
    found = encounters_of(place)
    context = {
        "campaign": place.campaign,
        "is_gm": is_gm(place),
        "running": list(found.filter(status=EncounterStatus.RUNNING)),
        "planned": list(found.filter(status=EncounterStatus.PLANNED)),
        "past": list(found.filter(status=EncounterStatus.ENDED).order_by("-ended_at", "-id")[:200]),
        "ways": [("Replay", "replay"), ("Fairness", "fairness")],
        "systems": [SYSTEMS[key] for key in DESKS],
        "crumbs": [(place.campaign.name, reverse("campaign", args=[campaign_id])), ("Encounters", "")],
    }
    return render(request, "combat/prep/list.html", context)


@login_required
@require_POST
def encounter_new(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    campaign = gm_door(request.user, campaign_id).campaign
    system = request.POST.get("system", "")
    try:
        if system not in DESKS:
            raise IllegalCommand("bad_value", "Choose a rule system.")
        name = short(request.POST.get("name", ""), 80) or "A new fight"
        made = encounter_create(campaign=campaign, system=system, name=name)
    except TooLong as error:
        messages.error(request, f"For the name, {error}.")
    except IllegalCommand as refusal:
        messages.error(request, refusal.words)
    else:
        return redirect("prep", made.public_id)
    return redirect("encounters", campaign_id)


@login_required
@require_POST
def encounter_copy(request: HttpRequest, public_id: UUID) -> HttpResponse:
    encounter, _ = encounter_gm_door(request.user, public_id)
    try:
        copy = encounter_duplicate(encounter=encounter)
    except IllegalCommand as refusal:
        messages.error(request, refusal.words)
        return redirect("encounters", encounter.campaign.public_id)
    return redirect("prep", copy.public_id)


@login_required
@require_POST
def encounter_remove(request: HttpRequest, public_id: UUID) -> HttpResponse:
    encounter, member = encounter_gm_door(request.user, public_id)
    try:
        encounter_delete(encounter=encounter)
        messages.success(request, f"{encounter.name} is deleted.")
    except IllegalCommand as refusal:
        messages.error(request, refusal.words)
    return redirect("encounters", member.campaign.public_id)


@login_required
@require_GET
def campaign_export(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    campaign = gm_door(request.user, campaign_id).campaign
    return download(write(campaign_file(campaign)), f"{slug(campaign.name)}.campaign.json")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def campaign_import(request: HttpRequest) -> HttpResponse:
    """A file becomes a new campaign of the person who brings it, or nothing happens."""
    reader, refused = Reader(MENDERS), ""
    if request.method == "POST":
        try:
            file = reader.campaign(uploaded(request))
            with transaction.atomic():
                campaign = campaign_create(user=request.user, name=file.name or "An imported campaign")
                campaign_fill(campaign=campaign, file=file)
        except Unreadable as error:
            refused = str(error)
        except IllegalCommand as error:
            refused = error.words
        else:
            say_notes(request, reader.notes)
            messages.success(
                request, f"{campaign.name} has been imported. Say who plays whom on the characters’ sheets."
            )
            return redirect("campaign", campaign.public_id)
    context = {"refused": refused, "crumbs": [("Campaigns", reverse("home")), ("Import", "")]}
    return render(request, "combat/prep/import.html", context, status=422 if refused else 200)


urlpatterns = [
    path("campaigns/import/", campaign_import, name="campaign_import"),
    path("campaigns/<uuid:campaign_id>/export/", campaign_export, name="campaign_export"),
    path("campaigns/<uuid:campaign_id>/encounters/", encounters, name="encounters"),
    path("campaigns/<uuid:campaign_id>/encounters/new/", encounter_new, name="encounter_new"),
    path("encounters/<uuid:public_id>/copy/", encounter_copy, name="encounter_copy"),
    path("encounters/<uuid:public_id>/delete/", encounter_remove, name="encounter_delete"),
]
