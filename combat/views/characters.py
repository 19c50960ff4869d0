"""Characters: the list, the sheet, files."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from combat.access import campaign_door, character_door, characters_of, encounters_of, is_gm
from combat.codec import dump, load
from combat.engine.errors import IllegalCommand
from combat.exchange import CharacterFile
from combat.forms.sheets import DESKS
from combat.library import library
from combat.models import Campaign, Character, EncounterStatus, MemberRole, Membership
from combat.registry import SYSTEMS
from combat.services.characters import (
    changed_meanwhile,
    character_create,
    character_delete,
    character_duplicate,
    character_update,
)
from combat.views.sheets import PAINTS, Draft, Subject, sheet_editor
from combat.words import TooLong, short

EMPTY = "empty"


@never_cache
@login_required
@require_GET
def characters(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    place = campaign_door(request.user, campaign_id)
    if place.role == MemberRole.SPECTATOR:
        raise Http404("Spectators have no characters.")
    found = [(one, DESKS[one.system].brief(one.sheet)) for one in characters_of(place)]
    return render(request, "combat/sheet/list.html", list_context(place, found))


def list_context(place: Membership, found: Any) -> dict[str, Any]:
    campaign = place.campaign
    return {
        "campaign": campaign,
        "characters": found,
        "is_gm": is_gm(place),
        "owners": _players(campaign) if is_gm(place) else None,
        "systems": [
            (key, system.label, list(library(key).characters.values()))
            for key, system in SYSTEMS.items()
            if key in DESKS
        ],
        "crumbs": _crumbs(campaign, "Characters"),
    }


def _crumbs(campaign: Campaign, *rest: str) -> list[tuple[str, str]]:
    crumbs = [(campaign.name, reverse("campaign", args=[campaign.public_id]))]
    if len(rest) > 1:
        crumbs.append(("Characters", reverse("characters", args=[campaign.public_id])))
    return [*crumbs, (rest[-1], "")]


def _players(campaign: Campaign) -> list[Membership]:
    return list(campaign.memberships.filter(left_at=None, role=MemberRole.PLAYER).order_by("name", "id"))


def maker(request: HttpRequest, campaign_id: UUID) -> tuple[Membership, Membership | None]:
    """Who makes a character, and whose it will be: a player's own; a GM names the player."""
    place = campaign_door(request.user, campaign_id)
    if is_gm(place):
        wanted = request.POST.get("owner", "")
        return place, next((one for one in _players(place.campaign) if str(one.pk) == wanted), None)
    if place.role != MemberRole.PLAYER:
        raise Http404("Spectators have no characters.")
    return place, place


@login_required
@require_POST
def character_new(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    place, owner = maker(request, campaign_id)
    try:
        file = _first_sheet(request)
        character = character_create(campaign=place.campaign, owner=owner, file=file)
    except IllegalCommand as refusal:
        messages.error(request, refusal.words)
        return redirect("characters", campaign_id)
    return redirect("character", character.pk)


def _first_sheet(request: HttpRequest) -> CharacterFile:
    """A ready-made character or an empty sheet, under the name that was typed."""
    wanted = request.POST.get("ready", "")
    emptied, _, named = wanted.partition(":")
    system = named if emptied == EMPTY else request.POST.get("system", "") or next(iter(DESKS))
    if system not in DESKS:
        raise IllegalCommand("bad_value", "Choose a rule system.")
    try:
        name = short(request.POST.get("name", ""), 60)
    except TooLong as error:
        raise IllegalCommand("bad_value", f"For the name, {error}.") from error
    # A ready-made character names its system by itself.
    having = [key for key in (system, *DESKS) if wanted in library(key).characters]
    if having:
        system = having[0]
        ready = library(system).characters[wanted]
        return CharacterFile(name=name or ready.name, system=system, colour=ready.colour, sheet=dump(ready.sheet))
    if not name:
        raise IllegalCommand("bad_value", "Give the character a name, or take a ready-made one.")
    return CharacterFile(name=name, system=system, colour=PAINTS[len(name) % len(PAINTS)], sheet=DESKS[system].blank())


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def character(request: HttpRequest, character_id: int) -> HttpResponse:
    found, place = character_door(request.user, character_id)
    return sheet_editor(request, _subject(found, place))


def _subject(found: Character, place: Membership) -> Subject:
    address = [found.pk]
    running = encounters_of(place).filter(status=EncounterStatus.RUNNING).first()
    kind = SYSTEMS[found.system].house_rules_type
    about = DESKS[found.system].brief(found.sheet).kind
    played = f"played by {found.owner.name}" if found.owner else "played by the GM"

    def save(draft: Draft) -> str:
        owner = found.owner
        if is_gm(place):
            owner = next((one for one in _players(found.campaign) if one.pk == draft.owner), None)
        seen = _moment(draft.seen)
        saved = character_update(
            character=found, seen=seen, name=draft.name, colour=draft.colour, owner=owner, sheet=draft.sheet
        )
        return saved.updated_at.isoformat()

    return Subject(
        system=found.system, name=found.name, colour=found.colour, sheet=found.sheet,
        rules=load(kind, found.campaign.house_rules.get(found.system, {})),
        seen=found.updated_at.isoformat(), word="character", about=f"{about}, {played}" if about else played.capitalize(),
        url=reverse("character", args=address), save=save, crumbs=_crumbs(found.campaign, "Characters", found.name),
        owner=found.owner_id, owners=_players(found.campaign) if is_gm(place) else None,
        file_url=reverse("character_replace", args=address), export_url=reverse("character_export", args=address),
        copy_url=reverse("character_copy", args=address), delete_url=reverse("character_delete", args=address),
        table_url=reverse("table", args=[running.public_id]) if running else "",
    )  # fmt: skip


def _moment(text: str) -> datetime:
    try:
        moment = parse_datetime(text.replace(" ", "+"))
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise changed_meanwhile()
    return moment


@login_required
@require_POST
def character_copy(request: HttpRequest, character_id: int) -> HttpResponse:
    found, _ = character_door(request.user, character_id)
    try:
        copy = character_duplicate(character=found, owner=found.owner)
    except IllegalCommand as refusal:
        messages.error(request, refusal.words)
        return redirect("character", found.pk)
    messages.success(request, f"This is a copy of {found.name}.")
    return redirect("character", copy.pk)


@login_required
@require_POST
def character_remove(request: HttpRequest, character_id: int) -> HttpResponse:
    found, place = character_door(request.user, character_id)
    character_delete(character=found)
    messages.success(request, f"{found.name} is deleted.")
    return redirect("characters", place.campaign.public_id)


urlpatterns = [
    path("campaigns/<uuid:campaign_id>/characters/", characters, name="characters"),
    path("campaigns/<uuid:campaign_id>/characters/new/", character_new, name="character_new"),
    path("characters/<int:character_id>/", character, name="character"),
    path("characters/<int:character_id>/copy/", character_copy, name="character_copy"),
    path("characters/<int:character_id>/delete/", character_remove, name="character_delete"),
]
