"""An exported fight is proven, and whatever is changed in it is found."""

import copy
import json

import pytest

from combat.fairness import Difference, Stream, Unopened, check_fairness, check_fight, fairness_record
from tests.systems.samples import SAMPLES
from tests.systems.walk import Walk


@pytest.fixture(scope="module", params=SAMPLES)
def walk(request):
    """A fight with cuts, dice, draws and steps taken back."""
    walk = Walk(SAMPLES[request.param], 7)
    walk.cut("left hand")
    walk.cut("ünï:42")
    for number in range(50):
        walk.step()
        newest = walk.lines[-1]
        if newest.uses and newest.command.undoable and number % 2:
            walk.undo(1)
        if walk.rng.random() < 0.1:
            walk.cut(f"cut {number}")
    return walk


@pytest.fixture
def record(walk):
    return json.loads(json.dumps(walk.record()))


def leaves(data, path=()):
    """Every value of the data that is no list and no object, with its place."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, key))
    else:
        yield path, data


def other(value):
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if len(value) == 64:
            return ("0" if value[0] != "0" else "1") + value[1:]
        case str():
            return {"KC": "QC", "QC": "KC"}.get(value, "KC" if len(value) < 4 else value + "x")
        case _:
            return "x"


def changed(record, path, value):
    changed = copy.deepcopy(record)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


def is_found(record):
    try:
        check_fight(record)
    except Difference:
        return True
    return False


def test_an_honest_fight_is_proven(record):
    assert check_fight(record) == len(record["fairness"]["uses"]) > 5
    assert record["fairness"]["cuts"]
    assert any(use["undone"] for use in record["fairness"]["uses"])


def test_the_trail_alone_is_proven(record):
    assert check_fight({"fairness": record["fairness"]}) > 5


def test_every_change_of_the_trail_is_found(walk, record):
    places = list(leaves(record["fairness"]))
    cards, others = ([one for one in places if (len(one[0]) > 3) == many] for many in (True, False))
    for path, value in (*walk.rng.sample(others, min(80, len(others))), *walk.rng.sample(cards, min(20, len(cards)))):
        assert is_found(changed(record, ("fairness", *path), other(value))), (path, value, other(value))


def test_every_change_of_the_log_is_found(walk, record):
    told = [(path, value) for path, value in leaves(record["log"]) if path[0] > 0]
    told = [(path, value) for path, value in told if path[1] in ("number", "kind", "events", "numbers", "undone")]
    for path, value in walk.rng.sample(told, min(60, len(told))):
        assert is_found(changed(record, ("log", *path), other(value))), (path, value, other(value))


@pytest.mark.parametrize("where", [("log", 9), ("fairness", "uses", 3), ("fairness", "cuts", 0)])
def test_what_is_left_out_is_found(record, where):
    place = record
    for step in where[:-1]:
        place = place[step]
    del place[where[-1]]
    with pytest.raises(Difference):
        check_fight(record)


def test_two_uses_in_another_order_are_found(record):
    uses = record["fairness"]["uses"]
    uses[2], uses[3] = uses[3], uses[2]
    with pytest.raises(Difference):
        check_fight(record)


def test_a_running_fight_is_not_open(walk):
    record = fairness_record(
        encounter=walk.encounter, streams=[Stream(seed=walk.secret, opened=False)], lines=walk.lines
    )
    assert walk.secret.hex() not in json.dumps(record)
    with pytest.raises(Unopened):
        check_fairness(record)
