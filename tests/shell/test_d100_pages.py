"""Sheets, preparation, house rules and aftermath of d100 fights."""

import html
import re

import pytest
from django.urls import reverse

from combat import codec
from combat.documents import state_of
from combat.engine.records import replace
from combat.models import Character, Encounter
from combat.registry import SYSTEMS
from combat.systems.d100.sheet import Sheet, stats_of
from tests.shell.fight import press

pytestmark = pytest.mark.django_db


@pytest.fixture
def gwen(cast, browse):
    return browse(cast.gwen)


@pytest.fixture
def signe(cast, gwen):
    """Pia's Signe Tallow; the page's system field still stood on another system."""
    fields = {"system": "ctg", "ready": "Signe Tallow", "owner": cast.member("pia").pk}
    gwen.post(reverse("character_new", args=[cast.campaign.public_id]), fields)
    return Character.objects.get()


def planned(cast, gwen, *lines):
    gwen.post(reverse("encounter_new", args=[cast.campaign.public_id]), {"name": "The Toll Gate", "system": "d100"})
    fight = Encounter.objects.get()
    for line in lines:
        assert gwen.post(reverse("prep", args=[fight.public_id]), {"act": "add", "line": line}).status_code == 302
    return fight


def form_of(client, url):
    """The fields of the sheet's form as a browser would send them."""
    page = client.get(url).content.decode()
    form = page[page.index('<form id="sheet"') : page.index("</form>", page.index('<form id="sheet"'))]
    fields = {}
    for tag in re.findall(r"<input\b[^>]*>", form):
        name, value = (re.search(rf'{what}="([^"]*)"', tag) for what in ("name", "value"))
        box = re.search(r'type="(checkbox|radio)"', tag)
        if name and (not box or " checked" in tag):
            fields.setdefault(name[1], []).append(value[1] if value else "on")
    for select, inner in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', inner)
        fields[select] = [chosen[1] if chosen else re.search(r'value="([^"]*)"', inner)[1]]
    fields.pop("csrfmiddlewaretoken", None)
    return fields


def test_a_ready_made_character_names_its_system_by_itself(cast, signe):
    assert (signe.system, signe.name, signe.owner) == ("d100", "Signe Tallow", cast.member("pia"))


def test_saving_a_sheet_as_it_is_changes_nothing_of_it(gwen, signe):
    before = everything_of(signe)
    url = reverse("character", args=[signe.pk])
    assert gwen.post(url, form_of(gwen, url)).status_code == 302
    signe.refresh_from_db()
    assert everything_of(signe) == before


def everything_of(character):
    """The order in which armour is worn means nothing."""
    stats = stats_of(codec.load(Sheet, character.sheet))
    return replace(stats, armour=()), {piece.id for piece in stats.armour}


def test_a_sheet_takes_numbers_armour_and_an_own_weapon(gwen, signe):
    url = reverse("character", args=[signe.pk])
    added = gwen.post(url, {**form_of(gwen, url), "act": "add:weapons"})
    assert added.status_code == 200
    fields = form_of(gwen, url)
    fields |= {"characteristics.t": ["55"], "armour[]": ["mail_coat", "open_helm"], "weapons.3.name": ["Ice hook"]}
    fields |= {"weapons.3.plus": ["6"], "weapons.3.qualities[]": ["hacking"]}
    assert gwen.post(url, fields).status_code == 302
    signe.refresh_from_db()
    stats = stats_of(codec.load(Sheet, signe.sheet))
    assert (stats.tb, stats.max_wounds) == (5, 3 + 2 * 5 + 3)
    assert [piece.id for piece in stats.armour] == ["mail_coat", "open_helm"]
    hook = stats.weapons[3]
    assert (hook.name, hook.damage.plus, hook.qualities) == ("Ice hook", 6, {"hacking": 1})


def test_what_is_wrong_on_a_sheet_is_said(gwen, signe):
    url = reverse("character", args=[signe.pk])
    answer = gwen.post(url, {**form_of(gwen, url), "characteristics.t": ["many"]})
    assert answer.status_code == 422
    assert 'class="refusal"' in answer.content.decode()


def test_three_hill_brutes_come_numbered_with_their_numbers(cast, gwen):
    fight = planned(cast, gwen, "3 hill brutes and an ash hound")
    page = gwen.get(reverse("prep", args=[fight.public_id])).content.decode()
    for name in ("Hill Brute 1", "Hill Brute 3", "Ash Hound"):
        assert name in page
    assert "14 Wounds, axe and javelin" in page
    assert "Environment" not in page


def test_those_who_lie_in_ambush_are_marked_before_the_fight(cast, gwen, signe):
    fight = planned(cast, gwen, "2 thicket bowman")
    prep = reverse("prep", args=[fight.public_id])
    gwen.post(prep, {"act": "party"})
    key = Encounter.objects.get().plan["combatants"][0]["key"]
    gwen.post(prep, {"act": f"surprises:{key}"})
    assert "lies in ambush" in gwen.get(prep).content.decode()
    gwen.post(prep, {"act": "start"})
    page = gwen.get(reverse("table", args=[fight.public_id])).content.decode()
    assert "lies in ambush" in page


def test_the_house_rules_say_what_each_preset_means(cast, gwen):
    url = reverse("house_rules", args=[cast.campaign.public_id, "d100"])
    page = html.unescape(gwen.get(url).content.decode())
    for rule in SYSTEMS["d100"].house_rules:
        assert rule.label in page
        assert not rule.presets or rule.presets in page
    fields = {rule.key: "" if rule.any else str(rule.default) for rule in SYSTEMS["d100"].house_rules}
    assert gwen.post(url, {**fields, "preset": "classic", "defence_seconds": "12"}).status_code == 302
    cast.campaign.refresh_from_db()
    assert cast.campaign.house_rules["d100"] == {"preset": "classic", "defence_seconds": 12}


def test_wounds_and_criticals_go_back_to_the_sheet_and_can_be_taken_back(cast, gwen, signe):
    fight = planned(cast, gwen, "a hill brute")
    prep = reverse("prep", args=[fight.public_id])
    gwen.post(prep, {"act": "party"})
    gwen.post(prep, {"act": "start"})
    assert press(gwen, fight, "set", combatant="signe-tallow", wounds="5").status_code == 204
    assert press(gwen, fight, "end").status_code == 204
    fight.refresh_from_db()
    assert state_of(fight).phase == "ended"
    url = reverse("aftermath", args=[fight.public_id])
    page = gwen.get(url).content.decode()
    assert re.search(r"Wounds <s>12</s> <b class=\"n\">5</b>", page)
    gwen.post(url, {"act": "give", "character": str(signe.pk)})
    signe.refresh_from_db()
    assert signe.sheet["current_wounds"] == 5
    gwen.post(url, {"act": "back"})
    signe.refresh_from_db()
    assert signe.sheet.get("current_wounds") is None
