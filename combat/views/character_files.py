"""Characters as files."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_GET, require_POST

from combat.access import character_door, characters_of
from combat.engine.errors import IllegalCommand
from combat.exchange import LARGEST, Reader, Unreadable, write
from combat.forms.sheets import DESKS, MENDERS
from combat.plan import slug
from combat.services.characters import as_file, character_create, character_update
from combat.views.characters import list_context, maker


@login_required
@require_GET
def character_export(request: HttpRequest, character_id: int) -> HttpResponse:
    found, _ = character_door(request.user, character_id)
    return download(write(as_file(found)), f"{slug(found.name)}.character.json")


def download(text: str, name: str) -> HttpResponse:
    return HttpResponse(
        text, content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"},
    )  # fmt: skip


def uploaded(request: HttpRequest) -> bytes:
    """The bytes of the file that was sent. Raises Unreadable."""
    file = request.FILES.get("file")
    if file is None or isinstance(file, list):
        raise Unreadable("", "Choose a file first.")
    if file.size > LARGEST:
        raise Unreadable("", f"The file is larger than {LARGEST // 1000} kB.")
    return bytes(file.read())


def say_notes(request: HttpRequest, notes: list[str]) -> None:
    for note in notes[:20]:
        messages.info(request, f"Mended: {note}.")
    if len(notes) > 20:
        messages.info(request, f"… and {len(notes) - 20} more.")


@login_required
@require_POST
def character_import(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    place, owner = maker(request, campaign_id)
    reader = Reader(MENDERS)
    try:
        made = character_create(campaign=place.campaign, owner=owner, file=reader.character(uploaded(request)))
    except Unreadable as error:
        found = [(one, DESKS[one.system].brief(one.sheet)) for one in characters_of(place)]
        context = {**list_context(place, found), "refused": str(error)}
        return render(request, "combat/sheet/list.html", context, status=422)
    except IllegalCommand as refusal:
        messages.error(request, refusal.words)
        return redirect("characters", campaign_id)
    say_notes(request, reader.notes)
    messages.success(request, f"{made.name} has been imported.")
    return redirect("character", made.pk)


@login_required
@require_POST
def character_replace(request: HttpRequest, character_id: int) -> HttpResponse:
    """Import over a sheet: name, colour and everything on it, or nothing."""
    found, _ = character_door(request.user, character_id)
    reader = Reader(MENDERS)
    try:
        file = reader.character(uploaded(request))
        if file.system != found.system:
            raise Unreadable("system", f"this sheet is of the system “{found.system}”")
        character_update(
            character=found,
            seen=found.updated_at,
            name=file.name,
            colour=file.colour,
            owner=found.owner,
            sheet=file.sheet,
        )
    except Unreadable as error:
        messages.error(request, f"Nothing was imported. {error}.")
    except IllegalCommand as refusal:
        messages.error(request, refusal.words)
    else:
        say_notes(request, reader.notes)
        messages.success(request, "The sheet has been imported.")
    return redirect("character", found.pk)


urlpatterns = [
    path("campaigns/<uuid:campaign_id>/characters/import/", character_import, name="character_import"),
    path("characters/<int:character_id>/export/", character_export, name="character_export"),
    path("characters/<int:character_id>/import/", character_replace, name="character_replace"),
]
