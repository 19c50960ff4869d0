"""A fight of the d100 rules in a test: who is there, which dice come, what is done, what is so."""

from contextlib import contextmanager

import pytest

from combat import codec
from combat.engine import history
from combat.engine.errors import IllegalCommand
from combat.engine.history import Entry
from combat.engine.scripted import ScriptedChance, shared_script
from combat.engine.system import Newcomer, Setup
from combat.engine.viewers import GM, player
from combat.systems.d100 import D100
from combat.systems.d100.house_rules import HouseRules
from combat.systems.d100.sheet import Sheet

ANA = {
    "characteristics": {"s": 35, "t": 35, "i": 40, "ag": 35},
    "skills": {"melee_basic": 50, "dodge": 40, "endurance": 40, "cool": 35, "athletics": 40},
    "weapons": ["sword"],
    "wounds": 12,
}
BRIG = {
    "characteristics": {"s": 35, "t": 35, "i": 30, "ag": 30},
    "skills": {"melee_basic": 40, "dodge": 35, "endurance": 40, "cool": 35, "athletics": 35},
    "weapons": ["sword"],
    "wounds": 40,
}


def person(id, sheet, *, side="party", owner=None, hidden=False, at=None, **more):
    """More of the sheet is laid over what it says, characteristics and skills value by value."""
    merged = {**sheet, **more}
    for name in ("characteristics", "skills"):
        merged[name] = {**sheet.get(name, {}), **more.get(name, {})}
    return Newcomer(
        id=id,
        name=id.capitalize(),
        side=side,
        owner=owner,
        hidden=hidden,
        at=at,
        sheet=codec.load_strict(Sheet, merged),
    )


def ana(**more):
    return person("ana", ANA, owner="p1", **more)


def brig(**more):
    return person("brig", BRIG, side="foes", **more)


class Fight:
    """Started at once, unless it is told not to."""

    def __init__(self, *people, dice=(), rules=None, map=None, start=True, **starting):
        self.chance = ScriptedChance(shared_script(dice=[self._die(one) for one in dice]))
        house_rules = codec.load_strict(HouseRules, rules or {})
        opening = D100.open(Setup(house_rules=house_rules, combatants=people, map=map))
        self.entries = [Entry(number=0, events=opening, undoable=False)]
        self.state = history.fold(D100, D100.empty(), opening)
        if start:
            self.do("start", **starting)

    @staticmethod
    def _die(one):
        return one if isinstance(one, str) else f"d100:{one}"

    def do(self, do, *, actor=None, **fields):
        by = self.state.find(fields.get("by"))
        if actor is None:
            actor = player(by.owner) if by is not None and by.owner else GM
        command = codec.parse_command(
            D100, do, {("with" if name == "with_" else name): v for name, v in fields.items()}
        )
        events = D100.decide(self.state, actor, command, self.chance)
        self.entries.append(Entry(number=len(self.entries), events=events))
        self.state = history.fold(D100, self.state, events)
        return events

    def refused(self, code, do, **fields):
        before = self.state
        with pytest.raises(IllegalCommand) as refusal:
            self.do(do, **fields)
        assert refusal.value.code == code, refusal.value
        assert self.state == before

    def undo(self, steps=1):
        undo = history.undo(D100, self.entries, steps)
        self.entries = [
            codec.load(Entry, {**vars(one), "undone": True}) if one.number in undo.numbers else one
            for one in self.entries
        ]
        self.state = undo.state

    def strike(self, by="ana", target="brig", weapon="sword", with_="nothing", **more):
        """An attack and its answer, if one is awaited."""
        self.do("attack", by=by, weapon=weapon, target=target, **more)
        if self.state.attack is not None:
            self.do("defend", by=target, with_=with_)

    def round(self):
        """Everybody ends the turn, to the top of the next round."""
        number = self.state.round
        while self.state.round == number:
            self.do("end_turn")

    def __getattr__(self, name):
        one = self.state.find(name)
        if one is None:
            raise AttributeError(name)
        return one

    @property
    def last(self):
        return self.state.last

    @property
    def dice_left(self):
        return self.chance.dice_left


def conditions(one):
    return {condition.name: condition.levels for condition in one.conditions}


def effects(one):
    return {lasting.name: lasting.rounds for lasting in one.lasting}


@contextmanager
def all_dice(fight):
    """In which every die that was written is thrown."""
    yield
    assert not fight.dice_left
