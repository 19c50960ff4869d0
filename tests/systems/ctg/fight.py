"""A written fight in a few lines: who, which cards and dice, and what everybody does."""

import pytest

from combat.engine import history
from combat.engine.errors import IllegalCommand
from combat.engine.history import Entry
from combat.engine.records import replace
from combat.engine.scripted import Script, ScriptedChance, die
from combat.engine.system import Newcomer, Setup
from combat.engine.viewers import GM, SPECTATOR, player
from combat.systems.ctg import CTG
from combat.systems.ctg import commands as c
from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.sheet import Sheet, Weapon

CLUB = Weapon(name="Club", kind="melee", damage="1d6")
REVOLVER = Weapon(name="Revolver", kind="firearm", damage="1d8")
KINDS = {kind.__dataclass_fields__["do"].default: kind for kind in c.Command.__args__}


def someone(id, hand=1, *, owner=None, side="foes", hidden=False, **sheet):
    """With a hand of so many cards, armour class 10, strength 10, 40 health and a club."""
    sheet = {
        "proficiency_bonus": hand - 1, "modifiers": {"agility": -8}, "armour": 8, "max_health": 40,
        "weapons": (CLUB,),
    } | sheet  # fmt: skip
    return Newcomer(id=id, name=id.capitalize(), side=side, owner=owner, hidden=hidden, sheet=Sheet(**sheet))


def hero(id, hand=1, *, owner="p1", **sheet):
    return someone(id, hand, owner=owner, side="party", **sheet)


class Fight:
    def __init__(self, *people, cards=(), dice=(), reshuffles=(), start=True, surprisers=(), environment=None, **rules):
        by_deck = cards if isinstance(cards, dict) else {"": tuple(cards)}
        piles = reshuffles if isinstance(reshuffles, dict) else {"": tuple(tuple(pile) for pile in reshuffles)}
        self.chance = ScriptedChance(Script(cards=by_deck, reshuffles=piles, dice=tuple(die(text) for text in dice)))
        house_rules = HouseRules(**{"reaction_seconds": 0} | rules)
        opening = CTG.open(Setup(house_rules=house_rules, combatants=people, environment=environment))
        self.entries = [Entry(number=0, events=opening, undoable=False)]
        self.state = history.fold(CTG, CTG.empty(), opening)
        if start:
            self.do("start", surprisers=surprisers)

    def do(self, kind, by=None, *, viewer=None, **fields):
        """Carry it out as the owner of `by`, or as the GM; returns the events."""
        if by is not None:
            fields["by"] = by
        command = KINDS[kind](**fields)
        events = CTG.decide(self.state, viewer or self.viewer_of(by), command, self.chance)
        self.entries.append(Entry(number=len(self.entries), events=events, undoable=command.undoable))
        self.state = history.fold(CTG, self.state, events)
        return events

    def refused(self, code, kind, by=None, **fields):
        before, position = self.state, self.chance.position
        with pytest.raises(IllegalCommand) as refusal:
            self.do(kind, by, **fields)
        assert refusal.value.code == code, refusal.value
        assert refusal.value.words
        assert (self.state, self.chance.position) == (before, position)

    def undo(self, steps=1):
        undo = history.undo(CTG, self.entries, steps)
        self.entries = [
            replace(entry, undone=True) if entry.number in undo.numbers else entry for entry in self.entries
        ]
        self.entries.append(Entry(number=len(self.entries), events=undo.events, undoable=False))
        self.state = undo.state

    def viewer_of(self, by):
        one = self.state.get(by)
        return GM if one is None or one.owner is None else player(one.owner)

    def __getitem__(self, combatant):
        return self.state[combatant]

    @property
    def view(self):
        return CTG.truth(self.state)

    def seen_by(self, viewer):
        return CTG.project(self.state, {"gm": GM, "spectator": SPECTATOR}.get(viewer) or player(viewer))

    def discards(self, deck=""):
        return list(self.state.discards[deck])

    @property
    def turn(self):
        return self.view.turn, self.view.round

    def effects(self, combatant):
        return self.view.combatants[combatant].effects


def types(events):
    return [event.type for event in events]
