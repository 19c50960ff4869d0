"""What the GM may do, undo, and what is refused to others (R23, R41, R95, R96)."""

import pytest

from combat.engine.viewers import SPECTATOR, player
from combat.systems.ctg import CTG
from combat.systems.ctg.commands import Check, Joiner
from combat.systems.ctg.sheet import Duration, Effect
from tests.systems.ctg.fight import REVOLVER, Fight, hero, someone, types

SLOW = Effect(name="Slow", modifiers={"speed": -5}, duration=Duration(unit="removed"))


def test_ctg_R95_before_the_start():
    fight = Fight(hero("ana"), someone("orc"), start=False)
    fight.do("set", combatant="ana", name="Anna", side="heroes", speed=25, agility=12)
    fight.do("effect", combatant="ana", effect=SLOW)
    fight.do("hide", combatant="orc")
    fight.do("reveal", combatant="orc")
    fight.do("remove", combatant="orc")
    for kind, fields in (
        ("deal", {"combatant": "ana", "count": 1}), ("discard", {"combatant": "ana", "count": 1}), ("end", {}),
        ("end_turn", {}), ("timeout", {}), ("resolve", {"request": 1}), ("look", {"combatant": "ana"}),
    ):  # fmt: skip
        fight.refused("not_started", kind, **fields)
    assert (fight["ana"].name, fight["ana"].sheet.agility) == ("Anna", 12)


def test_ctg_R95_cards_change_hands_only_after_the_first_draw():
    fight = Fight(hero("ana"), cards=["KC"], surprisers=("ana",))
    fight.refused("not_started", "deal", combatant="ana", count=1)


def test_ctg_R95_named_cards_come_from_the_pile_then_from_the_newest_discard():
    fight = Fight(hero("ana", 2), someone("orc"), cards=["KC", "3C", "2C"])
    fight.do("end_turn", "ana")
    fight.refused("bad_value", "deal", combatant="orc", cards=("3C",))
    fight.refused("bad_value", "deal", combatant="orc", cards=("KC", "KC"))
    fight.refused("bad_value", "deal", combatant="orc", cards=())
    fight.refused("bad_value", "deal", combatant="orc", cards=("AC",), count=1)
    fight.refused("bad_value", "deal", combatant="orc", count=0)
    fight.do("deal", combatant="orc", cards=("KC", "AS"))
    assert (fight["orc"].hand, fight.discards(), fight.view.pile) == (("AS", "KC", "2C"), [], 50)


def test_ctg_R95_the_lowest_are_discarded():
    fight = Fight(hero("ana", 3), someone("orc"), cards=["KC", "3C", "2H", "4C"])
    fight.refused("bad_value", "discard", combatant="ana", count=4)
    fight.do("discard", combatant="ana", count=2)
    assert fight["ana"].hand == ("KC",)
    assert sorted(fight.discards()) == ["2H", "3C"]


@pytest.mark.parametrize(
    "values",
    [{}, {"health": 41}, {"health": "x"}, {"health": True}, {"temporary_health": -1}, {"armour": 21}, {"name": " "},
     {"max_health": 30, "health": 31}, {"strength": 0}],
)  # fmt: skip
def test_ctg_R95_values_that_do_not_fit(values):
    fight = Fight(hero("ana"), start=False)
    fight.refused("bad_value", "set", combatant="ana", **values)


def test_ctg_R95_the_health_of_the_dead_may_be_set():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "QC"])
    fight.do("damage", combatant="orc", amount=70)
    fight.refused("dead", "heal", combatants=("ana", "orc"), amount=1)
    events = fight.do("set", combatant="orc", health=5)
    assert types(events) == ["value_set", "status_changed"]
    assert (fight["orc"].status, fight["ana"].health) == ("active", 40)


def test_ctg_R95_removing_the_acting_one_discards_the_hand_and_the_turn_passes_on():
    fight = Fight(hero("ana", 3), someone("orc"), cards=["3C", "KC", "RJ", "2C"])
    fight.do("remove", combatant="ana")
    assert (fight.discards(), fight.view.turn) == (["RJ", "KC", "3C"], "orc")
    fight.do("remove", combatant="orc")
    assert (fight.view.phase, fight.view.turn) == ("turns", None)


def test_ctg_R95_only_the_gms_can_be_hidden_and_no_hidden_one_is_given_away():
    fight = Fight(hero("ana"), someone("orc", hidden=True), cards=["KC", "QC"])
    fight.refused("bad_value", "hide", combatant="ana")
    fight.refused("bad_value", "hide", combatant="orc")
    fight.refused("bad_value", "assign", combatant="orc", owner="p1")
    fight.do("reveal", combatant="orc")
    fight.do("assign", combatant="orc", owner="p1")
    assert fight.seen_by("p1").combatants["orc"].hand == ("QC",)
    assert fight.seen_by("gm").combatants["orc"].hand is None


