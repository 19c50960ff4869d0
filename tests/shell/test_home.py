"""The first page, and the pages for when something is not there or broken."""

from collections.abc import Callable

import pytest
from django.template.loader import render_to_string
from django.test import Client

from combat.models import Encounter, EncounterStatus
from combat.services.people import guest_create
from tests.conftest import Cast

pytestmark = pytest.mark.django_db
Browse = Callable[..., Client]


def test_anybody_sees_what_this_is_and_the_ways_in(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "A fight, dealt and rolled." in page
    assert 'action="/try/"' in page
    assert 'action="/join/"' in page
    assert 'href="/sign-in/"' in page
    assert "My campaigns" not in page


def test_members_find_their_campaigns_and_no_others(cast: Cast, browse: Browse) -> None:
    shown = browse(cast.pia).get("/").content.decode()
    assert "The Long Draw" in shown
    assert "Another table" not in shown


def test_an_open_table_is_one_press_away(cast: Cast, browse: Browse) -> None:
    fight = Encounter.objects.create(campaign=cast.campaign, name="Now", system="ctg", status=EncounterStatus.RUNNING)
    assert f'class="btn btn--go" href="/encounters/{fight.public_id}/"' in browse(cast.pia).get("/").content.decode()
    assert str(fight.public_id) not in browse(cast.olaf).get("/").content.decode()


def test_a_guest_is_told_how_to_stay(db: None, browse: Browse) -> None:
    shown = browse(guest_create(name="Quinn")).get("/").content.decode()
    assert "keep your place" in shown
    assert "/campaigns/new/" not in shown


def test_what_is_not_there_is_said_in_words(client: Client) -> None:
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "There is nothing here" in answer.content.decode()


def test_a_page_that_is_too_old_is_told_to_load_again(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/try/")
    assert answer.status_code == 403
    assert "Press that once more" in answer.content.decode()


def test_the_page_for_what_is_broken_needs_nothing() -> None:
    assert "Something broke" in render_to_string("500.html")
