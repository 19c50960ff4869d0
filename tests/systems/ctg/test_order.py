"""Whose turn it is (R13, R20 to R30)."""

from combat.systems.ctg.commands import Joiner
from combat.systems.ctg.sheet import Duration, Effect, Sheet
from tests.systems.ctg.fight import REVOLVER, Fight, hero, someone, types


def test_ctg_R21_nobody_awake_at_the_start_waits_for_the_gm():
    fight = Fight(hero("ana", health=0), someone("orc", health=-3), cards=["KC", "QC"])
    assert (fight.view.phase, fight.view.turn, fight.view.draw, fight.view.pile) == ("turns", None, 0, 54)
    fight.do("heal", combatant="orc", amount=4)
    assert (fight.turn, fight.view.draw) == (("orc", "Q"), 1)
    assert fight.discards() == ["KC"]


def test_ctg_R24_three_tied_roll_until_all_differ():
    dice = ["d20:9", "d20:9", "d20:17", "d20:4", "d20:6"]
    fight = Fight(someone("a"), someone("b"), someone("d"), cards=["KC", "KD", "KH"], dice=dice)
    assert fight.turn == ("d", "K")
    assert [fight[one].rolls for one in "abd"] == [(9, 4), (9, 6), (17,)]
    fight.do("end_turn", "d")
    assert fight.turn == ("b", "K")


def test_ctg_R24_all_who_are_equal_are_put_in_order_at_once():
    people = someone("quick", agility=15), someone("b", agility=11), someone("d", agility=11)
    fight = Fight(*people, cards=["KC", "KD", "KH"], dice=["d20:3", "d20:8"])
    assert fight.turn == ("quick", "K")
    fight.do("end_turn", "quick")
    assert fight.turn == ("d", "K")


def test_ctg_R24_the_unconscious_roll_too():
    fight = Fight(hero("ana"), someone("orc", health=-2), cards=["KC", "KD"], dice=["d20:3", "d20:8"])
    assert fight.discards() == ["KD"]
    assert fight.turn == ("ana", "K")


def test_ctg_R25_a_card_dealt_above_the_tier_makes_a_round_and_the_old_tier_another():
    fight = Fight(hero("ana", 2), someone("orc", 2), cards=["9C", "9D", "8C", "7C"])
    fight.do("effect", combatant="orc", effect=Effect(name="Slow", duration=Duration(unit="rounds", count=3)))
    fight.do("deal", combatant="orc", cards=("KC",))
    fight.do("end_turn", "ana")
    assert fight.turn == ("orc", "K")
    assert fight.effects("orc") == {"Slow": 2}
    fight.do("end_turn", "orc")
    assert fight.turn == ("ana", "9")
    assert fight.effects("orc") == {"Slow": 1}


def test_ctg_R12_red_and_black_joker_in_two_hands_are_one_tier():
    fight = Fight(hero("ana", agility=12), someone("orc", agility=11), cards=["BJ", "RJ"])
    assert fight.turn == ("ana", "Joker")
    fight.do("end_turn", "ana")
    assert (*fight.turn, fight.view.actions_left) == ("orc", "Joker", 2)


def test_ctg_R26_in_turns_a_skipped_turn_counts():
    fight = Fight(
        hero("ana", 2, agility=14), someone("orc", 2, agility=12, health=-1), someone("ork", agility=10),
        cards=["KC", "KD", "KH", "KS", "QC"], same_tier="alternate",
    )  # fmt: skip
    fight.do("end_turn", "ana")
    assert fight.discards() == ["KC", "KH"]
    assert fight.turn == ("ana", "K")


def test_ctg_R27_an_effect_until_the_turn_ends_before_it_shows_who_can_act():
    fight = Fight(hero("ana", 2), someone("orc"), cards=["KC", "2C", "QC"])
    held = Effect(name="Held", flags=("cannot_act",), duration=Duration(unit="until_turn"))
    fight.do("effect", combatant="orc", effect=held)
    fight.do("end_turn", "ana")
    assert fight.turn == ("orc", "Q")
    assert fight.effects("orc") == {}


def test_ctg_R27_who_gets_cannot_act_loses_the_rest_of_the_turn():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "QC"])
    stun = Effect(name="Stunned", flags=("cannot_act",), duration=Duration(unit="turns"))
    fight.do("effect", combatant="ana", effect=stun)
    assert fight.turn == ("orc", "Q")
    assert fight.effects("ana") == {"Stunned": "turns"}
    assert fight.discards() == ["KC"]


