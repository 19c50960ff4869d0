"""Links that let people in, by a press from a page that asks."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client

from combat.models import Encounter, EncounterStatus, Invite, MemberRole, Membership, User
from combat.services.campaigns import member_remove
from combat.services.invites import invite_create, invite_revoke, token_in
from tests.conftest import Cast

pytestmark = pytest.mark.django_db
Browse = Callable[..., Client]


@pytest.fixture(autouse=True)
def _no_brake_from_earlier() -> None:
    cache.clear()


@pytest.fixture
def invite(cast: Cast) -> Invite:
    return invite_create(campaign=cast.campaign, role=MemberRole.PLAYER)


def test_looking_at_an_invite_joins_nobody(client: Client, cast: Cast, invite: Invite) -> None:
    before = (User.objects.count(), Membership.objects.count())
    page = client.get(f"/join/{invite.token}/").content.decode()
    assert "The Long Draw" in page
    assert "Gwen" in page
    assert (User.objects.count(), Membership.objects.count()) == before
    assert "_auth_user_id" not in client.session


def test_a_stranger_joins_with_nothing_but_a_name(client: Client, cast: Cast, invite: Invite) -> None:
    answer = client.post(f"/join/{invite.token}/", {"name": "Quinn"})
    assert answer.url == f"/campaigns/{cast.campaign.public_id}/"
    member = Membership.objects.get(campaign=cast.campaign, name="Quinn")
    assert member.role == MemberRole.PLAYER
    assert member.user.is_guest
    assert not member.user.has_usable_password()
    assert client.get(answer.url).status_code == 200
    assert client.session.get_expiry_age() > 300 * 24 * 3600


def test_joining_leads_straight_to_the_only_open_table(client: Client, cast: Cast, invite: Invite) -> None:
    fight = Encounter.objects.create(campaign=cast.campaign, name="Now", system="ctg", status=EncounterStatus.RUNNING)
    assert client.post(f"/join/{invite.token}/", {"name": "Quinn"}).url == f"/encounters/{fight.public_id}/"


def test_somebody_who_is_signed_in_joins_with_one_press(cast: Cast, browse: Browse, invite: Invite) -> None:
    olaf = browse(cast.olaf)
    assert 'name="name"' not in olaf.get(f"/join/{invite.token}/").content.decode()
    olaf.post(f"/join/{invite.token}/")
    assert Membership.objects.get(campaign=cast.campaign, user=cast.olaf).name == "Olaf"
    assert User.objects.filter(is_guest=True).count() == 0


def test_an_invite_never_changes_a_role(cast: Cast, browse: Browse) -> None:
    watching = invite_create(campaign=cast.campaign, role=MemberRole.SPECTATOR)
    browse(cast.gwen).post(f"/join/{watching.token}/")
    assert cast.member("gwen").role == MemberRole.GM


def test_a_link_that_was_taken_back_opens_nothing(client: Client, cast: Cast, invite: Invite) -> None:
    invite_revoke(invite=invite)
    assert client.get(f"/join/{invite.token}/").status_code == 404
    assert client.post(f"/join/{invite.token}/", {"name": "Quinn"}).status_code == 404
    assert not Membership.objects.filter(name="Quinn").exists()


def test_who_was_removed_needs_a_new_link(cast: Cast, browse: Browse, invite: Invite) -> None:
    member_remove(member=cast.member("pia"))
    pia = browse(cast.pia)
    assert "no longer part" in pia.post(f"/join/{invite.token}/").content.decode()
    assert cast.member("pia").left_at is not None
    pia.post(f"/join/{invite_create(campaign=cast.campaign, role=MemberRole.SPECTATOR).token}/")
    assert cast.member("pia").left_at is None
    assert cast.member("pia").role == MemberRole.SPECTATOR


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u2066", "y" * 61])
def test_a_guest_needs_a_name_that_fits(client: Client, cast: Cast, invite: Invite, name: str) -> None:
    answer = client.post(f"/join/{invite.token}/", {"name": name})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()


def test_joining_has_a_brake(cast: Cast, invite: Invite) -> None:
    codes = [Client().post(f"/join/{invite.token}/", {"name": f"Guest {n}"}).status_code for n in range(31)]
    assert codes == [302] * 30 + [400]


@pytest.mark.parametrize(
    "pasted",
    [
        "bell-k7m2q-x4h9r",
        " BELL-k7m2q-x4h9r ",
        "https://cards.example.org/join/bell-k7m2q-x4h9r/",
        "x/join/bell-k7m2q-x4h9r",
    ],
)
def test_the_first_page_takes_the_link_or_its_code(client: Client, pasted: str) -> None:
    assert token_in(pasted) == "bell-k7m2q-x4h9r"
    assert client.post("/join/", {"link": pasted}).url == "/join/bell-k7m2q-x4h9r/"


@pytest.mark.parametrize("pasted", ["", "../../admin", "a b", "<script>"])
def test_the_first_page_refuses_nonsense_in_words(client: Client, pasted: str) -> None:
    answer = client.post("/join/", {"link": pasted})
    assert answer.status_code == 404
    assert "That is no invite" in answer.content.decode()


def test_a_game_master_makes_and_takes_back_links(cast: Cast, browse: Browse) -> None:
    gwen, page = browse(cast.gwen), f"/campaigns/{cast.campaign.public_id}/"
    gwen.post(f"{page}invites/", {"role": "player"})
    invite = Invite.objects.get(campaign=cast.campaign)
    shown = gwen.get(page).content.decode()
    assert f"http://testserver/join/{invite.token}/" in shown
    assert "<svg" in shown
    assert 'class="qr"' in shown
    gwen.post(f"{page}invites/{invite.pk}/close/")
    assert invite.token not in gwen.get(page).content.decode()


def test_nobody_is_invited_as_game_master(cast: Cast, browse: Browse) -> None:
    browse(cast.gwen).post(f"/campaigns/{cast.campaign.public_id}/invites/", {"role": "gm"})
    assert not Invite.objects.exists()


def test_b20_players_neither_see_nor_make_links(cast: Cast, browse: Browse, invite: Invite) -> None:
    page = f"/campaigns/{cast.campaign.public_id}/"
    for who in (cast.pia, cast.sam):
        client = browse(who)
        assert invite.token not in client.get(page).content.decode()
        assert client.post(f"{page}invites/", {"role": "player"}).status_code == 404
        assert client.post(f"{page}invites/{invite.pk}/close/").status_code == 404
    invite.refresh_from_db()
    assert invite.revoked_at is None
    assert Invite.objects.count() == 1


def test_a_guest_cannot_lose_the_place_by_a_press_in_passing(client: Client, cast: Cast, invite: Invite) -> None:
    client.post(f"/join/{invite.token}/", {"name": "Quinn"})
    campaign = client.get(f"/campaigns/{cast.campaign.public_id}/").content.decode()
    assert 'action="/sign-out/"' not in campaign
    assert 'href="/me/#keep"' in campaign
    assert "gives your place up" in client.get("/me/").content.decode()
    client.force_login(cast.pia)
    assert 'action="/sign-out/"' in client.get(f"/campaigns/{cast.campaign.public_id}/").content.decode()
