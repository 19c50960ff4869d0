"""What the general tests have to know of d100: fights of all kinds, what to try in them, and what is secret."""

import typing
from dataclasses import fields

from combat import codec
from combat.engine.system import Newcomer, Setup
from combat.engine.viewers import Role
from combat.systems.d100 import D100
from combat.systems.d100.commands import ACTIONS
from combat.systems.d100.data import CONTENT
from combat.systems.d100.house_rules import NUMBERS, HouseRules

CHARACTERISTICS = ("ws", "bs", "s", "t", "i", "ag", "dex", "int", "wp", "fel")
SKILLS = ("dodge", "athletics", "stealth", "endurance", "cool", "perception", "heal", "arcana", "focus", "pray")
CANARY = 4211
"""Wounds from here on are those of a foe whose numbers stay with the GM."""


class D100Sample:
    system = D100

    def combatants(self, state):
        return state.combatants

    # Fights of all kinds.

    def setup(self, rng) -> Setup:
        return Setup(
            house_rules=codec.load(HouseRules, self.house_rules(rng)),
            combatants=tuple(self.newcomer(rng, number) for number in range(rng.randint(3, 9))),
        )

    def house_rules(self, rng) -> dict:
        """Each switch at random; the preset for those that it leaves alone."""
        hints, chosen = typing.get_type_hints(HouseRules), {}
        for item in fields(HouseRules):
            values = [value for part in _parts(hints[item.name]) for value in _values(item.name, part, rng)]
            if values and rng.random() < 0.5:
                chosen[item.name] = rng.choice(values)
        return chosen

    def newcomer(self, rng, number: int) -> Newcomer:
        owner = rng.choice(("1", "2", "3", None, None)) if number else "1"
        canary = owner is None and rng.random() < 0.3
        return Newcomer(
            id=f"zq{number}zq",
            name=f"Wx{number}wx",
            side=rng.choice(("party", "foes")),
            owner=owner,
            hidden=owner is None and rng.random() < 0.3,
            sheet=codec.load(D100.sheet_type, self.sheet(rng, canary=canary)),
        )

    def sheet(self, rng, *, canary: bool = False) -> dict:
        if rng.random() < 0.2 and not canary:
            return {"foe": rng.choice(list(CONTENT.foes))}
        sheet = {
            "characteristics": {name: rng.randint(15, 75) for name in CHARACTERISTICS},
            "skills": {name: rng.randint(20, 80) for name in rng.sample(SKILLS, 6)},
            "wounds": rng.randint(3, 20),
            "weapons": rng.sample(list(CONTENT.weapons), rng.randint(0, 4)),
            "armour": rng.sample(list(CONTENT.armour), rng.randint(0, 3)),
            "spells": rng.sample(list(CONTENT.spells), rng.randint(0, 4)),
            "prayers": rng.sample(list(CONTENT.prayers), rng.randint(0, 4)),
            "size": rng.choice(("little", "small", "average", "average", "large")),
            "left_handed": rng.random() < 0.3,
            "notable": rng.random() < 0.3,
        }
        if canary:
            most = CANARY + rng.randint(0, 4000)
            sheet |= {"wounds": most, "current_wounds": most - rng.randint(1, 200)}
        return sheet

    # What a GM does of his own will.

    def gm_command(self, state, rng):
        one = rng.choice(state.combatants).id if state.combatants else "zq0zq"
        number = len(state.combatants) + rng.randint(0, 3)
        if state.phase == "setup" and rng.random() < 0.3:
            ids = [each.id for each in state.combatants]
            return "start", {rng.choice(("ambushers", "surprised")): rng.sample(ids, min(2, len(ids)))}
        if state.phase == "turns" and state.turn is None and rng.random() < 0.8:
            if rng.random() < 0.5:
                return "heal", {"combatant": one, "amount": str(rng.randint(1, 9))}
            return "remove_effect", {"combatant": one, "effect": {"condition": "unconscious"}}
        if rng.random() < 0.1:
            return ("remove", {"combatant": one}) if len(state.combatants) > 5 else self.joiner(rng, number)
        condition = rng.choice(list(CONTENT.conditions))
        tries = [
            ("damage", {"combatant": one, "amount": str(rng.randint(0, 9))}),
            ("heal", {"combatant": one, "amount": str(rng.randint(0, 9)), "type": rng.choice(("", "magic"))}),
            ("set", {"combatant": one, "wounds": str(rng.randint(0, 9))}),
            ("set", {"combatant": one, "advantage": str(rng.randint(0, 4))}),
            ("set", {"combatant": one, "out_of_sight": rng.choice(("true", "false"))}),
            ("effect", {"combatant": one, "effect": {"condition": condition, "levels": rng.randint(1, 2)}}),
            ("remove_effect", {"combatant": one, "effect": {"condition": condition}}),
            ("hide", {"combatant": one}),
            ("reveal", {"combatant": one}),
            ("assign", {"combatant": one, "owner": rng.choice(("1", "2", "3"))}),
            ("assign", {"combatant": one}),
            ("end_turn", {}),
            ("timeout", {}),
            ("cancel_attack", {}),
            ("retarget", {"target": one}),
            ("correct_attack", {"modifier": str(rng.choice((-20, 10, 30)))}),
            ("resolve", self.resolution(state, one, rng)),
        ]
        return rng.choice(tries)

    def resolution(self, state, one: str, rng) -> dict:
        request = {"request": rng.choice(state.requests).id if state.requests else 1}
        extras = [
            {"check": {"skill": "perception", "difficulty": 0}, "damage": 3},
            {"heal": 4, "target": one},
            {"effect": {"condition": "prone"}, "outcome": "so be it"},
            {},
        ]
        return request | rng.choice(extras)

    def joiner(self, rng, number: int):
        new = self.newcomer(rng, number)
        raw = {"id": new.id, "name": new.name, "side": new.side, "player": new.owner, "hidden": new.hidden}
        return "add", {"combatant": raw | {"sheet": self.sheet(rng)}}

    # Everything that could be asked for.

    def grid(self, state):
        ids = [one.id for one in state.combatants] + ["nobody"]
        for one in state.combatants:
            for target in ids:
                yield from self._with_target(one, target)
            for action in (*ACTIONS, "dance"):
                yield "action", {"by": one.id, "action": action, "text": "x"}
            for weapon in one.stats.arms:
                yield "action", {"by": one.id, "action": "reload", "weapon": weapon.id}
                yield "action", {"by": one.id, "action": "pick_up", "weapon": weapon.id}
                yield "defend", {"by": one.id, "with": weapon.id}
            for with_ in ("dodge", "nothing", "sword", "spoon"):
                yield "defend", {"by": one.id, "with": with_}
            for yards in ("0", "1", "4", "999", "-1"):
                yield "move", {"by": one.id, "yards": yards}
                yield "move", {"by": one.id, "yards": yards, "leave": "advantage"}
            yield "move", {"by": one.id, "stand": True}
            yield "free", {"by": one.id, "text": "hello"}
            yield "end_turn", {"by": one.id}

    def _with_target(self, one, target):
        for weapon in (*(weapon.id for weapon in one.stats.arms), "spoon"):
            strike = {"by": one.id, "weapon": weapon, "target": target}
            yield "attack", strike
            yield "attack", {**strike, "location": "head"}
            yield "attack", {**strike, "situation": ["darkness"]}
            yield "attack", {**strike, "distance": "20"}
            yield "action", {"action": "charge", "yards": "6", **strike}
        for spell in (*one.stats.spells, "fly"):
            yield "cast", {"by": one.id, "spell": spell, "target": target}
        for prayer in (*one.stats.prayers, "hope"):
            yield "pray", {"by": one.id, "prayer": prayer, "target": target}
            yield "pray", {"by": one.id, "prayer": prayer, "target": target, "what": "stunned"}
        for what in ({}, {"what": "bleeding"}, {"what": "poisoned"}):
            yield "action", {"by": one.id, "action": "heal", "target": target, **what}

    def as_offered(self, state, do: str, fields: dict) -> dict:
        """The same command as an option has it: words may be added to anything."""
        return {name: value for name, value in fields.items() if value != "" and name != "text"}

    def is_harmless(self, do: str, name: str, fields: dict) -> bool:
        """Text may be anything."""
        return name in ("text", "outcome") and isinstance(fields[name], str)

    # What must always be so.

    def check_state(self, state) -> None:
        ids = [one.id for one in state.combatants]
        assert len(ids) == len(set(ids))
        for one in state.combatants:
            assert 0 <= one.wounds <= one.stats.max_wounds, one
            assert one.advantage >= 0, one
            assert one.critical_wounds >= 0, one
            assert all(condition.levels > 0 for condition in one.conditions), one.conditions
        assert len(state.order) == len(set(state.order))
        assert set(state.order) <= set(ids)
        assert set(state.waiting) | set(state.lagging) <= set(state.order)
        if state.turn is not None:
            assert state.acting is not None, state.turn
            assert not state.acting.out, state.turn
            assert state.turn.combatant not in state.waiting
        if state.attack is not None:
            assert state.find(state.attack.by), state.attack
            assert state.find(state.attack.target), state.attack

    def but_for_undo(self, state):
        """No switches and no piles here: an undo gives exactly the state from before."""
        return state

    # What nobody may see.

    def check_view(self, state, viewer, view, text: str) -> None:
        if viewer.role is Role.GM:
            return
        _assert_nobody_hidden(state, state, text)
        exact = state.rules.npc_health == "exact"
        for one in state.combatants:
            if one.owner is None and not one.hidden:
                shown = view["combatants"][one.id]
                assert (shown["armour"], shown["holds"]) == (None, None)
                numbers = (shown["wounds"], shown["max_wounds"], shown["rounds_at_zero"], shown["stored"])
                assert exact or numbers == (None, None, None, None)
                assert (shown["band"] is not None) == (state.rules.npc_health == "bands")
        _assert_no_canary(state, view)

    def check_sent(self, before, after, viewer, events, sent: list, text: str) -> None:
        if viewer.role is Role.GM:
            return
        _assert_nobody_hidden(before, after, text)
        _assert_no_canary(after, sent)
        for event in sent:
            assert event["audience"] == "all"
            if event["type"] == "attack_settled":
                last = event["last"]
                for roll, who in ((last["attack"], last["by"]), (last["defence"], last["at"])):
                    assert roll is None or before.get(who).owner is not None or roll["target"] is None


