"""Conditions, wounds, dying and waking (5, 6.5)."""

from combat.engine.viewers import player
from tests.systems.d100.fights import Fight, ana, brig, conditions, effects, person

DOC = {
    "characteristics": {"s": 35, "t": 35, "i": 20}, "skills": {"heal": 50, "melee_basic": 30}, "weapons": ["sword"],
    "wounds": 12,
}  # fmt: skip


def doc(**more):
    return person("doc", DOC, owner="p2", **more)


def effect(fight, who, condition, levels=1, **more):
    fight.do("effect", combatant=who, effect={"condition": condition, "levels": levels, **more})


def test_d100_R18_prone_at_0_wounds_costs_advantage_too():
    fight = Fight(ana(), brig())
    fight.do("set", combatant="brig", advantage=3)
    fight.do("damage", combatant="brig", amount=40)
    assert (fight.brig.wounds, fight.brig.advantage, conditions(fight.brig)) == (0, 0, {"prone": 1})


def test_d100_R27_bleeding_to_0_makes_unconscious_and_prone_and_rolls_at_once():
    fight = Fight(ana(), brig(wounds=2), dice=[41])
    effect(fight, "brig", "bleeding", 4)
    fight.round()
    assert fight.brig.dead is False
    assert conditions(fight.brig) == {"bleeding": 4, "prone": 1, "unconscious": 1}


def test_d100_R27_the_last_bleeding_level_that_clots_leaves_fatigued():
    fight = Fight(ana(), brig(wounds=2), dice=[44])
    effect(fight, "brig", "bleeding", 1)
    fight.do("set", combatant="brig", wounds=0)
    fight.round()
    assert conditions(fight.brig) == {"unconscious": 1, "prone": 1, "fatigued": 1}


def test_d100_R26_fire_is_soaked_by_toughness_and_the_least_armour_and_costs_1_at_least():
    fight = Fight(ana(), brig(armour=["mail_shirt"]), dice=["d10:9", "d10:1"])
    effect(fight, "brig", "ablaze", 2)
    fight.round()
    assert fight.brig.wounds == 40 - (9 + 1 - 3)
    fight.round()
    assert fight.brig.wounds == 33 - 1


def test_d100_R26_poison_may_be_hard_to_shake_off():
    fight = Fight(ana(), brig(), dice=[21])
    effect(fight, "brig", "poisoned", 1, difficulty=-10)
    fight.round()
    assert (fight.brig.wounds, conditions(fight.brig)) == (39, {"poisoned": 1})


def test_d100_R26_a_stunned_one_who_is_tired_already_gets_no_more_tired():
    fight = Fight(ana(), brig(), dice=[1])
    effect(fight, "brig", "fatigued")
    effect(fight, "brig", "stunned")
    fight.round()
    assert conditions(fight.brig) == {"fatigued": 1}


def test_d100_R26_the_engaged_do_not_rally_and_the_hidden_do_without_a_roll():
    fight = Fight(ana(), brig(), dice=[98, 77])
    fight.strike()
    effect(fight, "brig", "broken", 2)
    fight.round()
    assert conditions(fight.brig) == {"broken": 2}
    fight.do("move", by="ana", yards=1)
    fight.do("set", combatant="brig", out_of_sight=True)
    fight.do("end_turn")
    fight.do("end_turn")
    assert conditions(fight.brig) == {"broken": 2}, "it hid in the middle of that round, and 77 failed"
    fight.round()
    assert conditions(fight.brig) == {"broken": 1}


def test_d100_R32_what_was_gained_before_the_fight_fades_at_the_end_of_round_1():
    fight = Fight(ana(), brig(), start=False)
    effect(fight, "brig", "blinded", 2)
    fight.do("start")
    fight.round()
    assert conditions(fight.brig) == {"blinded": 1}


