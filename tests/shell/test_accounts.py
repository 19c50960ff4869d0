"""Sign up, sign in, sign out, a new password, and a guest who stays."""

import re
from collections.abc import Callable

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from combat.models import PersonalLink, User
from combat.services.people import guest_create, personal_link_create
from tests.conftest import PASSWORD, Cast

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_brake_from_earlier() -> None:
    cache.clear()


def signed_in(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def test_sign_up_makes_an_account_and_signs_in(client: Client) -> None:
    answer = client.post("/sign-up/", {"name": "Nora", "email": "Nora@Example.org", "password": PASSWORD})
    assert answer.status_code == 302
    nora = User.objects.get(email="nora@example.org")
    assert signed_in(client) == str(nora.pk)
    assert not nora.is_guest
    assert str(nora) == "Nora"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": " \u202e "}, "Write a name."),
        ({"email": "nonsense"}, "valid email"),
        ({"password": "short"}, "too short"),
        ({"password": "password123"}, "too common"),
        ({"email": "gwen@example.org"}, "Sign in instead"),
        ({"name": "x" * 61}, "at most 60"),
    ],
)
def test_sign_up_says_what_is_wrong(client: Client, cast: Cast, wrong: dict[str, str], words: str) -> None:
    User.objects.filter(pk=cast.gwen.pk).update(username="gwen@example.org")
    answer = client.post("/sign-up/", {"name": "Nora", "email": "nora@example.org", "password": PASSWORD} | wrong)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not User.objects.filter(display_name="Nora").exists()
    assert signed_in(client) is None


def test_sign_in_and_out(client: Client) -> None:
    client.post("/sign-up/", {"name": "Nora", "email": "nora@example.org", "password": PASSWORD})
    client.post("/sign-out/")
    assert signed_in(client) is None
    assert client.post("/sign-in/", {"email": "nora@example.org", "password": "not it"}).status_code == 400
    assert signed_in(client) is None
    answer = client.post("/sign-in/", {"email": "NORA@example.org ", "password": PASSWORD, "next": "/me/"})
    assert answer.url == "/me/"
    assert signed_in(client) is not None


def test_sign_out_takes_a_press(client: Client, cast: Cast) -> None:
    client.force_login(cast.pia)
    assert client.get("/sign-out/").status_code == 405
    assert signed_in(client) is not None


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_sign_in_leads_nowhere_else(client: Client, elsewhere: str) -> None:
    client.post("/sign-up/", {"name": "Nora", "email": "nora@example.org", "password": PASSWORD})
    client.post("/sign-out/")
    answer = client.post("/sign-in/", {"email": "nora@example.org", "password": PASSWORD, "next": elsewhere})
    assert answer.url == "/"


