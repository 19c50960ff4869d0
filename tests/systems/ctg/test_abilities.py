"""Class abilities (R65, D13)."""

import pytest

from combat.systems.ctg.sheet import Ability, AbilityEffect, Duration, Effect, Uses
from tests.systems.ctg.fight import REVOLVER, Fight, hero, someone


def ability(*effects, **fields):
    return Ability(name="Trick", effects=effects, **fields)


def using(*effects, hand=2, cards=("KC", "3H", "QC", "2C"), foe_hand=2, dice=(), rules=None, **fields):
    return Fight(
        hero("ana", hand, abilities=(ability(*effects, **fields),), weapons=(REVOLVER,)),
        hero("bo", 1, owner="p2", health=10),
        someone("orc", foe_hand),
        cards=[*cards[:hand], "5C", *cards[hand:]],
        dice=dice,
        **(rules or {}),
    )


def test_ctg_R65_a_forced_discard_of_their_choice_waits_as_a_request():
    fight = using(AbilityEffect(do="discard", count=1, how="choice"), target="enemy")
    fight.do("ability", "ana", ability="Trick", target="orc")
    request = fight.view.requests[0]
    assert (request.by, request.action, request.target, request.count, request.text) == ("ana", "discard", "orc", 1, "")
    fight.refused("not_yours", "discard_choice", "orc", viewer=fight.viewer_of("ana"), cards=("2C",))
    fight.refused("not_in_hand", "discard_choice", "orc", cards=("AC",))
    fight.refused("bad_value", "discard_choice", "orc", cards=("2C", "QC"))
    fight.refused("bad_value", "discard_choice", "bo", cards=("5C",))
    fight.do("discard_choice", "orc", cards=("2C",))
    assert (fight.view.requests, fight["orc"].hand, fight.discards()) == ((), ("QC",), ["KC", "2C"])


def test_ctg_R65_no_more_is_forced_than_there_is():
    fight = using(AbilityEffect(do="discard", count=3, how="choice"), target="enemy")
    fight.do("ability", "ana", ability="Trick", target="orc")
    fight.do("discard_choice", "orc", cards=("2C", "QC"))
    assert fight["orc"].hand == ()


def test_ctg_R65_a_card_taken_at_random_by_a_die_and_the_last_without_one():
    fight = using(AbilityEffect(do="discard", count=2), target="enemy", dice=["d2:1"])
    fight.do("ability", "ana", ability="Trick", target="orc")
    assert fight.discards() == ["KC", "QC", "2C"]


def test_ctg_R65_ability_damage_has_no_modifier_and_needs_no_roll_without_an_attack():
    fury = Effect(name="Fury", modifiers={"damage": 50}, duration=Duration(unit="removed"))
    fight = using(AbilityEffect(do="damage", dice="2d4+1", type="fire"), target="enemy", dice=["d4:1", "d4:2"])
    fight.do("effect", combatant="ana", effect=fury)
    fight.do("ability", "ana", ability="Trick", target="orc")
    assert (fight["orc"].health, fight.view.last) == (36, None)


def test_ctg_R65_a_free_ability_costs_no_card_and_needs_no_turn():
    fight = using(
        AbilityEffect(do="heal", dice="1d8"), cost="free", target="any", dice=["d8:5"], uses=Uses(per="combat")
    )
    fight.do("end_turn", "ana")
    assert fight.view.turn == "orc"
    fight.refused("bad_value", "ability", "ana", ability="Trick", target="bo", card="3H")
    fight.do("ability", "ana", ability="Trick", target="bo")
    assert fight["bo"].health == 15
    fight.refused("no_uses_left", "ability", "ana", ability="Trick", target="bo")


def test_ctg_R65_a_free_ability_needs_somebody_who_can_act():
    fight = using(AbilityEffect(do="draw"), cost="free")
    fight.do(
        "effect", combatant="ana", effect=Effect(name="Held", flags=("cannot_act",), duration=Duration(unit="removed"))
    )
    fight.refused("cannot_act", "ability", "ana", ability="Trick")


