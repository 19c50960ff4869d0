"""Presses over a page's socket: the same door as http, the same words, one answer each."""

import asyncio
import json
import secrets
from threading import Event
from types import SimpleNamespace

import pytest

from combat import consumers
from combat.models import MemberRole, Receipt
from combat.services import clerk as clerks
from tests.shell.fight import HIDDEN_ID, fresh, press, replayed, started, state
from tests.shell.pages import in_thread, opened

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def encounter(cast, browse):
    return started(cast, browse)


@pytest.fixture
def seats(cast, browse):
    return SimpleNamespace(**{name: browse(getattr(cast, name)) for name in ("gwen", "pia", "paul", "sam", "olaf")})


def said(kind, *, id=None, seen=None, **fields):
    many = {name: value if isinstance(value, list) else [str(value)] for name, value in fields.items()}
    message = {"do": "press", "kind": kind, "id": id or secrets.token_hex(16), "fields": many}
    return message if seen is None else {**message, "seen": seen}


def answers(page, id):
    return [one for one in page.frames if id in (one.get("done"), one.get("refused"))]


async def answer_to(page, message):
    before = len(answers(page, message["id"]))
    await page.say(json.dumps(message))
    return await answer(page, message["id"], before)


async def answer(page, id, before=0):
    await page.until(lambda: len(answers(page, id)) > before)
    return answers(page, id)[-1]


async def test_a_press_over_the_socket_is_done_and_says_the_senders_newest_line(cast, seats, encounter):
    pages = [await opened(encounter, client) for client in (seats.gwen, seats.pia)]
    message = said("damage", combatant="goblin-1", amount=5)
    told = await answer_to(pages[0], message)
    after = await in_thread(fresh)(encounter)
    assert told == {"done": message["id"], "lines": after.lines["gm"]}
    assert after.version == 3
    assert (await in_thread(state)(encounter))["goblin-1"].health == 35
    assert await in_thread(replayed)(after) == await in_thread(state)(after)
    for page in pages:
        await page.until(lambda page=page: page.n > 1)
        await page.shut()


async def test_b20_the_rules_say_no_in_the_same_words_at_both_doors(cast, seats, encounter):
    page = await opened(encounter, seats.pia)
    for kind, fields in (
        ("damage", {"combatant": "goblin-1", "amount": 5}),
        ("end_turn", {"by": HIDDEN_ID}),
        ("win", {}),
        ("free", {"by": "mara", "text": "x" * 601}),
        ("undo", {"steps": 1}),
        ("undo", {"steps": "some"}),
        ("say", {"words": "x" * 301}),
        ("cut", {"hex": "zz"}),
        ("add_line", {"line": "3 goblins"}),
    ):
        message = said(kind, **fields)
        told = await answer_to(page, message)
        http = await in_thread(press)(seats.pia, encounter, kind, **fields)
        if http.status_code == 404:
            assert told["code"] == "not_here"
        else:
            assert told == {"refused": message["id"], "code": http["X-Refusal"], "words": told["words"]}
            assert f">{told['words']}</p>" in http.content.decode().replace("&#39;", "'").replace("&#34;", '"')
    assert (await in_thread(fresh)(encounter)).version == 2
    await page.shut()


async def test_b01_a_press_that_has_not_seen_the_last_one_is_stale(cast, seats, encounter):
    page = await opened(encounter, seats.gwen)
    seen = encounter.lines["gm"]
    first = await answer_to(page, said("end_turn", seen=seen))
    late = await answer_to(page, said("end_turn", seen=seen))
    assert "done" in first
    assert late["code"] == "stale"
    assert "done" in await answer_to(page, said("end_turn", seen=first["lines"]))
    await page.shut()


async def test_b02_an_id_has_one_effect_and_one_answer_whatever_door_it_comes_through(cast, seats, encounter):
    page = await opened(encounter, seats.gwen)
    message = said("damage", combatant="goblin-1", amount=5)
    told = [await answer_to(page, message) for _ in range(3)]
    assert told == [told[0]] * 3
    fields = {"combatant": "goblin-1", "amount": "5"}
    again = await in_thread(press)(seats.gwen, encounter, "damage", command_id=message["id"], **fields)
    assert (again.status_code, again["X-Lines"]) == (204, str(told[0]["lines"]))
    assert (await in_thread(state)(encounter))["goblin-1"].health == 35
    other = await answer_to(page, said("damage", id=message["id"], combatant="goblin-1", amount=6))
    assert other["code"] == "reused_id"
    await page.shut()


