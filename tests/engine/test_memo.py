"""What is kept from one state to the next spares work, and changes nothing."""

from functools import cached_property

import pytest

from combat.engine import memo
from combat.engine.memo import Memo, applied, led_to
from combat.engine.records import record, replace


@record
class Count:
    number: int = 0

    @cached_property
    def memo(self) -> Memo:
        return Memo()


@record
class Step:
    by: int


@pytest.fixture
def steps():
    return []


@pytest.fixture
def take(steps):
    def step(state, event):
        steps.append(event)
        return replace(state, number=state.number + event.by) if event.by else state

    return lambda state, event: applied(state, event, step)


def test_what_says_the_same_is_the_same_object():
    kept, first, again = Memo(), Step(by=1), Step(by=1)
    assert kept.same("key", first) is first
    assert kept.same("key", again) is first
    assert kept.same("other", again) is again
    assert kept.same("key", Step(by=2)) == Step(by=2)


def test_another_order_of_names_is_not_the_same():
    kept = Memo()
    kept.same("sides", {"foes": 1, "party": 2})
    assert list(kept.same("sides", {"party": 2, "foes": 1})) == ["party", "foes"]


def test_what_rests_on_the_same_is_made_once():
    kept, made = Memo(), []

    def make():
        made.append(1)
        return len(made)

    assert [kept.of("key", (inputs,), make) for inputs in ("a", "a", "b", "a")] == [1, 1, 2, 3]


def test_a_memo_does_not_grow_without_end(monkeypatch):
    monkeypatch.setattr(memo, "MOST", 10)
    kept = Memo()
    for number in range(100):
        kept.same(number, "words")
    assert len(kept._kept) <= 10


def test_a_fight_hands_its_memo_on(take):
    start = Count()
    assert take(take(start, Step(by=1)), Step(by=2)).memo is start.memo
    assert Count().memo is not start.memo


def test_what_was_decided_is_folded_without_being_worked_out_again(take, steps):
    start, events = Count(), (Step(by=1), Step(by=0), Step(by=2))
    state = start
    for event in events:
        before, state = state, take(state, event)
        led_to(before, event, state)
    steps.clear()
    folded = start
    for event in events:
        folded = take(folded, event)
    assert folded is state
    assert [step.by for step in steps] == [0]


def test_an_equal_event_is_not_the_one_that_was_decided(take, steps):
    start, event = Count(), Step(by=1)
    led_to(start, event, Count(number=100))
    assert take(start, Step(by=1)) == Count(number=1)
    assert take(start, event) == Count(number=100)
