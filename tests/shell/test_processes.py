"""Several processes: any page on any of them, hints over Redis, and one of them dies."""

import os
import time
from itertools import pairwise

import pytest

from tests.shell.fight import fresh, replayed, started, state
from tests.shell.servers import Listener, Server, post

REDIS = os.environ.get("TEST_REDIS_URL") or os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/7"

pytestmark = pytest.mark.django_db(transaction=True)


def redis_answers() -> bool:
    import redis

    try:
        return bool(redis.Redis.from_url(REDIS, socket_connect_timeout=2).ping())
    except redis.RedisError:
        return False


@pytest.fixture
def two(tmp_path):
    if not redis_answers():
        if os.environ.get("CI"):
            pytest.fail(f"CI needs Redis, and none answers at {REDIS}")
        pytest.skip(f"NOT TESTED WITH TWO PROCESSES: no Redis answers at {REDIS}. Start one or set TEST_REDIS_URL.")
    servers = [Server(tmp_path, REDIS_URL=REDIS) for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()


def test_b25_a_page_on_one_process_sees_what_is_pressed_on_the_other(cast, browse, two):
    encounter = started(cast, browse)
    one, other = (server.start() for server in two)
    page = Listener(one, browse(cast.pia), encounter)
    page.full()
    time.sleep(1)  # presence has been shown
    path = f"/encounters/{encounter.public_id}/commands/damage/"
    for amount in (3, 4):
        assert post(other, browse(cast.gwen), path, combatant="mara", amount=amount) == 204
        began = time.monotonic()
        page.until(lambda frame: "c-mara" in frame.get("parts", {}) and not frame.get("full"))
        assert time.monotonic() - began < 3.5, "the pulse brought it, not the hint"
    assert str(state(encounter)["mara"].health) in page.parts["c-mara"]
    page.close()


def test_b25_a_killed_process_loses_nothing_and_its_pages_come_back_on_the_other(cast, browse, two):
    encounter = started(cast, browse)
    one, other = (server.start() for server in two)
    page = Listener(one, browse(cast.pia), encounter)
    before = page.full()
    path = f"/encounters/{encounter.public_id}/commands/damage/"
    assert post(one, browse(cast.gwen), path, combatant="mara", amount=3) == 204
    one.kill()
    began = time.monotonic()
    again = Listener(other, browse(cast.pia), encounter)
    after = again.full()
    assert time.monotonic() - began < 5
    assert after["lines"] == before["lines"] + 1
    assert post(other, browse(cast.gwen), path, combatant="mara", amount=4) == 204
    again.until(lambda frame: "c-mara" in frame.get("parts", {}) and not frame.get("full"))
    assert fresh(encounter).version == 4
    assert replayed(encounter) == state(encounter)
    again.close()


def test_b03_two_processes_move_a_self_playing_foe_once(cast, browse, two):
    encounter = started(cast, browse, autoplay=("mara", "ilse", "goblin-1", "goblin-2"), hidden=False)
    for server in two:
        server.start()
    end = time.monotonic() + 20
    while fresh(encounter).version < 6:
        assert time.monotonic() < end
        time.sleep(0.2)
    for server in two:
        server.stop()
    times = [entry.at for entry in fresh(encounter).log.order_by("number")][1:]
    assert all((later - earlier).total_seconds() >= 1 for earlier, later in pairwise(times))
    assert replayed(encounter) == state(encounter)
