"""Attacks: ranges, situations, qualities, armour flags, tables, fumbles (2.3, 6, 7.4, 8)."""

import pytest

from combat.engine.records import replace
from combat.engine.viewers import GM
from tests.systems.d100.fights import Fight, ana, brig, conditions, effects, person

FRIEND = {"weapons": ["sword"], "wounds": 20}
ARCHER = {"skills": {"ranged_bow": 50}, "weapons": ["bow", "dagger"]}


def archer(**more):
    return ana(**{**ARCHER, **more})


def shot(fight, **more):
    fight.strike(weapon="bow", **more)
    return fight.last.attack


def test_d100_R09_with_none_no_shot_is_defended():
    fight = Fight(archer(), brig(weapons=["shield"]), dice=[30], rules={"ranged_defence": "none"})
    fight.do("attack", by="ana", weapon="bow", target="brig", distance=5)
    assert (fight.last.defence, fight.last.hit) == (None, True)


def test_d100_R09_limited_a_shield_still_parries_beyond_point_blank():
    fight = Fight(archer(), brig(weapons=["shield"]), dice=[60, 30], rules={"ranged_defence": "limited"})
    fight.do("attack", by="ana", weapon="bow", target="brig", distance=40)
    fight.refused("not_usable_here", "defend", by="brig", with_="dodge")
    fight.refused("not_usable_here", "defend", by="brig", with_="fists")
    fight.do("defend", by="brig", with_="shield")
    assert fight.last.defence.target == 40


@pytest.mark.parametrize(
    "distance, target", [(5, 90), (6, 70), (25, 70), (26, 50), (50, 50), (100, 40), (101, 20), (150, 20)]
)
def test_d100_R25_range_bands_of_a_bow(distance, target):
    fight = Fight(archer(), brig(), dice=[60, 60])
    assert shot(fight, distance=distance, with_="dodge").target == target


@pytest.mark.parametrize(
    "size, modifier", [("tiny", -30), ("little", -20), ("small", -10), ("large", 20), ("monstrous", 60)]
)
def test_d100_R25_shots_at_sizes(size, modifier):
    fight = Fight(archer(), brig(size=size), dice=[60, 60])
    assert shot(fight, with_="dodge").target == 50 + modifier


def test_d100_D25_situations_count_once_and_the_true_ones_are_added():
    fight = Fight(archer(), brig(), dice=[60, 60])
    fight.do("move", by="ana", yards=2)
    assert shot(fight, with_="dodge", situation=["soft_cover", "soft_cover"]).target == 50 - 10 - 10


def test_d100_D25_the_aim_is_lost_with_any_other_action():
    fight = Fight(archer(weapons=["bow", "sword"]), brig(), dice=[90, 60, 60])
    fight.do("action", by="ana", action="aim")
    fight.round()
    fight.strike()
    fight.round()
    assert shot(fight, with_="dodge").target == 50


def test_a_situation_of_the_other_kind_of_attack_is_refused():
    fight = Fight(archer(weapons=["bow", "sword", "parrying_dagger"]), brig())
    for weapon, situation in (
        ("bow", "flank_rear"), ("sword", "darkness"), ("bow", "off_hand"), ("parrying_dagger", "off_hand"),
        ("sword", "larger_target"), ("sword", "called"), ("bow", "moved"), ("bow", "aimed"),
    ):  # fmt: skip
        fight.refused("bad_value", "attack", by="ana", weapon=weapon, target="brig", situation=[situation])


def test_the_off_hand_costs_20_in_attack_and_parry():
    fight = Fight(ana(), brig(weapons=["sword", "axe"]), dice=[35, 61])
    fight.do("attack", by="ana", weapon="sword", target="brig", situation=["off_hand"])
    fight.refused("bad_value", "defend", by="brig", with_="dodge", situation=["off_hand"])
    fight.do("defend", by="brig", with_="axe", situation=["off_hand"])
    assert (fight.last.attack.target, fight.last.defence.target) == (30, 20)


def test_d100_R24_deafened_helps_attackers_from_behind_only():
    fight = Fight(ana(), brig(), dice=[35, 35])
    fight.do("effect", combatant="brig", effect={"condition": "deafened", "levels": 3})
    fight.strike()
    assert fight.last.attack.target == 50
    fight.round()
    fight.do("set", combatant="ana", advantage=0)
    fight.strike(situation=["flank_rear"])
    assert fight.last.attack.target == 50 + 20 + 10


def test_d100_D26_snaring_entangles_with_the_wielders_strength_and_does_no_harm():
    net = ana(characteristics={"s": 41}, skills={"ranged_entangling": 60}, weapons=["net"])
    fight = Fight(net, brig(), dice=[33, 70])
    fight.strike(weapon="net", with_="dodge")
    assert (fight.last.hit, fight.last.wounds, fight.last.critical) == (True, 0, None)
    assert conditions(fight.brig) == {"entangled": 1}
    assert fight.brig.condition("entangled").strength == 41


