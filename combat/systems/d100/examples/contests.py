"""Examples of Tests, opposed Tests and whole attacks."""

from typing import Any

from combat.engine.records import replace
from combat.systems.d100 import events as ev
from combat.systems.d100 import legal, targets
from combat.systems.d100.decide import attacks
from combat.systems.d100.examples.fights import (
    Given,
    armour,
    condition_names,
    conditions,
    fight,
    rules_for,
    scene,
    somebody,
    stats,
    weapon,
)
from combat.systems.d100.last import Last
from combat.systems.d100.rolls import SkillTest, flip, location_of, opposed, range_modifier, skill_test
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Attack, Combatant, State
from combat.systems.d100.targets import DODGE

ATTACKER, DEFENDER = "attacker", "defender"
POINT_BLANK, NORMAL = 5, None
"""Yards, with a weapon that reaches 100."""


def test(given: Given) -> dict[str, Any]:
    made = skill_test(
        target=given["target"], roll=given["roll"], bonus=given.get("sl_bonus", 0),
        on_success=given.get("sl_on_success", 0),
    )  # fmt: skip
    return {
        "success": made.success, "sl": made.sl, "sl_text": made.sl_text, "critical": made.critical,
        "failed_double": made.failed_double, "band": made.words,
    }  # fmt: skip


def target(given: Given) -> dict[str, Any]:
    _, cost = targets.worst_condition(given.get("conditions", {}), given.get("tags", ()))
    number = targets.target_number(
        skill=given["skill"], advantage=given.get("advantage", 0), penalty=cost, rules=rules_for(given),
        modifiers=(given.get("difficulty", 0), given.get("situational", 0)),
    )  # fmt: skip
    return {"target": number, "penalty": cost}


def flipped(given: Given) -> dict[str, Any]:
    number = flip(given["roll"])
    left_handed = bool(given.get("left_handed"))
    return {"flipped": number, "location": location_of(number, left_handed=left_handed)}


def location(given: Given) -> dict[str, Any]:
    return {"location": location_of(given["number"], left_handed=bool(given.get("left_handed")))}


def range_of(given: Given) -> dict[str, Any]:
    return {"modifier": range_modifier(given["distance"], given["range"])}


def contest(given: Given) -> dict[str, Any]:
    sides = [_side(given[name]) if given.get(name) else None for name in (ATTACKER, DEFENDER)]
    assert sides[0] is not None, "somebody attacks"
    result = opposed(sides[0], sides[1], rules_for(given).tie_rule)
    return {"winner": result.winner, "net_sl": result.net_sl}


def _side(given: Given) -> SkillTest:
    bare = given.get("skill", given["target"])
    return skill_test(target=given["target"], roll=given["roll"], bonus=given.get("sl_bonus", 0), bare=bare)


def attack(given: Given) -> dict[str, Any]:
    """Declared and resolved as at the table. The example's `situational` is the whole sum: what the flags
    would add of themselves is taken off again by the GM's modifier."""
    attacker, defender = _attacker(given[ATTACKER]), _defender(given[DEFENDER])
    dice = {
        "attack": [given[ATTACKER]["roll"]],
        "defence": [given[DEFENDER]["roll"]] if given[DEFENDER].get("roll") else [],
        "critical table": given.get("crit_rolls", []),
        "to withstand the wound": given.get("crit_tests", []),
    }
    state = fight(attacker, defender, rules=rules_for(given))
    blow = _exactly(state, _blow(given[ATTACKER]), given[ATTACKER])
    run = scene(state, dice)
    with_ = _answer(given[DEFENDER])
    before = defender.wounds
    gained = attacks.gain_first(run, blow)
    run(ev.AttackDeclared(attack=replace(blow, gained=gained)))
    attacks.resolve(run, with_ if with_ in legal.defences(run.state, blow) else None)
    return _shown(run, before)


def _attacker(given: Given) -> Combatant:
    shot = given.get("mode") == "ranged"
    group = "ranged_bow" if shot else "melee_basic"
    sheet = stats(
        characteristics={"s": given.get("sb", 0) * 10, "t": 30}, skills={group: given["skill"], "melee_basic": given["skill"]},
        weapons=(weapon("weapon", group, given.get("weapon", {})),),
    )  # fmt: skip
    return somebody(
        ATTACKER, stats=sheet, advantage=given.get("advantage", 0), wounds=given.get("wounds", sheet.max_wounds),
        conditions=conditions(given.get("conditions", {})),
    )  # fmt: skip


