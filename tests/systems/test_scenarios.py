"""Every written fight comes out as it says."""

import filecmp
from pathlib import Path

import pytest

from combat.registry import SYSTEMS
from combat.scenarios import play, read

HERE = Path(__file__).resolve().parent.parent / "scenarios"
HANDED_OUT = HERE.parent.parent.parent / "shared" / "scenarios"

FILES = [
    file for folder in (HERE, HERE / "more") for system in SYSTEMS for file in sorted((folder / system).glob("*.json"))
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_fight_comes_out_as_written(file):
    assert play(read(file.read_bytes())).failure is None


@pytest.mark.parametrize("system", SYSTEMS)
def test_there_are_fights_of_every_system(system):
    assert len(list((HERE / system).glob("*.json"))) > 50


@pytest.mark.parametrize("system", SYSTEMS)
def test_our_copies_are_those_that_were_handed_out(system):
    if not HANDED_OUT.is_dir():
        pytest.skip("the handed out scenarios are not beside this folder")
    names = sorted(file.name for file in (HANDED_OUT / system).glob("*.json"))
    same, different, missing = filecmp.cmpfiles(HANDED_OUT / system, HERE / system, names, shallow=False)
    assert (sorted(same), different, missing) == (names, [], [])
