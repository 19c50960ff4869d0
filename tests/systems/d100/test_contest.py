"""The attack as one addressed object: awaited, cancelled, sent elsewhere, settled, corrected."""

from combat.engine.viewers import GM, SPECTATOR, player
from combat.systems.d100 import D100
from tests.systems.d100.fights import Fight, ana, brig, conditions, person

COLE = {
    "characteristics": {"s": 35, "t": 35, "i": 20},
    "skills": {"melee_basic": 40, "dodge": 30},
    "weapons": ["sword"],
    "wounds": 12,
}


def cole(**more):
    return person("cole", COLE, side="foes", **more)


def test_a_cancelled_attack_gives_back_the_action_and_the_advantage():
    fight = Fight(ana(), brig())
    fight.do("effect", combatant="brig", effect={"condition": "stunned"})
    before = fight.state
    fight.do("attack", by="ana", weapon="sword", target="brig")
    assert fight.ana.advantage == 1
    fight.do("cancel_attack")
    assert fight.state.attack is None
    assert fight.state.turn == before.turn
    assert fight.ana == before.get("ana")
    fight.refused("no_window", "cancel_attack")


def test_a_cancelled_charge_stays_run():
    fight = Fight(ana(), brig())
    fight.do("action", by="ana", action="charge", weapon="sword", target="brig", yards=6)
    fight.do("cancel_attack")
    assert (fight.state.turn.action, fight.state.turn.moved, fight.ana.advantage) == (1, 6, 0)


def test_a_retargeted_attack_waits_for_the_other():
    fight = Fight(ana(), brig(), cole(), dice=[34, 61])
    fight.do("attack", by="ana", weapon="sword", target="brig")
    first = D100.deadline(fight.state)
    fight.do("retarget", target="cole")
    assert D100.deadline(fight.state) != first
    fight.refused("no_window", "defend", by="brig", with_="dodge")
    fight.do("defend", by="cole", with_="dodge")
    assert (fight.last.at, fight.cole.wounds, fight.brig.wounds) == ("cole", 3, 40)


def test_a_retargeted_attack_gives_back_what_the_first_target_gave():
    fight = Fight(ana(), brig(), cole())
    fight.do("effect", combatant="brig", effect={"condition": "stunned"})
    fight.do("attack", by="ana", weapon="sword", target="brig")
    fight.do("retarget", target="cole")
    assert fight.ana.advantage == 0


def test_nobody_retargets_at_the_dead_the_attacker_or_the_same():
    fight = Fight(ana(), brig(), cole(), rules={"npc_sudden_death": True})
    fight.do("damage", combatant="cole", amount=12)
    fight.do("attack", by="ana", weapon="sword", target="brig")
    for target in ("cole", "ana", "brig"):
        fight.refused("bad_target", "retarget", target=target)
    fight.refused("unknown_combatant", "retarget", target="nobody")


def test_only_the_gm_cancels_retargets_and_corrects():
    fight = Fight(ana(), brig())
    fight.do("attack", by="ana", weapon="sword", target="brig")
    for do, fields in (("cancel_attack", {}), ("retarget", {"target": "brig"}), ("correct_attack", {})):
        fight.refused("gm_only", do, actor=player("p1"), **fields)


def test_b17_a_correction_uses_the_same_dice_and_counts_once():
    fight = Fight(ana(), brig(), dice=[44, 61, 12])
    fight.strike(with_="dodge")
    assert (fight.last.attack.roll, fight.last.wounds, fight.last.critical.name) == (44, 8, "Shallow Slash")
    assert (fight.brig.wounds, fight.ana.advantage, conditions(fight.brig)) == (31, 1, {"bleeding": 1})
    fight.do("correct_attack", modifier=-10)
    assert (fight.last.attack.roll, fight.last.attack.target, fight.last.defence.roll) == (44, 40, 61)
    assert (fight.last.wounds, fight.last.critical) == (7, None)
    assert (fight.brig.wounds, fight.ana.advantage, conditions(fight.brig)) == (33, 1, {})
    assert (fight.brig.critical_wounds, fight.state.turn.action) == (0, 0)
    fight.undo()
    assert (fight.brig.wounds, conditions(fight.brig)) == (31, {"bleeding": 1})


