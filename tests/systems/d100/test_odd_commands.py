"""Commands full of nonsense are refused, whoever sends them, and never break the fight."""

import random

import pytest

from combat import codec
from combat.engine import history
from combat.engine.errors import IllegalCommand
from combat.engine.viewers import GM, player
from combat.systems.d100 import D100
from tests.systems.d100.fights import Fight, ana, brig, person

HUGE = 10**30
ODD = [
    "", None, "zed", "ana", "brig", 0, -1, 3, HUGE, -HUGE, 1.5, True, [], ["zed"], ["ana", "ana"], [1], {}, "\x00",
    "x" * 5000, float("nan"), float("inf"), ["off_hand", "off_hand"], [-1, -1], [HUGE, HUGE], "sword", "dodge",
    {"condition": ""}, {"condition": "stunned", "levels": -1}, {"condition": "bleeding", "levels": HUGE},
    {"skill": "", "difficulty": 0}, {"skill": "dodge", "difficulty": HUGE}, {"skill": "dodge", "difficulty": "odd"},
    {"id": "", "name": "", "side": ""}, {"id": "ana", "name": "Ana", "side": "foes"},
    {"id": "new", "name": "New", "side": "foes", "at": [9, 9], "sheet": {"wounds": -3}},
]  # fmt: skip
FIT = {
    "by": ["ana", "brig"], "target": ["brig", "ana", "bea"], "combatant": ["ana", "brig", "bea"], "amount": [1, 40],
    "weapon": ["sword", "fists", "bow"], "spell": ["spark_dart", "glare", "knit_flesh"], "prayer": ["mend", "rebuke"],
    "with": ["sword", "dodge", "nothing"], "request": [1], "yards": [1, 8], "effect": [{"condition": "unconscious"}],
    "action": ["sprint", "charge", "aim", "gather", "heal", "disengage", "pick_up", "hide", "use_item", "reload"],
}  # fmt: skip
WIZARD = {"spells": ["spark_dart", "glare", "knit_flesh"], "prayers": ["mend", "rebuke"], "weapons": ["sword", "bow"]}


class AnyDice:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def roll(self, sides, purpose):
        return self.random.randint(1, sides)

    def mix_in_cuts(self):
        """There are no cuts."""


def people():
    skills = {"arcana": 60, "focus": 50, "pray": 60, "heal": 50}
    return ana(**WIZARD, skills=skills), brig(), person("bea", {"characteristics": {"i": 20}}, owner="p2")


def odd_fields(kind, chooser):
    fields = {}
    for name in codec.command_fields(D100, kind):
        chance = chooser.random()
        if chance < 0.45 and name in FIT:
            fields[name] = chooser.choice(FIT[name])
        elif chance < 0.6:
            fields[name] = chooser.choice(ODD)
    return fields


@pytest.mark.parametrize("seed", range(4))
def test_b22_odd_commands_are_refused_or_carried_out_and_nothing_else(seed):
    chooser, dice = random.Random(seed), AnyDice(seed)
    state = Fight(*people(), rules={"preset": ("literal", "classic")[seed % 2]}).state
    kinds, refused = [kind for kind in codec.command_types(D100) if kind != "end"], 0
    for _ in range(150):
        kind = chooser.choice(kinds)
        sender = chooser.choice([GM, GM, player("p1"), player("zed")])
        try:
            command = codec.parse_command(D100, kind, odd_fields(kind, chooser))
            state = history.fold(D100, state, D100.decide(state, sender, command, dice))
        except IllegalCommand:
            refused += 1
            continue
        assert codec.load_text(D100.state_type, codec.dump_text(state)) == state
    assert 0 < refused < 150


@pytest.mark.parametrize("number", [-1, 10**6, HUGE])
@pytest.mark.parametrize(
    ("kind", "field"),
    [("attack", "distance"), ("cast", "distance"), ("move", "yards"), ("set", "wounds"), ("set", "advantage"),
     ("set", "rounds_at_zero"), ("set", "critical_wounds"), ("damage", "amount"), ("heal", "amount")],
)  # fmt: skip
def test_b22_numbers_out_of_all_bounds_are_refused(kind, field, number):
    given = {"by": "ana", "combatant": "ana", "target": "brig", "weapon": "bow", "spell": "spark_dart"}
    fields = {name: given[name] for name in codec.command_fields(D100, kind) if name in given} | {field: number}
    fight = Fight(*people())
    with pytest.raises(IllegalCommand):
        fight.do(kind, actor=GM, **fields)
