"""Encounter prep: one page, and one POST for everything that is pressed on it."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods
from pydantic import ValidationError

from combat.access import encounter_gm_door
from combat.codec import explained, load
from combat.engine.errors import IllegalCommand
from combat.engine.records import replace
from combat.forms.sheets import DESKS
from combat.library import library
from combat.models import Encounter, EncounterStatus, MemberRole, Membership
from combat.plan import FOES, PARTY, Plan, marked, moved, planned, without
from combat.registry import SYSTEMS
from combat.services.compose import (
    Unknown,
    encounter_describe,
    line_add,
    own_foe_add,
    party_add,
    plan_change,
    plan_of,
    search,
)
from combat.services.encounters import encounter_open
from combat.services.tryout import fight_start
from combat.views.places import place_context, says
from combat.words import TooLong, clean_prose, short

ON_THE_SHELF = 6


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def prep(request: HttpRequest, public_id: UUID) -> HttpResponse:
    encounter, _ = encounter_gm_door(request.user, public_id)
    if encounter.status != EncounterStatus.PLANNED:
        return redirect("table", public_id)
    if request.method != "POST":
        return render(request, "combat/prep/prep.html", page(encounter))
    before = plan_of(encounter).next_key
    kept = request.POST.get("line", "")[:200]
    said: dict[str, Any] = {}
    try:
        answer = press(request, encounter)
        if answer is not None:
            return answer
    except Unknown as error:
        said = {"refused": error.words, "missing": error.missing}
    except (IllegalCommand, TooLong) as error:
        words = error.words if isinstance(error, IllegalCommand) else f"For the name, {error}."
        said = {"refused": words}
    if request.headers.get("HX-Request") != "true" and not said:
        return redirect("prep", public_id)
    partial = request.headers.get("HX-Request") == "true"
    template = "combat/prep/_prep.html" if partial else "combat/prep/prep.html"
    done = not said and request.POST.get("act", "").partition(":")[0] in ("add", "fix")
    context = {
        **page(encounter, request.POST.get("q", "")[:60]),
        "newest": before,
        "line": "" if done else kept,
        **said,
    }
    return render(request, template, context, status=422 if said and not partial else 200)


def page(encounter: Encounter, typed: str = "") -> dict[str, Any]:
    campaign = encounter.campaign
    crumbs = [
        (campaign.name, reverse("campaign", args=[campaign.public_id])),
        ("Encounters", reverse("encounters", args=[campaign.public_id])),
        (encounter.name, ""),
    ]
    players = Membership.objects.filter(campaign=campaign, role=MemberRole.PLAYER, left_at=None).order_by("name", "id")
    return {
        "encounter": encounter, "campaign": campaign, "crumbs": crumbs, "players": list(players),
        "typed": typed, **shelf(encounter, typed), "line": "", "refused": "", "missing": None, "newest": None,
        "says": None, "environments": list(library(encounter.system).environments.values()),
        "folder": DESKS[encounter.system].prep_folder, **place_context(encounter, plan_of(encounter)),
    }  # fmt: skip


def shelf(encounter: Encounter, typed: str) -> dict[str, Any]:
    """The first that are found, and how many more there are."""
    desk, found = DESKS[encounter.system], search(encounter=encounter, typed=typed)
    shown = [(one, desk.brief(one.planned.sheet)) for one in found[:ON_THE_SHELF]]
    return {"found": shown, "more": len(found) - len(shown)}


def press(request: HttpRequest, encounter: Encounter) -> HttpResponse | None:
    """Do what was pressed. An answer only where the page is left."""
    act, _, about = request.POST.get("act", "").partition(":")
    simple = SIMPLE.get(act)
    if simple is not None:
        simple(encounter, request.POST)
    elif act == "fix":
        _add(encounter, {"line": about, "side": request.POST.get("side", "")})
    elif act == "own":
        name = short(request.POST.get("line", "") or about, 60)
        if not name:
            raise IllegalCommand("bad_value", "Type a name for it first.")
        own = own_foe_add(encounter=encounter, name=name, sheet=DESKS[encounter.system].blank())
        return away(request, reverse("prep_sheet", args=[encounter.public_id, own.key]))
    elif act in ("open", "start"):
        encounter_open(encounter_id=encounter.pk, user=request.user)
        if act == "start":
            fight_start(encounter=encounter, user=request.user)
        return away(request, reverse("table", args=[encounter.public_id]))
    elif act in ONE:
        change_one(encounter, act, about, request.POST)
    else:
        raise IllegalCommand("bad_value", "That cannot be done here.")
    return None


def away(request: HttpRequest, url: str) -> HttpResponse:
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)


def _add(encounter: Encounter, posted: Mapping[str, str]) -> None:
    side = posted.get("side", "")
    line_add(encounter=encounter, line=posted.get("line", "")[:200], side=side if side in (PARTY, FOES) else "")


def _party(encounter: Encounter, posted: Mapping[str, str]) -> None:
    party_add(encounter=encounter)


def _place(encounter: Encounter, posted: Mapping[str, str]) -> None:
    name = posted.get("environment", "")
    if name and name not in library(encounter.system).environments:
        raise IllegalCommand("bad_value", "There is no such place. Choose one from the list.")
    plan_change(encounter=encounter, change=lambda plan: replace(plan, environment=name or None))


def _rules(encounter: Encounter, posted: Mapping[str, str]) -> None:
    """Switches of this fight: kept where they differ from the campaign's."""
    system = SYSTEMS[encounter.system]
    campaign = encounter.campaign.house_rules.get(encounter.system, {})

    def change(plan: Plan) -> Plan:
        rules = {**campaign, **plan.house_rules}
        for rule in system.house_rules:
            if rule.key in posted:
                rules[rule.key] = "any" if rule.any and not posted[rule.key].strip() else posted[rule.key].strip()
        try:
            made = load(system.house_rules_type, rules)
        except ValidationError as error:
            raise IllegalCommand("bad_value", explained(error)) from error
        standard = load(system.house_rules_type, campaign)
        keys = [rule.key for rule in system.house_rules]
        differs = {key: getattr(made, key) for key in keys if getattr(made, key) != getattr(standard, key)}
        return replace(plan, house_rules=differs)

    plan_change(encounter=encounter, change=change)


