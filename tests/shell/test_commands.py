"""HTTP in, log out: one press has one effect, and every answer says which."""

import secrets

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from combat.models import LogEntry, Receipt
from tests.shell.fight import fresh, lay, owner_client, press, replayed, started, state, turn_of

pytestmark = pytest.mark.django_db


def test_a_command_raises_the_version_by_one_and_writes_one_entry(cast, browse):
    encounter = lay(cast)
    assert encounter.version == 1
    assert press(browse(cast.gwen), encounter, "start").status_code == 204
    after = fresh(encounter)
    assert after.version == 2
    entry = after.log.get(number=1)
    assert (entry.kind, entry.do, entry.user) == ("command", "start", cast.gwen)
    assert entry.events
    assert replayed(after) == state(after)


def test_b20_a_player_may_not_do_what_is_the_gms(cast, browse):
    encounter = started(cast, browse)
    answer = press(browse(cast.pia), encounter, "damage", combatant="goblin-1", amount=5)
    assert answer.status_code == 422
    assert answer["X-Refusal"] == "gm_only"
    assert 'role="alert"' in answer.content.decode()
    assert fresh(encounter).version == 2


def test_b20_nobody_orders_another_players_combatant(cast, browse):
    encounter = started(cast, browse)
    other = "ilse" if turn_of(encounter) != "ilse" else "mara"
    client = browse(cast.pia if other == "ilse" else cast.paul)
    assert press(client, encounter, "end_turn", by=other)["X-Refusal"] == "not_yours"
    assert press(browse(cast.sam), encounter, "end_turn", by=other)["X-Refusal"] == "not_yours"


@pytest.mark.parametrize("who", ["olaf", None])
def test_b20_a_stranger_finds_nothing_behind_any_address(cast, browse, who):
    encounter = started(cast, browse)
    client = browse(getattr(cast, who) if who else None)
    base = f"/encounters/{encounter.public_id}/"
    seen = [
        client.get(base + tail).status_code
        for tail in ("", "log/?before=3", "undo-preview/?to=1", "fairness/", "export/", "replay/")
    ]
    seen += [
        client.post(base + tail, {"command_id": secrets.token_hex(8)}).status_code
        for tail in ("commands/end_turn/", "cut/", "say/")
    ]
    assert set(seen) == ({404} if who else {302})
    assert fresh(encounter).version == 2


def test_b20_who_was_removed_or_has_signed_out_may_do_nothing_any_more(cast, browse):
    encounter = started(cast, browse)
    client = browse(cast.pia)
    member = cast.member("pia")
    member.left_at = encounter.opened_at
    member.save()
    assert press(client, encounter, "say").status_code == 404
    other = browse(cast.paul)
    other.logout()
    assert press(other, encounter, "end_turn", by="ilse").status_code == 302


