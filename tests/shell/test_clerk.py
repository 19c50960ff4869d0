"""Presses of several tables in one transaction: together they are quick, and none has to suffer for another."""

import asyncio
import secrets
import time
from contextlib import contextmanager
from dataclasses import replace
from threading import Event, Thread

import pytest
from django.db import OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper as DatabaseWrapper
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from combat import metrics
from combat.engine.errors import IllegalCommand
from combat.models import LogEntry, Receipt
from combat.services import clerk as clerks
from combat.services.clerk import Clerk, carried_out
from combat.services.gestures import Elsewhere, presses_carry_out
from combat.services.locking import locked
from combat.services.presses import press_of
from tests.shell.fight import fresh, lay, replayed, started, state
from tests.shell.pages import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tables(cast, browse):
    return [started(cast, browse) for _ in range(4)]


def damage(table, user, amount=5, id=None, **fields):
    who = {"encounter_id": table.pk, "user": user, "command_id": id or secrets.token_hex(16)}
    return press_of("damage", {"combatant": ["goblin-1"], "amount": [str(amount)], **fields}, who)


def faulty(table, user):
    def act(place):
        raise ZeroDivisionError

    return replace(damage(table, user), act=act)


def health(table):
    return state(table)["goblin-1"].health


@contextmanager
def in_other_hands(table):
    """Somebody else has locked it."""
    held, done = Event(), Event()

    def hold():
        with transaction.atomic():
            locked(table.pk)
            held.set()
            done.wait(20)
        connection.close()

    thread = Thread(target=hold)
    thread.start()
    held.wait(5)
    try:
        yield
    finally:
        done.set()
        thread.join()


needs_row_locks = pytest.mark.skipif("not has_row_locks()", reason="here the whole database is locked")


def has_row_locks():
    return connection.vendor == "postgresql"


def test_presses_of_several_tables_need_no_more_statements_than_one(cast, tables):
    with CaptureQueriesContext(connection) as alone:
        presses_carry_out([damage(tables[0], cast.gwen)])
    with CaptureQueriesContext(connection) as together:
        outcomes = presses_carry_out([damage(table, cast.gwen) for table in tables])
    assert [type(one) for one in outcomes] == [int] * 4
    assert len(together) == len(alone) < 12
    for table in tables:
        assert fresh(table).version == (4 if table is tables[0] else 3)
        assert replayed(fresh(table)) == state(table)


def test_each_is_judged_for_itself(cast, browse, tables):
    planned = lay(cast)
    planned.status = "planned"
    planned.save()
    outcomes = presses_carry_out([
        damage(tables[0], cast.gwen), damage(tables[1], cast.pia), damage(tables[2], cast.olaf),
        damage(tables[3], cast.gwen, id="no id"), damage(planned, cast.gwen),
    ])  # fmt: skip
    assert outcomes[0] == fresh(tables[0]).lines["gm"]
    assert [getattr(one, "code", type(one)) for one in outcomes[1:]] == [
        "gm_only", Http404, "bad_value", "not_started",
    ]  # fmt: skip
    assert [fresh(table).version for table in tables] == [3, 2, 2, 2]
    assert Receipt.objects.filter(user=cast.pia, code="gm_only").count() == 1
    assert not Receipt.objects.filter(encounter__in=[tables[2], tables[3], planned]).exclude(user=cast.gwen).exists()


def test_b02_an_id_that_comes_again_in_another_batch_gets_its_first_answer(cast, tables):
    presses = [damage(table, cast.gwen) for table in tables]
    refused = damage(tables[0], cast.pia)
    first = [*presses_carry_out(presses), *presses_carry_out([refused])]
    again = [*presses_carry_out(presses), *presses_carry_out([refused])]
    assert again[:4] == first[:4]
    assert (again[4].code, again[4].words) == (first[4].code, first[4].words)
    assert [health(table) for table in tables] == [35] * 4


def test_what_is_refused_half_way_leaves_nothing_behind(cast, tables):
    one = damage(tables[0], cast.gwen)

    def act(place):
        one.act(place)
        raise IllegalCommand("bad_value", "No more.")

    halfway = replace(damage(tables[0], cast.gwen), act=act)
    (outcome, other) = presses_carry_out([halfway, damage(tables[1], cast.gwen)])
    assert outcome.words == "No more."
    assert isinstance(other, int)
    assert (fresh(tables[0]).version, health(tables[0])) == (2, 40)
    assert Receipt.objects.get(command_id=halfway.command_id).code == "bad_value"
    assert presses_carry_out([damage(tables[0], cast.gwen)]) == [fresh(tables[0]).lines["gm"]]
    assert replayed(fresh(tables[0])) == state(tables[0])