def _parts(hint) -> tuple:
    arguments = typing.get_args(hint)
    return arguments if arguments and typing.get_origin(hint) is not typing.Literal else (hint,)


def _values(name: str, part, rng) -> list:
    if typing.get_origin(part) is typing.Literal:
        return list(typing.get_args(part))
    if part is bool:
        return [True, False]
    if part is int and name in NUMBERS:
        least, most = NUMBERS[name]
        return [least, min(most, least + 3), rng.randint(least, most)]
    return []


def _assert_nobody_hidden(before, after, text: str) -> None:
    gone = [one for one in before.combatants if one.hidden and after.find(one.id) is None]
    for one in [*gone, *(one for one in after.combatants if one.hidden)]:
        for secret in (one.id, one.name):
            place = text.find(secret)
            assert place < 0, f"{secret} in ...{text[max(0, place - 200) : place + 40]}"


def _assert_no_canary(state, data) -> None:
    if state.rules.npc_health == "exact":
        return
    foes = [one for one in state.combatants if one.owner is None and one.stats.max_wounds >= CANARY]
    secrets = {number for one in foes for number in (one.stats.max_wounds, one.wounds) if number > 1000}
    assert not secrets & set(_numbers(data)), secrets


def _numbers(data):
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list | tuple):
        for item in data:
            yield from _numbers(item)
    elif isinstance(data, int) and not isinstance(data, bool):
        yield data
