"""The card that is owed, bonus actions and what a turn allows (R40 to R51, R57, R60)."""

from combat.engine.viewers import player
from combat.systems.ctg.sheet import Ability, AbilityEffect, Duration, Effect, Weapon
from tests.systems.ctg.fight import CLUB, Fight, hero, someone

MAUL = Weapon(name="Maul", kind="melee", damage="2d6", properties=("two_handed",))
AGAIN = Ability(name="Again", cost="free", effects=(AbilityEffect(do="extra_action", count=2),))


def test_ctg_R40_a_higher_card_got_in_the_turn_is_not_owed():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "2C"])
    fight.do("deal", combatant="ana", cards=("AC",))
    fight.refused("bad_value", "action", "ana", action="defend", card="AC")
    fight.do("bonus", "ana", action="aim", card="AC")
    fight.do("action", "ana", action="defend")
    assert fight.discards() == ["AC", "KC"]


def test_ctg_R40_a_turn_whose_card_is_taken_is_paid():
    fight = Fight(hero("ana", 2), someone("orc"), cards=["KC", "3C", "2C"])
    fight.do("discard", combatant="ana", cards=("KC",))
    fight.do("bonus", "ana", action="aim", card="3C")
    fight.do("action", "ana", action="defend")
    assert (fight.view.actions_left, fight.discards()) == (0, ["KC", "3C"])
    fight.refused("not_in_hand", "end_turn", "ana", card="KC")


def test_ctg_R40_extra_actions_cost_nothing():
    fight = Fight(hero("ana", 2, abilities=(AGAIN,)), someone("orc"), cards=["KC", "3C", "2C"])
    fight.do("ability", "ana", ability="Again")
    assert fight.view.actions_left == 3
    fight.do("action", "ana", action="defend")
    assert fight.discards() == ["KC"]
    fight.do("action", "ana", action="dash")
    fight.refused("bad_value", "action", "ana", action="dash", card="3C")
    assert fight.discards() == ["KC"]


def test_ctg_R40_the_red_joker_leaves_with_the_second_action_of_four():
    fight = Fight(hero("ana", abilities=(AGAIN,)), someone("orc"), cards=["RJ", "2C"])
    fight.do("ability", "ana", ability="Again")
    for left, discards in ((3, []), (2, ["RJ"]), (1, ["RJ"])):
        fight.do("action", "ana", action="dash")
        assert (fight.view.actions_left, fight.discards()) == (left, discards)


def test_ctg_R40_which_of_two_kings_ends_the_turn_is_the_owners_choice():
    fight = Fight(hero("ana", 2), someone("orc"), cards=["KC", "KS", "2C"])
    fight.refused("not_in_hand", "end_turn", "ana", card="KD")
    fight.do("end_turn", "ana", card="KS")
    assert fight.discards() == ["KS"]


def test_ctg_R51_a_two_handed_weapon_is_none_for_the_off_hand():
    fight = Fight(
        hero("ana", 2, weapons=(CLUB, MAUL)), someone("orc"), cards=["KC", "3C", "2C"], dice=["d20:11", "d6:2"]
    )
    fight.refused("bad_value", "bonus", "ana", action="off_hand", card="3C", weapon="Maul", target="orc")
    fight.do("bonus", "ana", action="off_hand", card="3C", weapon="Club", target="orc")
    assert (fight["orc"].health, fight.view.actions_left) == (38, 1)


def test_ctg_R51_a_missed_off_hand_ends_the_turn_only_without_actions_by_house_rule():
    fight = Fight(
        hero("ana", 2), someone("orc"), cards=["KC", "3C", "2C"], dice=["d20:2"], miss_ends_turn="unless_actions_left"
    )
    fight.do("bonus", "ana", action="off_hand", card="3C", weapon="Club", target="orc")
    assert fight.turn == ("ana", "K")


def test_ctg_R51_fields_that_do_not_belong_are_refused():
    fight = Fight(hero("ana", 2), someone("orc"), cards=["KC", "3C", "2C"])
    fight.refused("bad_target", "bonus", "ana", action="aim", card="3C", target="orc")
    fight.refused("bad_value", "bonus", "ana", action="aim", card="3C", weapon="Club")
    fight.refused("bad_value", "bonus", "ana", action="dance", card="3C")
    fight.refused("bad_value", "bonus", "ana", action="aim")
    fight.refused("bad_target", "action", "ana", action="dash", target="orc")
    fight.refused("unknown_weapon", "bonus", "ana", action="off_hand", card="3C", target="orc")


def test_ctg_R50_no_bonus_actions_by_house_rule():
    fight = Fight(hero("ana", 2), someone("orc"), cards=["KC", "3C", "2C"], bonus_actions_per_turn=0)
    fight.refused("bonus_limit", "bonus", "ana", action="aim", card="3C")


def test_ctg_R60_speed_with_effects_and_place_is_rounded_up():
    mire = {"name": "Mire", "speed": 0.3}
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "2C"], environment=mire)
    fight.refused("no_move_left", "move", "ana", feet=10)
    fight.do("move", "ana", feet=9)
    fight.do(
        "effect",
        combatant="ana",
        effect=Effect(name="Mud", modifiers={"speed": -99}, duration=Duration(unit="removed")),
    )
    fight.refused("no_move_left", "move", "ana", feet=1)


def test_ctg_R83_getting_up_costs_half_the_speed():
    fight = Fight(hero("ana", speed=25), someone("orc"), cards=["KC", "2C"])
    fight.refused("bad_value", "move", "ana", stand=True)
    prone = Effect(name="Prone", flags=("prone",), duration=Duration(unit="removed"))
    fight.do("effect", combatant="ana", effect=prone)
    fight.do("move", "ana", feet=5)
    fight.do("move", "ana", stand=True)
    assert (fight.view.moved, fight.effects("ana")) == (18, {})
    fight.do("effect", combatant="ana", effect=prone)
    fight.refused("no_move_left", "move", "ana", stand=True)


def test_ctg_R90_one_who_cannot_move_stays():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "2C"])
    fight.do(
        "effect", combatant="ana", effect=Effect(name="Web", flags=("cannot_move",), duration=Duration(unit="removed"))
    )
    fight.refused("bad_value", "move", "ana", feet=-1)
    fight.refused("cannot_move", "move", "ana", feet=99)


def test_ctg_R44_the_switch_ends_the_turn_after_the_next_command_of_anybody():
    fight = Fight(hero("ana"), hero("bo", owner="p2"), cards=["KC", "2C"])
    fight.do("action", "ana", action="defend")
    fight.do("switch", viewer=player("p1"), auto_end=True)
    assert fight.view.turn == "ana"
    fight.do("look", combatant="bo")
    assert fight.view.turn == "ana"
    fight.do("free", "bo", text="Come on!")
    assert fight.view.turn == "bo"


def test_ctg_R44_a_spectator_has_no_switches():
    from combat.engine.viewers import SPECTATOR

    fight = Fight(hero("ana"), cards=["KC"])
    fight.refused("not_yours", "switch", viewer=SPECTATOR, auto_end=True)