def test_a_fault_of_ours_is_one_presss_alone(cast, tables):
    bad = faulty(tables[1], cast.gwen)
    outcomes = carried_out([damage(tables[0], cast.gwen), bad, damage(tables[2], cast.gwen)])
    assert [type(one) for one in outcomes] == [int, ZeroDivisionError, int]
    assert [fresh(table).version for table in tables] == [3, 2, 3, 2]
    assert not Receipt.objects.filter(command_id=bad.command_id).exists()


def test_where_the_write_of_all_fails_each_is_done_alone(cast, tables):
    """A row that is not the one that was read: the fence holds for one, and the others are written."""
    presses = [damage(table, cast.gwen) for table in tables[:3]]

    def act(place):
        presses[1].act(place)
        place.encounter.stored_version = 1

    wrong = replace(damage(tables[1], cast.gwen), act=act)
    outcomes = carried_out([presses[0], wrong, presses[2]])
    assert [getattr(one, "code", type(one)) for one in outcomes][::2] == [int, int]
    assert not isinstance(outcomes[1], int)
    assert [fresh(table).version for table in tables] == [3, 2, 3, 2]
    assert LogEntry.objects.filter(encounter=tables[1]).count() == 2


@needs_row_locks
def test_a_table_in_other_hands_holds_up_nobody(cast, tables):
    with in_other_hands(tables[1]):
        outcomes = presses_carry_out([damage(table, cast.gwen) for table in tables])
    assert [type(one) for one in outcomes] == [int, Elsewhere, int, int]
    assert [fresh(table).version for table in tables] == [3, 2, 3, 3]


@needs_row_locks
def test_a_column_that_changes_under_what_is_prepared_costs_no_press(cast, tables):
    """A newer build migrates while this one still serves."""

    def widen(to):
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE combat_encounter ALTER COLUMN name TYPE varchar({to})")
        connection.close()

    for _ in range(7):
        carried_out([damage(tables[0], cast.gwen, amount=1)])
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        assert cursor.fetchone()[0] >= 3
    for width in (90, 80):
        elsewhere = Thread(target=widen, args=[width])
        elsewhere.start()
        elsewhere.join()
        outcomes = carried_out([damage(table, cast.gwen, amount=1) for table in tables[:2]])
        assert [type(one) for one in outcomes] == [int, int]
    assert [health(table) for table in tables[:2]] == [31, 38]


# The clerk's own thread.


class Loop:
    """A loop with a clerk, and the answers in the order in which they came."""

    def __init__(self):
        self.clerk = Clerk()
        self.answers = []

    async def submit(self, *presses):
        for one in presses:
            self.clerk.submit(one, lambda answer, one=one: self.answers.append((one.command_id, answer)))

    async def until(self, count, seconds=10):
        end = time.monotonic() + seconds
        while len(self.answers) < count:
            assert time.monotonic() < end, self.answers
            await asyncio.sleep(0.01)
        return self.answers


@pytest.mark.asyncio
async def test_b01_presses_at_one_table_are_done_one_after_the_other(cast, tables):
    loop = Loop()
    presses = [damage(tables[number % 2], cast.gwen, amount=1) for number in range(12)]
    await loop.submit(*presses)
    answers = await loop.until(12)
    for table in (0, 1):
        mine = [answer for id, answer in answers if id in [one.command_id for one in presses[table::2]]]
        assert mine == sorted(mine)
    assert await in_thread(lambda: [health(table) for table in tables[:2]])() == [34, 34]


@pytest.mark.asyncio
async def test_a_press_after_a_pause_is_done_at_once_and_those_close_upon_it_together(cast, tables, monkeypatch):
    real, together = clerks.carried_out, []

    def counted(presses):
        together.append(len(presses))
        return real(presses)

    monkeypatch.setattr(clerks, "carried_out", counted)
    monkeypatch.setattr(clerks, "GATHER", 1.0)
    loop = Loop()
    begun = time.monotonic()
    await loop.submit(damage(tables[0], cast.gwen))
    await loop.until(1)
    assert time.monotonic() - begun < 0.8
    for table in tables[1:]:
        await loop.submit(damage(table, cast.gwen))
        await asyncio.sleep(0.02)
    await loop.until(4)
    assert together == [1, 3]


@pytest.mark.asyncio
async def test_while_the_pages_are_behind_more_presses_gather(cast, tables, monkeypatch):
    real, together = clerks.carried_out, []

    def counted(presses):
        together.append(len(presses))
        return real(presses)

    monkeypatch.setattr(clerks, "carried_out", counted)
    monkeypatch.setattr(clerks, "LONGEST_GATHER", 1.0)
    loop = Loop()
    for seconds, done in ((0.0, 3), (60.0, 6)):
        monkeypatch.setattr(metrics, "_latest_push", seconds)
        for table in tables[1:]:
            await loop.submit(damage(table, cast.gwen))
            await asyncio.sleep(0.1)
        await loop.until(done)
    assert len(together[:-1]) > 1
    assert together[-1] == 3