def test_b17_a_correction_throws_only_what_is_newly_needed():
    fight = Fight(ana(), brig(), dice=[44, 61, "d100:9"])
    fight.strike(with_="dodge", modifier=-10, actor=GM)
    assert fight.last.critical is None
    fight.do("correct_attack", modifier=0)
    assert (fight.last.critical.roll, fight.dice_left) == (9, ())


def test_b17_a_correction_may_strike_somebody_else_and_spares_the_first():
    fight = Fight(ana(), brig(), cole(), dice=[34, 61])
    fight.strike(with_="dodge")
    assert fight.brig.wounds < 40
    fight.do("correct_attack", target="cole")
    assert (fight.brig.wounds, fight.last.at) == (40, "cole")
    assert (fight.last.attack.roll, fight.last.defence.roll, fight.last.with_) == (34, 61, "dodge")
    assert fight.cole.wounds == 12 - fight.last.wounds
    assert fight.state.engaged == (("ana", "cole"),)


def test_an_attack_is_not_corrected_once_those_whom_it_changed_have_changed():
    fight = Fight(ana(), brig(), dice=[34, 61])
    fight.strike(with_="dodge")
    fight.do("move", by="ana", yards=3)
    fight.do("correct_attack", modifier=0)
    fight.do("damage", combatant="brig", amount=1)
    fight.refused("bad_value", "correct_attack", modifier=0)


def test_a_correction_is_one_public_line():
    fight = Fight(ana(), brig(), dice=[34, 61])
    fight.strike(with_="dodge")
    events = fight.do("correct_attack", modifier=10)
    shown = [event for event in events if D100.redact(event, SPECTATOR) is not None]
    assert [event.type for event in shown if event.type.startswith("attack_")] == [
        "attack_taken_back",
        "attack_settled",
    ]


def test_the_defender_sees_the_legal_answers_with_their_numbers_and_others_do_not():
    fight = Fight(brig(characteristics={"i": 60}), ana(weapons=["sword", "shield"]))
    fight.do("attack", by="brig", weapon="sword", target="ana")
    mine = D100.project(fight.state, player("p1")).contest
    assert [(one.with_, one.target, one.best) for one in mine.defences] == [
        ("sword", 50, True), ("shield", 50, False), ("fists", 30, False), ("dodge", 40, False),
    ]  # fmt: skip
    assert (mine.target_number, mine.parts) == (None, ())
    assert D100.project(fight.state, SPECTATOR).contest.defences == ()
    assert D100.project(fight.state, GM).contest.target_number == 40


def test_a_hidden_attackers_window_shows_without_it():
    fight = Fight(brig(hidden=True, characteristics={"i": 60}), ana())
    events = fight.do("attack", by="brig", weapon="sword", target="ana")
    view = D100.project(fight.state, player("p1"))
    assert view.window.waiting == ("ana",)
    assert (view.contest.by, view.contest.label) == (None, "")
    assert "brig" not in str(view).lower()
    assert all(D100.redact(event, player("p1")) is None for event in events if "brig" in str(event).lower())


def test_the_window_closes_by_itself_only_with_its_own_name():
    fight = Fight(ana(), brig(), dice=[34, 61])
    fight.do("attack", by="ana", weapon="sword", target="brig")
    window, seconds = D100.deadline(fight.state)
    assert seconds == 30
    fight.refused("no_window", "timeout", window="attack-0-nobody")
    events = D100.decide(fight.state, GM, D100.timeout(window), fight.chance)
    assert [event.type for event in events][-1] == "attack_kept"


def test_without_seconds_the_window_stays_open():
    fight = Fight(ana(), brig(), rules={"defence_seconds": 0})
    fight.do("attack", by="ana", weapon="sword", target="brig")
    assert D100.deadline(fight.state) is None
