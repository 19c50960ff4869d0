"""Fights that play themselves: their record, and the duels by which the ready-made characters are balanced."""

import copy

import pytest

from combat.duels import duel, pairings, tally
from combat.fairness import Difference, check_fight
from combat.library import library
from combat.management.commands.selfplay import fought
from combat.systems.ctg import CTG

SEED = bytes(31) + b"\x07"
CHARACTERS = library("ctg").characters


@pytest.fixture(scope="module")
def fight():
    return fought("ctg", SEED)


def without_times(record):
    record = copy.deepcopy(record)
    for line in record["log"]:
        assert line.pop("at")
    return record


def test_the_same_seed_gives_the_same_file_but_for_times(fight):
    assert without_times(fought("ctg", SEED)) == without_times(fight)


def test_another_seed_gives_another_fight(fight):
    other = fought("ctg", bytes(31) + b"\x08")
    assert other["fairness"]["uses"] != fight["fairness"]["uses"]
    assert other["fairness"]["encounter"] != fight["fairness"]["encounter"]


def test_the_record_is_proven_from_its_first_to_its_last_line(fight):
    assert check_fight(fight) == len(fight["fairness"]["uses"]) > 50
    assert fight["log"][0]["kind"] == "opening"
    assert fight["log"][-1]["command"]["do"] == "end"


def test_the_record_shows_a_typed_cut_and_one_of_bytes(fight):
    assert [set(cut) & {"cut", "hex"} for cut in fight["fairness"]["cuts"]] == [{"cut"}, {"hex"}]


def _changed_card(trail):
    shuffle = next(use for use in trail["uses"] if use["kind"] == "shuffle")
    shuffle["result"][:2] = reversed(shuffle["result"][:2])


def _changed_die(trail):
    die = next(use for use in trail["uses"] if use["kind"] == "die")
    die["result"] = die["result"] % die["n"] + 1


def _changed_cut(trail):
    trail["cuts"][0]["cut"] += "!"


def _changed_seed(trail):
    trail["streams"][0]["seed"] = "00" * 32


def _changed_commitment(trail):
    trail["streams"][0]["commitment"] = "00" * 32


@pytest.mark.parametrize("change", [_changed_card, _changed_die, _changed_cut, _changed_seed, _changed_commitment])
def test_whatever_is_changed_in_the_trail_is_found(fight, change):
    record = copy.deepcopy(fight)
    change(record["fairness"])
    with pytest.raises(Difference):
        check_fight(record)


def test_there_are_six_pairings():
    assert len(pairings(CHARACTERS.values())) == 6


def test_a_duel_of_a_seed_always_ends_the_same():
    pair = (CHARACTERS["Mara Quill"], CHARACTERS["Toma Reyes-Achterberg"])
    assert duel(CTG, pair, 5) == duel(CTG, pair, 5)


def test_each_seed_is_played_from_both_sides():
    """Somebody against themselves wins exactly half: what the first seat has, the second has too."""
    mara = CHARACTERS["Mara Quill"]
    tallied = tally(CTG, mara, mara, range(3))
    assert (tallied.duels, tallied.share) == (6, 0.5)


@pytest.mark.parametrize("pair", pairings(CHARACTERS.values()), ids=lambda pair: f"{pair[0].name} - {pair[1].name}")
def test_no_pairing_is_hopeless(pair):
    """A small sample; `manage.py balance` plays the whole of it."""
    assert 0.2 <= tally(CTG, *pair, range(10)).share <= 0.8
