"""Olaf sits at another table. Nothing of this one opens to him, nor to somebody who is not signed in.

The list of pages is read from the site's own addresses, so that a new one is under this test the day it is added.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from combat.codec import dump
from combat.models import Character, Encounter
from combat.plan import Plan
from combat.services.invites import invite_create
from tests.conftest import Cast

pytestmark = pytest.mark.django_db
Browse = Callable[..., Client]

FOR_ANYBODY = {"join", "seat_link", "password_reset_confirm"}
"""Whose address is itself the key."""


def addresses() -> Iterator[URLPattern]:
    """Every address of ours that names something: a campaign, a character, a fight."""
    for outer in get_resolver().url_patterns:
        if isinstance(outer, URLResolver) and str(outer.pattern) == "":
            yield from _below(outer)


def _below(outer: URLResolver) -> Iterator[URLPattern]:
    for inner in outer.url_patterns:
        if isinstance(inner, URLResolver):
            yield from _below(inner)
        elif inner.pattern.converters and inner.name not in FOR_ANYBODY:
            yield inner


@pytest.fixture
def known(cast: Cast) -> dict[str, Any]:
    """What stands in the addresses: all of it is there, and all of it is of Gwen's campaign."""
    character = Character.objects.create(
        campaign=cast.campaign, owner=cast.member("pia"), name="Mara Quill", system="ctg", sheet={}
    )
    fight = Encounter.objects.create(campaign=cast.campaign, name="The canary", system="ctg", plan=dump(Plan()))
    invite = invite_create(campaign=cast.campaign, role="player")
    return {
        "campaign_id": cast.campaign.public_id,
        "public_id": fight.public_id,
        "encounter_id": fight.public_id,
        "character_id": character.pk,
        "invite_id": invite.pk,
        "member_id": cast.member("pia").pk,
        "system_key": "ctg",
        "kind": "end_turn",
    }


def all_addresses(known: dict[str, Any]) -> list[tuple[str, str]]:
    found = []
    for one in addresses():
        counted = {name for name, kind in one.pattern.converters.items() if isinstance(kind, IntConverter)}
        missing = set(one.pattern.converters) - set(known) - counted
        assert not missing, f"say in `known` what {missing} is, for {one.name}"
        path = str(one.pattern)
        for name, converter in one.pattern.converters.items():
            kind = {"IntConverter": "int", "UUIDConverter": "uuid", "SlugConverter": "slug", "StringConverter": "str"}
            path = path.replace(f"<{kind[type(converter).__name__]}:{name}>", str(known.get(name, 1)))
        assert "<" not in path
        found.append((str(one.name), f"/{path}"))
    return found


def test_the_list_of_addresses_is_not_empty(known: dict[str, Any]) -> None:
    names = {name for name, _ in all_addresses(known)}
    assert {"campaign", "character", "table", "prep", "command", "house_rules"} <= names


@pytest.mark.parametrize("method", ["get", "post"])
def test_b20_olaf_fails_everywhere(cast: Cast, browse: Browse, known: dict[str, Any], method: str) -> None:
    olaf = browse(cast.olaf)
    for name, path in all_addresses(known):
        answer = getattr(olaf, method)(path)
        assert answer.status_code in (404, 405), f"{method} {name}: {answer.status_code}"
        for secret in ("canary", "The Long Draw", "Mara Quill", "Gwen", "Pia"):
            assert secret not in answer.content.decode(errors="ignore"), f"{method} {name} tells of {secret}"


@pytest.mark.parametrize("method", ["get", "post"])
def test_b20_nobody_is_shown_the_way_in_and_nothing_else(known: dict[str, Any], client: Client, method: str) -> None:
    for name, path in all_addresses(known):
        answer = getattr(client, method)(path)
        sent_to_sign_in = answer.status_code == 302 and answer.url.startswith("/sign-in/")
        assert sent_to_sign_in or answer.status_code in (401, 403, 404, 405), f"{method} {name}: {answer.status_code}"
        assert "canary" not in answer.content.decode(errors="ignore")


def test_b20_who_has_left_fails_everywhere(cast: Cast, browse: Browse, known: dict[str, Any]) -> None:
    browse(cast.gwen).post(f"/campaigns/{cast.campaign.public_id}/members/{cast.member('pia').pk}/out/")
    pia = browse(cast.pia)
    for name, path in all_addresses(known):
        assert pia.get(path).status_code in (404, 405), name


def test_commands_need_the_pages_own_secret(cast: Cast, known: dict[str, Any]) -> None:
    """A foreign page cannot press in somebody's name."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.gwen)
    for name, path in all_addresses(known):
        assert client.post(path).status_code in (403, 405), name
    for path in ("/try/", "/join/", "/sign-out/", "/me/device/", "/campaigns/new/", "/sign-up/"):
        assert client.post(path).status_code == 403, path


def test_the_admin_is_for_staff(cast: Cast, browse: Browse) -> None:
    for who in (cast.gwen, cast.olaf, None):
        answer = browse(who).get("/admin/")
        assert answer.status_code == 302
        assert "/admin/login/" in answer.url


def test_the_admin_shows_people_and_no_fight(cast: Cast, browse: Browse, known: dict[str, Any]) -> None:
    cast.gwen.is_staff = cast.gwen.is_superuser = True
    cast.gwen.save()
    fight = Encounter.objects.get(public_id=known["public_id"])
    fight.document = {"secret": "KS-in-hand"}
    fight.chance = {"seed": "the-seed"}
    fight.notes = "the trap door"
    fight.save()
    staff = browse(cast.gwen)
    for path in (
        "user/",
        f"user/{cast.pia.pk}/change/",
        "campaign/",
        f"campaign/{cast.campaign.pk}/change/",
        "character/",
        f"character/{known['character_id']}/change/",
        "invite/",
        f"invite/{known['invite_id']}/change/",
        "encounter/",
        f"encounter/{fight.pk}/change/",
    ):
        answer = staff.get(f"/admin/combat/{path}")
        assert answer.status_code == 200, path
        shown = answer.content.decode()
        assert not any(secret in shown for secret in ("KS-in-hand", "the-seed", "trap door")), path
