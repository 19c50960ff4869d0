"""Redis or PostgreSQL is away for some seconds while people press: they are told, nothing is lost, and all goes on."""

import signal
import time

import pytest

from tests.shell.backends import orm_at, postgres_server, redis_server
from tests.shell.fight import started
from tests.shell.live_pages import LivePage, Press, Pressing, all_linked, all_once, same_as_anew, until
from tests.shell.servers import Server, asked, pressed

pytestmark = pytest.mark.django_db(transaction=True)
FAILED = "The server could not do that just now. Try again in a moment."
BUSY = "The server is busy. Press again in a moment."


@pytest.fixture
def redis(tmp_path):
    with redis_server(tmp_path) as one:
        yield one


@pytest.fixture
def database(transactional_db):
    """A cluster of this test's own, in which the cast and the fight are then made."""
    with postgres_server() as one, orm_at(one.url):
        yield one


@pytest.fixture
def begun():
    """The processes of a test, which end with it."""
    servers = []
    yield servers
    for server in servers:
        server.stop()


def open_pages(cast, browse, encounter, one, other):
    """Two game masters' pages and four others, half of them on each process."""
    gwen, pia, paul, sam = (browse(who) for who in (cast.gwen, cast.pia, cast.paul, cast.sam))
    pages = [LivePage(client, encounter, one) for client in (gwen, pia, sam)]
    pages += [LivePage(client, encounter, other) for client in (gwen, pia, paul)]
    all_linked(pages, 40)
    return pages


def crossing(press_on: LivePage, seen_on: LivePage, number: int) -> float:
    """The seconds from a press on one process to the frame on the other."""
    lines = seen_on.lines
    assert "done" in Press(number).by(press_on)
    return until(lambda: seen_on.lines > lines, 10)


def refusals(made):
    return [answer for press in list(made) for answer in press.answers if "refused" in answer]


@pytest.mark.parametrize("how", ["frozen", "killed"])
def test_b25_while_redis_is_away_play_goes_on_and_afterwards_hints_flow_again(
    cast, browse, tmp_path, redis, begun, how
):
    encounter = started(cast, browse)
    begun += [Server(tmp_path, REDIS_URL=redis.url).begin() for _ in range(2)]
    one, other = (server.listening() for server in begun)
    pages = open_pages(cast, browse, encounter, one, other)
    pia = pages[4]
    assert min(crossing(pages[0], pages[3], number) for number in (9001, 9002, 9003)) < 0.5
    redis.signal(signal.SIGSTOP) if how == "frozen" else redis.kill()
    away_since = time.monotonic()
    with Pressing([pages[0], pages[3]]) as pressing:
        time.sleep(0.5)
        began = time.monotonic()
        assert "done" in pia.press("say", words="Is anybody there?")
        assert time.monotonic() - began < 2, "the talk was counted without waiting for Redis"
        path = f"/encounters/{encounter.public_id}/commands/damage/"
        assert pressed(one, browse(cast.gwen), path, combatant="mara", amount=1).status == 204
        assert asked(other, "/readyz").text.count("redis: does not answer") == 1
        shown = [page.lines for page in pages]
        until(
            lambda: all(page.lines > was for page, was in zip(pages, shown, strict=True)), 6, "the pulse did not heal"
        )
        time.sleep(max(0, away_since + 6 - time.monotonic()))
        assert max(press.longest for press in pressing.made) < 4
    redis.signal(signal.SIGCONT) if how == "frozen" else redis.start()
    until(lambda: asked(one, "/readyz").status == 200, 5)
    numbers = iter(range(9100, 9200))
    until(lambda: crossing(pages[0], pages[3], next(numbers)) < 0.5, 12, "hints from the one do not cross any more")
    until(lambda: crossing(pages[3], pages[0], next(numbers)) < 0.5, 12, "hints from the other do not cross any more")
    assert [(page.closings, page.doubles) for page in pages] == [([], 0)] * 6, "the sockets stay"
    assert all("done" in press.answers[0] for press in pressing.made)
    made = [*pressing.made, *(Press(number) for number in (9001, 9002, 9003, *range(9100, next(numbers))))]
    all_once(encounter, made)
    same_as_anew(encounter, pages, [one, other])
    for page in pages:
        page.close()


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_b25_while_the_database_is_away_presses_are_refused_in_words_and_then_play_goes_on(
    database, cast, browse, tmp_path, redis, begun, how
):
    encounter = started(cast, browse)
    begun += [Server(tmp_path, REDIS_URL=redis.url).begin() for _ in range(2)]
    one, other = (server.listening() for server in begun)
    pages = open_pages(cast, browse, encounter, one, other)
    gwen, path = browse(cast.gwen), f"/encounters/{encounter.public_id}/commands/damage/"
    with Pressing([pages[0], pages[3]]) as pressing:
        until(lambda: len(pressing.made) > 10, 15)
        database.stop(how)
        until(lambda: len(refusals(pressing.made)) > 1, 12, "nobody is told")
        ready = asked(one, "/readyz")
        assert (ready.status, "database: does not answer" in ready.text) == (503, True)
        began = time.monotonic()
        over_http = pressed(other, gwen, path, combatant="mara", amount=1)
        assert (over_http.status, FAILED in over_http.text) == (503, True)
        assert time.monotonic() - began < 6
        database.start()
        until(lambda: asked(one, "/readyz").status == asked(other, "/readyz").status == 200, 8)
        until(lambda: all("done" in press.answers[0] for press in pressing.made[-4:] if press.answers), 8)
        time.sleep(0.5)
    assert {(answer["code"], answer["words"]) for answer in refusals(pressing.made)} <= {
        ("failed", FAILED),
        ("busy", BUSY),
    }
    assert max(press.longest for press in pressing.made) < 6, "somebody hung"
    assert all(press.answers for press in pressing.made), "everybody got an answer"
    assert [(page.closings, page.doubles) for page in pages] == [([], 0)] * 6, "the sockets stay"
    for press in pressing.made:
        assert "done" in press.by(pages[0])
    all_once(encounter, pressing.made)
    assert crossing(pages[0], pages[3], 9001) < 3.5
    same_as_anew(encounter, pages, [one, other])
    for page in pages:
        page.close()
