"""Moving, running, charging, leaving melee, and the order of the fight (2, 7, R19 to R23, R31, R40)."""

import pytest

from combat.engine.viewers import GM, player
from combat.systems.d100 import D100
from tests.systems.d100.fights import Fight, ana, brig, conditions, person

R40 = {"engagement_rules": True}


def test_d100_R22_standing_up_needs_an_unspent_move_and_takes_it_all():
    fight = Fight(ana(), brig())
    fight.refused("bad_value", "move", by="ana", stand=True)
    fight.do("effect", combatant="ana", effect={"condition": "prone"})
    fight.do("move", by="ana", yards=1)
    fight.refused("no_move_left", "move", by="ana", stand=True)
    fight.round()
    fight.do("move", by="ana", stand=True)
    assert conditions(fight.ana) == {}
    fight.refused("no_move_left", "move", by="ana", yards=1)
    fight.refused("no_move_left", "action", by="ana", action="sprint")


def test_d100_R22_the_prone_crawl_half_their_movement_and_half_of_that_when_stunned():
    fight = Fight(ana(), brig(), dice=[1])
    fight.do("effect", combatant="ana", effect={"condition": "prone"})
    fight.refused("no_move_left", "move", by="ana", yards=3)
    fight.do("effect", combatant="ana", effect={"condition": "stunned"})
    fight.refused("no_move_left", "move", by="ana", yards=2)
    fight.do("move", by="ana", yards=1)


@pytest.mark.parametrize("yards", [0, -3])
def test_a_move_is_a_yard_or_more(yards):
    fight = Fight(ana(), brig())
    fight.refused("bad_value", "move", by="ana", yards=yards)


def test_d100_R23_a_bad_sprint_may_leave_nothing():
    fight = Fight(ana(m=1), brig(), dice=[99], rules={"fumbles": False})
    fight.do("action", by="ana", action="sprint")
    assert D100.truth(fight.state).yards_left == 1
    fight.round()
    fight.do("effect", combatant="ana", effect={"condition": "prone"})
    fight.refused("cannot_move", "action", by="ana", action="sprint")


def test_d100_R31_a_charge_in_its_order_of_refusals():
    fight = Fight(ana(weapons=["sword", "bow"]), brig())
    charge = {"by": "ana", "action": "charge", "weapon": "sword", "target": "brig", "yards": 6}
    fight.refused("unknown_weapon", "action", **{**charge, "weapon": "spoon"})
    fight.refused("unknown_combatant", "action", **{**charge, "target": "nobody"})
    fight.refused("bad_target", "action", **{**charge, "target": "ana"})
    fight.refused("not_usable_here", "action", **{**charge, "weapon": "bow"})
    fight.do("effect", combatant="ana", effect={"condition": "prone"})
    fight.refused("bad_value", "action", **{**charge, "yards": 3})
    fight.refused("cannot_move", "action", **charge)


def test_d100_D24_a_leaver_who_falls_stays_and_has_lost_the_move():
    fight = Fight(ana(), brig(wounds=40), dice=[20, 90, 34, 12], rules=R40)
    fight.strike(with_="dodge")
    fight.do("end_turn")
    fight.do("set", combatant="ana", wounds=1)
    fight.do("end_turn")
    fight.do("move", by="ana", yards=4)
    assert (fight.ana.wounds, fight.state.turn.moved, fight.state.turn.no_move) == (0, 0, True)
    assert fight.state.engaged


def test_d100_D24_enemies_who_cannot_strike_do_not():
    fight = Fight(ana(), brig(), dice=[98], rules=R40)
    fight.strike()
    fight.do("effect", combatant="brig", effect={"condition": "stunned"})
    fight.do("move", by="ana", yards=4)
    assert (fight.state.turn.moved, fight.state.engaged) == (4, ())


def test_d100_D24_every_engaged_enemy_strikes_in_the_order_of_the_fight():
    other = person("cole", {"characteristics": {"i": 35}, "weapons": ["axe"], "wounds": 9}, side="foes")
    fight = Fight(ana(wounds=60), brig(), other, dice=[98, 98, 98, 90, 91], rules=R40)
    fight.strike()
    fight.do("end_turn")
    fight.strike(by="cole", weapon="axe", target="ana")
    fight.do("end_turn")
    fight.strike(by="brig", target="ana")
    fight.do("end_turn")
    events = fight.do("move", by="ana", yards=4)
    assert [event.last.by for event in events if event.type == "attack_settled"] == ["cole", "brig"]


def test_d100_R40_a_lost_disengage_keeps_the_way_shut():
    fight = Fight(ana(), brig(), dice=[98, 90, 10, 80], rules=R40)
    fight.strike()
    fight.round()
    fight.do("action", by="ana", action="disengage")
    fight.do("move", by="ana", yards=2)
    assert fight.last.attack.roll == 80
    assert fight.dice_left == ()


