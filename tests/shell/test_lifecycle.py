"""A real server: killed, restarted, stopped, and with a long log."""

import time
from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from combat import codec
from combat.engine.viewers import player
from combat.frames import Shown, full_frame, news_of, reading_from_database
from combat.models import Encounter, LogEntry
from tests.shell.fight import fresh, press, replayed, started, state
from tests.shell.servers import Listener, Server, post
from tests.shell.test_clock import attacked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(tmp_path):
    made = Server(tmp_path)
    yield made
    made.stop()


def eventually(fits, seconds=15.0):
    end = time.monotonic() + seconds
    while not fits():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.1)


def test_b25_kill_9_in_mid_round_loses_nothing_and_pages_come_back(cast, browse, server):
    encounter = started(cast, browse)
    gwen, pia = browse(cast.gwen), browse(cast.pia)
    path = f"/encounters/{encounter.public_id}/commands/damage/"
    server.start()
    page = Listener(server, pia, encounter)
    before = page.full()
    assert post(server, gwen, path, combatant="goblin-1", amount=21) == 204
    server.kill()
    after = fresh(encounter)
    assert after.version == 3
    assert replayed(after) == state(after)
    server.start()
    again = Listener(server, pia, encounter)
    full = again.full()
    assert full["lines"] == before["lines"] + 1
    assert full["parts"]["c-goblin-1"] != before["parts"]["c-goblin-1"]
    assert post(server, gwen, path, combatant="goblin-1", amount=1) == 204
    again.until(lambda frame: not frame.get("full") and frame.get("log"))
    again.close()


def test_b03_time_goes_on_with_no_page_open_and_over_a_restart(cast, browse, server):
    encounter = attacked(cast, browse)
    Encounter.objects.filter(pk=encounter.pk).update(window_closes_at=timezone.now() + timedelta(seconds=2))
    server.start()
    server.kill()
    eventually(lambda: fresh(encounter).window_closes_at < timezone.now())
    assert fresh(encounter).version == encounter.version
    server.start()
    eventually(lambda: fresh(encounter).log.filter(do="timeout").exists())
    assert fresh(encounter).log.filter(do="timeout").count() == 1
    assert fresh(encounter).version == encounter.version + 1


def test_b03_a_self_playing_foe_moves_on_a_server_without_pages(cast, browse, server):
    everybody = ("mara", "ilse", "goblin-1", "goblin-2")
    encounter = started(cast, browse, autoplay=everybody, hidden=False)
    server.start()
    eventually(lambda: fresh(encounter).version >= encounter.version + 3, 20)
    times = [entry.at for entry in fresh(encounter).log.order_by("number")][-3:]
    assert all(later - earlier >= timedelta(seconds=1) for earlier, later in pairwise(times))


def test_b25_shutdown_with_open_pages_takes_under_ten_seconds(cast, browse, server):
    encounter = started(cast, browse)
    server.start()
    pages = [Listener(server, browse(who), encounter) for who in (cast.gwen, cast.pia, cast.paul, cast.sam) * 3]
    for page in pages:
        page.full()
    assert server.stop() < 10


def test_b25_a_log_of_5000_entries_opens_in_three_seconds(cast, browse):
    encounter = started(cast, browse)
    gwen = browse(cast.gwen)
    for amount in (1, 2):
        press(gwen, encounter, "damage", combatant="goblin-1", amount=amount)
    lengthen(fresh(encounter), 5000)
    long = fresh(encounter)
    client = browse(cast.pia)
    client.get(f"/encounters/{encounter.public_id}/")  # templates are compiled once in a process
    began = time.monotonic()
    page = client.get(f"/encounters/{encounter.public_id}/").content.decode()
    assert time.monotonic() - began < 3
    assert (
        page.count('id="log-') - page.count('id="log-h"') - page.count('id="log-lines"') - page.count('id="log-new"')
        == 100
    )
    began = time.monotonic()
    older = client.get(f"/encounters/{encounter.public_id}/log/?before=2500").content.decode()
    assert time.monotonic() - began < 3
    assert 'id="log-2499"' in older
    assert 'id="log-2400"' in older
    assert 'id="log-2500"' not in older
    reading = reading_from_database(long.pk, since=None, people=None)
    news = news_of(reading, [Shown(viewer=player("1"))])
    began = time.monotonic()
    full_frame(reading.encounter, news.shown["player:1"], reading.people)
    assert time.monotonic() - began < 3


def lengthen(encounter, count):
    """The last command again and again, as the log would hold it."""
    last = encounter.log.order_by("-number").first()
    lines = dict(encounter.lines)
    for number in range(encounter.version, count):
        lines = {audience: value + 1 for audience, value in lines.items()}
        last.pk, last.number, last.lines = None, number, lines
        LogEntry.objects.bulk_create([last])
    document = codec.dump_text(state(encounter))
    Encounter.objects.filter(pk=encounter.pk).update(version=count, lines=lines, document=document)
