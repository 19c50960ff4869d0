"""Examples of initiative and of rounds."""

from typing import Any

from combat.engine.viewers import GM
from combat.systems.d100 import events as ev
from combat.systems.d100.apply import apply
from combat.systems.d100.commands import Add, Command, EndTurn, Joiner, Start
from combat.systems.d100.decide import decide
from combat.systems.d100.examples.dice import WrittenDice
from combat.systems.d100.examples.fights import Given, require_few, rules_for, somebody, stats
from combat.systems.d100.sheet import Sheet
from combat.systems.d100.state import Combatant, State

FIRST, STEP = 900, 20
"""Initiative of the first in an order that is given, and what each later one has less."""


def initiative(given: Given) -> dict[str, Any]:
    people = given["combatants"]
    rules = rules_for({**given, "options": {"initiative_option": given["option"], **given.get("options", {})}})
    state = State(rules=rules, combatants=tuple(_placed(one["id"], one["i"], one["ag"]) for one in people))
    dice = {f"initiative: {one['id']}": [one["roll"]] for one in people if one.get("roll") is not None}
    dice |= {f"agility test: {id}": list(rolls) for id, rolls in given.get("tie_rolls", {}).items()}
    dice |= {"lots": list(given.get("lots", []))}
    for event in decide(state, GM, Start(), WrittenDice(dice)):
        state = apply(state, event)
    return {"order": list(state.order)}


def _placed(id: str, i: int, ag: int = 30) -> Combatant:
    return somebody(id, stats=stats(characteristics={"i": i, "ag": ag}))


def rounds(given: Given) -> dict[str, Any]:
    """Whoever has the turn ends it at once; newcomers join at the top of a round."""
    require_few(given["rounds"], least=1)
    state = State(combatants=tuple(_placed(id, FIRST - STEP * place) for place, id in enumerate(given["order"])))
    acting: list[list[str]] = []
    command: Command = Start(surprised=tuple(given.get("surprised", ())))
    while True:
        for event in decide(state, GM, command, WrittenDice({})):
            state = apply(state, event)
            match event:
                case ev.RoundBegan():
                    acting.append([])
                case ev.TurnBegan():
                    acting[-1].append(event.combatant)
                case ev.RoundEnded(round=number) if number == given["rounds"]:
                    left = [one.id for one in state.combatants if one.has("surprised")]
                    return {"acting": acting, "order": list(state.order), "surprised_after": left}
                case _:
                    pass
        command = _next(given, state)


def _next(given: Given, state: State) -> Command:
    newcomers = given.get("joins", {}).get(str(state.round), [])
    coming = [one for one in newcomers if state.find(one["id"]) is None]
    if coming:
        return Add(combatant=_joiner(coming[0], state))
    return EndTurn()


def _joiner(given: Given, state: State) -> Joiner:
    """Between those whose places it comes between."""
    at, values = given["at"], [state.get(id).stats.characteristic("i") for id in state.order]
    above = values[at - 1] if at else values[0] + 2 * STEP
    below = values[at] if at < len(values) else above - 2 * STEP
    sheet = Sheet(characteristics={"i": max(0, (above + below) // 2)})
    return Joiner(id=given["id"], name=given["id"], side="party", player="p", sheet=sheet)
