"""Files out and in: all or nothing, the wrong field named, nothing executed, and the same file after a round trip."""

import copy
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from combat.codec import dump
from combat.exchange import CampaignFile, CharacterFile, Reader, Unreadable, write
from combat.forms.sheets import MENDERS
from combat.library import library
from combat.models import Campaign, Character, Encounter
from combat.services.compose import encounter_create, encounter_describe, line_add, party_add, plan_of
from tests.shell.sheets import mara_sheet


def mara():
    return CharacterFile(name="Mara Quill", system="ctg", colour="plum", sheet=mara_sheet())


def changed(**changes):
    """Mara's file as plain JSON, with fields changed by their dotted path; `...` takes one out."""
    data = json.loads(write(mara()))
    for path, value in changes.items():
        *above, last = path.split("__")
        place = data
        for step in above:
            place = place[int(step) if step.isdigit() else step]
        if value is ...:
            del place[last]
        else:
            place[last] = value
    return json.dumps(data)


def read(text):
    reader = Reader(MENDERS)
    return reader.character(text), reader.notes


# The reader, without a database.


def test_b23_export_import_export_gives_the_same_file():
    for ready in library("ctg").characters.values():
        file = CharacterFile(name=ready.name, system="ctg", colour=ready.colour, sheet=dump(ready.sheet))
        back, notes = read(write(file))
        assert write(back) == write(file)
        assert notes == []


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"sheet__strength": 31}, "sheet: "),
        ({"sheet__strength": 10.5}, "sheet.strength: "),
        ({"sheet__strength": "strong"}, "sheet.strength: "),
        ({"sheet__strength": True}, "sheet.strength: "),
        ({"sheet__luck": 7}, "sheet.luck: "),
        ({"sheet__weapons__1__damage": "9d9"}, "sheet.weapons[1]: "),
        ({"sheet__weapons__0__kind": "laser"}, "sheet.weapons[0].kind: "),
        ({"sheet__weapons__0__name": "x" * 61}, "sheet.weapons[0].name: "),
        ({"sheet__abilities__0__effects__0__do": "explode"}, "sheet.abilities[0].effects[0].do: "),
        ({"sheet__skills": [1]}, "sheet.skills: "),
        ({"sheet": "none"}, "sheet: "),
        ({"name": ""}, "name: "),
        ({"name": "x" * 61}, "name: "),
        ({"name": 5}, "name: "),
        ({"system": "chess"}, "system: "),
        ({"extra": 1}, "extra: "),
        ({"format": "something else"}, "format: "),
        ({"version": 2}, "version: the file's version is 2"),
        ({"version": 0}, "version: the file's version is 0"),
        ({"version": ...}, "version: "),
        ({"version": "1"}, "version: "),
    ],
)
def test_b23_a_wrong_field_is_refused_by_its_path(changes, where):
    with pytest.raises(Unreadable) as error:
        read(changed(**changes))
    assert str(error.value).startswith(where)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{",
        "nonsense",
        '{"format": NaN}',
        "[" * 100_000,
        '{"a":' * 5000,
        b"\xff\xfe\x00",
        "9" * 5000,
        "x" * 1_000_001,
    ],
)
def test_b22_what_is_no_file_of_ours_is_refused_in_words(text):
    with pytest.raises(Unreadable) as error:
        read(text)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("changes", "field", "value", "note"),
    [
        ({"sheet__health": 500}, "health", 76, "500 is above the maximum"),
        ({"sheet__max_health": "76"}, "max_health", 76, "“76” was read as the number 76"),
        ({"sheet__agility": None}, "agility", 10, "sheet.agility: was null"),
        ({"sheet__speed": ...}, "speed", 30, "speed 30"),
        ({"sheet__weapons__0__range": "60"}, "weapons", None, "sheet.weapons[0].range"),
    ],
)
def test_b23_what_is_clear_is_mended_and_said(changes, field, value, note):
    file, notes = read(changed(**changes))
    assert any(note in said for said in notes)
    if value is not None:
        assert file.sheet[field] == value
    again, more = read(write(file))
    assert more == []
    assert write(again) == write(file)


