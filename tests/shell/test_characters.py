"""Characters: who sees whose, what the sheet works out, what it refuses, and that nothing typed does harm."""

import re

import pytest
from django.urls import reverse

from combat.library import library
from combat.models import Character
from combat.registry import SYSTEMS
from tests.shell.sheets import mara_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara(cast):
    return Character.objects.create(
        campaign=cast.campaign, owner=cast.member("pia"), system="ctg", name="Mara Quill", colour="plum",
        sheet=mara_sheet(),
    )  # fmt: skip


def page_of(character):
    return reverse("character", args=[character.pk])


def form_of(character, **changes):
    """What a browser would send: the sheet as the page shows it, with changes."""
    from combat.forms.fields import leaves
    from combat.forms.sheets import DESKS

    fields = {"name": character.name, "colour": character.colour, "seen": character.updated_at.isoformat()}
    fields["owner"] = character.owner_id or ""
    for path, value in leaves(DESKS["ctg"].to_form(character.sheet)):
        several, _, last = path.rpartition(".")
        if last.isdigit():  # ticked boxes
            fields.setdefault(f"{several}[]", []).append(value)
        elif value is not None:
            fields[path] = str(value).lower() if isinstance(value, bool) else value
    return {**fields, **changes}


def test_b18_a_player_sees_own_characters_a_gm_all_others_none(cast, browse, mara):
    address = page_of(mara)
    assert browse(cast.gwen).get(address).status_code == 200
    assert browse(cast.pia).get(address).status_code == 200
    for stranger in (cast.paul, cast.sam, cast.olaf):
        assert browse(stranger).get(address).status_code == 404
    assert browse().get(address).status_code == 302


@pytest.mark.parametrize("what", ["character_copy", "character_delete", "character_export", "character_replace"])
def test_b20_only_owner_and_gm_touch_a_character(cast, browse, mara, what):
    address = reverse(what, args=[mara.pk])
    for stranger in (cast.paul, cast.sam, cast.olaf):
        client = browse(stranger)
        answer = client.get(address) if what == "character_export" else client.post(address)
        assert answer.status_code == 404
    assert Character.objects.count() == 1


def test_lists_show_a_player_their_own_only(cast, browse, mara):
    Character.objects.create(campaign=cast.campaign, system="ctg", name="Secret Boss", sheet=mara.sheet)
    address = reverse("characters", args=[cast.campaign.public_id])
    assert "Secret Boss" in browse(cast.gwen).get(address).content.decode()
    pias = browse(cast.pia).get(address).content.decode()
    assert page_of(mara) in pias
    assert "Secret Boss" not in pias
    assert page_of(mara) not in browse(cast.paul).get(address).content.decode()
    assert browse(cast.sam).get(address).status_code == 404
    assert browse(cast.olaf).get(address).status_code == 404


def test_ctg_R01_R20_R70_R71_R81_numbers_are_worked_out_on_the_page(cast, browse, mara):
    page = browse(cast.pia).get(page_of(mara)).content.decode()
    assert "<dd>9</dd>" in page  # cards: 5 + 2 + half of 3, rounded up
    assert "<dd>15</dd>" in page  # armour class: 10 + 3 + 2
    assert "<dd>−38</dd>" in page  # dies at minus half of 76
    assert "<dd>+5</dd>" in page  # the long pistol: agility 3 and proficiency 2


def test_numbers_follow_a_change_at_once(cast, browse, mara):
    answer = browse(cast.pia).post(
        page_of(mara), form_of(mara, agility="20", shield="2"), headers={"HX-Request": "true"}
    )
    text = answer.content.decode()
    assert answer.status_code == 200
    assert '<output id="mod-agility" hx-swap-oob="true">+5' in text
    assert "<dd>10</dd>" in text  # cards: 5 + 2 + half of 5, rounded up
    assert "<dd>19</dd>" in text  # armour class
    mara.refresh_from_db()
    assert (mara.sheet["agility"], mara.sheet["shield"]) == (20, 2)
    assert mara.updated_at.isoformat() in text


def test_a_save_keeps_everything_as_it_was(cast, browse, mara):
    before = mara.sheet
    assert browse(cast.pia).post(page_of(mara), form_of(mara)).status_code == 302
    mara.refresh_from_db()
    assert mara.sheet == before


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("strength", "31", "strength is from 1 to 30"),
        ("strength", "", None),
        ("max_health", "0", "maximum of health"),
        ("health", "77", "health is never above the maximum"),
        ("weapons.0.damage", "9d9", "Weapons 1"),
        ("weapons.0.damage", "99999999d6", "Weapons 1"),
        ("weapons.1.name", "Long pistol", "two weapons have the same name"),
        ("weapons.0.name", "x" * 200, "60 characters or fewer"),
        ("skills.0.modifier", "lots", "give a whole number"),
        ("name", "   ", "give a name"),
    ],
)
def test_b15_b22_what_cannot_be_is_refused_in_words_and_kept_as_typed(cast, browse, mara, field, value, where):
    answer = browse(cast.pia).post(page_of(mara), form_of(mara, **{field: value}))
    if where is None:  # an empty score has its usual value
        assert answer.status_code == 302
        return
    text = answer.content.decode()
    assert answer.status_code == 422
    assert where in text
    if field != "name":
        assert f'value="{value}"' in text
    mara.refresh_from_db()
    assert mara.sheet == mara_sheet()


def test_b22_typed_markup_is_text(cast, browse, mara):
    name = "<script>alert(1)</script>\u202edlrow\x07"
    browse(cast.pia).post(page_of(mara), form_of(mara, name=name, **{"weapons.0.name": "<b>Axe</b>"}))
    mara.refresh_from_db()
    assert mara.name == "<script>alert(1)</script>dlrow"
    page = browse(cast.pia).get(page_of(mara)).content.decode()
    assert "<script>alert" not in page
    assert "<b>Axe" not in page
    assert "&lt;b&gt;Axe&lt;/b&gt;" in page