def test_d100_R40_close_weapons_may_be_fired_in_melee():
    fight = Fight(ana(weapons=["sword", "bow", "hand_gun"]), brig(), dice=[98, 90, 60], rules=R40)
    fight.strike()
    fight.round()
    fight.refused("not_usable_here", "attack", by="ana", weapon="bow", target="brig")
    fight.strike(weapon="hand_gun", with_="dodge")
    fight.round()
    fight.refused("not_usable_here", "attack", by="ana", weapon="hand_gun", target="brig")


def test_d100_D9_without_the_switch_one_just_goes():
    fight = Fight(ana(), brig(), dice=[98])
    fight.strike()
    assert D100.truth(fight.state).combatants["ana"].engaged
    fight.do("move", by="ana", yards=1)
    assert not D100.truth(fight.state).combatants["brig"].engaged


def test_d100_D17_a_newcomer_before_the_acting_one_waits_for_the_next_round():
    fight = Fight(ana(), brig())
    fight.do("end_turn")
    fight.do("add", combatant={"id": "cy", "name": "Cy", "side": "foes", "sheet": {"characteristics": {"i": 35}}})
    assert (fight.state.order, fight.state.waiting) == (("ana", "cy", "brig"), ())
    fight.do("end_turn")
    fight.do("end_turn")
    assert fight.state.turn.combatant == "cy"


def test_d100_D16_a_slow_newcomer_still_acts_in_this_round():
    fight = Fight(ana(), brig())
    fight.do("end_turn")
    sheet = {"characteristics": {"i": 60}, "weapons": ["maul"]}
    fight.do("add", combatant={"id": "cy", "name": "Cy", "side": "foes", "sheet": sheet})
    assert (fight.state.order, fight.state.waiting, fight.state.lagging) == (("cy", "ana", "brig"), ("cy",), ("cy",))


def test_d100_D18_the_ambush_is_against_everybody_of_other_sides():
    third = person("wolf", {"characteristics": {"i": 10}, "skills": {"stealth": 20}}, side="beasts")
    fight = Fight(
        ana(skills={"perception": 20}), brig(skills={"perception": 20}), third, dice=[98, 99, 99], start=False
    )
    fight.do("start", ambushers=["wolf"])
    assert [conditions(one) for one in (fight.ana, fight.brig, fight.wolf)] == [{}, {}, {}]


def test_b12_undo_never_adds_a_turn():
    fight = Fight(ana(), brig())
    before = fight.state
    fight.do("end_turn")
    fight.do("end_turn")
    fight.undo(2)
    assert fight.state == before


def on_a_map(**rules):
    people = (
        ana(at=(0, 0)),
        brig(at=(5, 0)),
        person("cy", {"characteristics": {"i": 20}, "weapons": ["bow"]}, side="foes", at=(9, 9)),
    )
    return Fight(*people, map=(10, 10), rules=rules)


def test_on_a_map_one_moves_to_a_free_square():
    fight = on_a_map()
    for to in ((5, 0), (10, 0), (-1, 0), (0, 0)):
        fight.refused("bad_value", "move", by="ana", to=to)
    fight.refused("no_move_left", "move", by="ana", to=(9, 0))
    fight.do("move", by="ana", to=(3, 0))
    assert (fight.ana.at, fight.state.turn.moved) == ((3, 0), 6)


def test_on_a_map_blows_need_the_next_square_and_shots_know_their_distance():
    fight = on_a_map()
    fight.refused("out_of_range", "attack", by="ana", weapon="sword", target="brig")
    fight.refused("bad_value", "attack", by="ana", weapon="sword", target="brig", distance=1)
    fight.do("move", by="ana", to=(4, 0))
    assert D100.truth(fight.state).combatants["ana"].engaged
    fight.do("attack", by="ana", weapon="sword", target="brig")
    assert fight.state.attack is not None


def test_on_a_map_a_charge_lands_beside_the_target():
    fight = on_a_map()
    fight.do("action", by="ana", action="charge", weapon="sword", target="brig")
    assert (fight.ana.at, fight.state.turn.moved, fight.ana.advantage) == ((4, 0), 8, 1)


def test_who_plays_itself_on_a_map_goes_nearer_and_strikes():
    fight = on_a_map()
    for _ in range(30):
        acting = fight.state.turn.combatant
        who = fight.state.attack.target if fight.state.attack else acting
        command = D100.suggest(fight.state, who)
        if command.do in ("attack", "action"):
            return
        events = D100.decide(fight.state, GM, command, fight.chance)
        for event in events:
            fight.state = D100.apply(fight.state, event)
    raise AssertionError("nobody ever struck")


def test_hiding_keeps_the_round_that_players_saw():
    fight = Fight(ana(), brig(hidden=True, characteristics={"i": 60}))
    assert D100.project(fight.state, player("p1")).round is None
    fight.do("reveal", combatant="brig")
    assert D100.project(fight.state, player("p1")).round == 1
    fight.do("hide", combatant="brig")
    view = D100.project(fight.state, player("p1"))
    assert (view.turn, view.round, view.actions_left, view.order) == (None, 1, 0, ("ana",))
