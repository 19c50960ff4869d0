"""A campaign, its members and their roles, and its house rules."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from markupsafe import escape

from combat.engine.system import RuleSystem
from combat.models import Campaign, Encounter, EncounterStatus, MemberRole
from combat.registry import SYSTEMS
from combat.services.people import guest_create
from tests.conftest import Cast

pytestmark = pytest.mark.django_db
Browse = Callable[..., Client]


def page_of(cast: Cast) -> str:
    return f"/campaigns/{cast.campaign.public_id}/"


def test_who_opens_a_campaign_runs_it(cast: Cast, browse: Browse) -> None:
    answer = browse(cast.olaf).post("/campaigns/new/", {"name": "  Two   Harbours ", "blurb": "Rain.\n\n\n\nSalt."})
    campaign = Campaign.objects.get(name="Two Harbours")
    assert campaign.blurb == "Rain.\n\nSalt."
    assert answer.url == f"/campaigns/{campaign.public_id}/"
    assert campaign.memberships.get().role == MemberRole.GM


def test_a_guest_keeps_the_place_first(browse: Browse, db: None) -> None:
    answer = browse(guest_create(name="Quinn")).post("/campaigns/new/", {"name": "Two Harbours"})
    assert answer.status_code == 400
    assert "Keep your place" in answer.content.decode()
    assert not Campaign.objects.exists()


def test_renaming_is_the_game_masters(cast: Cast, browse: Browse) -> None:
    browse(cast.gwen).post(f"{page_of(cast)}edit/", {"name": "The Longer Draw"})
    assert browse(cast.pia).post(f"{page_of(cast)}edit/", {"name": "Mine"}).status_code == 404
    cast.campaign.refresh_from_db()
    assert cast.campaign.name == "The Longer Draw"


def test_roles_are_given_by_game_masters(cast: Cast, browse: Browse) -> None:
    pia = cast.member("pia")
    browse(cast.gwen).post(f"{page_of(cast)}members/{pia.pk}/role/", {"role": "gm"})
    assert cast.member("pia").role == MemberRole.GM
    sam = cast.member("sam")
    assert browse(cast.sam).post(f"{page_of(cast)}members/{sam.pk}/role/", {"role": "gm"}).status_code == 404
    assert cast.member("sam").role == MemberRole.SPECTATOR


@pytest.mark.parametrize(("path", "fields"), [("role/", {"role": "player"}), ("out/", {})])
def test_the_last_game_master_stays(cast: Cast, browse: Browse, path: str, fields: dict[str, str]) -> None:
    gwen = cast.member("gwen")
    answer = browse(cast.gwen).post(f"{page_of(cast)}members/{gwen.pk}/{path}", fields, follow=True)
    assert "A campaign needs a game master" in answer.content.decode()
    assert cast.member("gwen").role == MemberRole.GM
    assert cast.member("gwen").left_at is None


def test_one_of_two_game_masters_may_leave(cast: Cast, browse: Browse) -> None:
    browse(cast.gwen).post(f"{page_of(cast)}members/{cast.member('pia').pk}/role/", {"role": "gm"})
    browse(cast.gwen).post(f"{page_of(cast)}members/{cast.member('gwen').pk}/out/")
    assert cast.member("gwen").left_at is not None
    assert browse(cast.gwen).get(page_of(cast)).status_code == 404


def test_a_player_leaves_alone_and_removes_nobody(cast: Cast, browse: Browse) -> None:
    paul = browse(cast.paul)
    assert paul.post(f"{page_of(cast)}members/{cast.member('pia').pk}/out/").status_code == 404
    assert paul.post(f"{page_of(cast)}members/{cast.member('paul').pk}/out/").url == "/"
    assert cast.member("pia").left_at is None
    assert paul.get(page_of(cast)).status_code == 404


def test_a_game_master_cannot_reach_into_another_campaign(cast: Cast, browse: Browse) -> None:
    stranger = browse(cast.olaf)
    page = f"/campaigns/{cast.elsewhere.public_id}/"
    pia = cast.member("pia")
    assert stranger.post(f"{page}members/{pia.pk}/out/").status_code == 404
    assert stranger.post(f"{page}members/{pia.pk}/role/", {"role": "spectator"}).status_code == 404
    assert cast.member("pia").left_at is None
    assert cast.member("pia").role == MemberRole.PLAYER


def test_b18_what_is_planned_is_the_game_masters_secret(cast: Cast, browse: Browse) -> None:
    for name, status in (("Ambush of the canary", "planned"), ("Going on", "running"), ("Long past", "ended")):
        Encounter.objects.create(campaign=cast.campaign, name=name, system="ctg", status=EncounterStatus(status))
    assert "Ambush of the canary" in browse(cast.gwen).get(page_of(cast)).content.decode()
    for who in (cast.pia, cast.sam):
        shown = browse(who).get(page_of(cast)).content.decode()
        assert "canary" not in shown
        assert "Going on" in shown
        assert "Long past" in shown


def test_b18_characters_of_the_game_master_stay_out_of_players_lists(cast: Cast, browse: Browse) -> None:
    cast.campaign.characters.create(name="The canary", system="ctg", sheet={})
    cast.campaign.characters.create(name="Mara Quill", system="ctg", sheet={}, owner=cast.member("pia"))
    shown = browse(cast.paul).get(page_of(cast)).content.decode()
    assert "canary" not in shown
    assert "Mara Quill" in shown
    assert "The canary" in browse(cast.gwen).get(page_of(cast)).content.decode()


def rules_page(cast: Cast) -> str:
    return f"{page_of(cast)}house-rules/ctg/"


def test_house_rules_keep_only_what_differs(cast: Cast, browse: Browse) -> None:
    gwen = browse(cast.gwen)
    assert "differs" not in gwen.get(rules_page(cast)).content.decode().split("<form", 2)[2]
    gwen.post(
        rules_page(cast), {"ace": "low", "deck": "shared", "reaction_seconds": "30", "bonus_actions_per_turn": "2"}
    )
    cast.campaign.refresh_from_db()
    assert cast.campaign.house_rules == {"ctg": {"ace": "low", "reaction_seconds": 30, "bonus_actions_per_turn": 2}}
    shown = gwen.get(rules_page(cast)).content.decode()
    assert shown.count('chip--rail">differs') == 3
    assert "3 differ" in gwen.get(page_of(cast)).content.decode()


def test_house_rules_go_back_to_the_book(cast: Cast, browse: Browse) -> None:
    gwen = browse(cast.gwen)
    gwen.post(rules_page(cast), {"reaction_seconds": "30", "bonus_actions_per_turn": "2"})
    gwen.post(rules_page(cast), {"reaction_seconds": "12", "bonus_actions_per_turn": ""})
    cast.campaign.refresh_from_db()
    assert cast.campaign.house_rules == {"ctg": {}}


@pytest.mark.parametrize("wrong", [{"ace": "sideways"}, {"reaction_seconds": "-3"}, {"reaction_seconds": "soon"}])
def test_house_rules_that_are_none_are_refused_whole(cast: Cast, browse: Browse, wrong: dict[str, str]) -> None:
    fields = {"deck": "own", "reaction_seconds": "12", "bonus_actions_per_turn": "", **wrong}
    answer = browse(cast.gwen).post(rules_page(cast), fields)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    cast.campaign.refresh_from_db()
    assert cast.campaign.house_rules == {}


def test_players_read_the_house_rules_and_change_none(cast: Cast, browse: Browse) -> None:
    pia = browse(cast.pia)
    assert "Set the house rules" not in pia.get(rules_page(cast)).content.decode()
    assert pia.post(rules_page(cast), {"ace": "low", "reaction_seconds": "12"}).status_code == 404
    cast.campaign.refresh_from_db()
    assert cast.campaign.house_rules == {}


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_the_page_of_every_system_says_every_rule_and_saves_as_it_is(
    cast: Cast, browse: Browse, system: RuleSystem
) -> None:
    page = f"{page_of(cast)}house-rules/{system.key}/"
    shown = browse(cast.gwen).get(page).content.decode()
    fields = dict(re.findall(r'name="([a-z_]+)" value="([^"]+)" checked', shown))
    for rule in system.house_rules:
        assert str(escape(rule.sentence)) in shown
        fields.setdefault(rule.key, "" if rule.default == "any" else str(rule.default))
    choices = [rule for rule in system.house_rules if rule.allowed]
    assert {rule.key: fields[rule.key] for rule in choices} == {rule.key: str(rule.default) for rule in choices}
    assert browse(cast.gwen).post(page, fields).status_code == 302
    cast.campaign.refresh_from_db()
    assert cast.campaign.house_rules == {system.key: {}}