def test_d100_D13_what_holds_until_treated_is_not_shaken_off():
    """Torn Within: Bleeding 3 until treated."""
    fight = Fight(ana(), brig(), doc(), dice=[55, 70, 98, 1, 24])
    fight.do("set", combatant="ana", advantage=1)
    fight.strike(with_="dodge")
    assert (fight.last.critical.name, conditions(fight.brig)["bleeding"]) == ("Torn Within", 3)
    assert effects(fight.brig) == {"Torn Within": None}
    fight.do("heal", combatant="brig", amount=2, type="magic")
    assert conditions(fight.brig)["bleeding"] == 3
    fight.do("move", by="ana", yards=1)
    fight.do("end_turn")
    fight.do("end_turn")
    fight.do("action", by="doc", action="heal", target="brig", what="Torn Within")
    assert (fight.last.test.success, effects(fight.brig)) == (True, {})
    assert conditions(fight.brig)["bleeding"] == 3
    fight.do("heal", combatant="brig", amount=2, type="magic")
    assert conditions(fight.brig)["bleeding"] == 1


def test_d100_D13_a_faint_that_is_held_ends_with_the_treatment():
    """Fractured Skull: Unconscious until treated."""
    fight = Fight(ana(), brig(traits=["bloodless"]), doc(), dice=[44, 70, 98, 20])
    fight.do("set", combatant="ana", advantage=2)
    fight.strike(with_="dodge", location="head")
    assert fight.last.critical.name == "Fractured Skull"
    assert conditions(fight.brig) == {"stunned": 2, "unconscious": 1, "prone": 1}
    fight.do("heal", combatant="brig", amount=5)
    assert fight.brig.out, "it is held"
    fight.do("end_turn")
    fight.do("action", by="doc", action="heal", target="brig", what="Fractured Skull")
    assert not fight.brig.out
    assert effects(fight.brig) == {}


def test_d100_D13_a_critical_wound_is_treated_outside_melee_only():
    fight = Fight(ana(), brig(), doc(), dice=[33, 70, 40])
    fight.strike(with_="dodge")
    assert fight.last.critical.name == "Cut to the Muscle"
    fight.do("remove_effect", combatant="brig", effect={"condition": "bleeding"})
    fight.do("end_turn")
    fight.do("end_turn")
    heal = {"by": "doc", "action": "heal", "target": "brig"}
    fight.refused("not_usable_here", "action", **heal)
    fight.refused("bad_value", "action", **heal, what="Torn Within")
    fight.refused("not_usable_here", "action", **heal, what="Cut to the Muscle")


def test_d100_D13_heal_tests_need_training_and_something_to_heal():
    fight = Fight(doc(characteristics={"i": 60}), ana(), brig())
    fight.refused("bad_value", "action", by="doc", action="heal", target="ana")
    effect(fight, "ana", "bleeding", 2)
    fight.do("end_turn")
    fight.refused("not_usable_here", "action", by="ana", action="heal", what="bleeding")


def test_d100_R27_a_heal_test_takes_levels_off_and_wakes_when_the_bleeding_stops():
    fight = Fight(doc(characteristics={"i": 60}), ana(), brig(), dice=[21])
    effect(fight, "ana", "bleeding", 3)
    effect(fight, "ana", "unconscious")
    fight.do("action", by="doc", action="heal", target="ana")
    assert (fight.last.test.sl, conditions(fight.ana)) == (3, {"prone": 1, "fatigued": 2})


def test_d100_D14_unconscious_with_wounds_left_ends_with_any_healing():
    fight = Fight(ana(), brig())
    fight.do("damage", combatant="brig", amount=5)
    effect(fight, "brig", "unconscious")
    fight.do("heal", combatant="brig", amount=1)
    assert conditions(fight.brig) == {"prone": 1, "fatigued": 1}


def test_d100_D15_nobody_able_to_act_and_the_gm_lets_rounds_pass():
    fight = Fight(ana(), brig())
    effect(fight, "ana", "unconscious")
    effect(fight, "brig", "unconscious")
    assert (fight.state.turn, fight.state.round) == (None, 1)
    fight.do("end_turn")
    assert (fight.state.turn, fight.state.round) == (None, 2)
    fight.do("heal", combatant="brig", amount=1)
    assert fight.state.turn.combatant == "brig"
    assert fight.state.round == 2