def test_tries_at_a_password_are_braked(client: Client) -> None:
    client.post("/sign-up/", {"name": "Nora", "email": "nora@example.org", "password": PASSWORD})
    client.post("/sign-out/")
    answers = [client.post("/sign-in/", {"email": "nora@example.org", "password": "guess"}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [400] * 10 + [429]
    answer = client.post("/sign-in/", {"email": "nora@example.org", "password": PASSWORD})
    assert answer.status_code == 429, "also the right password has to wait"
    assert signed_in(client) is None


def test_a_new_password_by_mail(client: Client) -> None:
    client.post("/sign-up/", {"name": "Nora", "email": "nora@example.org", "password": PASSWORD})
    client.post("/sign-out/")
    client.post("/password/", {"email": "nora@example.org"})
    link = re.search(r"http://testserver(/password/\S+)", mail.outbox[0].body)
    assert link
    page = client.get(link[1], follow=True)
    new = "quite another secret"
    done = client.post(page.redirect_chain[-1][0], {"new_password1": new, "new_password2": new}, follow=True)
    assert "Your new password is set" in done.content.decode()
    client.post("/sign-in/", {"email": "nora@example.org", "password": new})
    assert signed_in(client) is not None


def test_asking_for_a_password_does_not_tell_who_has_an_account(client: Client) -> None:
    client.post("/sign-up/", {"name": "Nora", "email": "nora@example.org", "password": PASSWORD})
    client.post("/sign-out/")
    known = client.post("/password/", {"email": "nora@example.org"}, follow=True)
    unknown = client.post("/password/", {"email": "nobody@example.org"}, follow=True)
    assert known.content == unknown.content
    assert len(mail.outbox) == 1


def test_a_guest_stays_with_everything(client: Client, cast: Cast) -> None:
    guest = guest_create(name="Quinn")
    client.force_login(guest)
    answer = client.post("/me/keep/", {"email": "quinn@example.org", "password": PASSWORD})
    assert answer.status_code == 302
    assert signed_in(client) == str(guest.pk), "still signed in"
    guest.refresh_from_db()
    assert not guest.is_guest
    other = Client()
    other.post("/sign-in/", {"email": "quinn@example.org", "password": PASSWORD})
    assert signed_in(other) == str(guest.pk)


def test_a_guest_cannot_take_somebody_elses_address(client: Client) -> None:
    Client().post("/sign-up/", {"name": "Nora", "email": "nora@example.org", "password": PASSWORD})
    guest = guest_create(name="Quinn")
    client.force_login(guest)
    answer = client.post("/me/keep/", {"email": "Nora@example.org", "password": PASSWORD})
    assert answer.status_code == 400
    guest.refresh_from_db()
    assert guest.is_guest


def test_an_account_is_not_kept_twice(cast: Cast, browse: Callable[..., Client]) -> None:
    answer = browse(cast.pia).post("/me/keep/", {"email": "new@example.org", "password": PASSWORD})
    assert answer.status_code == 400
    cast.pia.refresh_from_db()
    assert cast.pia.email == "pia@example.org"


def device_link_of(client: Client) -> str:
    found = re.search(r'value="http://testserver(/seat/[^"]+)"', client.post("/me/device/").content.decode())
    assert found
    return found[1]


def test_a_personal_link_moves_a_guest_to_another_device(client: Client) -> None:
    guest = guest_create(name="Quinn")
    client.force_login(guest)
    link = device_link_of(client)
    phone = Client()
    assert "Quinn" in phone.get(link).content.decode()
    assert signed_in(phone) is None, "looking at a link is not using it"
    phone.post(link)
    assert signed_in(phone) == str(guest.pk)
    assert phone.session.get_expiry_age() > 300 * 24 * 3600, "a guest's place outlives the browser's window"
    assert signed_in(client) == str(guest.pk), "the first device keeps its place"


def test_a_personal_link_works_once(client: Client) -> None:
    client.force_login(guest_create(name="Quinn"))
    link = device_link_of(client)
    Client().post(link)
    late = Client()
    assert late.get(link).status_code == 410
    assert late.post(link).status_code == 410
    assert signed_in(late) is None


def test_a_new_personal_link_ends_the_old_one(client: Client) -> None:
    client.force_login(guest_create(name="Quinn"))
    old, new = device_link_of(client), device_link_of(client)
    assert Client().get(old).status_code == 410
    assert Client().get(new).status_code == 200


def test_a_personal_link_is_stored_as_a_hash_only(cast: Cast) -> None:
    token = personal_link_create(user=cast.pia)
    link = PersonalLink.objects.get(user=cast.pia)
    assert token not in (link.token_hash, str(link))
    assert len(link.token_hash) == 64


def test_demo_links_do_not_open_outside_local_mode(cast: Cast, client: Client) -> None:
    token = personal_link_create(user=cast.pia)
    PersonalLink.objects.filter(user=cast.pia).update(reusable=True)
    assert client.get(f"/seat/{token}/").status_code == 410
    assert client.post(f"/seat/{token}/").status_code == 410


def test_b22_names_are_cleaned_escaped_and_isolated(client: Client) -> None:
    name = "<b>E\u202evil\u0007</b>"
    client.post("/sign-up/", {"name": name, "email": "nora@example.org", "password": PASSWORD})
    assert User.objects.get(email="nora@example.org").display_name == "<b>Evil</b>"
    page = client.get("/").content.decode()
    assert "<bdi>&lt;b&gt;Evil&lt;/b&gt;</bdi>" in page
    assert "<b>Evil" not in page
