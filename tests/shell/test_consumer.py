"""Real sockets against the real application: who is let in, what comes, and how it ends."""

import asyncio
import json
from threading import Event
from types import SimpleNamespace

import pytest
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.db import OperationalError
from django.test import Client

from combat import receiver as receiving
from combat.models import MemberRole, Presence
from combat.pulse import look_round
from combat.receiver import receiver
from combat.routing import websocket_urlpatterns
from tests.shell.fight import HIDDEN_ID, HIDDEN_NAME, fresh, press, started, state
from tests.shell.pages import Page, in_thread, opened

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def encounter(cast, browse):
    return started(cast, browse)


@pytest.fixture
def seats(cast, browse):
    """Everybody's browser, signed in before the loop of the test runs."""
    people = {name: browse(getattr(cast, name)) for name in ("gwen", "pia", "paul", "sam", "olaf")}
    return SimpleNamespace(**people, everybody=[people[name] for name in ("gwen", "pia", "paul", "sam")])


@pytest.fixture
def quick_pulse(monkeypatch):
    monkeypatch.setattr(receiving, "PULSE_SECONDS", 0.2)


async def test_a_page_gets_everything_at_once_and_then_what_changes(cast, seats, encounter):
    page = await opened(encounter, seats.pia)
    first = next(frame for frame in page.frames if frame.get("full"))
    assert {"banner", "sides", "middle", "hand", "acts", "window", "requests", "people", "c-mara", "c-goblin-1"} <= set(
        page.parts
    )
    assert first["as"] == "player:1"
    await page.quiet()
    before, frames = dict(page.parts), len(page.frames)
    answer = await in_thread(press)(seats.gwen, encounter, "damage", combatant="goblin-1", amount=25)
    assert answer.status_code == 204
    await page.until(lambda: len(page.frames) > frames)
    frame = page.frames[-1]
    assert "c-goblin-1" in frame["parts"]
    assert "c-goblin-2" not in frame["parts"]
    assert len(frame["log"]) >= 1
    assert page.parts["c-goblin-1"] != before["c-goblin-1"]
    await page.shut()


async def test_every_page_shows_what_a_fresh_look_shows(cast, seats, encounter):
    pages = [await opened(encounter, client) for client in seats.everybody]
    for fields in ({"combatant": "goblin-1", "amount": 3}, {"combatant": "mara", "amount": 4}):
        await in_thread(press)(seats.gwen, encounter, "damage", **fields)
    for page in pages:
        await page.quiet()
    for page, client in zip(pages, seats.everybody, strict=True):
        again = await opened(encounter, client)
        await again.quiet()
        assert again.parts == page.parts
        await again.shut()
    for page in pages:
        await page.shut()


async def test_b19_what_a_hidden_one_does_is_no_frame_for_players(cast, seats, encounter):
    pages = [await opened(encounter, client) for client in (seats.pia, seats.sam)]
    gwen = await opened(encounter, seats.gwen)
    for page in (*pages, gwen):
        await page.quiet()
    counts = [len(page.frames) for page in pages]
    shown = len(gwen.frames)
    await in_thread(press)(seats.gwen, encounter, "damage", combatant=HIDDEN_ID, amount=7)
    await in_thread(press)(seats.gwen, encounter, "undo", steps=1)
    await gwen.until(lambda: len(gwen.frames) >= shown + 1)
    for page in pages:
        await page.quiet()
    assert [len(page.frames) for page in pages] == counts
    assert all(HIDDEN_NAME not in page.everything and HIDDEN_ID not in page.everything for page in pages)
    for page in (*pages, gwen):
        await page.shut()


async def test_b19_revealing_and_hiding_reach_everybody_without_a_gap(cast, seats, encounter):
    pia = await opened(encounter, seats.pia)
    part = f"c-{HIDDEN_ID}"
    await in_thread(press)(seats.gwen, encounter, "reveal", combatant=HIDDEN_ID)
    await pia.until(lambda: part in pia.parts, 2)
    await in_thread(press)(seats.gwen, encounter, "hide", combatant=HIDDEN_ID)
    await pia.until(lambda: part not in pia.parts, 2)
    late = await opened(encounter, seats.paul)
    assert part not in late.parts
    assert HIDDEN_ID not in late.parts["sides"]
    await pia.shut()
    await late.shut()


@pytest.mark.parametrize("who", ["olaf", None])
async def test_b20_a_stranger_is_accepted_closed_with_4403_and_told_nothing(cast, seats, encounter, who):
    page = await opened(encounter, getattr(seats, who) if who else Client())
    assert page.closed == 4403
    assert page.texts == []