def test_b02_the_same_id_has_one_effect_and_the_same_answer(cast, browse):
    encounter = started(cast, browse)
    gwen, gesture = browse(cast.gwen), secrets.token_hex(16)
    answers = [press(gwen, encounter, "damage", combatant="goblin-1", amount=5, command_id=gesture) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [204] * 4
    assert state(encounter)["goblin-1"].health == 35
    assert fresh(encounter).version == 3


def test_b02_a_refused_id_is_refused_again_even_when_it_would_be_legal_now(cast, browse):
    encounter = lay(cast)
    pia, gesture = browse(cast.pia), secrets.token_hex(16)
    assert press(pia, encounter, "end_turn", by="mara", command_id=gesture)["X-Refusal"] == "not_started"
    press(browse(cast.gwen), encounter, "start")
    assert press(pia, encounter, "end_turn", by="mara", command_id=gesture)["X-Refusal"] == "not_started"
    assert Receipt.objects.get(command_id=gesture).code == "not_started"


def test_b02_the_same_id_with_another_body_or_person_is_refused(cast, browse):
    encounter = started(cast, browse)
    gwen, gesture = browse(cast.gwen), secrets.token_hex(16)
    press(gwen, encounter, "damage", combatant="goblin-1", amount=5, command_id=gesture)
    other = press(gwen, encounter, "damage", combatant="goblin-1", amount=6, command_id=gesture)
    assert (other.status_code, other["X-Refusal"]) == (409, "reused_id")
    assert (
        press(browse(cast.pia), encounter, "damage", combatant="goblin-1", amount=5, command_id=gesture)["X-Refusal"]
        == "reused_id"
    )
    assert state(encounter)["goblin-1"].health == 35


def test_b01_a_press_that_has_not_seen_the_last_one_is_refused(cast, browse):
    """Two tabs of one player: the second still shows the turn that the first has ended."""
    encounter = started(cast, browse)
    acting = turn_of(encounter)
    client = owner_client(cast, browse, encounter, acting)
    audience = {"mara": "player:1", "ilse": "player:2"}.get(acting, "gm")
    seen = fresh(encounter).lines[audience]
    assert press(client, encounter, "end_turn", by=acting, seen=seen).status_code == 204
    late = press(client, encounter, "end_turn", by=acting, seen=seen)
    assert (late.status_code, late["X-Refusal"]) == (409, "stale")
    assert fresh(encounter).version == 3


@pytest.mark.django_db(transaction=True)
def test_a_press_that_is_a_little_behind_is_judged_without_a_look_into_the_log(cast, browse):
    """Under a rush all pages are behind; a query for each press would make them fall back further."""
    encounter, gwen = started(cast, browse), browse(cast.gwen)
    seen = press(gwen, encounter, "damage", combatant="goblin-1", amount=5)["X-Lines"]
    press(gwen, encounter, "damage", combatant="goblin-1", amount=5)
    with CaptureQueriesContext(connection) as queries:
        of_another = press(gwen, encounter, "damage", combatant="mara", amount=1, seen=seen)
        of_the_same = press(gwen, encounter, "damage", combatant="goblin-1", amount=1, seen=seen)
    assert (of_another.status_code, of_the_same["X-Refusal"]) == (204, "stale")
    assert not [query for query in queries if "DESC" in query["sql"] and "logentry" in query["sql"]]


def test_the_answer_tells_a_page_its_own_newest_line(cast, browse):
    encounter = started(cast, browse)
    gwen = browse(cast.gwen)
    first = press(gwen, encounter, "damage", combatant="goblin-1", amount=5)
    again = press(gwen, encounter, "damage", combatant="goblin-1", amount=5, seen=first["X-Lines"])
    assert again.status_code == 204


@pytest.mark.parametrize("fields", [
    {"amount": "lots"}, {"amount": "9" * 300}, {"amount": "5", "colour": "red"}, {"combatant": "nobody", "amount": "5"},
    {"effect": "{" * 4000},
])  # fmt: skip
def test_b22_bad_fields_are_refused_in_words(cast, browse, fields):
    encounter = started(cast, browse)
    answer = press(browse(cast.gwen), encounter, "damage", **({"combatant": "goblin-1"} | fields))
    assert answer.status_code == 422
    assert len(answer.content) < 2000
    assert fresh(encounter).version == 2


def test_b22_text_is_cleaned_before_it_is_kept(cast, browse):
    encounter = started(cast, browse)
    hostile = "go \u202e<b>&\x00\x07\u2066 on\n"
    assert press(browse(cast.pia), encounter, "free", by="mara", text=hostile).status_code == 204
    effect = '{"name": "Bl\\u0000essed\\u202e", "modifiers": {"attack": 1}, "duration": {"unit": "removed"}}'
    assert press(browse(cast.gwen), encounter, "effect", combatant="mara", effect=effect).status_code == 204
    stored = str(list(encounter.log.values_list("events", "detail")))
    assert not any(sign in stored for sign in ("\u202e", "\\x00", "\\u202e", "\u2066", "\\x07"))
    assert "go <b>& on" in stored
    assert state(encounter)["mara"].bears("Blessed")
    page = browse(cast.paul).get(f"/encounters/{encounter.public_id}/").content.decode()
    assert "go &lt;b&gt;&amp; on" in page


def test_b22_too_much_at_once_is_refused(cast, browse):
    encounter = started(cast, browse)
    assert press(browse(cast.pia), encounter, "free", by="mara", text="x" * 20000).status_code == 422


def test_an_unknown_command_is_refused_and_a_get_is_no_command(cast, browse):
    encounter = started(cast, browse)
    gwen = browse(cast.gwen)
    assert press(gwen, encounter, "win")["X-Refusal"] == "bad_value"
    assert gwen.get(f"/encounters/{encounter.public_id}/commands/end/").status_code == 405


def test_a_command_needs_its_token(cast):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.gwen)
    encounter = lay(cast)
    assert press(client, encounter, "start").status_code == 403
    assert fresh(encounter).version == 1