def test_d100_D26_hacking_takes_armour_off_until_none_is_left():
    claws = {"id": "claws", "group": "melee_basic", "damage": {"sb": True, "plus": 0}, "qualities": {"hacking": 1}}
    fight = Fight(ana(weapons=[claws]), brig(ap={"body": 1}), dice=[54, 54])
    for soak in (4, 3):
        fight.do("set", combatant="ana", advantage=2)
        fight.strike(weapon="claws")
        assert (fight.last.location, fight.last.soak, fight.brig.hacked) == ("body", soak, {"body": 1})
        fight.round()


def test_d100_D26_penetrating_ignores_what_is_not_metal_and_one_point_that_is():
    drill = {"id": "drill", "group": "melee_basic", "damage": {"sb": True, "plus": 4}, "qualities": {"penetrating": 1}}
    fight = Fight(ana(weapons=[drill]), brig(armour=["leather_jack", "breastplate"], ap={"body": 3}), dice=[54, 70])
    fight.do("set", combatant="ana", advantage=2)
    fight.strike(weapon="drill", with_="dodge")
    assert fight.last.soak == 3 + 1


def test_d100_D26_blunt_doubles_the_parrying_shield_too():
    fight = Fight(
        ana(weapons=["fists"], skills={"melee_brawling": 60}), brig(weapons=["shield"], ap={"body": 1}), dice=[54, 80]
    )
    fight.strike(weapon="fists", with_="shield")
    assert fight.last.soak == 3 + 2 * (1 + 2)


def test_d100_D16_a_slow_weapon_gives_the_dodger_a_level():
    fight = Fight(
        ana(weapons=["maul"], skills={"melee_two_handed": 50}), brig(characteristics={"i": 60}), dice=[41, 30]
    )
    fight.do("end_turn")
    fight.strike(weapon="maul", with_="dodge")
    assert fight.last.defence.sl == 1


ARMOUR_FLAGS = {"armour_flags": True}


def test_flags_partial_armour_is_ignored_by_even_rolls():
    for roll, soak in ((10, 3), (13, 5)):
        fight = Fight(ana(skills={"melee_basic": 90}), brig(armour=["open_helm"]), dice=[roll, 70], rules=ARMOUR_FLAGS)
        fight.strike(with_="dodge", location="head")
        assert fight.last.soak == soak


def test_flags_weakpoints_are_found_by_a_piercing_critical():
    pick = {"id": "pick", "group": "melee_basic", "damage": {"sb": True, "plus": 4}, "qualities": {"piercing": 1}}
    fight = Fight(ana(weapons=[pick]), brig(armour=["full_helm"]), dice=[10, 70, 1], rules=ARMOUR_FLAGS)
    fight.strike(weapon="pick", with_="dodge", location="head")
    assert (fight.last.soak, fight.last.critical.name) == (3, "Scraped Brow")


def test_flags_impenetrable_turns_the_critical_of_an_odd_double():
    for roll, name in ((33, None), (22, "Scraped Brow")):
        fight = Fight(
            ana(skills={"melee_basic": 90}), brig(armour=["full_helm"]), dice=[roll, 70, 1], rules=ARMOUR_FLAGS
        )
        fight.strike(with_="dodge", location="head")
        assert (fight.last.critical.name if fight.last.critical else None) == name


def test_d100_R13_one_roll_for_a_double_at_0_has_no_overkill_modifier():
    fight = Fight(ana(skills={"melee_basic": 60}), brig(wounds=8), dice=[44, 70, 40], rules={"overkill_modifier": -20})
    fight.strike(with_="dodge")
    assert fight.last.critical.name == "Cut to the Muscle"


def test_d100_D20_a_double_in_a_stalemate_wounds_by_switch():
    fight = Fight(ana(skills={"melee_basic": 40}), brig(), dice=[22, 20, 12], rules={"critical_when_losing": True})
    fight.strike(with_="sword")
    assert (fight.last.winner, fight.last.location, fight.last.critical.name) == ("none", "left_arm", "Shallow Slash")


def test_d100_D20_no_defenders_critical_against_a_shot():
    fight = Fight(archer(), brig(), dice=[60, 22], rules={"defender_criticals": True})
    fight.strike(weapon="bow", with_="dodge")
    assert fight.ana.criticals == ()


def test_d100_R11_nicked_yourself_and_slow_to_recover():
    fight = Fight(ana(), brig(), dice=[77, 20, 20, 77, 20, 40])
    fight.strike(with_="sword")
    assert (fight.last.fumble.name, fight.ana.wounds) == ("Nicked Yourself", 11)
    fight.round()
    fight.strike(with_="sword")
    assert effects(fight.ana) == {"Slow to Recover": None}
    fight.round()
    assert (fight.state.turn.combatant, fight.state.lagging) == ("brig", ("ana",))
    fight.round()
    assert (fight.state.turn.combatant, effects(fight.ana)) == ("ana", {})


def test_d100_D22_a_wild_blow_without_an_ally_stuns():
    fight = Fight(ana(), brig(), dice=[77, 20, 95])
    fight.strike(with_="sword")
    assert conditions(fight.ana) == {"stunned": 1}