def test_b01_a_sheet_that_somebody_else_changed_is_not_overwritten(cast, browse, mara):
    stale = form_of(mara, strength="5")
    browse(cast.gwen).post(page_of(mara), form_of(mara, strength="12"))
    answer = browse(cast.pia).post(page_of(mara), stale)
    assert answer.status_code == 422
    assert "Somebody else has changed this" in answer.content.decode()
    mara.refresh_from_db()
    assert mara.sheet["strength"] == 12


def test_only_a_gm_says_who_plays_it(cast, browse, mara):
    paul = cast.member("paul")
    browse(cast.pia).post(page_of(mara), form_of(mara, owner=paul.pk))
    mara.refresh_from_db()
    assert mara.owner == cast.member("pia")
    browse(cast.gwen).post(page_of(mara), form_of(mara, owner=paul.pk))
    mara.refresh_from_db()
    assert mara.owner == paul


@pytest.mark.parametrize(
    ("act", "extra", "found"),
    [
        ("add:weapons", {}, ("weapons", 3)),
        ("library:weapons", {"pick.weapon": "Rapier"}, ("weapons", 3)),
        ("remove:weapons.0", {}, ("weapons", 1)),
        ("add:skills", {}, ("skills", None)),
        ("add:resistances", {}, ("resistances", 1)),
        ("class:", {"pick.class": "Brawler"}, ("abilities", 8)),
        ("add:abilities", {}, ("abilities", 5)),
        ("add:abilities.0.effects", {}, ("abilities", 4)),
        ("remove:abilities.99", {}, ("abilities", 4)),
        ("remove:name", {}, ("abilities", 4)),
        ("add:abilities.77.effects", {}, ("abilities", 4)),
    ],
)
def test_ctg_R04_R06_R07_R65_rows_come_and_go_and_are_saved(cast, browse, mara, act, extra, found):
    answer = browse(cast.pia).post(page_of(mara), form_of(mara, act=act, **extra), headers={"HX-Request": "true"})
    assert 'id="sheet"' in answer.content.decode()
    skills = len(mara.sheet["skills"])
    mara.refresh_from_db()
    kind, count = found
    assert len(mara.sheet[kind]) == (skills + 1 if count is None else count)


def test_ctg_R05_library_armour_sets_its_points(cast, browse, mara):
    browse(cast.pia).post(page_of(mara), form_of(mara, act="wear:", **{"pick.armour": "Mail shirt"}))
    mara.refresh_from_db()
    assert mara.sheet["armour"] == 4


def test_a_player_makes_a_character_for_themselves_a_gm_for_anybody(cast, browse):
    address = reverse("character_new", args=[cast.campaign.public_id])
    fields = {"system": "ctg", "ready": "Mara Quill", "name": "Mara", "owner": cast.member("paul").pk}
    browse(cast.pia).post(address, fields)
    browse(cast.gwen).post(address, fields)
    browse(cast.gwen).post(address, {"system": "ctg", "name": "Nobody’s"})
    for stranger in (cast.sam, cast.olaf):
        assert browse(stranger).post(address, fields).status_code == 404
    owners = list(Character.objects.order_by("id").values_list("name", "owner__name"))
    assert owners == [("Mara", "Pia"), ("Mara", "Paul"), ("Nobody’s", None)]


def test_a_ready_made_character_is_offered_first(cast, browse):
    page = browse(cast.gwen).get(reverse("characters", args=[cast.campaign.public_id])).content.decode()
    first = next(iter(library("ctg").characters))
    assert re.findall(r'name="ready" value="([^"]*)" checked', page) == [first]
    assert re.findall(r'value="(empty:\w+)"', page) == [f"empty:{key}" for key in SYSTEMS]


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_empty_sheet_says_its_system(cast, browse, system):
    address = reverse("character_new", args=[cast.campaign.public_id])
    browse(cast.gwen).post(address, {"ready": f"empty:{system}", "name": "Somebody"})
    made = Character.objects.get()
    assert (made.name, made.system) == ("Somebody", system)


def test_an_empty_sheet_of_no_system_is_refused(cast, browse):
    address = reverse("character_new", args=[cast.campaign.public_id])
    answer = browse(cast.gwen).post(address, {"ready": "empty:chess", "name": "Somebody"}, follow=True)
    assert "Choose a rule system." in answer.content.decode()
    assert not Character.objects.exists()


def test_every_ready_character_and_the_empty_sheet_open(cast, browse):
    client = browse(cast.gwen)
    address = reverse("character_new", args=[cast.campaign.public_id])
    for ready in ["", *library("ctg").characters]:
        answer = client.post(address, {"system": "ctg", "name": "Somebody", "ready": ready}, follow=True)
        assert answer.status_code == 200
        assert "At the table" in answer.content.decode()


def test_duplicate_and_delete(cast, browse, mara):
    client = browse(cast.pia)
    client.post(reverse("character_copy", args=[mara.pk]))
    copy = Character.objects.exclude(pk=mara.pk).get()
    assert (copy.name, copy.sheet, copy.owner) == ("Mara Quill (copy)", mara.sheet, mara.owner)
    client.post(reverse("character_delete", args=[copy.pk]))
    assert list(Character.objects.all()) == [mara]


def test_a_long_name_in_another_direction_is_isolated(cast, browse, mara):
    Character.objects.filter(pk=mara.pk).update(name="עברית 🐉 " + "x" * 50)
    page = browse(cast.gwen).get(reverse("characters", args=[cast.campaign.public_id])).content.decode()
    assert "<bdi>עברית 🐉" in page
