"""Damage, dying, First Aid, effects (R76 to R92)."""

import pytest

from combat.systems.ctg.attack_numbers import ability_for
from combat.systems.ctg.dice import parse_dice
from combat.systems.ctg.environment import SHIPPED, shipped_environment
from combat.systems.ctg.sheet import Duration, Effect, Sheet
from tests.systems.ctg.fight import CLUB, Fight, hero, someone, types


def effect(name, unit, count=1, flags=(), **modifiers):
    return Effect(name=name, modifiers=modifiers, flags=flags, duration=Duration(unit=unit, count=count))


@pytest.mark.parametrize("words", ["", "d6", "1d7", "0d6", "21d6", "1d6+", "-1d6", "1d6 and", "3", "1d6++2", "1d6-1d4"])
def test_ctg_R04_what_is_no_dice(words):
    with pytest.raises(ValueError, match="dice"):
        parse_dice(words)


def test_ctg_R04_dice_with_a_flat_bonus():
    assert parse_dice("2d6+1d4-3").terms == ((2, 6), (1, 4))
    assert parse_dice("2d6 + 1d4 - 3").bonus == -3


@pytest.mark.parametrize(
    "sheet", [{"strength": 31}, {"agility": 0}, {"proficiency_bonus": 11}, {"max_health": 0}, {"armour": 21},
              {"health": 61}, {"modifiers": {"luck": 1}}, {"weapons": (CLUB, CLUB)}],
)  # fmt: skip
def test_ctg_R01_to_R05_what_no_sheet_has(sheet):
    with pytest.raises(ValueError, match=r"."):
        Sheet(**sheet)


def test_ctg_R71_precision_beats_the_pattern_ability():
    sheet = Sheet(intellect=14)
    assert [ability_for(sheet, "pattern"), ability_for(sheet, "pattern", precise=True)] == ["intellect", "agility"]
    assert ability_for(Sheet(), "pattern") == "strength"
    assert ability_for(Sheet(pattern_ability="presence"), "pattern") == "presence"


def test_ctg_R66_the_shipped_places():
    places = {place.name: place for place in SHIPPED}
    assert len(places) == 8
    assert places["Underwater"].unusable == ("ranged", "firearm")
    assert places["Zero visibility"].attack == {"melee": -4, "ranged": -8, "firearm": -8, "pattern": -4}
    assert [places[name].speed for name in ("Confined space", "Mounted")] == [0.5, 2]
    assert places["Burning building"].round_damage.dice == "1d4"
    assert shipped_environment("burning BUILDING") is places["Burning building"]


def test_ctg_R66_the_dead_throw_no_dice_for_the_fire():
    fight = Fight(hero("ana"), someone("orc", health=-20), cards=["KC"], dice=["d4:3"], environment="Burning building")
    assert (fight["ana"].health, fight["orc"].health) == (37, -20)


def test_ctg_R76_immune_takes_nothing_and_the_log_says_so():
    fight = Fight(hero("ana", resistances={"fire": ("immune", "weak")}), cards=["KC"])
    events = fight.do("damage", combatant="ana", amount=9, type="fire")
    assert types(events) == ["health_lost"]
    assert events[0].amount == 0


def test_ctg_R81_a_heavy_blow_kills_at_once_and_who_falls_is_prone():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "QC"])
    fight.do("damage", combatant="orc", amount=60)
    assert (fight["orc"].status, fight.effects("orc")) == ("dead", {"Prone": "removed"})


def test_ctg_R82_stable_is_lost_with_real_health_only():
    fight = Fight(hero("ana", 2), hero("bo", owner="p2", health=-3), cards=["KC", "3C", "2C"], dice=["d20:10"])
    fight.do("bonus", "ana", action="first_aid", card="3C", target="bo")
    fight.do("set", combatant="bo", temporary_health=2)
    fight.do("damage", combatant="bo", amount=2)
    assert fight["bo"].status == "stable"
    fight.do("damage", combatant="bo", amount=1)
    assert fight["bo"].status == "unconscious"
    fight.do("heal", combatant="bo", amount=1)
    assert (fight["bo"].health, fight["bo"].status) == (0, "unconscious")