def bound(fight, *pairs):
    """Engaged without a blow."""
    fight.state = replace(fight.state, engaged=tuple(tuple(sorted(pair)) for pair in pairs))


def test_d100_D22_a_wild_blow_chooses_among_several_in_the_order_of_the_fight():
    bo, cy = (person(id, {**FRIEND, "characteristics": {"i": i}}, owner=id) for id, i in (("bo", 20), ("cy", 25)))
    fight = Fight(ana(), bo, cy, brig(), dice=[77, 20, 95, "d2:2"])
    bound(fight, ("bo", "brig"), ("cy", "brig"))
    fight.strike(with_="sword")
    assert fight.state.order == ("ana", "brig", "cy", "bo")
    assert [one.id for one in fight.state.combatants if one.wounds < one.stats.max_wounds] == ["bo"]
    assert fight.last.fumble.name == "Wild Blow"


def test_r14_of_a_wild_blow_and_a_critical_of_the_ally_who_falls():
    bea = person("bea", {"wounds": 5, "weapons": ["sword"], "characteristics": {"i": 35, "s": 35, "t": 35}}, owner="p2")
    fight = Fight(ana(), bea, brig(), dice=[77, 20, 95, 3], rules={"overkill_modifier": -20})
    bound(fight, ("bea", "brig"))
    fight.strike(with_="sword")
    assert (fight.bea.wounds, fight.bea.criticals) == (0, ("Glancing Cut",))


def test_d100_D10_a_drop_takes_what_that_hand_holds_and_never_claws():
    for weapons, dropped in (
        (["sword", "shield"], ("sword",)),
        (["greatsword"], ("greatsword",)),
        (["knuckle_irons"], ()),
    ):
        fight = Fight(ana(), brig(weapons=weapons), dice=[33, 70, 5])
        fight.strike(with_="dodge")
        assert (fight.last.critical.name, fight.brig.dropped) == ("Numbed Fingers", dropped)


def test_d100_D23_a_useless_leg_neither_runs_nor_dodges():
    fight = Fight(ana(), brig(), dice=[88, 70, 80], rules={"modifier_ceiling": 60})
    fight.strike(with_="dodge", situation=["outnumber_3"])
    assert fight.last.critical.name == "Snapped Shinbone"
    fight.do("remove_effect", combatant="brig", effect="stunned")
    fight.do("remove_effect", combatant="brig", effect="prone")
    fight.do("end_turn")
    fight.refused("no_move_left", "move", by="brig", yards=5)
    fight.do("move", by="brig", yards=4)
    fight.refused("cannot_move", "action", by="brig", action="sprint")
    fight.round()
    fight.do("attack", by="ana", weapon="sword", target="brig")
    fight.refused("not_usable_here", "defend", by="brig", with_="dodge")


def test_d100_R15_an_open_wound_opens_again():
    fight = Fight(ana(), brig(), dice=[33, 70, 52, 34, 70])
    fight.strike(with_="dodge")
    assert (fight.last.critical.name, conditions(fight.brig)) == ("Gashed Arm", {"bleeding": 2})
    fight.do("set", combatant="brig", advantage=0)
    fight.do("remove_effect", combatant="brig", effect="bleeding")
    fight.round()
    fight.strike(with_="dodge")
    assert (fight.last.location, conditions(fight.brig)) == ("right_arm", {"bleeding": 1})


def test_d100_R28_a_point_blank_shot_at_the_unconscious_is_certain_and_never_a_fumble():
    fight = Fight(archer(), brig(), dice=[100, 1])
    fight.do("effect", combatant="brig", effect={"condition": "unconscious"})
    fight.strike(weapon="bow", distance=5)
    assert (fight.last.attack.sl, fight.last.hit, fight.last.fumble) == (9, True, None)
    assert fight.last.location == "right_leg"


def test_d100_R37_every_draw_is_an_event_with_its_purpose():
    fight = Fight(ana(), brig(), dice=[34, 61])
    fight.do("attack", by="ana", weapon="sword", target="brig")
    events = fight.do("defend", by="brig", with_="sword")
    rolled = [(event.purpose, event.shown) for event in events if event.type == "die_rolled"]
    assert rolled == [("attack", 34), ("defence", 61)]


def test_b14_the_shown_lines_add_up_to_the_wounds():
    fight = Fight(ana(weapons=["great_axe"], skills={"melee_two_handed": 50}), brig(ap={"body": 20}), dice=[34, 61, 55, 61],
                  rules={"minimum_wounds": 1})  # fmt: skip
    fight.do("action", by="ana", action="charge", weapon="great_axe", target="brig", yards=8)
    fight.do("defend", by="brig", with_="dodge")
    assert sum(part.value for part in fight.last.damage) == fight.last.wounds
    assert sum(part.value for part in fight.last.attack.parts) == fight.last.attack.target
    assert sum(part.value for part in fight.last.defence.parts) == fight.last.defence.target


def test_the_gms_modifier_counts_within_the_limits():
    fight = Fight(ana(), brig(), dice=[34, 61])
    fight.strike(with_="dodge", modifier=-100, actor=GM)
    assert fight.last.attack.target == 20
