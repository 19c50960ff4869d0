"""Examples of wounds, conditions, movement and magic."""

from typing import Any

from combat.engine.errors import IllegalCommand
from combat.engine.records import replace
from combat.engine.viewers import GM
from combat.systems.d100 import body
from combat.systems.d100.apply import apply
from combat.systems.d100.commands import Act, Command, Free, Move, Strike
from combat.systems.d100.data import critical_row
from combat.systems.d100.decide import conditions as rules_of_conditions
from combat.systems.d100.decide import decide
from combat.systems.d100.decide.end_of_round import conditions_work
from combat.systems.d100.decide.magic import casting, granted
from combat.systems.d100.examples.dice import WrittenDice
from combat.systems.d100.examples.fights import (
    Given,
    condition_names,
    conditions,
    fight,
    require_few,
    rules_for,
    scene,
    somebody,
    stats,
)
from combat.systems.d100.rolls import LOCATIONS, skill_test
from combat.systems.d100.sheet import most_wounds
from combat.systems.d100.state import Combatant, State

ONE, OTHER = "one", "other"
REFUSED = {"no_action_left": "no_action", "no_move_left": "too_far", "cannot_move": "too_far"}
"""Words of the examples for the refusals of the rules."""
HELPLESS = ("surprised", "unconscious")


def max_wounds(given: Given) -> dict[str, Any]:
    return {"wounds": most_wounds(given.get("size", "average"), s=given["s"], t=given["t"], wp=given["wp"])}


def critical(given: Given) -> dict[str, Any]:
    row = critical_row(given["location"], given["roll"], given.get("modifier", 0))
    dies = any(effect.op == "death" for effect in row.effects)
    return {"name": row.name, "extra_wounds": row.extra_wounds, "death": dies}


def end_round(given: Given) -> dict[str, Any]:
    """One bearer through the whole step."""
    state, rolls = given["state"], given.get("rolls", {})
    number = state.get("round", 1)
    sheet = stats(
        characteristics={"t": state.get("tb", 3) * 10},
        skills={"endurance": state.get("endurance", 30), "cool": state.get("cool", 30)},
        ap=dict.fromkeys(LOCATIONS, state.get("min_ap", 0)),
        traits=tuple(state.get("traits", ())), wounds=max(1, state.get("max_wounds", 99)),
    )  # fmt: skip
    gained = {name: state[f"{name}_gained"] for name in ("blinded", "deafened") if f"{name}_gained" in state}
    bearer = somebody(
        ONE, stats=sheet, wounds=state["wounds"], critical_wounds=state.get("critical_wounds", 0),
        rounds_at_zero=state.get("rounds_at_zero", 0), advantage=state.get("advantage", 0),
        conditions=conditions(state.get("conditions", {}), number, **gained),
        out_of_sight=number - 1 if state.get("hidden") else None,
    )  # fmt: skip
    fought = fight(bearer, somebody(OTHER, side="foes", stats=stats()), rules=rules_for(given), round=number)
    if state.get("engaged"):
        fought = replace(fought, engaged=((ONE, OTHER),))
    run = scene(fought, {name: [roll] for name, roll in rolls.items()})
    conditions_work(run, ONE)
    return _bearer(run.get(ONE))


def _bearer(one: Combatant) -> dict[str, Any]:
    return {
        "wounds": one.wounds, "conditions": condition_names(one), "dead": one.dead,
        "unconscious": one.has("unconscious"), "rounds_at_zero": one.rounds_at_zero, "advantage": one.advantage,
    }  # fmt: skip


def zero_track(given: Given) -> dict[str, Any]:
    """Struck to 0 Wounds in one round, and then round after round."""
    require_few(given["tb"])
    run = scene(fight(somebody(ONE, stats=stats(characteristics={"t": given["tb"] * 10}, wounds=9))), {})
    rules_of_conditions.lose_wounds(run, ONE, 9, "the example")
    number = given["hit_zero_in_round"]
    while True:
        conditions_work(run, ONE)
        if run.get(ONE).has("unconscious"):
            return {"unconscious_at_end_of_round": number}
        number += 1


def heal(given: Given) -> dict[str, Any]:
    healed = somebody(
        ONE, stats=stats(wounds=given["max"]), wounds=given["wounds"],
        conditions=conditions(given.get("conditions", {})), rounds_at_zero=given.get("rounds_at_zero", 0),
    )  # fmt: skip
    run = scene(fight(healed), {})
    rules_of_conditions.heal(run, ONE, given["amount"], magic=given.get("magic", True))
    return _bearer(run.get(ONE))


def movement(given: Given) -> dict[str, Any]:
    reach = body.movement(given["m"], given.get("conditions", {}), given.get("wounds", 1))
    return {"walk": reach.walk, "run": reach.run, "crawl": reach.crawl, "can_stand": reach.can_stand}


def sprint(given: Given) -> dict[str, Any]:
    dice = WrittenDice({"sprint": [given["roll"]]})
    state = _turn_of(given)
    for event in decide(state, GM, Act(by=ONE, action="sprint"), dice):
        state = apply(state, event)
    assert state.last is not None
    assert state.last.test is not None
    return {"target": state.last.test.target, "sl": state.last.test.sl, "yards": body.yards_left(state)}


def _turn_of(given: Given) -> State:
    runner = somebody(
        ONE, stats=stats(m=given["m"], skills={"athletics": given.get("athletics", 30)}),
        conditions=conditions(given.get("conditions", {})),
    )  # fmt: skip
    return fight(runner, somebody(OTHER, side="foes", stats=stats()), rules=rules_for(given))


def turn(given: Given) -> dict[str, Any]:
    """What is declared, one after the other; an attack is left undefended."""
    state, results = _turn_of(given), []
    for declared in given["declared"]:
        dice = WrittenDice({"sprint": [declared["roll"]] if "roll" in declared else []})
        try:
            events = decide(state, GM, _declared(declared), dice)
        except IllegalCommand as refusal:
            results.append(_word(state, refusal.code))
            continue
        for event in events:
            state = apply(state, event)
        if state.attack is not None:
            state = replace(state, attack=None)
        sprinted = declared["do"] == "sprint"
        results.append(f"ok:{body.yards_left(state)}" if sprinted else "ok")
    return {"results": results}


def _declared(declared: Given) -> Command:
    match declared["do"]:
        case "move":
            return Move(by=ONE, yards=declared["yards"])
        case "stand":
            return Move(by=ONE, stand=True)
        case "attack":
            return Strike(by=ONE, weapon="fists", target=OTHER)
        case "free":
            return Free(by=ONE, text="a word")
        case action:
            return Act(by=ONE, action=action, yards=declared.get("yards"), target=declared.get("target"))


def _word(state: State, code: str) -> str:
    helpless = any(state.get(ONE).has(name) for name in HELPLESS)
    if code in ("unconscious", "cannot_act") or (helpless and code == "cannot_move"):
        return "cannot_act"
    return REFUSED.get(code, code)


def cast(given: Given) -> dict[str, Any]:
    test = skill_test(target=given["skill"], roll=given["roll"], bare=given["skill"])
    outcome = casting(test, given["cn"], given.get("stored", 0))
    return {"cast": outcome.cast, "sl": test.sl, "needed": outcome.needed, "backlash": outcome.backlash}


def pray(given: Given) -> dict[str, Any]:
    test = skill_test(target=given["skill"], roll=given["roll"], bare=given["skill"])
    heard, rebuked = granted(test)
    return {"granted": heard, "sl": test.sl, "refused_with_rebuke": rebuked}