def test_d100_D15_rounds_pass_while_somebody_is_only_surprised():
    fight = Fight(ana(), brig(), surprised=["ana", "brig"])
    assert (fight.state.turn.combatant, fight.state.round) == ("ana", 2)


def test_d100_D15_a_fight_without_anybody_has_no_turn():
    fight = Fight(ana())
    fight.do("remove", combatant="ana")
    assert (fight.state.turn, fight.state.order) == (None, ())
    fight.do("end_turn")
    assert fight.state.turn is None


def test_d100_D21_a_nameless_foe_dies_of_fire_too_and_a_players_never():
    fight = Fight(ana(wounds=2), brig(wounds=2), dice=["d10:9", "d10:9"], rules={"npc_sudden_death": True})
    effect(fight, "ana", "ablaze")
    effect(fight, "brig", "ablaze")
    fight.round()
    assert (fight.ana.dead, fight.brig.dead) == (False, True)


def test_d100_D28_what_the_gm_sets_has_no_consequences():
    fight = Fight(ana(), brig(), rules={"npc_sudden_death": True})
    fight.do("set", combatant="brig", wounds=0)
    assert (fight.brig.dead, conditions(fight.brig)) == (False, {})


def test_d100_D28_a_condition_that_the_gm_takes_off_leaves_nothing_behind():
    fight = Fight(ana(), brig())
    effect(fight, "brig", "bleeding", 2)
    fight.do("remove_effect", combatant="brig", effect={"condition": "bleeding", "levels": 1})
    assert conditions(fight.brig) == {"bleeding": 1}
    fight.do("remove_effect", combatant="brig", effect="bleeding")
    assert conditions(fight.brig) == {}
    fight.refused("bad_value", "remove_effect", combatant="brig", effect="bleeding")


def test_d100_D30_the_dead_and_the_mindless_are_not_broken():
    fight = Fight(ana(), brig(traits=["mindless"]))
    effect(fight, "brig", "broken")
    assert conditions(fight.brig) == {}


def test_d100_D7_the_stunned_keep_their_budget_and_cannot_use_it():
    fight = Fight(ana(), brig())
    effect(fight, "ana", "stunned")
    for do, fields in (
        ("attack", {"weapon": "sword", "target": "brig"}),
        ("action", {"action": "aim"}),
        ("action", {"action": "dance"}),
    ):
        fight.refused("cannot_act", do, by="ana", **fields)
    assert fight.state.turn.action == 1


def test_b9_whoever_is_out_loses_the_turn_and_gets_no_second_one():
    fight = Fight(ana(), brig(), doc())
    effect(fight, "ana", "unconscious")
    assert fight.state.turn.combatant == "brig"
    fight.do("remove_effect", combatant="ana", effect="unconscious")
    assert (fight.state.turn.combatant, fight.state.waiting) == ("brig", ("doc",))
    fight.do("end_turn")
    fight.do("end_turn")
    assert (fight.state.round, fight.state.turn.combatant) == (2, "ana")


def test_b10_end_of_round_work_is_done_once_and_undone_whole():
    fight = Fight(ana(), brig())
    effect(fight, "brig", "bleeding", 2)
    fight.do("end_turn")
    before = fight.state
    fight.do("end_turn")
    assert fight.brig.wounds == 38
    fight.undo()
    assert fight.state == before
    fight.do("end_turn")
    assert fight.brig.wounds == 38


def test_b20_a_player_sends_nothing_for_others():
    fight = Fight(ana(), brig(), doc())
    fight.refused("not_yours", "end_turn", by="ana", actor=player("p2"))
    fight.refused("gm_only", "end_turn", actor=player("p1"))


def test_the_dead_are_not_healed_and_take_no_conditions():
    fight = Fight(ana(), brig(wounds=5), rules={"npc_sudden_death": True})
    fight.do("action", by="ana", action="improvise", target="brig")
    fight.do("damage", combatant="brig", amount=5)
    fight.refused("dead", "heal", combatants=["ana", "brig"], amount=1)
    fight.refused("dead", "resolve", request=1, heal=2)
    effect(fight, "brig", "bleeding", 2)
    assert conditions(fight.brig) == {}
    fight.do("resolve", request=1, outcome="too late")
