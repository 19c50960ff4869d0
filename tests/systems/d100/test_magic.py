"""Spells, prayers, requests and the rest of the Actions (9, D1, D27)."""

from tests.systems.d100.fights import Fight, brig, conditions, effects, person

MAGE = {
    "characteristics": {"s": 35, "t": 35, "i": 60, "wp": 45, "int": 44, "fel": 43},
    "skills": {"arcana": 54, "focus": 50, "pray": 53},
    "weapons": ["quarterstaff"],
    "spells": ["spark_dart", "ember_lash", "glare", "stone_ward", "binding_roots", "knit_flesh"],
    "prayers": ["staunch", "steady", "mend", "bright_edge", "aegis", "rebuke"],
    "wounds": 12,
}


def mage(**more):
    return person("mage", MAGE, owner="p1", **more)


def pal(**more):
    return person("pal", {"characteristics": {"t": 35, "i": 50}, "wounds": 12}, owner="p2", **more)


def cast(fight, spell, **more):
    fight.do("cast", by="mage", spell=spell, **more)
    return fight.last


def pray(fight, prayer, **more):
    fight.do("pray", by="mage", prayer=prayer, **more)
    return fight.last


def test_d100_D27_a_missile_that_leaves_0_is_a_critical_and_its_double_is_not():
    fight = Fight(mage(), brig(wounds=5), dice=[31, 9])
    last = cast(fight, "ember_lash", target="brig")
    assert (last.critical.name, last.location, fight.brig.criticals) == (
        "Shallow Slash",
        "left_arm",
        ("Shallow Slash",),
    )
    fight = Fight(mage(), brig(), dice=[33])
    last = cast(fight, "ember_lash", target="brig")
    assert (last.done, last.critical) == (True, None)
    assert conditions(fight.mage) == {"stunned": 1}


def test_d100_R14_counts_for_missiles_too():
    fight = Fight(mage(), brig(wounds=7), dice=[31, 20], rules={"overkill_modifier": -20})
    assert cast(fight, "ember_lash", target="brig").critical.name == "Numbed Fingers"


def test_d100_D27_a_missile_does_not_end_surprise_nor_moves_advantage():
    fight = Fight(mage(), brig(), dice=[31], surprised=["brig"])
    cast(fight, "spark_dart", target="brig")
    assert conditions(fight.brig) == {"surprised": 1}
    assert (fight.mage.advantage, fight.brig.advantage) == (0, 0)


def test_d100_D27_a_failed_double_brings_the_backlash_alone_and_empties_the_store():
    fight = Fight(mage(), brig(), dice=[10, 77, "d100:1"])
    fight.do("action", by="mage", action="gather")
    assert fight.mage.stored == 4
    fight.round()
    last = cast(fight, "glare", target="brig")
    assert (last.done, fight.mage.stored, fight.mage.wounds, conditions(fight.mage)) == (False, 0, 8, {"stunned": 1})


def test_d100_D27_stored_power_survives_a_casting_that_fails_without_a_double():
    fight = Fight(mage(), brig(), dice=[10, 78])
    fight.do("action", by="mage", action="gather")
    fight.round()
    cast(fight, "knit_flesh")
    assert fight.mage.stored == 4


def test_d100_D27_a_failed_double_on_gather_only_empties_the_store():
    fight = Fight(mage(), brig(), dice=[10, 99])
    fight.do("action", by="mage", action="gather")
    fight.round()
    fight.do("action", by="mage", action="gather")
    assert (fight.mage.stored, conditions(fight.mage)) == (0, {})


def test_d100_R29_ward_and_roots():
    fight = Fight(mage(), brig(), dice=[2, 2])
    cast(fight, "stone_ward")
    assert effects(fight.mage) == {"Stone Ward": 4}
    fight.round()
    cast(fight, "binding_roots", target="brig")
    assert fight.brig.condition("entangled").strength == 45


def test_d100_R29_whom_a_spell_is_for():
    fight = Fight(mage(), pal(), brig())
    fight.refused("bad_target", "cast", by="mage", spell="spark_dart")
    fight.refused("bad_target", "cast", by="mage", spell="spark_dart", target="mage")
    fight.refused("bad_target", "cast", by="mage", spell="knit_flesh", target="brig")
    fight.refused("bad_target", "cast", by="mage", spell="stone_ward", target="pal")
    fight.refused("unknown_ability", "cast", by="mage", spell="fly", target="brig")
    fight.refused("out_of_range", "cast", by="mage", spell="spark_dart", target="brig", distance=46)


