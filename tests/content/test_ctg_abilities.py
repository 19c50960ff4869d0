"""Every shipped ability is offered by the rules in a fight, accepted, and does each thing that it says."""

import pytest

from combat.codec import parse_command
from combat.engine.chance import SeededChance
from combat.engine.history import fold
from combat.engine.records import replace
from combat.engine.system import Newcomer, Setup
from combat.engine.viewers import GM
from combat.library import library
from combat.systems.ctg import CTG
from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.sheet import Sheet, Weapon

LIBRARY = library("ctg")
BEARERS = {**LIBRARY.characters, **LIBRARY.foes}
CASES = [(name, ability) for name, one in BEARERS.items() for ability in one.sheet.abilities]
SEEDS = range(200)
TRACES = {
    "damage": {"health_lost"},
    "heal": {"health_gained"},
    "effect": {"effect_given"},
    "draw": {"cards_drawn"},
    "discard": {"cards_discarded", "request_opened"},
    "extra_action": {"actions_gained"},
    "damage_card": {"damage_card_fixed"},
}
STICK = Weapon(name="Stick", kind="melee", damage="1d4", proficient=True)


class Table:
    """The bearer with a hurt friend, against one big foe."""

    def __init__(self, sheet, seed):
        hurt = replace(sheet, health=sheet.max_health // 2)
        other = Sheet(max_health=900, health=400, strength=12, weapons=(STICK,))
        people = (
            Newcomer(id="bearer", name="Bearer", side="ours", sheet=hurt),
            Newcomer(id="friend", name="Friend", side="ours", sheet=other),
            Newcomer(id="foe", name="Foe", side="theirs", sheet=replace(other, agility=20)),
        )
        self.chance = SeededChance(seed=bytes([seed] * 32), encounter="test")
        setup = Setup(house_rules=HouseRules(), combatants=people)
        self.state = fold(CTG, CTG.empty(), CTG.open(setup))
        self.give("start")

    def give(self, do, **fields):
        events = CTG.decide(self.state, GM, parse_command(CTG, do, fields), self.chance)
        self.state = fold(CTG, self.state, events)
        return [event.type for event in events]

    @property
    def turn(self):
        return self.state.turn.combatant if self.state.turn else None

    def offered(self, ability):
        named = [one for one in CTG.options(self.state, GM) if ("ability", ability.name) in one.fixed]
        return next((one for one in named if one.enabled and one.by == "bearer"), None)

    def use(self, option):
        """The option with the first of everything that it offers."""
        slots = {slot.name: slot.choices[0].value for slot in option.slots if slot.choices}
        return self.give(option.do, by="bearer", **dict(option.fixed), **slots)


def used(sheet, ability, seed):
    """What happened when it was used, or nothing where this seed does not come to it."""
    table = Table(sheet, seed)
    if ability.cost == "reaction":
        if table.turn != "foe":
            return []
        table.give("attack", by="foe", weapon="Stick", target="bearer")
    elif table.turn != "bearer":
        return []
    option = table.offered(ability)
    if option is None:
        return []
    happened = table.use(option)
    if table.state.window is not None and ability.cost != "reaction":
        happened += table.give("timeout")
    return happened


@pytest.mark.parametrize(("name", "ability"), CASES, ids=[f"{name}: {ability.name}" for name, ability in CASES])
def test_ctg_R65_every_shipped_ability_can_be_used(name, ability):
    wanted = [TRACES[step.do] for step in ability.effects]
    for seed in SEEDS:
        happened = set(used(BEARERS[name].sheet, ability, seed))
        if happened and all(happened & traces for traces in wanted):
            return
    pytest.fail(f"in {len(SEEDS)} fights {ability.name} was never used to the end")


@pytest.mark.parametrize("name", LIBRARY.weapons)
def test_ctg_R71_every_shipped_weapon_strikes(name):
    """It is offered, accepted, and hits before long."""
    sheet = Sheet(max_health=80, strength=12, agility=20, intellect=16, weapons=(LIBRARY.weapons[name],))
    for seed in SEEDS:
        table = Table(sheet, seed)
        if table.turn != "bearer":
            continue
        happened = table.give("attack", by="bearer", weapon=name, target="foe") + table.give("timeout")
        assert "attack_rolled" in happened
        if "health_lost" in happened:
            return
    pytest.fail(f"in {len(SEEDS)} fights {name} never hit")