async def test_b20_a_page_of_another_origin_is_refused(cast, seats, encounter):
    client = seats.pia
    page = Page(encounter, client, origin="http://elsewhere.example")
    connected, code = await page.socket.connect(timeout=5)
    assert not connected
    assert code == 4403


async def test_b20_signing_out_silences_an_open_socket(cast, seats, encounter, quick_pulse):
    client = seats.pia
    page = await opened(encounter, client)
    await in_thread(client.logout)()
    await page.until(lambda: page.closed is not None, 5)
    assert page.closed == 4401
    told = len(page.texts)
    await in_thread(press)(seats.gwen, encounter, "damage", combatant="mara", amount=5)
    await page.quiet()
    assert len(page.texts) == told
    await page.shut()


async def test_b20_who_is_removed_or_gets_another_role_is_cut_off(cast, seats, encounter, quick_pulse):
    pia, paul = await opened(encounter, seats.pia), await opened(encounter, seats.paul)

    def change():
        gone, other = cast.member("pia"), cast.member("paul")
        gone.left_at = fresh(encounter).opened_at
        gone.save()
        other.role = MemberRole.SPECTATOR
        other.save()

    await in_thread(change)()
    await pia.until(lambda: pia.closed is not None, 5)
    await paul.until(lambda: paul.closed is not None, 5)
    assert (pia.closed, paul.closed) == (4403, 4410)
    await pia.shut()
    await paul.shut()


@pytest.mark.parametrize("text", [" ", "no json", "[]", '{"do": "win"}', "[" * 2000, "x" * 5000, '{"do": 7}', "null"])
async def test_b22_a_bad_message_gets_an_error_and_the_socket_lives_on(cast, seats, encounter, text):
    page = await opened(encounter, seats.pia)
    await page.quiet()
    await page.say(text)
    await page.until(lambda: "error" in page.frames[-1], 2)
    before = len(page.frames)
    await page.say('{"do": "resync"}')
    await page.until(lambda: len(page.frames) > before and page.frames[-1].get("full"), 2)
    await page.shut()


async def test_b22_who_sends_nothing_but_nonsense_is_shown_out(cast, seats, encounter):
    page = await opened(encounter, seats.pia)
    for _ in range(60):
        await page.say("nonsense")
    await page.until(lambda: page.closed is not None, 5)
    assert page.closed == 1008
    await page.shut()


async def test_b22_bytes_get_an_error_too(cast, seats, encounter):
    page = await opened(encounter, seats.pia)
    await page.quiet()
    await page.socket.send_to(bytes_data=b"\x00\xff")
    await page.until(lambda: "error" in page.frames[-1], 2)
    await page.shut()


async def test_b24_a_lost_hint_is_healed_by_the_pulse(cast, seats, encounter, quick_pulse, monkeypatch):
    from combat import broadcast

    page = await opened(encounter, seats.pia)
    await page.quiet(0.1)
    monkeypatch.setattr(broadcast, "_listeners", set())
    before = page.parts["c-mara"]
    await in_thread(press)(seats.gwen, encounter, "damage", combatant="mara", amount=5)
    await page.until(lambda: page.parts["c-mara"] != before, 3)
    await page.shut()


async def test_b20_who_comes_while_the_pulse_looks_round_is_not_shown_out(
    cast, seats, encounter, quick_pulse, monkeypatch
):
    looks, has_come = [Event(), Event()], Event()

    def slow_look(standings, **named):
        found = look_round(standings, **named)
        looks[0].set()
        has_come.wait(5)
        looks[1].set()
        return found

    monkeypatch.setattr(receiving, "look_round", slow_look)
    first = await opened(encounter, seats.pia)
    await in_thread(looks[0].wait)(5)
    late = await opened(encounter, seats.paul)
    has_come.set()
    await in_thread(looks[1].wait)(5)
    await late.until(lambda: any("beat" in frame for frame in late.frames) or late.closed is not None)
    assert late.closed is None
    for page in (first, late):
        await page.shut()


async def test_b25_pages_hear_that_their_server_lives_while_the_database_is_away(
    cast, seats, encounter, quick_pulse, monkeypatch
):
    def away(*_, **__):
        raise OperationalError("away")

    page = await opened(encounter, seats.pia)
    monkeypatch.setattr(receiving, "look_round", away)
    seen = len(page.frames)
    await page.until(lambda: any("beat" in frame for frame in page.frames[seen:]), 3)
    assert page.closed is None
    await page.shut()


