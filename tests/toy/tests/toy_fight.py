"""Pebbles in the whole product: run in a copy of it, in which Pebbles' files lie in their places."""

import re
import secrets

import pytest
from django.urls import reverse

from combat.documents import state_of
from combat.models import Character, Encounter, EncounterStatus

pytestmark = pytest.mark.django_db


def press(client, fight, do, **fields):
    url = reverse("command", kwargs={"public_id": fight.public_id, "kind": do})
    return client.post(url, {"command_id": secrets.token_hex(16), **fields})


def test_a_toy_fight_is_tried_out(client):
    assert 'value="toy"' in client.get("/").content.decode()
    page = client.post("/try/", {"system": "toy"}, follow=True).content.decode()
    assert "Tess throws." in page
    fight = Encounter.objects.get()
    assert press(client, fight, "throw", by="tess", target="pebble-imp-1").status_code == 204
    assert press(client, fight, "throw", by="pebble-imp-1", target="tess").status_code == 422
    page = client.get(f"/encounters/{fight.public_id}/").content.decode()
    assert re.search(r"Tess throws \d at Pebble Imp 1", page)


def test_a_toy_fight_is_prepared_fought_undone_and_ended(cast, browse):
    gwen, pia = browse(cast.gwen), browse(cast.pia)
    base = f"/campaigns/{cast.campaign.public_id}/"
    made = gwen.post(f"{base}characters/new/", {"system": "toy", "ready": "Tess", "owner": cast.member("pia").pk})
    assert "pips" in gwen.get(made.url).content.decode()
    assert (
        pia.post(made.url, {"name": "Tess", "pips": "12", "colour": "plum", "seen": _seen(pia, made.url)}).status_code
        < 400
    )
    assert Character.objects.get().sheet == {"pips": 12}
    assert gwen.get(f"{base}rules/toy/").status_code in (200, 404)
    gwen.post(reverse("encounter_new", args=[cast.campaign.public_id]), {"name": "Yard", "system": "toy"})
    fight = Encounter.objects.get()
    prep = f"/encounters/{fight.public_id}/prep/"
    assert gwen.post(prep, {"act": "party"}).status_code == 302
    assert gwen.post(prep, {"act": "add", "line": "2 pebble imps"}).status_code == 302
    assert "Pebble Imp 2" in gwen.get(prep).content.decode()
    gwen.post(prep, {"act": "start"})
    table = f"/encounters/{fight.public_id}/"
    assert "Tess throws." in pia.get(table).content.decode()
    assert "Pebble Imp 2" in gwen.get(table).content.decode()
    assert press(pia, fight, "throw", by="tess", target="pebble-imp-1").status_code == 204
    fight.refresh_from_db()
    assert state_of(fight).turn != "tess"
    assert press(gwen, fight, "undo", steps="1").status_code == 204
    fight.refresh_from_db()
    assert state_of(fight).turn == "tess"
    assert press(pia, fight, "throw", by="tess", target="tess").status_code == 204
    assert press(gwen, fight, "end").status_code == 204
    fight.refresh_from_db()
    assert fight.status == EncounterStatus.ENDED
    for address in ("", "replay/", "fairness/", "export/"):
        assert pia.get(table + address).status_code == 200, address
    after = gwen.get(f"{table}aftermath/").content.decode()
    assert "Pips" in after


def _seen(client, url):
    page = client.get(url).content.decode()
    return re.search(r'name="seen" id="seen" value="([^"]+)"', page)[1]