@pytest.mark.parametrize("viewer", [player("p1"), SPECTATOR])
def test_ctg_R95_nobody_else_may(viewer):
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "QC"])
    joiner = Joiner(id="cy", name="Cy", side="foes")
    for kind, fields in (
        ("start", {}), ("set", {"combatant": "zed"}), ("damage", {"combatant": "orc", "amount": 1}), ("timeout", {}),
        ("heal", {"combatant": "orc", "amount": 1}), ("effect", {"combatant": "orc", "effect": SLOW}), ("end", {}),
        ("remove_effect", {"combatant": "orc", "effect": "Slow"}), ("look", {"combatant": "orc"}),
        ("deal", {"combatant": "ana", "count": 1}), ("discard", {"combatant": "ana", "count": 1}),
        ("add", {"combatant": joiner}), ("remove", {"combatant": "orc"}), ("hide", {"combatant": "orc"}),
        ("reveal", {"combatant": "orc"}), ("assign", {"combatant": "orc"}), ("resolve", {"request": 1}),
        ("environment", {"environment": "Darkness"}), ("end_turn", {}),
    ):  # fmt: skip
        fight.refused("gm_only", kind, viewer=viewer, **fields)


def test_ctg_R23_a_look_is_a_public_line_whose_cards_are_the_gms():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "QC"])
    (event,) = fight.do("look", combatant="ana")
    assert event.cards == ("KC",)
    assert CTG.redact(event, player("p1")).cards is None
    never = Fight(hero("ana"), cards=["KC"], gm_sees_hands="never")
    never.refused("bad_value", "look", combatant="ana")


def test_ctg_R41_a_request_outlives_the_turn_and_may_fall_on_somebody_else():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "QC"], dice=["d20:5"])
    fight.do(
        "effect",
        combatant="ana",
        effect=Effect(name="Calm", modifiers={"checks": 3}, duration=Duration(unit="removed")),
    )
    fight.do("action", "ana", action="search", text=" under the table ")
    fight.do("end_turn", "ana")
    fight.refused("unknown_combatant", "resolve", request=1, target="zed")
    fight.refused("bad_value", "resolve", request=1, damage=-1)
    fight.do("resolve", request=1, check=Check(modifier=2, dc=10), damage=4, type="fire", effect=SLOW, target="orc")
    assert fight.view.last.total == 10
    assert (fight["orc"].health, fight.effects("orc"), fight.view.requests) == (36, {"Slow": "removed"}, ())


def test_ctg_R41_without_a_target_it_falls_on_who_asked_and_ready_waits_for_nobody():
    fight = Fight(hero("ana", 2, health=10), someone("orc"), cards=["KC", "QC", "2C"])
    fight.do("action", "ana", action="use_item", text="potion")
    fight.do("resolve", request=1, heal=5, outcome="It tastes of iron.")
    assert fight["ana"].health == 15
    fight.do("end_turn", "ana")
    fight.do("action", "ana", action="ready", text="if he draws")
    assert fight.view.requests == ()


def test_ctg_R96_cards_of_several_undos_lie_at_the_bottom_also_for_a_new_start():
    fight = Fight(
        hero("ana", weapons=(REVOLVER,)), someone("orc"), cards=["KC", "2C", "9H", "4S"],
        dice=["d20:15", "d8:1", "d20:15", "d8:1"],
    )  # fmt: skip
    fight.do("attack", "ana", weapon="Revolver", target="orc")
    fight.undo()
    assert fight.state.piles[""][-1] == "9H"
    fight.do("deal", combatant="orc", count=1)
    fight.do("attack", "ana", weapon="Revolver", target="orc")
    fight.undo(2)
    assert fight.state.piles[""][-3:] == ("9H", "4S", "3C")
    fight.undo()
    assert (fight.view.phase, fight.state.piles) == ("setup", {})
    fight.do("start")
    assert fight.state.piles[""][-5:] == ("9H", "4S", "3C", "KC", "2C")


def test_ctg_R96_switches_and_looks_are_not_undone():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "QC"])
    fight.do("free", "ana", text="one")
    fight.do("switch", viewer=player("p1"), auto_pass=True)
    fight.do("look", combatant="ana")
    fight.undo(2)
    assert fight.view.phase == "setup"
    assert fight.state.switches_of("p1").auto_pass
