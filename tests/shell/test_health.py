"""What a load balancer asks: does the process live, and may it get visitors."""

import asyncio
import subprocess
import sys
import time
import urllib.error
import urllib.request
from threading import Event, Thread

import pytest

from combat import readiness
from combat.readiness import FINE, SILENT, Missing, Need, Readiness, all_fine
from tests.shell.machines import asked
from tests.shell.servers import ROOT, Server


def got(server: Server, path: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(server.base + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.fixture
def server(tmp_path, request):
    """A process of its own, with the environment that the test is marked with."""
    environment = {name: value.format(folder=tmp_path) for name, value in request.param.items()}
    served = Server(tmp_path, **environment).start()
    while "warm-up: is under way" in got(served, "/readyz")[1]:
        time.sleep(0.1)
    yield served
    served.stop()


ALONE = {
    "HIGH_CARD_MODE": "production",
    "HIGH_CARD_HOSTS": "cards.example.org",
    "DATABASE_URL": "postgres://keeper:sesame@127.0.0.1:1/vault",
    "REDIS_URL": "redis://:sesame@127.0.0.1:1/0",
}


@pytest.mark.one_database
@pytest.mark.parametrize("server", [ALONE], indirect=True)
def test_without_database_and_redis_a_process_lives_and_says_what_it_lacks(server):
    assert got(server, "/healthz") == (200, "ok\n"), "by address, over plain http, in production"
    began = time.monotonic()
    status, words = got(server, "/readyz")
    assert time.monotonic() - began < 5
    assert status == 503
    assert words.splitlines() == [f"database: {SILENT}", f"redis: {SILENT}", f"warm-up: {FINE}", f"clock: {FINE}"]
    assert got(server, "/", Host="10.0.0.7")[0] in (301, 400), "the pages are for the site's own names"
    assert got(server, "/metrics")[0] in (301, 400), "nobody has given a token"


EMPTY = {"DATABASE_URL": "sqlite:///{folder}/empty.sqlite3", "HIGH_CARD_DATA": "{folder}"}


@pytest.mark.one_database
@pytest.mark.parametrize("server", [EMPTY], indirect=True)
def test_a_process_is_ready_once_the_migrations_are_there(server, tmp_path):
    assert got(server, "/readyz") == (503, f"database: migrations are missing\nwarm-up: {FINE}\nclock: {FINE}\n")
    database = f"sqlite:///{tmp_path}/empty.sqlite3"
    environment = {"PATH": "", "HIGH_CARD_DATA": str(tmp_path), "DATABASE_URL": database}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
    assert got(server, "/readyz") == (200, f"database: {FINE}\nwarm-up: {FINE}\nclock: {FINE}\n")
    assert got(server, "/readyz", Host="whatever")[0] == 200
    assert "high_card_build_info" in got(server, "/metrics")[1], "this machine may look in local mode"
    assert got(server, "/metrics", **{"X-Forwarded-For": "127.0.0.1"})[0] == 404, "but nobody through it"


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_an_answer_is_for_machines_and_is_not_kept():
    for path in ("/healthz", "/readyz"):
        answer = await asked(path)
        assert answer.status == 200
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
        head = await asked(path, method="HEAD")
        assert (head.status, head.text) == (200, "")


@pytest.mark.asyncio
async def test_only_a_look_is_answered_before_the_pages():
    answer = await asked("/healthz", method="POST")
    assert answer.status in (400, 404), "Django's answer"


@pytest.mark.asyncio
async def test_what_hangs_is_asked_once_and_not_waited_for(monkeypatch):
    monkeypatch.setattr(readiness, "LIMIT", 0.05)
    calls, ends = [], Event()

    def hangs() -> None:
        calls.append(1)
        ends.wait(10)

    need = Need(hangs)
    assert await asyncio.gather(*(need.words() for _ in range(5))) == [SILENT] * 5
    assert await need.words() == SILENT
    assert len(calls) == 1
    ends.set()
    assert await need.words() == FINE


@pytest.mark.asyncio
async def test_words_of_a_fault_stay_inside():
    def fails() -> None:
        raise RuntimeError("the password is sesame")

    def lacks() -> None:
        raise Missing("migrations are missing")

    assert await Need(fails).words() == SILENT
    assert await Need(lacks).words() == "migrations are missing"


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_process_is_not_ready_before_it_is_warm():
    ends = Event()
    thread = Thread(name="warm-up", target=ends.wait, args=(10,))
    thread.start()
    ready = Readiness()
    ready.must_end(thread)
    assert (await ready.words())["warm-up"] == "is under way"
    ends.set()
    thread.join()
    assert all_fine(await ready.words())


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_thread_that_must_live_is_missed_and_the_log_hears_of_it_once(caplog):
    thread = Thread(name="clock", target=lambda: None)
    thread.start()
    thread.join()
    ready = Readiness()
    ready.must_live(thread)
    for _ in range(2):
        found = await ready.words()
        assert found["clock"] == "has stopped"
        assert not all_fine(found)
    assert sum("clock: has stopped" in record.getMessage() for record in caplog.records) == 1