def test_b22_text_in_files_is_cleaned():
    file, _ = read(changed(name="Ma\u202era\u0000\n Quill", sheet__weapons__0__name="Long\u2066 pistol"))
    assert file.name == "Mara Quill"
    assert file.sheet["weapons"][0]["name"] == "Long pistol"


# Over the site.


def upload(client, address, text, **fields):
    data = text if isinstance(text, bytes) else text.encode()
    return client.post(address, {"file": SimpleUploadedFile("x.json", data), **fields}, follow=True)


@pytest.mark.django_db
def test_b23_a_character_goes_out_and_comes_in_again(cast, browse):
    pia = browse(cast.pia)
    where = reverse("character_import", args=[cast.campaign.public_id])
    upload(pia, where, write(mara()))
    first = Character.objects.get()
    assert first.owner == cast.member("pia")
    text = pia.get(reverse("character_export", args=[first.pk])).content
    assert text.decode() == write(mara())
    upload(pia, where, text)
    second = Character.objects.exclude(pk=first.pk).get()
    assert pia.get(reverse("character_export", args=[second.pk])).content == text


@pytest.mark.django_db
def test_b23_a_refused_import_changes_nothing_and_names_the_field(cast, browse):
    pia = browse(cast.pia)
    where = reverse("character_import", args=[cast.campaign.public_id])
    answer = upload(pia, where, changed(sheet__weapons__1__damage="9d9"))
    assert answer.status_code == 422
    assert "sheet.weapons[1]" in answer.content.decode()
    assert Character.objects.count() == 0
    upload(pia, where, write(mara()))
    character = Character.objects.get()
    answer = upload(pia, reverse("character_replace", args=[character.pk]), changed(sheet__strength=99, name="Broken"))
    assert "Nothing was imported" in answer.content.decode()
    character.refresh_from_db()
    assert (character.name, character.sheet) == ("Mara Quill", mara().sheet)


@pytest.mark.django_db
def test_b23_an_import_over_a_sheet_says_what_it_mended(cast, browse):
    pia = browse(cast.pia)
    upload(pia, reverse("character_import", args=[cast.campaign.public_id]), write(mara()))
    character = Character.objects.get()
    answer = upload(pia, reverse("character_replace", args=[character.pk]), changed(sheet__health=500, name="Mara II"))
    assert "500 is above the maximum" in answer.content.decode()
    character.refresh_from_db()
    assert (character.name, character.sheet["health"]) == ("Mara II", 76)


@pytest.mark.django_db
def test_b23_an_import_renders_no_markup(cast, browse):
    pia = browse(cast.pia)
    nasty = "<img src=x onerror=alert(1)>"
    text = changed(name=nasty, sheet__weapons__0__name=nasty, sheet__abilities__0__description=nasty)
    answer = upload(pia, reverse("character_import", args=[cast.campaign.public_id]), text).content.decode()
    assert "<img" not in answer
    assert "&lt;img src=x onerror=alert(1)&gt;" in answer
    refused = upload(pia, reverse("character_import", args=[cast.campaign.public_id]), changed(**{nasty: 1}))
    assert "<img" not in refused.content.decode()


@pytest.mark.django_db
def test_b20_strangers_and_spectators_import_nothing(cast, browse):
    where = reverse("character_import", args=[cast.campaign.public_id])
    for who in (cast.sam, cast.olaf):
        assert upload(browse(who), where, write(mara())).status_code == 404
    for who in (cast.pia, cast.sam, cast.olaf):
        assert browse(who).get(reverse("campaign_export", args=[cast.campaign.public_id])).status_code == 404
    assert Character.objects.count() == 0


