"""Many at once: each press has its effect, or its sender is told why not."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tests.shell.fight import fresh, owner_client, press, replayed, started, state, turn_of

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(calls):
    """All calls at the same moment, each in a thread and with a connection of its own."""
    barrier = Barrier(len(calls))

    def run(call):
        barrier.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_b01_b25_twenty_writers_all_take_effect_and_meet_no_lock(cast, browse):
    encounter = started(cast, browse)
    clients = [browse(cast.gwen) for _ in range(20)]
    answers = at_once([lambda c=c: press(c, encounter, "damage", combatant="goblin-1", amount=1) for c in clients])
    assert [answer.status_code for answer in answers] == [204] * 20
    after = fresh(encounter)
    assert after.version == 22
    assert state(after)["goblin-1"].health == 20
    assert replayed(after) == state(after)
    assert list(after.log.values_list("number", flat=True)) == list(range(22))


def test_four_presses_at_the_same_moment_have_one_effect(cast, browse):
    encounter = started(cast, browse)
    acting = turn_of(encounter)
    clients = [owner_client(cast, browse, encounter, acting) for _ in range(4)]
    audience = {"mara": "player:1", "ilse": "player:2"}.get(acting, "gm")
    seen = encounter.lines[audience]
    answers = at_once([lambda c=c: press(c, encounter, "end_turn", by=acting, seen=seen) for c in clients])
    assert sorted(answer.status_code for answer in answers) in (
        [204, 409, 409, 409],
        [204, 409, 409, 422],
        [204, 409, 422, 422],
        [204, 422, 422, 422],
    )
    assert fresh(encounter).version == 3


def test_two_game_masters_pages_end_one_turn(cast, browse):
    encounter = started(cast, browse)
    seen = encounter.lines["gm"]
    clients = [browse(cast.gwen), browse(cast.gwen)]
    answers = at_once([lambda c=c: press(c, encounter, "end_turn", seen=seen) for c in clients])
    assert sorted(answer.status_code for answer in answers) == [204, 409]
    assert fresh(encounter).version == 3


def test_b02_one_press_sent_by_four_retries_has_one_effect(cast, browse):
    encounter = started(cast, browse)
    gesture = secrets.token_hex(16)
    clients = [browse(cast.gwen) for _ in range(4)]
    answers = at_once([
        lambda c=c: press(c, encounter, "damage", combatant="goblin-1", amount=5, command_id=gesture) for c in clients
    ])  # fmt: skip
    assert [answer.status_code for answer in answers] == [204] * 4
    assert state(encounter)["goblin-1"].health == 35


def test_readers_and_writers_do_not_wait_for_each_other_for_long(cast, browse):
    encounter = started(cast, browse)
    readers, writers = [browse(cast.sam) for _ in range(6)], [browse(cast.gwen) for _ in range(6)]
    url = f"/encounters/{encounter.public_id}/"
    calls = [lambda c=c: c.get(url).status_code for c in readers]
    calls += [lambda c=c: press(c, encounter, "damage", combatant="goblin-1", amount=1).status_code for c in writers]
    assert at_once(calls) == [200] * 6 + [204] * 6