async def test_the_same_press_twice_at_once_has_one_effect(cast, seats, encounter):
    page = await opened(encounter, seats.gwen)
    message = said("damage", combatant="goblin-1", amount=5)
    for _ in range(2):
        await page.say(json.dumps(message))
    await page.until(lambda: len(answers(page, message["id"])) == 2)
    assert answers(page, message["id"])[0] == answers(page, message["id"])[1]
    assert (await in_thread(state)(encounter))["goblin-1"].health == 35
    await page.shut()


async def test_b20_who_is_no_member_any_more_presses_nothing_though_the_socket_is_still_open(cast, seats, encounter):
    pia, paul = await opened(encounter, seats.pia), await opened(encounter, seats.paul)

    def change():
        gone, other = cast.member("pia"), cast.member("paul")
        gone.left_at = encounter.opened_at
        gone.save()
        other.role = MemberRole.SPECTATOR
        other.save()

    await in_thread(change)()
    told = await answer_to(pia, said("say", words="Still here"))
    assert told["code"] == "not_here"
    assert not await in_thread(Receipt.objects.filter(user=cast.pia).exists)()
    assert (await answer_to(paul, said("end_turn", by="ilse")))["code"] == "not_yours"
    for page in (pia, paul):
        await page.shut()


@pytest.mark.parametrize("message", [
    {"kind": "end_turn", "fields": {}}, {"id": "x" * 16}, {"id": 7, "kind": "end_turn"}, {"id": "x" * 16, "kind": None},
    {"id": "x" * 16, "kind": "say", "fields": {"words": "one"}}, {"id": "x" * 16, "kind": "say", "fields": []},
    {"id": "x" * 16, "kind": "say", "fields": {"words": [7]}},
])  # fmt: skip
async def test_b22_an_unreadable_press_gets_an_error_and_the_socket_lives_on(cast, seats, encounter, message):
    page = await opened(encounter, seats.pia)
    await page.say(json.dumps({"do": "press", **message}))
    await page.until(lambda: "error" in page.frames[-1], 2)
    assert "done" in await answer_to(page, said("say", words="Hello"))
    await page.shut()


@pytest.mark.parametrize("seen", ["x", -1, 1.5, "9" * 40, [], {}, None, True])
async def test_b22_odd_numbers_are_refused_or_taken_for_none(cast, seats, encounter, seen):
    page = await opened(encounter, seats.gwen)
    told = await answer_to(page, {**said("damage", combatant="goblin-1", amount=1), "seen": seen})
    assert "done" in told if seen is None else told["code"] == "bad_value"
    await page.shut()


async def test_b22_a_press_without_a_proper_id_is_refused(cast, seats, encounter):
    page = await opened(encounter, seats.gwen)
    for id in ("short", "with spaces in it", "x" * 65):
        assert (await answer_to(page, said("end_turn", id=id)))["code"] == "bad_value"
    assert (await in_thread(fresh)(encounter)).version == 2
    await page.shut()


async def test_b22_too_long_a_press_gets_an_error(cast, seats, encounter):
    page = await opened(encounter, seats.pia)
    await page.say(json.dumps(said("free", by="mara", text=["x"] * 8000)))
    await page.until(lambda: "error" in page.frames[-1], 2)
    await page.shut()


@pytest.fixture
def clerk_may_go(monkeypatch):
    """The clerk waits for this before each batch."""
    go, real = Event(), clerks.carried_out

    def waits(presses):
        go.wait(10)
        return real(presses)

    monkeypatch.setattr(clerks, "carried_out", waits)
    yield go
    go.set()


async def test_a_page_has_only_a_few_presses_under_way(cast, seats, encounter, clerk_may_go):
    page = await opened(encounter, seats.gwen)
    messages = [said("damage", combatant="goblin-1", amount=1) for _ in range(consumers.MOST_UNDER_WAY + 3)]
    texts = [json.dumps(message) for message in messages]
    for text in texts:
        await page.say(text)
    told = [await answer(page, message["id"]) for message in messages[consumers.MOST_UNDER_WAY :]]
    clerk_may_go.set()
    assert {one["code"] for one in told} == {"busy"}
    first = [await answer(page, message["id"]) for message in messages[: consumers.MOST_UNDER_WAY]]
    assert all("done" in one for one in first)
    assert [one["lines"] for one in first] == sorted(one["lines"] for one in first)
    assert not await in_thread(Receipt.objects.filter(command_id=messages[-1]["id"]).exists)()
    again = await answer_to(page, messages[-1])  # nothing was remembered of it
    assert "done" in again
    await page.shut()


async def test_a_press_whose_page_has_left_is_still_done(cast, seats, encounter):
    page = await opened(encounter, seats.gwen)
    await page.say(json.dumps(said("damage", combatant="goblin-1", amount=5)))
    await asyncio.sleep(0)
    await page.shut()
    for _ in range(100):
        if (await in_thread(fresh)(encounter)).version == 3:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it was not done")
