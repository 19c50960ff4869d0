"""Time is the server's: it acts the same with no page open, with five, and over a restart."""

from datetime import timedelta

import pytest
from django.utils import timezone

from combat.models import Encounter, Receipt
from combat.services import clock
from tests.shell.fight import fresh, owner_client, press, started, state, turn_of
from tests.shell.pages import in_thread, opened

pytestmark = pytest.mark.django_db(transaction=True)


def attacked(cast, browse):
    """A table at which somebody has been attacked and may still answer."""
    encounter = started(cast, browse, house_rules={"reaction_seconds": 12, "miss_ends_turn": "no"}, hidden=False)
    for _ in range(40):
        by = turn_of(encounter)
        target = "goblin-1" if by in ("mara", "ilse") else "mara"
        press(owner_client(cast, browse, encounter, by), encounter, "attack", by=by, weapon="Club", target=target)
        if state(encounter).window is not None:
            return fresh(encounter)
        press(browse(cast.gwen), encounter, "end_turn")
    raise AssertionError("no window opened")


def overdue(encounter, **fields):
    past = timezone.now() - timedelta(seconds=1)
    Encounter.objects.filter(pk=encounter.pk).update(**dict.fromkeys(fields or ("window_closes_at",), past))


def test_an_open_window_has_its_moment_in_the_row(cast, browse):
    encounter = attacked(cast, browse)
    left = encounter.window_closes_at - timezone.now()
    assert timedelta(seconds=8) < left <= timedelta(seconds=12)
    assert encounter.window == state(encounter).window.id
    assert clock.sweep() == 0


def test_b03_a_window_closes_once_with_no_page_open(cast, browse):
    encounter = attacked(cast, browse)
    overdue(encounter)
    assert clock.sweep() == 1
    after = fresh(encounter)
    assert after.version == encounter.version + 1
    assert (after.window, after.window_closes_at) == ("", None)
    assert after.log.order_by("-number").first().do == "timeout"
    assert clock.sweep() == 0
    assert fresh(encounter).version == after.version


def test_b03_a_late_answer_finds_the_window_closed(cast, browse):
    encounter = attacked(cast, browse)
    waiting = state(encounter).window.waiting[0]
    overdue(encounter)
    answer = press(owner_client(cast, browse, encounter, waiting), encounter, "pass", by=waiting)
    assert answer["X-Refusal"] == "no_window"
    assert fresh(encounter).log.filter(do="timeout").count() == 1


def test_b03_a_look_at_the_page_closes_what_is_overdue_first(cast, browse):
    encounter = attacked(cast, browse)
    overdue(encounter)
    assert browse(cast.sam).get(f"/encounters/{encounter.public_id}/").status_code == 200
    assert fresh(encounter).log.filter(do="timeout").count() == 1


def test_an_undo_that_opens_a_window_again_gives_it_its_whole_time(cast, browse):
    encounter = attacked(cast, browse)
    overdue(encounter)
    clock.sweep()
    assert press(browse(cast.gwen), encounter, "undo", steps=1).status_code == 204
    after = fresh(encounter)
    assert after.window == encounter.window
    assert after.window_closes_at - timezone.now() > timedelta(seconds=8)


def test_b03_a_self_playing_foe_moves_with_no_page_open(cast, browse):
    encounter = started(cast, browse, autoplay=("goblin-1", "goblin-2"), hidden=False)
    for _ in range(30):
        if fresh(encounter).mover:
            break
        press(browse(cast.gwen), encounter, "end_turn")
    before = fresh(encounter)
    assert before.mover == turn_of(encounter)
    wait = before.autoplay_at - timezone.now()
    assert timedelta(0) < wait <= timedelta(seconds=2)
    assert clock.sweep() == 0
    overdue(encounter, autoplay_at=True)
    assert clock.sweep() == 1
    after = fresh(encounter)
    assert after.version == before.version + 1
    entry = after.log.get(number=before.version)
    assert entry.detail["command"]["by"] == before.mover
    assert entry.user is None


def test_what_stands_still_does_not_begin_its_wait_anew(cast, browse):
    encounter = started(cast, browse, autoplay=("goblin-1", "goblin-2", "mara", "ilse"), hidden=False)
    before = fresh(encounter)
    press(browse(cast.gwen), encounter, "damage", combatant="goblin-1", amount=1)
    assert fresh(encounter).autoplay_at == before.autoplay_at


@pytest.mark.asyncio
@pytest.mark.parametrize("pages", [0, 5])
async def test_b03_the_log_is_the_same_with_no_page_and_with_five(cast, browse, pages):
    encounter = await in_thread(attacked)(cast, browse)
    people = (cast.gwen, cast.pia, cast.paul, cast.sam, cast.pia)[:pages]
    open_pages = [await opened(encounter, await in_thread(browse)(who)) for who in people]
    await in_thread(overdue)(encounter)
    await in_thread(clock.sweep)()
    for page in open_pages:
        await page.quiet()
        assert page.n > 1
        await page.shut()
    assert await in_thread(lambda: list(fresh(encounter).log.values_list("do", flat=True)).count("timeout"))() == 1
    assert (await in_thread(fresh)(encounter)).version == encounter.version + 1


def test_two_processes_close_a_window_once(cast, browse):
    """Two sweepers that both saw it due: the second finds nothing left to do under the lock."""
    encounter = attacked(cast, browse)
    overdue(encounter)
    due = clock.due_tables(timezone.now())
    for encounter_id in (*due, *due):
        clock.encounter_catch_up(encounter_id)
    assert fresh(encounter).version == encounter.version + 1


def test_answers_to_presses_are_kept_for_two_days(cast, browse):
    encounter = started(cast, browse)
    press(browse(cast.gwen), encounter, "damage", combatant="goblin-1", amount=1)
    old = Receipt.objects.order_by("pk").first()
    Receipt.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=3))
    assert clock.receipts_purge() == 1
    assert Receipt.objects.count() == 1