def test_ctg_R65_uses_of_a_draw_come_back_with_the_next():
    fight = using(AbilityEffect(do="move", feet=10), cost="free", uses=Uses(per="draw"))
    fight.do("ability", "ana", ability="Trick")
    fight.refused("no_uses_left", "ability", "ana", ability="Trick")
    while fight.view.draw == 1:
        fight.do("end_turn")
    fight.do("ability", "ana", ability="Trick")


def test_ctg_R65_the_damage_card_counts_as_the_number_and_only_once():
    fight = using(
        AbilityEffect(do="damage_card", value=20), AbilityEffect(do="extra_action"), cost="free",
        dice=["d20:15", "d8:1", "d20:15", "d8:1"],
    )  # fmt: skip
    fight.do("ability", "ana", ability="Trick")
    fight.do("set", combatant="orc", max_health=900)
    fight.do("set", combatant="orc", health=900)
    fight.do("attack", "ana", weapon="Revolver", target="orc")
    assert fight.view.last.damage.total == 21
    fight.do("attack", "ana", weapon="Revolver", target="orc")
    assert fight.view.last.damage.total == 1 + 4


def test_ctg_R65_suit_and_least_value_hold_for_the_owed_card():
    fight = using(AbilityEffect(do="draw"), suit="H", hand=2, cards=("KC", "KH", "QC", "2C"))
    fight.refused("bad_value", "ability", "ana", ability="Trick", card="KC")
    fight.do("ability", "ana", ability="Trick")
    assert fight.discards() == ["KH"]


def test_ctg_R65_the_same_in_surprise_costs_no_card():
    people = hero("ana", abilities=(ability(AbilityEffect(do="draw"), suit="H", min_value=14),)), someone("orc")
    fight = Fight(*people, cards=["2C", "KC", "QC"], surprisers=("ana",))
    fight.do("ability", "ana", ability="Trick")
    assert fight["ana"].hand == ("KC", "2C")


@pytest.mark.parametrize(
    ("target", "good", "bad"),
    [("self", "ana", "bo"), ("ally", "bo", "ana"), ("ally", "bo", "orc"), ("enemy", "orc", "bo"), ("any", "ana", None)],
)
def test_ctg_R65_targets(target, good, bad):
    fight = using(AbilityEffect(do="move", feet=5), target=target)
    fight.refused("bad_target", "ability", "ana", ability="Trick", target=bad)
    fight.refused("unknown_combatant", "ability", "ana", ability="Trick", target="zed")
    fight.do("ability", "ana", ability="Trick", target=good)


def test_ctg_R65_an_unusable_kind_makes_the_ability_unusable():
    fight = using(AbilityEffect(do="damage", dice="1d4", attack="firearm"), target="enemy")
    fight.do("environment", environment="underwater")
    fight.refused("not_usable_here", "ability", "ana", ability="Trick", target="orc")


def test_ctg_R65_an_ability_of_another_cost_is_refused_in_that_place():
    fight = using(AbilityEffect(do="draw"), cost="reaction")
    fight.refused("bad_value", "ability", "ana", ability="Trick")
    fight.refused("bad_value", "bonus", "ana", action="ability", ability="Trick", card="3H")
    fight.refused("unknown_ability", "bonus", "ana", action="ability", ability="Fly", card="3H")


def test_ctg_R65_the_second_blow_on_one_who_is_dead_is_not_rolled():
    blow = AbilityEffect(do="damage", dice="1d4", attack="melee")
    fight = using(blow, blow, target="enemy", dice=["d20:15", "d4:4"])
    fight.do("set", combatant="orc", health=-17)
    fight.do("ability", "ana", ability="Trick", target="orc")
    assert (fight["orc"].status, fight.view.turn) == ("dead", "ana")
