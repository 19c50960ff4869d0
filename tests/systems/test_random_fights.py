"""Fights that take any way the options offer. `FIGHTS=200 pytest tests/systems/test_random_fights.py` plays many."""

import copy
import json
import os
from functools import partial

import pytest

from combat import codec
from combat.engine import history
from combat.engine.errors import IllegalCommand
from combat.engine.viewers import GM, SPECTATOR, Role
from tests.systems.options import filled, is_offered
from tests.systems.samples import SAMPLES
from tests.systems.walk import Walk

FIRST = int(os.environ.get("FIRST_FIGHT", "0"))
SEEDS = range(FIRST, FIRST + int(os.environ.get("FIGHTS", "3")))
STEPS = 300


@pytest.fixture(params=[(key, seed) for key in SAMPLES for seed in SEEDS], ids=lambda param: f"{param[0]}-{param[1]}")
def walk(request):
    key, seed = request.param
    return Walk(SAMPLES[key], seed)


def test_a_random_fight_keeps_its_promises(walk):
    befores = {}
    for number in range(STEPS):
        before, entries = walk.state, len(walk.entries)
        events = ()
        if walk.rng.random() < 0.06:
            events = take_back(walk, befores)
        else:
            walk.step()
            if len(walk.entries) > entries:
                events = walk.entries[-1].events
        befores.update(dict.fromkeys(range(entries, len(walk.entries)), before))
        watch(walk, before, events)
        if number % 10 == 0:
            everything_offered_is_accepted(walk)
            every_suggestion_is_accepted(walk)
            replayed_is_the_same(walk)
        if number % 25 == 0:
            nothing_else_is_accepted(walk)
        if walk.rng.random() < 0.05:
            walk.cut("a cut")
    assert len([entry for entry in walk.entries if entry.undoable]) > STEPS / 3


def take_back(walk, befores):
    """Undo gives the state from before, but for what it must leave changed."""
    steps = [entry.number for entry in walk.entries if entry.undoable and not entry.undone]
    if not steps:
        with pytest.raises(IllegalCommand):
            walk.undo(1)
        return ()
    count = min(len(steps), walk.rng.randint(1, 4))
    events = walk.undo(count)
    restored, expected = (walk.sample.but_for_undo(state) for state in (walk.state, befores[steps[-count]]))
    assert restored == expected, f"{walk}: {count} undone"
    return events


def watch(walk, before, events):
    """What holds after every command, for everybody."""
    walk.sample.check_state(walk.state)
    document = codec.dump_text(walk.state)
    assert json.loads(document) == codec.dump(walk.state)
    assert json.loads(codec.dump_text(events)) == codec.dump(events)
    read_again = codec.load(tuple[walk.system.event_type, ...], codec.dump(events))
    for event in events:  # by this the lines of the log are counted
        told = [walk.system.redact(event, viewer) is not None for viewer in walk.viewers]
        assert all(told) or walk.system.redact(event, SPECTATOR) is None, f"{walk}: told to spectators only: {event}"
    for viewer in walk.rng.sample(walk.viewers, len(walk.viewers)):
        view, options = walk.system.project(walk.state, viewer), walk.system.options(walk.state, viewer)
        brief = walk.system.options(walk.state, viewer, brief=True)
        assert is_part_of(brief, options), f"{walk}: {viewer.audience} is briefly offered something else"
        text = "".join(map(codec.dump_text, (view, options, brief)))
        assert text == made_anew(walk.system, document, viewer), f"{walk}: {viewer.audience} is shown what is past"
        walk.sample.check_view(walk.state, viewer, codec.dump(view), text)
        sent = shown_of(walk.system, events, viewer)
        assert sent == shown_of(walk.system, read_again, viewer), f"{walk}: {viewer.audience} is sent what is another's"
        walk.sample.check_sent(before, walk.state, viewer, events, codec.dump(sent), codec.dump_text(sent))


def made_anew(system, document, viewer):
    """View and options out of a state of which nothing was worked out before, for nobody else."""
    fresh = partial(codec.load_text, system.state_type, document)
    view = system.project(fresh(), viewer)
    options, brief = (system.options(fresh(), viewer, brief=brief) for brief in (False, True))
    return "".join(map(codec.dump_text, (view, options, brief)))


def is_part_of(brief, options):
    """In the same order, and all that is not done with a turn: answers, what is free out of turn, the table's own."""
    left_out = [option for option in options if option not in brief]
    rest = iter(options)
    return all(option in rest for option in brief) and all(option.by is not None for option in left_out)