@needs_row_locks
@pytest.mark.asyncio
async def test_a_press_waits_for_its_table_while_others_go_on(cast, tables):
    loop = Loop()

    def hold():
        with in_other_hands(tables[0]):
            held.set()
            go.wait(10)

    held, go = Event(), Event()
    holder = asyncio.create_task(asyncio.to_thread(hold))
    await asyncio.to_thread(held.wait)
    first, second = damage(tables[0], cast.gwen), damage(tables[0], cast.gwen)
    await loop.submit(first, second, damage(tables[1], cast.gwen))
    await loop.until(1)
    await loop.submit(damage(tables[2], cast.gwen))
    await loop.until(2)
    go.set()
    answers = await loop.until(4)
    assert [id for id, _ in answers[2:]] == [first.command_id, second.command_id]
    assert all(isinstance(answer, int) for _, answer in answers)
    await holder


@needs_row_locks
@pytest.mark.asyncio
async def test_a_table_that_stays_locked_is_said_to_be_busy(cast, tables, monkeypatch):
    monkeypatch.setattr(clerks, "PATIENCE", 0.3)
    loop = Loop()

    def hold():
        with in_other_hands(tables[0]):
            held.set()
            go.wait(10)

    held, go = Event(), Event()
    holder = asyncio.create_task(asyncio.to_thread(hold))
    await asyncio.to_thread(held.wait)
    await loop.submit(damage(tables[0], cast.gwen))
    ((_, refusal),) = await loop.until(1)
    assert refusal.code == "busy"
    await loop.submit(damage(tables[1], cast.gwen))
    assert isinstance((await loop.until(2))[1][1], int)
    go.set()
    await holder


@pytest.mark.asyncio
async def test_who_comes_when_too_much_waits_is_told_so_and_later_served(cast, tables, monkeypatch):
    go, real = Event(), clerks.carried_out

    def waits(presses):
        go.wait(10)
        return real(presses)

    monkeypatch.setattr(clerks, "carried_out", waits)
    monkeypatch.setattr(clerks, "MOST_WAITING", 3)
    loop = Loop()
    await loop.submit(*[damage(table, cast.gwen) for table in tables[:3]])
    late = damage(tables[3], cast.gwen)
    with pytest.raises(IllegalCommand, match="The server is busy") as refused:
        await loop.submit(late)
    assert refused.value.code == "busy"
    go.set()
    await loop.until(3)
    assert not await in_thread(Receipt.objects.filter(command_id=late.command_id).exists)()
    await loop.submit(late)
    assert isinstance((await loop.until(4))[3][1], int)


@pytest.mark.asyncio
async def test_who_would_have_to_wait_too_long_is_told_so_and_later_served(cast, tables, monkeypatch):
    go, real = Event(), clerks.carried_out

    def waits(presses):
        go.wait(10)
        return real(presses)

    monkeypatch.setattr(clerks, "carried_out", waits)
    monkeypatch.setattr(clerks, "PATIENCE", 0.2)
    loop = Loop()
    await loop.submit(damage(tables[0], cast.gwen))
    await asyncio.sleep(0.3)
    with pytest.raises(IllegalCommand, match="The server is busy"):
        await loop.submit(damage(tables[1], cast.gwen))
    go.set()
    await loop.until(1)
    await loop.submit(damage(tables[1], cast.gwen))
    assert isinstance((await loop.until(2))[1][1], int)


@pytest.mark.asyncio
async def test_while_the_database_is_away_presses_are_refused_and_then_done_again(cast, tables, monkeypatch):
    def away(self):
        raise OperationalError("it is away")

    loop = Loop()
    with monkeypatch.context() as patch:
        patch.setattr(DatabaseWrapper, "connect", away)
        await loop.submit(*[damage(table, cast.gwen) for table in tables])
        answers = await loop.until(4)
        assert {answer.code for _, answer in answers} == {"failed"}
        assert answers[0][1].words == "The server could not do that just now. Try again in a moment."
    await loop.submit(*[damage(table, cast.gwen) for table in tables])
    assert [type(answer) for _, answer in (await loop.until(8))[4:]] == [int] * 4


@needs_row_locks
@pytest.mark.asyncio
async def test_a_connection_that_has_died_costs_no_press(cast, tables):
    pids = []

    def act(place):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pids.append(cursor.fetchone()[0])

    def kill():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", pids)

    loop = Loop()
    await loop.submit(replace(damage(tables[0], cast.gwen), act=act))
    await loop.until(1)
    await in_thread(kill)()
    await loop.submit(*[damage(table, cast.gwen) for table in tables[1:]])
    assert [type(answer) for _, answer in (await loop.until(4))[1:]] == [int] * 3