async def test_b24_beats_carry_the_audiences_own_count(cast, seats, encounter, quick_pulse):
    page = await opened(encounter, seats.pia)
    await in_thread(press)(seats.gwen, encounter, "damage", combatant=HIDDEN_ID, amount=1)
    await page.until(lambda: "beat" in page.frames[-1], 3)
    assert page.frames[-1] == {"beat": page.n}
    await page.shut()


async def test_who_is_here_is_shown_and_passes(cast, seats, encounter):
    gwen = await opened(encounter, seats.gwen)
    await gwen.quiet()
    away = gwen.parts["people"]
    pia = await opened(encounter, seats.pia)
    await gwen.until(lambda: gwen.parts["people"] != away, 3)
    assert await in_thread(Presence.objects.filter(encounter=encounter).count)() == 2
    await pia.shut()
    await gwen.until(lambda: gwen.parts["people"] == away, 3)
    await gwen.shut()


async def test_clients_are_told_only_after_the_commit(cast, seats, encounter):
    from django.db import transaction

    from combat.engine.viewers import GM
    from combat.services.carrying import command_carry_out
    from combat.services.locking import locked
    from combat.systems.ctg.commands import DamageThem

    page = await opened(encounter, seats.pia)
    await page.quiet()
    before, told = await in_thread(state)(encounter), len(page.frames)

    class Stop(Exception):
        pass

    def rolled_back():
        try:
            with transaction.atomic():
                command_carry_out(locked(encounter.pk), viewer=GM, command=DamageThem(combatant="mara", amount=9))
                raise Stop
        except Stop:
            pass

    await in_thread(rolled_back)()
    await page.quiet()
    assert len(page.frames) == told
    assert await in_thread(state)(encounter) == before
    await page.shut()


async def test_b25_groups_and_memory_return_to_the_start_after_many_connections(cast, seats, encounter):
    clients = seats.everybody
    for _ in range(25):
        pages = [await opened(encounter, client) for client in clients]
        await asyncio.gather(*(page.shut() for page in pages))
    mine = receiver()
    assert mine.open_tables == 0
    assert mine._pulse is None
    assert not mine._tables
    end = asyncio.get_running_loop().time() + 5
    while await in_thread(Presence.objects.count)():
        assert asyncio.get_running_loop().time() < end, "those who left are still noted as here"
        await asyncio.sleep(0.05)


async def test_b25_a_page_that_has_gone_keeps_nobody_from_hearing(cast, seats, encounter):
    """Its server refuses to send, before anybody has said that it is closed."""
    pages = [await opened(encounter, client) for client in seats.everybody]
    for page in pages:
        await page.quiet()
    mine = receiver()._tables[encounter.pk]
    (broken,) = mine.sockets["player:1"]

    async def refuses(message):
        raise RuntimeError("Attempt to send on a closed protocol")

    broken.outbox._send = refuses
    counts = [len(page.frames) for page in pages]
    await in_thread(press)(seats.gwen, encounter, "damage", combatant="mara", amount=5)
    for page, count in zip(pages, counts, strict=True):
        if page is not pages[1]:
            await page.until(lambda page=page, count=count: len(page.frames) > count)
    for page in pages:
        await page.shut()
    assert receiver().open_tables == 0


async def test_b24_who_comes_while_the_last_one_leaves_hears_what_follows(cast, seats, encounter):
    for _ in range(5):
        first = await opened(encounter, seats.pia)
        second, _ = await asyncio.gather(opened(encounter, seats.paul), first.shut())
        await second.quiet()
        count = len(second.frames)
        await in_thread(press)(seats.gwen, encounter, "damage", combatant="ilse", amount=1)
        await second.until(lambda second=second, count=count: len(second.frames) > count, 2)
        await second.shut()
    assert receiver().open_tables == 0


async def test_two_tabs_show_the_same_and_share_their_audience(cast, seats, encounter):
    client = seats.pia
    one, two = await opened(encounter, client), await opened(encounter, client)
    await in_thread(press)(seats.gwen, encounter, "damage", combatant="mara", amount=5)
    await one.quiet()
    await two.quiet()
    assert one.parts == two.parts
    assert json.loads(one.texts[-1]) == json.loads(two.texts[-1])
    await one.shut()
    await two.shut()


async def test_a_socket_under_another_address_is_refused_in_quiet():
    refused = WebsocketCommunicator(URLRouter(websocket_urlpatterns), "/ws/nothing")
    connected, _ = await refused.connect()
    assert not connected
