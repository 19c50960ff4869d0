"""Windows (R55, R56, D12)."""

from combat.engine.viewers import GM, player
from combat.systems.ctg import CTG
from combat.systems.ctg.sheet import Ability, AbilityEffect, Duration, Effect
from tests.systems.ctg.fight import Fight, hero, someone, types

RIPOSTE = Ability(
    name="Riposte", cost="reaction", target="enemy", effects=(AbilityEffect(do="damage", dice="1d6", attack="melee"),)
)


def attacked(*, dice=(), **orc):
    """Ana (AC, 2C) attacks the orc (KC, 3C); the window is open."""
    fight = Fight(
        hero("ana", 2), someone("orc", 2, **orc), cards=["AC", "2C", "KC", "3C"], dice=dice, reaction_seconds=12
    )
    fight.do("attack", "ana", weapon="Club", target="orc")
    assert fight.state.window.waiting == ("orc",)
    return fight


def test_ctg_R56_while_it_is_open_the_acting_one_waits():
    fight = attacked()
    for kind, fields in (
        ("attack", {"weapon": "Club", "target": "orc"}), ("move", {"feet": 5}), ("end_turn", {}),
        ("action", {"action": "dance"}), ("bonus", {"action": "aim", "card": "2C"}),
    ):  # fmt: skip
        fight.refused("window_open", kind, "ana", **fields)
    fight.do("free", "ana", text="Ha!")
    assert fight.state.window is not None


def test_ctg_R56_it_has_an_id_a_time_and_a_command_that_closes_it():
    fight = attacked(dice=["d20:11", "d6:1"])
    window, seconds = CTG.deadline(fight.state)
    assert seconds == 12
    fight.refused("no_window", "timeout", window="other")
    fight.refused("gm_only", "timeout", viewer=player("p1"))
    events = CTG.decide(fight.state, GM, CTG.timeout(window), fight.chance)
    assert "attack_rolled" in types(events)


def test_ctg_R56_the_attack_is_dropped_when_the_attacker_falls():
    fight = attacked()
    fight.do("damage", combatant="ana", amount=40)
    assert (fight.state.window, fight.view.last, fight["orc"].health) == (None, None, 40)
    assert (fight.turn, fight.discards()) == (("orc", "K"), ["AC"])


def test_ctg_R56_the_attack_is_dropped_when_the_target_dies():
    fight = attacked()
    fight.do("damage", combatant="orc", amount=60)
    assert (fight.state.window, fight.view.last, fight.view.turn) == (None, None, "ana")


def test_ctg_R56_the_attack_is_dropped_when_the_target_leaves():
    fight = attacked()
    events = fight.do("remove", combatant="orc")
    assert "attack_dropped" in types(events)
    assert (fight.state.window, fight.view.turn) == (None, "ana")


def test_ctg_R56_it_is_rolled_when_the_target_can_no_longer_react():
    for change in (
        {"kind": "damage", "combatant": "orc", "amount": 41},
        {"kind": "discard", "combatant": "orc", "count": 2},
        {"kind": "effect", "combatant": "orc", "effect": Effect(name="Numb", flags=("cannot_react",), duration=Duration(unit="removed"))},
    ):  # fmt: skip
        fight = attacked(dice=["d20:11", "d6:1"])
        fight.do(change.pop("kind"), **change)
        assert fight.state.window is None
        assert fight.view.last.hit


def test_ctg_R56_cannot_act_does_not_forbid_reactions():
    fight = attacked(dice=["d20:11"])
    fight.do(
        "effect", combatant="orc", effect=Effect(name="Held", flags=("cannot_act",), duration=Duration(unit="removed"))
    )
    fight.do("react", "orc", reaction="dodge", card="3C")
    assert not fight.view.last.hit


def test_ctg_R56_the_gm_ends_the_turn_and_the_attack_with_it():
    fight = attacked()
    fight.do("end_turn")
    assert (fight.state.window, fight.view.last, fight.turn) == (None, None, ("orc", "K"))


def test_ctg_R56_passing_automatically_takes_effect_with_the_next_command():
    fight = attacked(dice=["d20:2"])
    fight.do("switch", auto_pass=True)
    assert fight.state.window is not None
    fight.do("free", "ana", text="Well?")
    assert fight.state.window is None
    assert fight.seen_by("p1").combatants["orc"].auto_pass


