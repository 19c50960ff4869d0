"""Writing characters. Who may is the door's business (`access.character_door`)."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from combat.engine.errors import IllegalCommand
from combat.exchange import CharacterFile
from combat.models import Campaign, Character, Membership

MOST = 100
"""Characters of one campaign."""


def changed_meanwhile() -> IllegalCommand:
    words = "Somebody else has changed this in the meantime. Load the page again, then make your change."
    return IllegalCommand("changed", words)


def character_create(*, campaign: Campaign, owner: Membership | None, file: CharacterFile) -> Character:
    if campaign.characters.count() >= MOST:
        raise IllegalCommand("too_many", f"A campaign holds {MOST} characters. Delete one that nobody plays.")
    return Character.objects.create(
        campaign=campaign, owner=owner, system=file.system, name=file.name, colour=file.colour, sheet=file.sheet
    )


@transaction.atomic
def character_update(
    *, character: Character, seen: datetime, name: str, colour: str, owner: Membership | None, sheet: Any
) -> Character:
    """Save a sheet as it was edited on a page that had read it at the moment `seen`. Raises IllegalCommand."""
    changed = Character.objects.filter(pk=character.pk, updated_at=seen).update(
        name=name, colour=colour, owner=owner, sheet=sheet, updated_at=timezone.now()
    )
    if not changed:
        raise changed_meanwhile()
    character.refresh_from_db()
    return character


def character_duplicate(*, character: Character, owner: Membership | None) -> Character:
    copy = CharacterFile(
        name=f"{character.name[:53]} (copy)", system=character.system, colour=character.colour, sheet=character.sheet
    )
    return character_create(campaign=character.campaign, owner=owner, file=copy)


def character_delete(*, character: Character) -> None:
    character.delete()


def as_file(character: Character) -> CharacterFile:
    return CharacterFile(name=character.name, system=character.system, colour=character.colour, sheet=character.sheet)