def test_ctg_R84_bleeding_takes_temporary_health_first():
    fight = Fight(
        hero("ana", 2), someone("orc", health=-1, temporary_health=1), cards=["KC", "3C", "2C"], bleeding="per_round"
    )
    assert (fight["orc"].health, fight["orc"].temporary_health) == (-1, 0)
    fight.do("end_turn", "ana")
    assert fight["orc"].health == -3 + 1


def test_ctg_R86_checks_of_effects_count():
    fight = Fight(hero("ana", 2), hero("bo", owner="p2", health=-3), cards=["KC", "3C", "2C"], dice=["d20:8"])
    fight.do("effect", combatant="ana", effect=effect("Calm", "removed", checks=2))
    fight.do("bonus", "ana", action="first_aid", card="3C", target="bo")
    assert (fight.view.last.total, fight["bo"].status) == (10, "stable")


def test_ctg_R91_a_card_passed_counts_one_skipped_or_forced_does_not():
    fight = Fight(hero("ana", 2), someone("orc", 3), cards=["AC", "4C", "KC", "QC", "2C"])
    fight.do("effect", combatant="orc", effect=effect("Edge", "cards", 2))
    fight.do("discard", combatant="orc", cards=("2C",))
    fight.do("effect", combatant="orc", effect=effect("Stunned", "turns", flags=("cannot_act",)))
    fight.do("end_turn", "ana")
    assert fight.turn == ("orc", "Q")
    assert fight.effects("orc") == {"Edge": "cards"}
    assert fight["orc"].bears("Edge").left == 2
    fight.do("end_turn", "orc")
    assert fight["orc"].bears("Edge").left == 1


def test_ctg_R91_an_effect_given_in_the_turn_does_not_count_it():
    fight = Fight(hero("ana", 2), someone("orc"), cards=["KC", "QC", "JC"])
    fight.do("effect", combatant="ana", effect=effect("Slow", "turns", speed=-5))
    fight.do("end_turn", "ana")
    assert fight.effects("ana") == {"Slow": "turns"}
    fight.do("end_turn", "ana")
    assert fight.effects("ana") == {}


def test_ctg_R91_falling_in_the_turn_ends_a_turns_effect_and_counts_the_card():
    fight = Fight(hero("ana", 2), someone("orc"), cards=["KC", "QC", "JC"])
    fight.do("effect", combatant="ana", effect=effect("Edge", "cards", attack=1))
    fight.do("damage", combatant="ana", amount=40)
    assert fight.effects("ana") == {"Prone": "removed"}


def test_ctg_R91_what_the_roll_pays_for_is_settled_first():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "QC"], dice=["d20:11", "d6:1"])
    fight.do("effect", combatant="ana", effect=effect("Rage", "next_attack", damage=4))
    fight.do("attack", "ana", weapon="Club", target="orc")
    assert (fight.view.last.damage.total, fight.effects("ana")) == (15, {})


def test_ctg_R90_effects_keep_the_order_in_which_they_were_given():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "QC"], dice=["d20:2"])
    for name, value in (("Zeal", 1), ("Aim", 2), ("Zeal", 3)):
        fight.do("effect", combatant="ana", effect=effect(name, "removed", attack=value))
    fight.do("attack", "ana", weapon="Club", target="orc")
    assert fight.view.last.modifiers == (("strength", 0), ("Aim", 2), ("Zeal", 3))


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"flags": ("flying",)},
        {"modifiers": {"attack": 1000}},
        {"duration": Duration(unit="rounds", count=0)},
    ],
)
def test_ctg_R90_what_is_no_effect(wrong):
    fight = Fight(hero("ana"), start=False)
    good = {"name": "X", "duration": Duration(unit="removed")}
    fight.refused("bad_value", "effect", combatant="ana", effect=Effect(**good | wrong))
