"""Where a command is carried out: the state as it moves on, the dice, and the events so far."""

from combat.engine.chance import Chance
from combat.engine.memo import led_to
from combat.engine.system import Recorder
from combat.engine.viewers import Viewer
from combat.systems.d100 import events as ev
from combat.systems.d100.apply import apply
from combat.systems.d100.audience import stamped
from combat.systems.d100.last import Part, Roll
from combat.systems.d100.rolls import SkillTest, skill_test
from combat.systems.d100.state import Combatant, State
from combat.systems.d100.targets import Kind, Sum, as_roll, sum_for


class Scene(Recorder[State, ev.Event]):
    def __init__(self, state: State, actor: Viewer, chance: Chance) -> None:
        super().__init__(state, apply)
        self.actor = actor
        self.chance = chance

    def __call__(self, event: ev.Event) -> None:
        before = self.state
        after = apply(before, event)
        marked = stamped(event, before, after)
        led_to(before, marked, after)
        self.events.append(marked)
        self.state = after

    def get(self, id: str) -> Combatant:
        return self.state.get(id)

    def roll(self, sides: int, purpose: str, combatant: str | None = None) -> int:
        shown = self.chance.roll(sides, f"{purpose}: {combatant}" if combatant else purpose)
        self(ev.DieRolled(combatant=combatant, sides=sides, shown=shown, purpose=purpose))
        return shown

    def test(
        self, total: Sum, combatant: str, purpose: str, *, bonus: int = 0, on_success: int = 0, roll: int | None = None
    ) -> SkillTest:
        """A Test with a d100 of its own. What hinders only the next Test is used up by it."""
        shown = self.roll(100, purpose, combatant) if roll is None else roll
        self._use_up(combatant)
        return skill_test(
            target=total.target, roll=shown, bonus=bonus, on_success=on_success, skill=total.skill, bare=total.bare
        )

    def plain_test(
        self, combatant: str, skill: str, what: str, *, difficulty: int = 0, kind: Kind | None = None,
        shown: bool = False,
    ) -> SkillTest:  # fmt: skip
        """An unopposed Test of a skill that everybody has, and its line in the log."""
        total = self.sum(combatant, skill, difficulty=difficulty, kind=kind)
        assert total is not None, f"{skill} is a skill that everybody has"
        test = self.test(total, combatant, f"{what}, {skill}")
        self(ev.TestMade(combatant=combatant, what=what, test=as_roll(total, test), shown=shown))
        return test

    def sum(self, combatant: str, skill: str, *, difficulty: int = 0, kind: Kind | None = None) -> Sum | None:
        modifiers = (Part(what="difficulty", value=difficulty),)
        return sum_for(self.state, self.get(combatant), kind or Kind(skill=skill), modifiers)

    def _use_up(self, combatant: str) -> None:
        for one in self.get(combatant).lasting:
            if any(scope == "next_test" for scope, _ in one.penalties):
                self(ev.LastingEnded(combatant=combatant, lasting=one))


def plain_roll(skill: str, label: str, test: SkillTest) -> Roll:
    """A Test against a bare number, such as what holds the Entangled."""
    return as_roll(Sum(skill=skill, label=label, bare=test.bare, parts=()), test)
