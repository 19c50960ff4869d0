"""A fight for somebody who has just come by, and the demo that `./run` lays."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from combat import codec
from combat.documents import state_of, system_of
from combat.models import Campaign, Encounter, EncounterStatus, MemberRole, Membership, User
from combat.registry import SYSTEMS
from combat.services.commands import command_submit
from combat.services.deciding import is_decided
from combat.services.demo import CAMPAIGN, CAST, demo_lay
from combat.services.tryout import HOUSE, tryouts_purge
from tests.conftest import Cast

pytestmark = pytest.mark.django_db
Browse = Callable[..., Client]


@pytest.fixture(autouse=True)
def _no_brake_from_earlier() -> None:
    cache.clear()


def test_one_press_and_a_fight_is_on(client: Client) -> None:
    answer = client.post("/try/")
    fight = Encounter.objects.get()
    assert answer.url == f"/encounters/{fight.public_id}/"
    assert fight.status == EncounterStatus.RUNNING
    state = state_of(fight)
    mine = [one for one in state.combatants if one.owner is not None]
    foes = [one for one in state.combatants if one.owner is None]
    assert [one.name for one in mine] == ["Mara Quill"]
    assert foes
    assert all(one.autoplay for one in foes)
    assert all(one.hand for one in state.combatants), "the cards are dealt"
    page = client.get(answer.url)
    assert page.status_code == 200
    assert "Mara Quill" in page.content.decode()


def play_to_the_end(fight: Encounter) -> None:
    """Everybody by the shipped tactics: the foes through the house, the visitor in their own name."""
    house, visitor = User.objects.get(username=HOUSE), User.objects.exclude(username=HOUSE).get()
    system = system_of(fight)
    for number in range(600):
        fight.refresh_from_db()
        state = state_of(fight)
        ideas = ((one, system.suggest(state, one.id)) for one in state.combatants)
        one, command = next(((one, idea) for one, idea in ideas if idea is not None), (None, None))
        if one is None or fight.status != EncounterStatus.RUNNING:
            return
        user = visitor if one.owner is not None else house
        command_submit(encounter_id=fight.pk, user=user, command=command, command_id=f"press-{number:03}")


def test_a_try_out_ends_by_itself_when_one_side_is_down(client: Client) -> None:
    client.post("/try/")
    fight = Encounter.objects.get()
    play_to_the_end(fight)
    fight.refresh_from_db()
    assert fight.status == EncounterStatus.ENDED
    assert fight.log.last().do == "end"
    assert fight.log.count() == fight.version, "each entry is one version"
    over = client.get(f"/encounters/{fight.public_id}/").content.decode()
    standing = {one.side for one in state_of(fight).combatants if one.status == "active"}
    left = {"party": "The party stands.", "foes": "The foes stand."}
    assert f"<h2>{left[standing.pop()] if standing else 'Nobody stands.'}</h2>" in over
    assert re.search(r'<form id="try-again" method="post" action="/try/"[^>]*><input[^>]*csrfmiddlewaretoken', over)
    assert re.search(r'btn--go" type="submit" form="try-again">.*?Try another fight', over)
    assert re.search(r'btn--quiet" href="[^"]*/replay/', over)


def test_the_end_of_a_fight_that_is_no_try_out_offers_no_other(client: Client) -> None:
    client.post("/try/")
    Campaign.objects.update(expires_at=None)
    fight = Encounter.objects.get()
    play_to_the_end(fight)
    end = codec.parse_command(system_of(fight), "end", {})
    command_submit(encounter_id=fight.pk, user=User.objects.get(username=HOUSE), command=end, command_id="the-very-end")
    over = client.get(f"/encounters/{fight.public_id}/").content.decode()
    assert "stands.</h2>" in over or "stand.</h2>" in over
    assert "try-again" not in over


def test_only_try_outs_end_by_themselves(client: Client) -> None:
    client.post("/try/")
    Campaign.objects.update(expires_at=None)
    fight = Encounter.objects.get()
    play_to_the_end(fight)
    fight.refresh_from_db()
    assert is_decided(system_of(fight), state_of(fight))
    assert fight.status == EncounterStatus.RUNNING


def test_the_visitor_plays_and_does_not_rule(client: Client) -> None:
    client.post("/try/")
    visitor = User.objects.get(pk=client.session["_auth_user_id"])
    assert visitor.is_guest
    assert Membership.objects.get(user=visitor).role == MemberRole.PLAYER
    assert Membership.objects.get(role=MemberRole.GM).user.username == HOUSE


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_can_be_tried(client: Client, system: str) -> None:
    page = client.get("/").content.decode()
    assert f'name="system" value="{system}"' in page
    table = client.post("/try/", {"system": system}, follow=True)
    fight = Encounter.objects.get()
    assert (fight.system, fight.status) == (system, EncounterStatus.RUNNING)
    assert 'id="tray"' in table.content.decode()
    assert state_of(fight).turn is not None


def test_a_system_that_nobody_has_is_the_first(client: Client) -> None:
    client.post("/try/", {"system": "chess"})
    assert Encounter.objects.get().system == next(iter(SYSTEMS))


def test_looking_begins_nothing(client: Client) -> None:
    assert client.get("/try/").status_code == 405
    assert not Campaign.objects.exists()


def test_who_is_signed_in_stays_who_they_are(cast: Cast, browse: Browse) -> None:
    browse(cast.olaf).post("/try/")
    assert Membership.objects.get(campaign__name="Try-out", user=cast.olaf).role == MemberRole.PLAYER
    assert not User.objects.filter(is_guest=True).exclude(username=HOUSE).exists()


def test_nobody_can_sign_in_as_the_house(client: Client) -> None:
    client.post("/try/")
    house = User.objects.get(username=HOUSE)
    assert not house.has_usable_password()
    assert not house.is_staff


def test_try_outs_have_a_brake(client: Client) -> None:
    codes = [client.post("/try/").status_code for _ in range(14)]
    assert codes.count(302) <= 13
    assert codes[-1] == 429
    assert Campaign.objects.count() == codes.count(302)


def test_a_table_is_gone_after_a_day_with_its_guest(cast: Cast, client: Client) -> None:
    table = client.post("/try/").url
    Campaign.objects.filter(name="Try-out").update(expires_at=timezone.now() - timedelta(minutes=1))
    Client().post("/try/")
    assert Campaign.objects.filter(name="Try-out").count() == 1
    assert client.get(table).status_code in (302, 404)
    assert User.objects.filter(is_guest=True).exclude(username=HOUSE).count() == 1
    assert User.objects.filter(pk=cast.pia.pk).exists()


def test_a_guest_who_plays_elsewhere_too_is_kept(cast: Cast, client: Client) -> None:
    client.post("/try/")
    guest = User.objects.get(pk=client.session["_auth_user_id"])
    Membership.objects.create(campaign=cast.campaign, user=guest, role=MemberRole.PLAYER, name="Guest")
    Campaign.objects.filter(name="Try-out").update(expires_at=timezone.now() - timedelta(minutes=1))
    assert tryouts_purge() == 1
    assert User.objects.filter(pk=guest.pk).exists()
    assert Campaign.objects.filter(pk=cast.campaign.pk).exists()


def test_the_demo_has_a_fight_ready_and_one_of_each_system_in_the_middle() -> None:
    demo_lay()
    campaign = Campaign.objects.get(name=CAMPAIGN)
    planned, *running = campaign.encounters.order_by("status")
    assert planned.status == EncounterStatus.PLANNED
    assert {fight.status for fight in running} == {EncounterStatus.RUNNING}
    assert sorted(fight.system for fight in running) == sorted(SYSTEMS)
    for fight in running:
        assert fight.version >= 8
        assert sum(one.owner is not None for one in state_of(fight).combatants) == 3
    assert sorted(member.role for member in campaign.memberships.all()) == [
        "gm",
        "player",
        "player",
        "player",
        "spectator",
    ]


def test_laying_the_demo_again_changes_nothing_and_gives_the_same_links() -> None:
    first = demo_lay()
    before = (Campaign.objects.count(), Encounter.objects.count(), User.objects.count())
    Campaign.objects.filter(name=CAMPAIGN).update(blurb="As we left it.")
    assert demo_lay() == first
    assert (Campaign.objects.count(), Encounter.objects.count(), User.objects.count()) == before
    assert Campaign.objects.get(name=CAMPAIGN).blurb == "As we left it."


def test_the_demos_links_work_again_and_again_in_local_mode(settings: Any, capsys: Any) -> None:
    settings.LOCAL = True
    settings.LAN_ADDRESS = "192.168.7.7"
    call_command("demo", port=0)
    shown = capsys.readouterr().out
    for address in ("http://localhost:0", "http://192.168.7.7:0"):
        links = re.findall(re.escape(address) + r"(/seat/\S+)", shown)
        assert len(links) == len(CAST)
    for part, link in zip(CAST, links, strict=True):
        for _ in range(2):
            browser = Client()
            there = browser.post(link, follow=True)
            assert User.objects.get(pk=browser.session["_auth_user_id"]).username == part.username
            assert there.status_code == 200
