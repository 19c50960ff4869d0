"""The shipped content of the cards-and-dice system: everything loads, and the numbers are those that the rules want."""

import pytest

from combat.library import library
from combat.systems.ctg.dice import parse_dice
from combat.systems.ctg.environment import SHIPPED

CTG = library("ctg")
CLASSES = {"Gunslinger", "Brawler", "Pattern caster", "Shieldbearer"}
SPECIAL = {"Rat swarm": range(8, 20), "The Bell Warden": range(61, 200)}


def armour_class(sheet):
    return 10 + sheet.modifier("agility") + sheet.armour + sheet.shield + sheet.other


def test_ctg_R04_the_library_has_twenty_weapons_of_every_kind():
    assert len(CTG.weapons) >= 20
    assert {weapon.kind for weapon in CTG.weapons.values()} == {"melee", "ranged", "firearm", "pattern"}
    assert all(weapon.proficient and weapon.type for weapon in CTG.weapons.values())


@pytest.mark.parametrize("weapon", CTG.weapons.values(), ids=lambda weapon: weapon.name)
def test_ctg_R04_every_weapon_has_numbers_that_make_sense(weapon):
    dice = parse_dice(weapon.damage)
    most = sum(count * sides for count, sides in dice.terms) + dice.bonus
    assert 2 <= most <= 24
    if weapon.kind == "melee":
        assert weapon.reach in (5, 10)
    else:
        assert weapon.long_range is not None
        assert 0 < weapon.range <= weapon.long_range


def test_ctg_R05_the_library_has_twelve_armours_and_shields():
    worn = [piece for piece in CTG.armour.values() if piece.slot in ("armour", "shield")]
    assert len(worn) >= 12
    assert all(1 <= piece.bonus <= 7 and piece.about for piece in CTG.armour.values())
    assert {piece.slot for piece in CTG.armour.values()} == {"armour", "shield", "other"}


def test_ctg_R66_the_library_knows_the_shipped_environments():
    assert list(CTG.environments.values()) == list(SHIPPED)
    assert len(CTG.environments) == 8


@pytest.mark.parametrize("name", CTG.environments)
def test_ctg_R66_each_environment_is_that_of_the_rules(name):
    attack, unusable, speed, harm = {
        "Open ground": ({}, (), 1, None),
        "Darkness": ({"melee": -2, "ranged": -4, "firearm": -4, "pattern": -2}, (), 1, None),
        "Zero visibility": ({"melee": -4, "ranged": -8, "firearm": -8, "pattern": -4}, (), 0.5, None),
        "Underwater": ({"melee": -2, "pattern": -2}, ("ranged", "firearm"), 0.5, None),
        "Confined space": ({"melee": -1, "ranged": -2}, (), 0.5, None),
        "High wind": ({"ranged": -4, "firearm": -2}, (), 1, None),
        "Mounted": ({"melee": 1, "ranged": -2, "firearm": -2}, (), 2, None),
        "Burning building": ({"ranged": -2, "firearm": -2}, (), 1, ("1d4", "fire")),
    }[name]
    place = CTG.environments[name]
    assert (place.attack, place.unusable, place.speed) == (attack, unusable, speed)
    assert (place.round_damage and (place.round_damage.dice, place.round_damage.type)) == harm
    assert place.description


def test_ctg_R65_four_classes_with_four_abilities_each():
    assert set(CTG.classes) == CLASSES
    for one in CTG.classes.values():
        assert len({ability.name for ability in one.abilities}) == 4
        assert all(ability.description and ability.effects for ability in one.abilities)


def test_ctg_R65_no_two_classes_play_alike():
    """Costs and kinds of effects differ from class to class."""
    shapes = {
        name: sorted((ability.cost, tuple(step.do for step in ability.effects)) for ability in one.abilities)
        for name, one in CTG.classes.items()
    }
    assert len({tuple(shape) for shape in shapes.values()}) == 4


def test_ctg_R65_shipped_abilities_use_every_effect_but_movement():
    abilities = [ability for one in CTG.classes.values() for ability in one.abilities]
    used = {step.do for ability in abilities for step in ability.effects}
    assert used == {"damage", "heal", "effect", "draw", "discard", "extra_action", "damage_card"}


def test_ctg_R03_sixteen_foes_from_a_swarm_to_a_boss():
    assert len(CTG.foes) >= 16
    assert set(SPECIAL) <= set(CTG.foes)


@pytest.mark.parametrize("foe", CTG.foes.values(), ids=lambda foe: foe.name)
def test_ctg_R03_every_foe_is_of_the_right_size(foe):
    assert foe.sheet.max_health in SPECIAL.get(foe.name, range(20, 61))
    assert 11 <= armour_class(foe.sheet) <= 17
    assert foe.sheet.weapons
    assert foe.kind
    assert foe.about


@pytest.mark.parametrize("ready", CTG.characters.values(), ids=lambda ready: ready.name)
def test_ctg_R03_every_ready_made_character_is_whole(ready):
    sheet = ready.sheet
    assert 60 <= sheet.max_health <= 120
    assert sheet.class_ == ready.character_class
    assert sheet.abilities == CTG.classes[ready.character_class].abilities
    assert len(sheet.weapons) >= 2
    assert "First Aid" in sheet.skills
    assert ready.about


def test_ctg_R65_one_ready_made_character_of_each_class():
    assert {ready.character_class for ready in CTG.characters.values()} == CLASSES
    assert len(CTG.characters) == 4


def test_armour_that_is_worn_stands_in_the_sheet():
    bracken = CTG.characters["Bracken Dow"].sheet
    assert (bracken.armour, bracken.shield) == (CTG.armour["Mail shirt"].bonus, CTG.armour["Round shield"].bonus)


def test_the_demo_fight_is_four_against_five():
    demo = CTG.plan("demo")
    sides = [one.side for one in demo.combatants]
    assert (sides.count("party"), sides.count("foes")) == (4, 5)
    assert {one.kind for one in demo.combatants if one.side == "party"} == set(CTG.characters)
    assert demo.environment in CTG.environments


def test_the_try_out_is_the_gunslinger_alone_against_foes_that_play_themselves():
    party = [one for one in CTG.plan("try").combatants if one.side == "party"]
    foes = [one for one in CTG.plan("try").combatants if one.side == "foes"]
    assert [CTG.characters[one.kind].character_class for one in party] == ["Gunslinger"]
    assert foes
    assert all(one.autoplay for one in foes)
    assert not party[0].autoplay


def test_no_name_is_used_twice():
    names = [*CTG.foes, *CTG.characters]
    assert len(set(names)) == len(names)
    shields = [*CTG.weapons, *CTG.armour]
    assert len(set(shields)) == len(shields)
