"""Several processes: any page on any of them, hints over Redis, and one of them dies."""

import time
from itertools import pairwise

import pytest

from tests.shell.backends import redis_server
from tests.shell.fight import fresh, replayed, started, state
from tests.shell.live_pages import LivePage, Pressing, all_linked, all_once, same_as_anew, until
from tests.shell.servers import Server, post

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def redis(tmp_path):
    with redis_server(tmp_path) as one:
        yield one


@pytest.fixture
def two(tmp_path, redis):
    """One of each kind: both serve the same site."""
    servers = [Server(tmp_path, kind, REDIS_URL=redis.url).begin() for kind in ("uvicorn", "daphne")]
    try:
        yield [server.listening() for server in servers]
    finally:
        for server in servers:
            server.stop()


@pytest.fixture
def encounter(cast, browse):
    return started(cast, browse)


@pytest.fixture
def pages(cast, browse, encounter, two):
    """The table is split: of the game master's two pages and of Pia's, one is on each process."""
    one, other = two
    gwen, pia, paul, sam = (browse(who) for who in (cast.gwen, cast.pia, cast.paul, cast.sam))
    first = [LivePage(client, encounter, one, other) for client in (gwen, pia, sam)]
    second = [LivePage(client, encounter, other, one) for client in (gwen, pia, paul)]
    all_linked([*first, *second], 40)
    yield first, second
    for page in (*first, *second):
        page.close()


def test_b25_a_table_split_over_two_processes_sees_one_fight_whatever_door_is_pressed(
    cast, browse, encounter, two, pages
):
    first, second = pages
    time.sleep(1)  # presence has been shown
    path = f"/encounters/{encounter.public_id}/commands"
    doors = [
        lambda: first[0].press("damage", combatant="mara", amount=1),
        lambda: second[0].press("damage", combatant="mara", amount=2),
        lambda: first[1].press("say", words="Over here"),
        lambda: second[2].press("say", words="And here"),
        lambda: {post(two[0], browse(cast.gwen), f"{path}/damage/", combatant="mara", amount=3): "done"},
        lambda: {post(two[1], browse(cast.gwen), f"{path}/damage/", combatant="mara", amount=4): "done"},
    ]
    lines = [page.lines for page in (*first, *second)]
    for count, door in enumerate(doors, start=1):
        assert {"done", 204} & set(door())
        told = [was + count for was in lines]
        took = until(lambda told=told: [page.lines for page in (*first, *second)] == told, 10)
        assert took < 3.5, "the pulse brought it, not the hint"
    assert state(encounter)["mara"].health == 50
    same_as_anew(encounter, [*first, *second], two)
    assert not any(page.gaps or page.doubles for page in (*first, *second))


def test_b25_a_process_killed_in_mid_action_loses_and_doubles_nothing_and_its_pages_come_back(encounter, two, pages):
    first, second = pages
    killed, left = two
    with Pressing([first[0], second[0]]) as pressing:
        until(lambda: len(pressing.made) > 20, 15)
        killed.kill()
        until(lambda: all(page.at is left and page.linked.is_set() for page in first), 5, "they did not come back")
        seen = len(pressing.made)
        until(lambda: len(pressing.made) > seen + 10, 15)
    made = pressing.made
    for press in made:
        press.by(first[0])
        assert [set(answer) for answer in press.answers] == [{"done", "lines"}] * len(press.answers)
    all_once(encounter, made)
    same_as_anew(encounter, [*first, *second], [left])
    assert not any(page.doubles for page in (*first, *second))


def test_b03_two_processes_move_a_self_playing_foe_once(cast, browse, two):
    encounter = started(cast, browse, autoplay=("mara", "ilse", "goblin-1", "goblin-2"), hidden=False)
    until(lambda: fresh(encounter).version >= 6, 20)
    for server in two:
        server.stop()
    times = [entry.at for entry in fresh(encounter).log.order_by("number")][1:]
    assert all((later - earlier).total_seconds() >= 1 for earlier, later in pairwise(times))
    assert replayed(encounter) == state(encounter)


def test_a_process_that_is_asked_to_end_sends_its_pages_elsewhere_and_finishes_what_was_pressed(encounter, two, pages):
    first, second = pages
    leaving, left = two
    with Pressing([first[0], second[0]]) as pressing:
        until(lambda: len(pressing.made) > 10, 15)
        took = leaving.stop()
        until(lambda: all(page.at is left and page.linked.is_set() for page in first), 5, "they did not come back")
    assert took < 5
    assert all(page.closings[0] == 1012 for page in first), "the server restarts: come again"
    for press in pressing.made:
        press.by(second[0])
    all_once(encounter, pressing.made)
