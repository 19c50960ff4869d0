"""The library hands out whole sheets and ready-made plans, and refuses content that contradicts itself."""

import pytest

from combat import library as shelves
from combat.codec import load
from combat.library import library
from combat.plan import FOES, PARTY, opening
from combat.registry import SYSTEMS
from combat.systems.ctg.sheet import Sheet


def test_the_library_is_read_once():
    assert library("ctg") is library("ctg")


def test_a_plan_holds_sheets_that_load_again():
    for one in library("ctg").plan("demo").combatants:
        known = {**library("ctg").characters, **library("ctg").foes}[one.kind]
        assert load(Sheet, one.sheet) == known.sheet


def test_a_plan_says_who_plays_themselves():
    plan = library("ctg").plan("demo", autoplay=(PARTY, FOES))
    assert all(one.autoplay for one in plan.combatants)
    keys = [one.key for one in plan.combatants]
    assert len(set(keys)) == len(keys)


def test_foes_of_one_name_are_numbered_at_the_table():
    laid = opening(SYSTEMS["ctg"], library("ctg").plan("demo"), house_rules={}, seats={}, sheets={})
    goblins = [one.name for one in laid.setup.combatants if one.name.startswith("Goblin")]
    assert goblins == ["Goblin 1", "Goblin 2", "Goblin 3"]


def test_two_things_of_one_name_are_refused(tmp_path, monkeypatch):
    folder = tmp_path / "ctg"
    folder.mkdir()
    club = '{"name": "Club", "kind": "melee", "damage": "1d6"}'
    (folder / "weapons.json").write_text(f"[{club}, {club}]")
    monkeypatch.setattr(shelves, "CONTENT", tmp_path)
    with pytest.raises(ValueError, match="'Club' twice"):
        library.__wrapped__("ctg")


def test_a_number_out_of_bounds_is_refused(tmp_path, monkeypatch):
    folder = tmp_path / "ctg"
    folder.mkdir()
    foe = '{"name": "Imp", "kind": "imps", "about": "Small.", "weapons": [], "sheet": {"strength": 31}}'
    (folder / "foes.json").write_text(f"[{foe}]")
    monkeypatch.setattr(shelves, "CONTENT", tmp_path)
    with pytest.raises(ValueError, match="strength is from 1 to 30"):
        library.__wrapped__("ctg")
