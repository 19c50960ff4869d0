"""Plays a scenario through the same public functions that the table uses."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from combat import codec
from combat.engine import history
from combat.engine.errors import IllegalCommand
from combat.engine.history import Entry
from combat.engine.records import record, replace
from combat.engine.scripted import ScriptedChance, ScriptError
from combat.engine.system import RuleSystem
from combat.engine.viewers import GM, SPECTATOR, Viewer, player
from combat.scenarios.comparing import difference
from combat.scenarios.file import Do, Expect, ExpectView, Malformed, Scenario, Step, Undo


@record
class Outcome:
    """How a scenario ended, as plain JSON where it is JSON."""

    name: str
    failure: str | None
    """`step 7: turn: expected 'ana', got 'bo'`; None: ok."""
    state: Any
    events: tuple[Any, ...]
    views: dict[str, Any]


class _Failure(Exception):
    """What was written is not what happened."""


def play(scenario: Scenario) -> Outcome:
    """Play all steps, up to the first that fails. Raises Malformed where the fight cannot be set up."""
    fight = Fight(scenario)
    failure = _first_failure(fight, scenario)
    system, viewers = scenario.system, ("gm", *scenario.players, "spectator")
    return Outcome(
        name=scenario.name,
        failure=failure,
        state=codec.dump(system.truth(fight.state)),
        events=tuple(codec.dump(event) for entry in fight.entries for event in entry.events),
        views={name: codec.dump(system.project(fight.state, viewer_called(name))) for name in viewers},
    )


def viewer_called(name: str) -> Viewer:
    return {"gm": GM, "spectator": SPECTATOR}.get(name) or player(name)


def _first_failure(fight: "Fight", scenario: Scenario) -> str | None:
    for step in scenario.steps:
        try:
            fight.take(step)
        except (_Failure, ScriptError) as failure:
            return f"step {step.number}: {failure}"
    left = fight.chance.dice_left
    if left and not scenario.dice_left:
        return f"at the end: dice are left over: {', '.join(left)}"
    return None


def _opening(scenario: Scenario) -> tuple[Any, ...]:
    """What lays the table. Raises Malformed: what the types allow and the rules do not is the file's fault too."""
    setup = scenario.setup
    try:
        return scenario.system.open(setup)
    except IllegalCommand as refusal:
        path = "combatants" if setup.environment is None else "environment"
        raise Malformed(path, refusal.words) from refusal


class Fight:
    """A fight under way: state, entries, and what each viewer was sent."""

    def __init__(self, scenario: Scenario) -> None:
        self._system: RuleSystem = scenario.system
        self._viewers = ("gm", *scenario.players, "spectator")
        self._sent: dict[str, list[str]] = defaultdict(list)
        self.chance = ScriptedChance(scenario.script)
        self.entries: list[Entry] = []
        self.state = self._system.empty()
        self._keep(_opening(scenario), undoable=False)

    def take(self, step: Step) -> None:
        match step:
            case Do():
                self._submit(step)
            case Expect():
                self._compare(step.part, codec.dump(self._system.truth(self.state)))
            case ExpectView():
                self._look(step)

    def _submit(self, step: Do) -> None:
        before = self.chance.position
        text = codec.dump_text(self.state)
        try:
            self._carry_out(step)
        except IllegalCommand as refusal:
            if refusal.code != step.refused:
                raise _Failure(self._unexpected(step, refusal)) from refusal
            if self.chance.position != before or codec.dump_text(self.state) != text:
                raise _Failure(f"the refusal {refusal.code} has changed something") from refusal
            return
        if step.refused:
            raise _Failure(f"expected the refusal {step.refused}, and it was accepted")

    @staticmethod
    def _unexpected(step: Do, refusal: IllegalCommand) -> str:
        wanted = f"expected the refusal {step.refused}, got" if step.refused else "refused:"
        return f"{wanted} {refusal.code} ({refusal.words})"

    def _carry_out(self, step: Do) -> None:
        actor, command = viewer_called(step.sender), step.command
        if command is None:
            raise IllegalCommand("bad_value", "A field has a value of the wrong kind.")
        if isinstance(command, Undo):
            self._undo(actor, command.steps)
            return
        events = self._system.decide(self.state, actor, command, self.chance)
        self._keep(events, undoable=command.undoable)

    def _undo(self, actor: Viewer, steps: int) -> None:
        if not actor.is_gm:
            raise IllegalCommand("gm_only", "Only the GM takes steps back.")
        undo = history.undo(self._system, self.entries, steps)
        taken = set(undo.numbers)
        self.entries = [replace(entry, undone=True) if entry.number in taken else entry for entry in self.entries]
        self._add_entry(undo.events, undoable=False)
        self.state = undo.state

    def _keep(self, events: tuple[Any, ...], *, undoable: bool) -> None:
        self._add_entry(events, undoable=undoable)
        self.state = history.fold(self._system, self.state, events)

    def _add_entry(self, events: tuple[Any, ...], *, undoable: bool) -> None:
        self.entries.append(Entry(number=len(self.entries), events=events, undoable=undoable))
        for viewer in self._viewers:
            self._sent[viewer] += self._shown(events, viewer)

    def _shown(self, events: Iterable[Any], viewer: str) -> list[str]:
        shown = (self._system.redact(event, viewer_called(viewer)) for event in events)
        return [codec.dump_text(event) for event in shown if event is not None]

    def _look(self, step: ExpectView) -> None:
        view = self._system.project(self.state, viewer_called(step.viewer))
        self._compare(step.part, codec.dump(view))
        everything = "\n".join((codec.dump_text(view), *self._sent[step.viewer]))
        for secret in step.absent:
            if secret in everything:
                raise _Failure(f"absent: {secret!r} was shown to {step.viewer}")

    def _compare(self, expected: Any, got: Any) -> None:
        found = difference(expected, got, whole=self._system.scenario_whole)
        if found:
            raise _Failure(found)