@pytest.fixture
def full(cast):
    """A campaign with characters, house rules and a plan."""
    for who, name in (("pia", "Mara Quill"), ("paul", "Ilse Varn"), (None, "Bracken Dow")):
        ready = library("ctg").characters[name]
        Character.objects.create(
            campaign=cast.campaign, owner=cast.member(who) if who else None, system="ctg", name=name,
            colour=ready.colour, sheet=dump(ready.sheet),
        )  # fmt: skip
    cast.campaign.house_rules = {"ctg": {"naturals": "classic"}}
    cast.campaign.save()
    encounter = encounter_create(campaign=cast.campaign, system="ctg", name="Under the Bell")
    line_add(encounter=encounter, line="5 goblins and a bell warden")
    party_add(encounter=encounter)
    encounter_describe(encounter=encounter, name="Under the Bell", notes="They come at dusk.")
    return cast.campaign


@pytest.mark.django_db
def test_b23_a_whole_campaign_goes_out_and_comes_in_the_same(cast, browse, full):
    text = browse(cast.gwen).get(reverse("campaign_export", args=[full.public_id])).content
    upload(browse(cast.olaf), reverse("campaign_import"), text)
    made = Campaign.objects.exclude(pk__in=[full.pk, cast.elsewhere.pk]).get()
    assert made.memberships.get().user == cast.olaf
    assert browse(cast.olaf).get(reverse("campaign_export", args=[made.public_id])).content == text
    reader = Reader(MENDERS)
    reader.campaign(text)
    assert reader.notes == []
    encounter = made.encounters.get()
    linked = [one.character for one in plan_of(encounter).combatants if one.character is not None]
    assert set(linked) <= set(made.characters.values_list("pk", flat=True))
    assert len(linked) == 2
    assert browse(cast.olaf).get(reverse("prep", args=[encounter.public_id])).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (lambda data: data["characters"][1]["sheet"].update(max_health=-1), "characters[1].sheet"),
        (lambda data: data["encounters"][0]["plan"]["combatants"][2].update(name="x" * 99), "encounters[0].plan.combatants[2].name"),
        (lambda data: data["encounters"][0]["plan"]["combatants"][6].update(character=7), "encounters[0].plan.combatants[6].character"),
        (lambda data: data["encounters"][0]["plan"]["house_rules"].update(naturals="odd"), "encounters[0].plan.house_rules.naturals"),
        (lambda data: data["house_rules"]["ctg"].update(ace=3), "house_rules.ctg.ace"),
        (lambda data: data["house_rules"].update(chess={}), "house_rules.chess"),
        (lambda data: data["encounters"][0]["plan"].update(environment="Moon"), "encounters[0].plan.environment"),
        (lambda data: data["encounters"][0]["plan"].update(next_key=2), "encounters[0].plan.combatants"),
        (lambda data: data["encounters"][0].update(notes="x" * 5001), "encounters[0].notes"),
        (lambda data: data["encounters"][0]["plan"]["combatants"][0]["sheet"].update(speed=-1), "encounters[0].plan.combatants[0].sheet"),
        (lambda data: data.update(characters=5), "characters"),
        (lambda data: data.update(version=9), "version"),
    ],
)  # fmt: skip
def test_b23_a_wrong_campaign_is_refused_whole(cast, browse, full, spoil, where):
    from combat.services.transfers import campaign_file

    data = json.loads(write(campaign_file(full)))
    data = copy.deepcopy(data)
    spoil(data)
    answer = upload(browse(cast.gwen), reverse("campaign_import"), json.dumps(data))
    assert answer.status_code == 422
    assert where in answer.content.decode()
    assert Campaign.objects.count() == 2
    assert Character.objects.count() == 3
    assert Encounter.objects.count() == 1


@pytest.mark.django_db
def test_a_file_that_is_no_file_is_refused(cast, browse):
    gwen = browse(cast.gwen)
    assert gwen.post(reverse("campaign_import")).status_code == 422
    assert upload(gwen, reverse("campaign_import"), b"\x89PNG\r\n").status_code == 422
    assert upload(gwen, reverse("campaign_import"), write(mara())).status_code == 422  # a character is no campaign
    assert browse().get(reverse("campaign_import")).status_code == 302


def test_an_empty_campaign_makes_a_file():
    file = CampaignFile(name="Nothing yet")
    assert write(Reader(MENDERS).campaign(write(file))) == write(file)