def shown_of(system, events, viewer):
    return [shown for event in events if (shown := system.redact(event, viewer)) is not None]


def everything_offered_is_accepted(walk):
    for viewer in walk.viewers:
        for option in walk.system.options(walk.state, viewer):
            if option.enabled:
                fields = filled(option, walk.rng)
                refusal = answer(walk, viewer, option.do, fields)
                assert refusal is None, f"{walk}: offered to {viewer.audience}, and {refusal}: {option} {fields}"


def every_suggestion_is_accepted(walk):
    for one in walk.sample.combatants(walk.state):
        command = walk.system.suggest(walk.state, one.id)
        if command is not None:
            assert command.by == one.id
            walk.system.decide(walk.state, GM, command, walk.chance())


def answer(walk, viewer, do, fields):
    """The refusal that this would meet now, or None; nothing is done."""
    try:
        walk.system.decide(walk.state, viewer, walk.parsed(do, fields), walk.chance())
    except IllegalCommand as refusal:
        return refusal
    return None


def replayed_is_the_same(walk):
    assert history.replay(walk.system, walk.entries) == walk.state
    stored = [codec.dump_text(entry.events) for entry in walk.entries if not entry.undone]
    state = walk.system.empty()
    for text in stored:
        state = history.fold(walk.system, state, codec.load_text(tuple[walk.system.event_type, ...], text))
    assert state == walk.state
    assert codec.load_text(walk.system.state_type, codec.dump_text(walk.state)) == walk.state


def nothing_else_is_accepted(walk):
    """Of the whole grid of what could be asked for, exactly what is offered is accepted.

    The GM may do more than is offered: act for the players' combatants, whose hands the options do not tell.
    """
    grid = list(walk.sample.grid(walk.state))
    foes = {one.id for one in walk.sample.combatants(walk.state) if one.owner is None}
    kept = codec.dump_text(walk.state)
    for viewer in walk.viewers:
        options = walk.system.options(walk.state, viewer)
        asked = [one for one in grid if one[1]["by"] in foes] if viewer.role is Role.GM else grid
        for do, fields in walk.rng.sample(asked, min(len(asked), 250)):
            offered = is_offered(options, do, walk.sample.as_offered(walk.state, do, fields))
            refusal = answer(walk, viewer, do, fields)
            assert offered == (refusal is None), f"{walk}: {viewer.audience} {offered=} {refusal=}: {do} {fields}"
        for option in options if viewer.role is not Role.GM else ():
            spoiled_is_refused(walk, viewer, options, option)
    assert codec.dump_text(walk.state) == kept


BAD = ("", "nobody", "??", "-1", "1e9", "9" * 30, ["x"], {"a": 1}, -7, 10**12, True)


def spoiled_is_refused(walk, viewer, options, option):
    """An offered command with one field spoiled."""
    if not option.enabled:
        return
    good = filled(option, walk.rng)
    for name in good:
        fields = {**good, name: walk.rng.choice(BAD)}
        if is_offered(options, option.do, walk.sample.as_offered(walk.state, option.do, fields)):
            continue
        if walk.sample.is_harmless(option.do, name, fields):
            continue
        assert answer(walk, viewer, option.do, fields), f"{walk}: accepted from {viewer.audience}: {option.do} {fields}"


class Leaky:
    """A system with one of its two filters taken out."""

    def __init__(self, system, without):
        self._system, self._without = system, without

    def __getattr__(self, name):
        return getattr(self._system, name)

    def project(self, state, viewer):
        return self._system.project(state, GM if self._without == "project" else viewer)

    def redact(self, event, viewer):
        return event if self._without == "redact" else self._system.redact(event, viewer)


@pytest.mark.parametrize("key", SAMPLES)
@pytest.mark.parametrize("without", ["project", "redact"])
def test_a_missing_filter_is_seen(key, without):
    """The watch over secrets is not blind."""
    sample = copy.copy(SAMPLES[key])
    sample.system = Leaky(SAMPLES[key].system, without)
    walk = Walk(sample, 1)
    with pytest.raises(AssertionError):
        watched(walk, 80)


def watched(walk, steps):
    for _ in range(steps):
        before, entries = walk.state, len(walk.entries)
        walk.step()
        watch(walk, before, walk.entries[-1].events if len(walk.entries) > entries else ())