def _defender(given: Given) -> Combatant:
    skill = given["skill"]
    item = weapon("item", "melee_basic", {"sb": True, "qualities": given.get("weapon_qualities", {})})
    sheet = stats(
        characteristics={"t": given.get("tb", 3) * 10},
        skills={"melee_basic": skill, DODGE: skill, "endurance": given.get("endurance", given.get("tb", 3) * 10)},
        weapons=(item,), wounds=max(1, given.get("max_wounds", given.get("wounds", 12))),
    )  # fmt: skip
    worn = replace(sheet, armour=armour(given.get("ap", {}), given.get("metal", {})))
    return somebody(
        DEFENDER, side="foes", stats=worn, wounds=given.get("wounds", 12), advantage=given.get("advantage", 0),
        critical_wounds=given.get("critical_wounds", 0), conditions=conditions(given.get("conditions", {})),
    )  # fmt: skip


def _answer(given: Given) -> str | None:
    match given.get("defence"):
        case "parry":
            return "item"
        case "dodge":
            return DODGE
        case _:
            return None


def _blow(given: Given) -> Attack:
    shot = given.get("mode") == "ranged"
    near = bool(given.get("point_blank"))
    charge = bool(given.get("charge"))
    return Attack(
        number=1, by=ATTACKER, target=DEFENDER, weapon="weapon", location=given.get("called_location"),
        situation=("flank_rear",) if given.get("flank") and not shot else (),
        distance=POINT_BLANK if shot and near else NORMAL, charge=charge, charged=charge,
    )  # fmt: skip


def _exactly(state: State, blow: Attack, given: Given) -> Attack:
    named = given.get("difficulty", 0) + given.get("situational", 0)
    implied = 40 if blow.distance == POINT_BLANK else 0
    implied += 20 if blow.situation else 0
    implied -= 20 if blow.location and not legal.is_certain(state, blow) else 0
    return replace(blow, modifier=named - implied)


def _shown(run: Scene, before: int) -> dict[str, Any]:
    last = run.state.last
    assert last is not None, "the attack was settled"
    attacker, defender = run.get(ATTACKER), run.get(DEFENDER)
    suffered = [event for event in run.events if isinstance(event, ev.CriticalSuffered)]
    back = [event.location for event in suffered if event.combatant == ATTACKER]
    fumbled = {event.combatant for event in run.events if isinstance(event, ev.Fumbled)}
    return {
        **_dice(last),
        "winner": last.winner,
        "net_sl": last.net_sl,
        "opposed": last.defence is not None,
        "location": last.location,
        "raw": last.raw,
        "soak": last.soak,
        "wounds_dealt": last.wounds,
        "overkill": last.overkill,
        "attacker_advantage": attacker.advantage,
        "defender_advantage": defender.advantage,
        "attacker_wounds": attacker.wounds,
        "defender_wounds": defender.wounds,
        "wounds_lost": before - defender.wounds,
        "criticals": sum(event.combatant == DEFENDER for event in suffered),
        "critical_names": [event.name for event in suffered if event.combatant == DEFENDER],
        "critical_wounds": defender.critical_wounds,
        "attacker_critical_location": back[0] if back else None,
        "attacker_criticals": len(back),
        "conditions": condition_names(defender),
        "attacker_conditions": condition_names(attacker),
        "dead": defender.dead,
        "attacker_fumble": ATTACKER in fumbled,
        "defender_fumble": DEFENDER in fumbled,
    }


def _dice(last: Last) -> dict[str, Any]:
    mine, theirs = last.attack, last.defence
    return {
        "attacker_target": mine.target if mine else None,
        "attacker_sl": mine.sl if mine else None,
        "attacker_success": mine.success if mine else None,
        "defender_target": theirs.target if theirs else None,
        "defender_sl": theirs.sl if theirs else None,
        "defender_success": theirs.success if theirs else None,
    }
