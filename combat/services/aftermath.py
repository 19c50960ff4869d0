"""What a fight gives back to the sheets when it is over: one step, which can be taken back."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from combat.documents import state_of, system_of
from combat.engine.errors import IllegalCommand
from combat.engine.records import record
from combat.models import Character, Encounter, EncounterStatus
from combat.plan import named
from combat.services.compose import plan_of
from combat.services.locking import locked


@record
class Survivor:
    """Somebody of the fight who has a sheet in the campaign."""

    character: Any
    after: Any
    """The system's record of what the fight left of them."""
    played: bool
    """A player's own: ticked from the beginning."""


def survivors(encounter: Encounter) -> tuple[Survivor, ...]:
    """Those of the fight behind whom a character of the campaign stands, in the fight's order."""
    characters = list(encounter.campaign.characters.filter(system=encounter.system).select_related("owner"))
    by_id = _planned_characters(encounter, characters)
    by_name = {character.name: character for character in reversed(characters)}
    found: dict[int, Survivor] = {}
    for body in system_of(encounter).outcome(state_of(encounter)):
        character = by_id.get(body.combatant) or by_name.get(body.name)
        if character is not None and character.pk not in found:
            found[character.pk] = Survivor(character=character, after=body, played=character.owner is not None)
    return tuple(found.values())


def _planned_characters(encounter: Encounter, characters: Iterable[Character]) -> dict[str, Character]:
    by_row = {character.pk: character for character in characters}
    return {
        one.id: by_row[one.planned.character]
        for one in named(plan_of(encounter).combatants)
        if one.planned.character in by_row
    }


def is_given(encounter: Encounter) -> bool:
    return bool(encounter.aftermath.get("characters"))


@transaction.atomic
def aftermath_give(*, encounter: Encounter, sheets: Mapping[int, Mapping[str, Any]]) -> None:
    """Write these sheets, by character. Only the fields that differ are remembered, and only they are taken back."""
    row = locked(encounter.pk)
    if row.status != EncounterStatus.ENDED:
        raise IllegalCommand("not_ended", "The fight is not over. End it at the table first.")
    if is_given(row):
        raise IllegalCommand("given", "This has been done already. Take it back first.")
    if not sheets:
        raise IllegalCommand("nothing", "Nobody chosen has changed. Tick somebody whom the fight has hurt.")
    given = {}
    for character in _locked_characters(row, sheets):
        after = {**character.sheet, **sheets[character.pk]}
        differs = [key for key in after if after[key] != character.sheet.get(key)]
        given[str(character.pk)] = {
            "before": {key: character.sheet.get(key) for key in differs},
            "after": {key: after[key] for key in differs},
        }
        _write(character, after)
    row.aftermath = {"characters": given, "at": timezone.now().isoformat()}
    row.save(update_fields=["aftermath"])
    encounter.aftermath = row.aftermath


@transaction.atomic
def aftermath_take_back(*, encounter: Encounter) -> tuple[str, ...]:
    """The sheets as they were. Names of those that somebody has changed since: what was changed stays there."""
    row = locked(encounter.pk)
    if not is_given(row):
        raise IllegalCommand("not_given", "Nothing of this fight has gone to the sheets.")
    given, changed = row.aftermath["characters"], []
    for character in _locked_characters(row, [int(key) for key in given]):
        step = given[str(character.pk)]
        since = [key for key, value in step["after"].items() if character.sheet.get(key) != value]
        back = {key: value for key, value in step["before"].items() if key not in since}
        if since:
            changed.append(character.name)
        _write(character, {**character.sheet, **back})
    row.aftermath = {}
    row.save(update_fields=["aftermath"])
    encounter.aftermath = row.aftermath
    return tuple(changed)


def _locked_characters(encounter: Encounter, which: Iterable[int]) -> list[Character]:
    rows = Character.objects.select_for_update().filter(campaign_id=encounter.campaign_id, pk__in=list(which))
    return list(rows.order_by("pk"))


def _write(character: Character, sheet: Mapping[str, Any]) -> None:
    character.sheet = dict(sheet)
    character.save(update_fields=["sheet", "updated_at"])
