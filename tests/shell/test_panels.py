"""Panels are fetched when they are wanted: by whoever may have them, and by nobody else."""

import random
import re

import pytest

from combat.fragments import render_parts
from combat.looks import look_of, people_of
from combat.models import Encounter
from tests.shell import test_privacy as ctg
from tests.shell import test_privacy_d100 as d100
from tests.shell.fight import fresh, press, started, state, turn_of

pytestmark = pytest.mark.django_db
STEPS = 16


@pytest.fixture
def clients(cast, browse):
    return {name: browse(getattr(cast, name)) for name in ("gwen", "pia", "paul", "sam", "olaf")}


@pytest.fixture
def encounter(cast, browse, clients):
    """Mara, whom Pia plays, has the turn."""
    laid = started(cast, browse)
    for _ in range(40):
        if turn_of(laid) == "mara":
            return laid
        assert press(clients["gwen"], laid, "end_turn").status_code == 204
    raise AssertionError("The turn never came to Mara.")


def panels_of(client, encounter, query=""):
    return client.get(f"/encounters/{encounter.public_id}/panels/{query}")


def text_of(client, encounter, query=""):
    answer = panels_of(client, encounter, query)
    assert answer.status_code == 200
    return answer.content.decode()


def part_of(encounter, viewer, part):
    now = fresh(encounter)
    return render_parts(look_of(now, viewer, people_of(now))).html[part]


def test_only_whoever_acts_has_the_panels_of_the_turn(encounter, clients):
    assert 'id="drawer-move"' in text_of(clients["pia"], encounter)
    for name in ("paul", "sam"):
        text = text_of(clients[name], encounter)
        assert "drawer-move" not in text
        assert 'value="mara"' not in text
    assert text_of(clients["sam"], encounter).strip() == ""


def test_strangers_and_those_who_are_not_signed_in_get_none(encounter, clients, client):
    assert panels_of(clients["olaf"], encounter).status_code == 404
    assert panels_of(client, encounter).status_code == 302


def test_a_table_that_is_not_open_has_none(cast, clients):
    planned = Encounter.objects.create(campaign=cast.campaign, name="Later", system="ctg")
    assert panels_of(clients["gwen"], planned).status_code == 404


def test_no_cache_keeps_them(encounter, clients):
    assert "no-store" in panels_of(clients["pia"], encounter)["Cache-Control"]


def test_the_game_master_acts_for_a_player_only_on_demand(encounter, clients):
    from combat.engine.viewers import GM

    short = part_of(encounter, GM, "acts")
    assert 'data-acts-for="mara"' in short
    assert "<form" not in short
    asked = text_of(clients["gwen"], encounter, "?act=1")
    assert re.search(r'<div id="acting">.*<form class="command attack"', asked, re.S)
    assert 'id="acting"' not in text_of(clients["gwen"], encounter)
    assert 'id="acting"' not in text_of(clients["pia"], encounter, "?act=1")


def test_the_game_masters_own_combatants_are_in_the_tray_at_once(encounter, clients):
    from combat.engine.viewers import GM

    while state(encounter)[turn_of(encounter)].owner is not None:
        assert press(clients["gwen"], encounter, "end_turn").status_code == 204
    acts = part_of(encounter, GM, "acts")
    assert "data-acts-for" not in acts
    assert '<form class="command attack"' in acts


@pytest.mark.parametrize("fight", [ctg, d100], ids=["ctg", "d100"])
def test_a_page_shows_nothing_of_what_its_brief_options_leave_out(cast, clients, fight):
    rng = random.Random(7)
    encounter = fight.a_fight(cast, 7) if fight is ctg else fight.laid(cast, clients)
    left_out = 0
    for _ in range(STEPS):
        client, do, fields = fight.random_press(rng, state(encounter), clients)
        if do != "end":
            press(client, encounter, do, **fight.as_form(fields))
        now = fresh(encounter)
        for viewer in fight.VIEWERS.values():
            brief, whole = (look_of(now, viewer, people_of(now), brief=brief) for brief in (True, False))
            assert render_parts(brief).html == render_parts(whole).html
            left_out += len(whole.options) - len(brief.options)
    assert left_out > STEPS


@pytest.mark.parametrize("fight", [ctg, d100], ids=["ctg", "d100"])
def test_whatever_opens_something_leads_to_it(cast, clients, fight):
    """In the parts, in the panels, and in what the game master gets for acting."""
    rng = random.Random(5)
    encounter = fight.a_fight(cast, 5) if fight is ctg else fight.laid(cast, clients)
    if fight is ctg:
        press(clients["gwen"], encounter, "start")
    opened = 0
    for _ in range(STEPS):
        client, do, fields = fight.random_press(rng, state(encounter), clients)
        if do != "end":
            press(client, encounter, do, **fight.as_form(fields))
        now = fresh(encounter)
        for name, viewer in fight.VIEWERS.items():
            parts = "".join(render_parts(look_of(now, viewer, people_of(now))).html.values())
            text = parts + text_of(clients[name], encounter, "?act=1")
            leads = set(re.findall(r'data-opens="([^"]+)"', text))
            assert leads <= set(re.findall(r'\bid="([^"]+)"', text))
            opened += len(leads)
    assert opened > STEPS