def test_ctg_R55_a_dodge_lasts_for_the_one_attack_and_its_card_counts_once_settled():
    fight = attacked(dice=["d20:17"])
    ward = Effect(name="Ward", modifiers={"armour_class": 4}, duration=Duration(unit="cards"))
    fight.do("effect", combatant="orc", effect=ward)
    fight.do("react", "orc", reaction="dodge", card="3C")
    assert (fight.view.last.armour_class, fight.view.last.hit) == (17, False)
    assert fight["orc"].armour_class == 10
    assert fight.effects("orc") == {}


def test_ctg_R55_a_reactions_attack_opens_no_window_and_ends_nobodys_turn():
    fight = attacked(dice=["d20:2", "d20:11", "d6:3"], abilities=(RIPOSTE,))
    fight.do("react", "orc", reaction="ability", ability="Riposte", card="3C")
    assert (fight.state.window, fight.view.turn, fight["orc"].health) == (None, "ana", 27)


def test_ctg_R55_a_reaction_that_fells_the_attacker_stops_the_attack():
    fight = attacked(dice=["d20:19", "d6:6"], abilities=(RIPOSTE,))
    fight.do("set", combatant="ana", health=3)
    fight.do("react", "orc", reaction="ability", ability="Riposte", card="3C")
    assert (fight["ana"].status, fight["orc"].health, fight.turn) == ("unconscious", 40, ("orc", "K"))


def test_ctg_R55_an_improvised_reaction_is_a_request_and_the_attack_goes_on():
    fight = attacked(dice=["d20:11", "d6:1"])
    fight.do("react", "orc", reaction="improvise", card="3C", text="kick the table over", target="ana")
    assert [(one.by, one.action, one.target) for one in fight.view.requests] == [("orc", "improvise", "ana")]
    assert fight.view.last.hit


def test_ctg_R55_without_a_map_nobody_interposes():
    fight = attacked()
    for reaction in ("interpose", "opportunity", "dance"):
        fight.refused("bad_value", "react", "orc", reaction=reaction, card="3C")
    fight.refused("unknown_ability", "react", "orc", reaction="ability", ability="Fly", card="3C")
    fight.refused("bad_value", "react", "orc", reaction="dodge")
    fight.refused("bad_target", "react", "orc", reaction="dodge", card="3C", target="ana")


def test_ctg_R56_an_abilitys_attack_asks_before_its_roll():
    lash = Ability(name="Lash", target="enemy", effects=(
        AbilityEffect(do="effect", effect=Effect(name="Marked", duration=Duration(unit="removed"))),
        AbilityEffect(do="damage", dice="1d4", attack="melee"),
        AbilityEffect(do="discard", count=1),
    ))  # fmt: skip
    fight = Fight(
        hero("ana", 2, abilities=(lash,)), someone("orc", 3), cards=["AC", "2C", "KC", "3C", "4C"],
        dice=["d20:13", "d4:1", "d3:2"], reaction_seconds=5,
    )  # fmt: skip
    fight.do("ability", "ana", ability="Lash", target="orc")
    assert fight.state.window is not None
    assert fight.effects("orc") == {"Marked": "removed"}
    fight.do("pass", "orc")
    assert (fight["orc"].health, fight["orc"].hand, fight.view.turn) == (39, ("KC", "3C"), "ana")


def test_ctg_R55_in_ones_own_turn_the_owed_card_pays_no_reaction():
    shot = Ability(
        name="Shot", cost="free", target="enemy", effects=(AbilityEffect(do="damage", dice="1d4", attack="ranged"),)
    )
    fight = Fight(
        hero("ana"), someone("orc", 2, abilities=(shot,)), cards=["AC", "2C", "3C"], dice=["d20:15", "d4:1", "d20:3"],
        reaction_seconds=5,
    )  # fmt: skip
    fight.do("ability", "orc", ability="Shot", target="ana")
    assert fight.state.window is None
    fight.do("deal", combatant="ana", cards=("9C",))
    fight.do("ability", "orc", ability="Shot", target="ana")
    fight.refused("card_is_owed", "react", "ana", reaction="dodge", card="AC")
    fight.do("react", "ana", reaction="dodge", card="9C")
    assert (fight.view.turn, fight.view.last.hit) == ("ana", False)


def test_ctg_R56_a_window_for_the_hidden_is_nobodys_business():
    fight = Fight(
        hero("ana", 2),
        someone("lurk", 2, hidden=True),
        cards=["AC", "2C", "KC", "3C"],
        dice=["d20:2"],
        reaction_seconds=5,
    )
    events = fight.do("attack", "ana", viewer=GM, weapon="Club", target="lurk")
    assert fight.state.window.waiting == ("lurk",)
    assert fight.seen_by("p1").window is None
    shown = [CTG.redact(event, player("p1")) for event in events]
    assert "lurk" not in repr(shown).lower()
