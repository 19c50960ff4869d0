"""A campaign's page and what its game masters change there."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from combat.access import campaign_door, encounters_of, gm_door
from combat.engine.errors import IllegalCommand
from combat.forms.people import CampaignForm, InviteForm, RoleForm
from combat.models import Campaign, EncounterStatus, Invite, MemberRole, Membership
from combat.people import members_of
from combat.registry import SYSTEMS
from combat.services.campaigns import campaign_create, campaign_rename, member_remove, member_set_role
from combat.services.invites import invite_create, invite_revoke
from combat.views.links import outside_url, qr_code


@login_required
@require_http_methods(["GET", "POST"])
def campaign_new(request: HttpRequest) -> HttpResponse:
    form = CampaignForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            campaign = campaign_create(user=request.user, **form.cleaned_data)
            return redirect("campaign", campaign.public_id)
        except IllegalCommand as refusal:
            form.add_error(None, refusal.words)
    return render(request, "people/campaign_form.html", {"form": form, "campaign": None}, status=_status(form))


@never_cache
@login_required
@require_GET
def campaign(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    place = campaign_door(request.user, campaign_id)
    is_gm = place.role == MemberRole.GM
    context = {
        "place": place,
        "campaign": place.campaign,
        "is_gm": is_gm,
        "members": members_of(place.campaign),
        "roles": MemberRole.choices,
        "systems": list(SYSTEMS.values()),
        "rules": [_differences(place.campaign, key) for key in SYSTEMS],
        "invites": _open_invites(request, place.campaign) if is_gm else [],
        "invite_form": InviteForm(),
        **_characters(place, is_gm),
        **_fights(place),
    }
    return render(request, "people/campaign.html", context)


def _characters(place: Membership, is_gm: bool) -> dict[str, Any]:
    """Everybody sees who is in the party; the sheets open for their owners and the game master."""
    characters = place.campaign.characters.select_related("owner").order_by("name", "id")
    if not is_gm:
        characters = characters.exclude(owner=None)
    return {"characters": [(one, is_gm or one.owner_id == place.pk) for one in characters]}


def _fights(place: Membership) -> dict[str, Any]:
    fights = encounters_of(place).only("name", "public_id", "status", "created_at", "opened_at", "ended_at")
    return {
        "running": list(fights.filter(status=EncounterStatus.RUNNING)),
        "planned": list(fights.filter(status=EncounterStatus.PLANNED)),
        "past": list(fights.filter(status=EncounterStatus.ENDED)[:50]),
    }


def _open_invites(request: HttpRequest, campaign: Campaign) -> list[dict[str, Any]]:
    found = []
    for invite in campaign.invites.filter(revoked_at=None).order_by("role", "-created_at"):
        url = outside_url(request, reverse("join", args=[invite.token]))
        found.append({"invite": invite, "url": url, "qr": qr_code(url)})
    return found


def _differences(campaign: Campaign, system_key: str) -> dict[str, Any]:
    return {"system": SYSTEMS[system_key], "count": len(campaign.house_rules.get(system_key, {}))}


@login_required
@require_http_methods(["GET", "POST"])
def campaign_edit(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    campaign = gm_door(request.user, campaign_id).campaign
    form = CampaignForm(request.POST or None, initial={"name": campaign.name, "blurb": campaign.blurb})
    if request.method == "POST" and form.is_valid():
        campaign_rename(campaign=campaign, **form.cleaned_data)
        return redirect("campaign", campaign.public_id)
    return render(request, "people/campaign_form.html", {"form": form, "campaign": campaign}, status=_status(form))


@login_required
@require_POST
def invite_new(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    campaign = gm_door(request.user, campaign_id).campaign
    form = InviteForm(request.POST)
    if form.is_valid():
        try:
            invite_create(campaign=campaign, role=form.cleaned_data["role"])
        except IllegalCommand as refusal:
            messages.error(request, refusal.words)
    return _back(campaign, "invites")


@login_required
@require_POST
def invite_take_back(request: HttpRequest, campaign_id: UUID, invite_id: int) -> HttpResponse:
    campaign = gm_door(request.user, campaign_id).campaign
    invite_revoke(invite=get_object_or_404(Invite, pk=invite_id, campaign=campaign))
    messages.success(request, "That link no longer lets anybody in. Who has joined stays.")
    return _back(campaign, "invites")


@login_required
@require_POST
def member_role(request: HttpRequest, campaign_id: UUID, member_id: int) -> HttpResponse:
    campaign = gm_door(request.user, campaign_id).campaign
    member = get_object_or_404(Membership, pk=member_id, campaign=campaign, left_at=None)
    form = RoleForm(request.POST)
    if form.is_valid():
        try:
            member_set_role(member=member, role=form.cleaned_data["role"])
        except IllegalCommand as refusal:
            messages.error(request, refusal.words)
    return _back(campaign, "members")


@login_required
@require_POST
def member_out(request: HttpRequest, campaign_id: UUID, member_id: int) -> HttpResponse:
    """A game master removes somebody, or somebody leaves."""
    place = campaign_door(request.user, campaign_id)
    own = place.pk == member_id
    if not own:
        place = gm_door(request.user, campaign_id)
    member = get_object_or_404(Membership, pk=member_id, campaign=place.campaign, left_at=None)
    try:
        member_remove(member=member)
    except IllegalCommand as refusal:
        messages.error(request, refusal.words)
        return _back(place.campaign, "members")
    return redirect("home") if own else _back(place.campaign, "members")


def _back(campaign: Campaign, part: str) -> HttpResponse:
    return redirect(f"{reverse('campaign', args=[campaign.public_id])}#{part}")


def _status(form: Any) -> int:
    return 400 if form.errors else 200


urlpatterns = [
    path("campaigns/new/", campaign_new, name="campaign_new"),
    path("campaigns/<uuid:campaign_id>/", campaign, name="campaign"),
    path("campaigns/<uuid:campaign_id>/edit/", campaign_edit, name="campaign_edit"),
    path("campaigns/<uuid:campaign_id>/invites/", invite_new, name="invite_new"),
    path("campaigns/<uuid:campaign_id>/invites/<int:invite_id>/close/", invite_take_back, name="invite_take_back"),
    path("campaigns/<uuid:campaign_id>/members/<int:member_id>/role/", member_role, name="member_role"),
    path("campaigns/<uuid:campaign_id>/members/<int:member_id>/out/", member_out, name="member_out"),
]