def _describe(encounter: Encounter, posted: Mapping[str, str]) -> None:
    name = short(posted.get("name", ""), 80) or encounter.name
    notes = clean_prose(posted.get("notes", ""))
    if len(notes) > 5000:
        raise IllegalCommand("bad_value", "Use 5000 characters or fewer for the notes.")
    encounter_describe(encounter=encounter, name=name, notes=notes)


SIMPLE: dict[str, Callable[[Encounter, Mapping[str, str]], None]] = {
    "add": _add, "party": _party, "place": _place, "rules": _rules, "describe": _describe,
}  # fmt: skip
ONE = ("remove", "up", "down", "side", "hidden", "surprises", "autoplay", "member", "rename")


def change_one(encounter: Encounter, act: str, about: str, posted: Mapping[str, str]) -> None:
    key = int(about) if about.isascii() and about.isdigit() and len(about) < 9 else -1

    def change(plan: Plan) -> Plan:
        one = planned(plan, key)
        if one is None:
            raise IllegalCommand("unknown_combatant", "That one is no longer in the plan.")
        if act == "remove":
            return without(plan, key)
        if act in ("up", "down"):
            return moved(plan, key, -1 if act == "up" else 1)
        if act == "side":
            return marked(plan, key, side=FOES if one.side == PARTY else PARTY)
        if act == "hidden" and one.member is not None:
            raise IllegalCommand("bad_value", f"{one.name} is a player's. Only those whom you play can be hidden.")
        if act == "member":
            return marked(plan, key, **_player(encounter, posted.get(f"member-{key}", "")))
        return marked(plan, key, **{act: not getattr(one, act)})

    plan_change(encounter=encounter, change=change)


def _player(encounter: Encounter, wanted: str) -> dict[str, Any]:
    if not wanted:
        return {"member": None}
    players = encounter.campaign.memberships.filter(role=MemberRole.PLAYER, left_at=None)
    member = next((one for one in players if str(one.pk) == wanted), None)
    if member is None:
        raise IllegalCommand("bad_value", "Choose one of the players.")
    return {"member": member.pk, "hidden": False, "autoplay": False}


@never_cache
@login_required
@require_GET
def prep_search(request: HttpRequest, public_id: UUID) -> HttpResponse:
    encounter, _ = encounter_gm_door(request.user, public_id)
    typed = request.GET.get("q", "")[:60]
    context = {**shelf(encounter, typed), "typed": typed, "encounter": encounter}
    return render(request, "combat/prep/_shelf.html", context)


@never_cache
@login_required
@require_GET
def prep_says(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """What the typed line would add."""
    encounter, _ = encounter_gm_door(request.user, public_id)
    context = says(encounter, plan_of(encounter), request.GET.get("line", "")[:200], request.GET.get("side", ""))
    return render(request, "combat/prep/_says.html", {"encounter": encounter, **context})


urlpatterns = [
    path("encounters/<uuid:public_id>/prep/", prep, name="prep"),
    path("encounters/<uuid:public_id>/prep/search/", prep_search, name="prep_search"),
    path("encounters/<uuid:public_id>/prep/says/", prep_says, name="prep_says"),
]