def test_ctg_R13_the_dead_are_not_counted_for_the_packs():
    dead = [someone(f"dead{number}", 11, health=-20) for number in range(5)]
    assert Fight(hero("ana"), *dead, cards=["KC"]).view.pile == 53


def test_ctg_R13_a_hand_beyond_one_pack_brings_a_second():
    fight = Fight(*(someone(f"c{number}", 9, agility=number + 1) for number in range(5)))
    assert fight.view.pile == 108 - 45


def test_ctg_R22_without_a_running_turn_the_joiner_draws_with_all():
    fight = Fight(someone("orc", health=0), cards=["KC"])
    sheet = Sheet(proficiency_bonus=0, modifiers={"agility": -8})
    fight.do("add", combatant=Joiner(id="cy", name="Cy", side="party", player="p3", sheet=sheet))
    assert (fight.view.draw, fight["cy"].hand, fight["orc"].hand) == (1, ("2C",), ())


def test_ctg_R22_the_dead_join_without_cards():
    fight = Fight(hero("ana"), someone("orc"), cards=["9C", "5C"])
    fight.do("add", combatant=Joiner(id="cy", name="Cy", side="party", sheet=Sheet(max_health=10, health=-9)))
    assert fight["cy"].hand == ()


def test_ctg_R22_with_decks_of_their_own_a_joiner_brings_a_pack():
    cards = {"ana": ("9C",), "orc": ("5C",), "cy": ("10C", "9D", "3C")}
    fight = Fight(hero("ana"), someone("orc"), cards=cards, deck="own")
    sheet = Sheet(proficiency_bonus=2, modifiers={"agility": -8})
    fight.do("add", combatant=Joiner(id="cy", name="Cy", side="party", sheet=sheet))
    assert fight["cy"].hand == ("9D", "3C")
    assert fight.discards("cy") == ["10C"]
    assert fight.view.pile == {"ana": 53, "orc": 53, "cy": 51}


def test_ctg_R14_decks_of_their_own_run_out_each_alone():
    fight = Fight(hero("ana"), someone("orc"), cards={"ana": ("9C",), "orc": ("5C",)}, deck="own")
    fight.do("deal", combatant="ana", count=54)
    assert fight.view.pile == {"ana": 53, "orc": 53}
    assert fight.state.packs == {"ana": 2, "orc": 1}


def test_ctg_R30_surprisers_in_order_of_agility_then_of_joining_and_some_pass():
    people = hero("ana"), someone("b", agility=12), someone("d", agility=12), someone("e", health=0)
    fight = Fight(*people, cards=["KC", "QC", "JC", "10C"], surprisers=("e", "d", "b", "ana"))
    assert [fight.view.turn, fight.view.phase] == ["b", "surprise"]
    fight.do("end_turn", "b")
    assert fight.view.turn == "d"
    fight.do("action", "d", action="defend")
    assert fight.view.turn == "ana"
    events = fight.do("end_turn")
    assert "draw_began" in types(events)
    assert fight.turn == ("ana", "K")
    assert fight.effects("d") == {"Defending": "until_turn"}


def test_ctg_R30_damage_cards_of_the_surprise_stay_discarded():
    fight = Fight(
        hero("ana", weapons=(REVOLVER,)), someone("orc"), cards=["7C", "KC", "QC"], dice=["d20:15", "d8:2"],
        surprisers=("ana",),
    )  # fmt: skip
    fight.do("attack", "ana", weapon="Revolver", target="orc")
    assert (fight.discards(), fight["orc"].health) == (["7C"], 31)
    assert fight.turn == ("ana", "K")


def test_ctg_R30_one_who_falls_in_the_slot_loses_it():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "QC"], surprisers=("ana",))
    fight.do("damage", combatant="ana", amount=40)
    assert (fight.view.phase, fight.turn) == ("turns", ("orc", "Q"))


def test_ctg_R30_without_anybody_able_the_surprise_ends_in_waiting():
    fight = Fight(hero("ana"), someone("orc", health=0), cards=["KC", "QC"], surprisers=("ana",))
    fight.do("damage", combatant="ana", amount=40)
    assert (fight.view.phase, fight.view.turn, fight.view.draw) == ("turns", None, 0)