def test_objects_and_lists_of_a_form_become_those_of_the_command(cast, browse):
    encounter = started(cast, browse)
    gwen = browse(cast.gwen)
    assert press(gwen, encounter, "damage", combatants=["goblin-1", "goblin-2"], amount=3).status_code == 204
    effect = '{"name": "Blessed", "modifiers": {"attack": 1}, "duration": {"unit": "removed"}}'
    assert press(gwen, encounter, "effect", combatant="mara", effect=effect).status_code == 204
    dotted = {"effect.name": "Slowed", "effect.modifiers.speed": "-10", "effect.duration.unit": "draw"}
    assert press(gwen, encounter, "effect", combatant="ilse", **dotted).status_code == 204
    now = state(encounter)
    assert (now["goblin-1"].health, now["goblin-2"].health) == (37, 37)
    assert now["mara"].bears("Blessed").effect.modifiers == {"attack": 1}
    assert now["ilse"].bears("Slowed").effect.modifiers == {"speed": -10}


def test_b21_the_log_is_in_order_and_no_line_is_ever_changed(cast, browse):
    encounter = started(cast, browse)
    gwen = browse(cast.gwen)
    before = list(LogEntry.objects.values_list("number", "events", "at"))
    press(gwen, encounter, "damage", combatant="goblin-1", amount=5)
    press(gwen, encounter, "undo", steps=1)
    assert list(LogEntry.objects.filter(number__lt=len(before)).values_list("number", "events", "at")) == before
    assert list(encounter.log.values_list("number", flat=True)) == [0, 1, 2, 3]


def test_b21_speech_is_cleaned_marked_and_limited(cast, browse):
    encounter = started(cast, browse)
    pia = browse(cast.pia)
    url = f"/encounters/{encounter.public_id}/say/"
    words = "<b>Gwen</b> sets \u202ethe goblin\u0007 to 0"
    assert pia.post(url, {"command_id": secrets.token_hex(8), "words": words}).status_code == 204
    entry = encounter.log.get(kind="say")
    assert entry.detail["words"] == "<b>Gwen</b> sets the goblin to 0"
    page = browse(cast.paul).get(f"/encounters/{encounter.public_id}/").content.decode()
    assert "&lt;b&gt;Gwen&lt;/b&gt;" in page
    assert "log-line--say" in page
    assert pia.post(url, {"command_id": secrets.token_hex(8), "words": "x" * 301}).status_code == 422
    assert pia.post(url, {"command_id": secrets.token_hex(8), "words": " \u200b "}).status_code == 422


def test_a_cut_is_a_public_line_and_changes_what_comes(cast, browse):
    encounter = lay(cast)
    url = f"/encounters/{encounter.public_id}/cut/"
    assert browse(cast.pia).post(url, {"command_id": secrets.token_hex(8), "cut": "left hand"}).status_code == 204
    assert browse(cast.paul).post(url, {"command_id": secrets.token_hex(8), "hex": "ab" * 16}).status_code == 204
    assert browse(cast.sam).post(url, {"command_id": secrets.token_hex(8), "cut": "mine too"}).status_code == 422
    press(browse(cast.gwen), encounter, "start")
    used = encounter.log.get(do="start").uses[0]["cuts"]
    assert [(cut["seat"], cut["cut"]) for cut in used] == [(1, "left hand"), (2, "ab" * 16)]
    assert "left hand" in browse(cast.sam).get(f"/encounters/{encounter.public_id}/").content.decode()