def test_speech_penalties_hit_casting_and_praying():
    fight = Fight(mage(), brig(skills={"melee_basic": 60}, characteristics={"i": 70}), dice=[33, 90, 75, 80])
    fight.do("set", combatant="mage", wounds=12)
    fight.do("attack", by="brig", weapon="sword", target="mage", location="head")
    fight.do("defend", by="mage", with_="dodge")
    assert fight.last.critical.name == "Cracked Jaw"
    fight.do("remove_effect", combatant="mage", effect="stunned")
    fight.do("set", combatant="mage", wounds=12)
    fight.do("remove_effect", combatant="mage", effect="prone") if fight.mage.has("prone") else None
    fight.do("end_turn")
    assert pray(fight, "aegis").prayer.target == 53 - 30


def test_d100_R30_a_rebuke_needs_an_enemy_who_stands_firm_or_breaks():
    fight = Fight(mage(), brig(), dice=[30, 36, 30, 35])
    fight.refused("bad_target", "pray", by="mage", prayer="rebuke")
    fight.refused("bad_target", "pray", by="mage", prayer="rebuke", target="mage")
    pray(fight, "rebuke", target="brig")
    assert conditions(fight.brig) == {"broken": 1}
    fight.do("remove_effect", combatant="brig", effect="broken")
    fight.round()
    pray(fight, "rebuke", target="brig")
    assert conditions(fight.brig) == {}


def test_d100_D27_steady_takes_the_named_one_or_the_greater():
    fight = Fight(mage(), pal(), brig(), dice=[30, 30, 1, 30])
    for condition, levels in (("broken", 2), ("stunned", 2)):
        fight.do("effect", combatant="pal", effect={"condition": condition, "levels": levels})
    fight.refused("bad_value", "pray", by="mage", prayer="steady", target="pal", what="bleeding")
    pray(fight, "steady", target="pal")
    assert conditions(fight.pal) == {"stunned": 2, "fatigued": 1}


def test_d100_D27_a_prayer_granted_again_starts_anew():
    fight = Fight(mage(), brig(), dice=[30, 30])
    pray(fight, "aegis")
    fight.round()
    assert effects(fight.mage) == {"Aegis": 2}
    pray(fight, "aegis")
    assert effects(fight.mage) == {"Aegis": 3}


def test_d100_R30_bright_edge_on_another_ends_with_their_next_turn():
    fight = Fight(mage(), pal(), brig(), dice=[30])
    pray(fight, "bright_edge", target="pal")
    fight.do("end_turn")
    assert effects(fight.pal) == {"Bright Edge": None}
    fight.do("end_turn")
    assert effects(fight.pal) == {}


def test_d100_D30_breaking_free_and_a_tie_of_bare_values():
    fight = Fight(mage(), brig(), dice=[31, 31])
    fight.do("effect", combatant="mage", effect={"condition": "entangled", "levels": 3, "strength": 34})
    fight.do("action", by="mage", action="break_free")
    assert conditions(fight.mage) == {"entangled": 2}


def test_d100_D1_the_gm_settles_an_open_action_and_a_failed_test_ends_it():
    fight = Fight(mage(), brig(), dice=[99, 5])
    fight.do("action", by="mage", action="improvise", text="  kick sand  ", target="brig")
    assert (fight.state.requests[0].text, fight.state.turn.action) == ("kick sand", 0)
    fight.refused("bad_value", "resolve", request=7)
    fight.refused("bad_value", "resolve", request=1, check={"skill": "dancing"})
    fight.refused("bad_value", "resolve", request=1, check={"skill": "cool", "difficulty": "Unheard of"})
    fight.do(
        "resolve", request=1, check={"skill": "cool", "difficulty": "Hard"}, damage=3, effect={"condition": "blinded"}
    )
    assert (fight.last.test.target, fight.brig.wounds, conditions(fight.brig)) == (25, 40, {})
    assert fight.state.requests == ()
    fight.round()
    fight.do("action", by="mage", action="search")
    assert fight.state.requests[0].id == 2
    fight.do("resolve", request=2, check={"skill": "perception"}, damage=3, target="brig", outcome="a knife")
    assert (fight.last.test.success, fight.brig.wounds) == (True, 37)


def test_extinguish_reload_and_pick_up_need_something_to_do():
    fight = Fight(mage(weapons=["crossbow"]), brig())
    for action in ("extinguish", "reload", "pick_up", "break_free", "disengage"):
        fight.refused("not_usable_here", "action", by="mage", action=action)
