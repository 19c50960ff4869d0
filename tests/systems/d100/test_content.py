"""The shipped tables, sheets and house rules."""

import copy
import json
from dataclasses import fields

import pytest
from pydantic import ValidationError

from combat import codec
from combat.systems.d100 import D100
from combat.systems.d100.data import CONTENT, FILE, Weapon, content_from
from combat.systems.d100.decide.criticals import LOSSES
from combat.systems.d100.house_rules import HouseRules, rules_of
from combat.systems.d100.sheet import PARTS, Sheet, most_wounds, stats_of

RAW = json.loads(FILE.read_text("utf-8"))


def test_everything_that_the_rules_name_is_there():
    assert (len(CONTENT.weapons), len(CONTENT.armour), len(CONTENT.foes)) == (31, 14, 13)
    assert (len(CONTENT.spells), len(CONTENT.prayers), len(CONTENT.conditions)) == (6, 6, 12)
    assert all(len(table) == 17 for table in CONTENT.criticals.values())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data["weapons"].append(data["weapons"][0]),
        lambda data: data["weapons"][0].update(weight=3),
        lambda data: data["weapons"][5]["qualities"].update(shiny=1),
        lambda data: data["armour"][0]["locations"].append("tail"),
        lambda data: data["armour"][0].update(layer="thick"),
        lambda data: data["critical_tables"]["head"].pop(3),
        lambda data: data["critical_tables"].pop("leg"),
        lambda data: data["fumbles"][0].update(hi=17),
        lambda data: data["fumbles"][0]["effects"][0].update(colour="red"),
        lambda data: data["npcs"][0]["attacks"].append("spoon"),
        lambda data: data["qualities"].pop("brutal"),
        lambda data: data.pop("spells"),
    ],
)
def test_a_wrong_table_is_refused_when_it_is_read(spoil):
    data = copy.deepcopy(RAW)
    spoil(data)
    with pytest.raises((ValueError, TypeError, KeyError)):
        content_from(data)


@pytest.mark.parametrize("id", list(CONTENT.foes))
def test_d100_the_wounds_of_the_foes_follow_6_5(id):
    stats = stats_of(Sheet(foe=id))
    worked_out = most_wounds(
        stats.size, s=stats.characteristic("s"), t=stats.characteristic("t"), wp=stats.characteristic("wp")
    )
    assert stats.max_wounds == worked_out


def test_a_sheet_overrides_its_foe():
    stats = stats_of(
        codec.load(Sheet, {"foe": "hired_blade", "characteristics": {"i": 61}, "skills": {"dodge": 70}, "wounds": 30})
    )
    assert (stats.characteristic("i"), stats.characteristic("ws"), stats.max_wounds) == (61, 45, 30)
    assert (stats.skill("dodge"), stats.skill("melee_basic"), stats.ap["body"]) == (70, 55, 2)


def test_d100_R36_a_missing_skill_is_its_characteristic_but_for_those_that_need_training():
    stats = stats_of(Sheet(characteristics={"ag": 44}))
    assert (stats.skill("dodge"), stats.skill("melee_flail")) == (44, 30)
    assert [stats.skill(name) for name in ("arcana", "focus", "pray", "heal")] == [None] * 4


@pytest.mark.parametrize(
    "sheet",
    [
        {"weapons": ["spoon"]}, {"armour": ["hat"]}, {"characteristics": {"luck": 3}}, {"skills": {"dance": 3}},
        {"size": "huge"}, {"ap": {"tail": 1}}, {"foe": "nobody"}, {"spells": ["fly"]}, {"prayers": ["hope"]},
        {"wounds": 0}, {"weapons": ["sword", "sword"]}, {"skills": {"dodge": -1}}, {"colour": "red"},
        {"losses": [{"name": "tooth", "location": "head"}]}, {"injuries": [{"name": "Scraped Brow", "location": "tail"}]},
        {"weapons": [{"id": "dodge"}]},
    ],
)  # fmt: skip
def test_a_wrong_sheet_is_refused(sheet):
    with pytest.raises(ValidationError):
        codec.load_strict(Sheet, sheet)


def test_an_own_weapon_needs_little():
    weapon = codec.load_strict(Weapon, {"id": "dart", "group": "ranged_throwing", "damage": {"plus": 2}})
    assert (weapon.hands, weapon.range, weapon.label) == (1, None, "Dart")


@pytest.mark.parametrize("preset", ["literal", "bare", "classic"])
def test_a_preset_is_the_ruleset_of_the_data(preset):
    rules = rules_of(codec.load_strict(HouseRules, {"preset": preset}))
    assert {name: getattr(rules, name) for name in RAW["rulesets"][preset]} == RAW["rulesets"][preset]


def test_a_switch_stands_over_its_preset():
    rules = rules_of(codec.load_strict(HouseRules, {"preset": "classic", "advantage_cap": None, "fumbles": False}))
    assert (rules.advantage_cap, rules.fumbles, rules.minimum_wounds) == (None, False, 1)


def test_every_switch_has_its_words_and_every_choice_on_the_page_is_one():
    known = {item.name for item in fields(HouseRules)} - {"reaction_seconds"}
    assert {rule.key for rule in D100.house_rules} == known
    for rule in D100.house_rules:
        assert rule.sentence.endswith(".")
        choices = [one.value for one in rule.allowed] or ["any", str(rule.least), str(rule.most)]
        for value in choices:
            rules_of(codec.load(HouseRules, {rule.key: value}))
        if rule.allowed:
            assert str(rule.default) in choices


def test_every_loss_of_the_tables_is_one():
    parts = {
        effect.part for table in CONTENT.criticals.values() for row in table for effect in row.effects if effect.part
    }
    assert parts == set(PARTS) == set(LOSSES)


def test_what_a_fight_did_goes_back_and_comes_along():
    from tests.systems.d100.fights import Fight, ana, brig

    fight = Fight(brig(characteristics={"i": 60}), ana(), dice=[44, 70, 92, 99])
    fight.do("set", combatant="brig", advantage=3)
    fight.strike(by="brig", target="ana", with_="dodge", location="head")
    assert fight.last.critical.name == "Ruined Eye"
    fight.do("end")
    result = next(one for one in D100.outcome(fight.state) if one.combatant == "ana")
    assert [(loss.name, loss.location) for loss in result.losses] == [("eye", "head")]
    later = codec.load(Sheet, {"losses": codec.dump(result.losses), "current_wounds": 3})
    fight = Fight(ana(losses=codec.dump(later.losses), current_wounds=3), brig(), dice=[34])
    assert fight.ana.wounds == 3
    fight.strike()
    assert fight.last.attack.target == 40
