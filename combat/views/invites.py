"""The invite link: a page that asks, and the press that joins."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from combat.engine.errors import IllegalCommand
from combat.forms.people import GuestForm
from combat.models import EncounterStatus, Invite, MemberRole, Membership
from combat.people import members_of
from combat.services.invites import invite_accept, invite_find, token_in
from combat.services.people import guest_create
from combat.throttle import allowed
from combat.views.accounts import address_of, enter

GONE = "This invite is not open. Ask the game master for a new link."
TEN_MINUTES = 600


@require_POST
def find_invite(request: HttpRequest) -> HttpResponse:
    """Somebody pasted a link or its code on the first page."""
    token = token_in(request.POST.get("link", ""))
    if not token or not all(sign.isalnum() or sign in "-_" for sign in token):
        return _gone(request, "That is no invite. Paste the whole link, or a code like bell-k7m2q-x4h9r.")
    return redirect("join", token=token)


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """A GET only asks, since previews of messages fetch links. Joining takes nothing but a name."""
    if request.method == "GET" and not allowed("invite", address_of(request), most=120, seconds=TEN_MINUTES):
        return _gone(request, "Too many tries from here. Wait ten minutes.", status=429)
    invite = invite_find(token)
    if invite is None:
        return _gone(request, GONE)
    form = GuestForm(request.POST or None)
    if request.method == "POST" and (request.user.is_authenticated or form.is_valid()):
        if request.user.is_authenticated or allowed("guest", address_of(request), most=30, seconds=TEN_MINUTES):
            return _join(request, invite, form)
        form.add_error(None, "Too many people joined from here just now. Wait ten minutes.")
    return _ask(request, invite, form)


def _join(request: HttpRequest, invite: Invite, form: GuestForm) -> HttpResponse:
    user = request.user if request.user.is_authenticated else guest_create(name=form.cleaned_data["name"])
    try:
        member = invite_accept(invite=invite, user=user)
    except IllegalCommand as refusal:
        return _gone(request, refusal.words)
    if not request.user.is_authenticated:
        enter(request, user)
    return _to_the_table(member)


def _to_the_table(member: Membership) -> HttpResponse:
    """Straight to the fight if there is exactly one; the campaign's page otherwise."""
    running = list(member.campaign.encounters.filter(status=EncounterStatus.RUNNING)[:2])
    if len(running) == 1:
        return redirect("table", running[0].public_id)
    return redirect("campaign", member.campaign.public_id)


def _ask(request: HttpRequest, invite: Invite, form: GuestForm) -> HttpResponse:
    members = members_of(invite.campaign)
    place = next((member for member in members if member.user_id == request.user.pk), None)
    context = {
        "campaign": invite.campaign,
        "watching": invite.role == MemberRole.SPECTATOR,
        "hosts": [member.name for member in members if member.role == MemberRole.GM],
        "others": sum(member.role == MemberRole.PLAYER for member in members),
        "place": place,
        "form": form,
    }
    return render(request, "people/join.html", context, status=400 if form.errors else 200)


def _gone(request: HttpRequest, words: str, status: int = 404) -> HttpResponse:
    return render(request, "people/spent.html", {"words": words}, status=status)


urlpatterns = [
    path("join/", find_invite, name="find_invite"),
    path("join/<str:token>/", join, name="join"),
]
