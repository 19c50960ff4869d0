"""A campaign's characters, plans and house rules as one file, and back."""

from django.db import transaction

from combat.codec import dump, load
from combat.engine.records import replace
from combat.exchange import CampaignFile, EncounterFile
from combat.models import Campaign, Character, Encounter, EncounterStatus
from combat.plan import Plan
from combat.services.characters import as_file


def campaign_file(campaign: Campaign) -> CampaignFile:
    """What can leave: no people, no fights that have begun."""
    characters = list(campaign.characters.order_by("id"))
    places = {character.pk: place for place, character in enumerate(characters)}
    planned = campaign.encounters.filter(status=EncounterStatus.PLANNED).order_by("id")
    return CampaignFile(
        name=campaign.name,
        blurb=campaign.blurb,
        house_rules=campaign.house_rules,
        characters=tuple(as_file(character) for character in characters),
        encounters=tuple(_encounter_file(encounter, places) for encounter in planned),
    )


def _encounter_file(encounter: Encounter, places: dict[int, int]) -> EncounterFile:
    plan: Plan = load(Plan, encounter.plan)
    people = tuple(
        replace(one, character=None if one.character is None else places.get(one.character), member=None)
        for one in plan.combatants
    )
    return EncounterFile(
        name=encounter.name, system=encounter.system, notes=encounter.notes, plan=replace(plan, combatants=people)
    )


@transaction.atomic
def campaign_fill(*, campaign: Campaign, file: CampaignFile) -> None:
    """Put a file's content into a new campaign. Whose the characters are is said there: people do not travel in files."""
    campaign.name, campaign.blurb = file.name or campaign.name, file.blurb
    campaign.house_rules = dump(file.house_rules)
    campaign.save(update_fields=["name", "blurb", "house_rules"])
    rows = [
        Character.objects.create(
            campaign=campaign, system=one.system, name=one.name, colour=one.colour, sheet=one.sheet
        )
        for one in file.characters
    ]
    for one in file.encounters:
        people = tuple(
            replace(each, character=None if each.character is None else rows[each.character].pk)
            for each in one.plan.combatants
        )
        Encounter.objects.create(
            campaign=campaign, name=one.name, system=one.system, notes=one.notes,
            plan=dump(replace(one.plan, combatants=people)),
        )  # fmt: skip
