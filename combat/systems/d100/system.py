"""Ties the parts to the interface of a rule system."""

from collections.abc import Mapping
from typing import Any

from combat.engine.chance import Chance
from combat.engine.errors import IllegalCommand
from combat.engine.system import Option, Setup
from combat.engine.viewers import Viewer
from combat.systems.d100 import events as ev
from combat.systems.d100.apply import apply
from combat.systems.d100.audience import stamped
from combat.systems.d100.commands import Command, Timeout
from combat.systems.d100.decide import decide, window_of
from combat.systems.d100.decide.opening import joined_event, require_newcomer
from combat.systems.d100.house_rule_words import HOUSE_RULES
from combat.systems.d100.house_rules import HouseRules, rules_of
from combat.systems.d100.options import options
from combat.systems.d100.outcome import Outcome, outcome
from combat.systems.d100.projection import project, truth
from combat.systems.d100.redaction import redact
from combat.systems.d100.sheet import Sheet
from combat.systems.d100.state import State
from combat.systems.d100.table_view import TableView
from combat.systems.d100.tactics import suggest


class D100System:
    key = "d100"
    label = "Opposed tests"
    sheet_type: Any = Sheet
    house_rules_type: Any = HouseRules
    house_rules: tuple[Any, ...] = HOUSE_RULES
    state_type: Any = State
    command_type: Any = Command
    event_type: Any = ev.Event
    environments: tuple[Any, ...] = ()
    start_marks = "ambushers"
    scenario_sheet: Mapping[str, Any] = {}
    scenario_whole: frozenset[str] = frozenset(("conditions", "effects"))

    def open(self, setup: Setup) -> tuple[ev.Event, ...]:
        house_rules = setup.house_rules if setup.house_rules is not None else HouseRules()
        state, laid = self.empty(), ev.TableLaid(rules=rules_of(house_rules), map=setup.map)
        events: list[ev.Event] = []
        for event in (laid, *self._joining(setup)):
            after = apply(state, event)
            events.append(stamped(event, state, after))
            state = after
        return tuple(events)

    def _joining(self, setup: Setup) -> tuple[ev.Event, ...]:
        ids = [newcomer.id for newcomer in setup.combatants]
        if len(ids) != len(set(ids)):
            raise IllegalCommand("bad_value", "Two combatants need two ids.")
        for newcomer in setup.combatants:
            require_newcomer(newcomer)
        base = State(map=setup.map)
        return tuple(joined_event(base, newcomer)[0] for newcomer in setup.combatants)

    def empty(self) -> State:
        return State()

    def decide(self, state: State, actor: Viewer, command: Command, chance: Chance) -> tuple[ev.Event, ...]:
        return decide(state, actor, command, chance)

    def apply(self, state: State, event: ev.Event) -> State:
        return apply(state, event)

    def left_by_undo(self, state: State, undone: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
        return ()

    def options(self, state: State, viewer: Viewer, *, brief: bool = False) -> tuple[Option, ...]:
        return options(state, viewer, brief=brief)

    def project(self, state: State, viewer: Viewer) -> TableView:
        return project(state, viewer)

    def truth(self, state: State) -> TableView:
        return truth(state)

    def redact(self, event: ev.Event, viewer: Viewer) -> ev.Event | None:
        return redact(event, viewer)

    def deadline(self, state: State) -> tuple[str, int] | None:
        window, seconds = window_of(state), state.rules.defence_seconds
        return (window, seconds) if window is not None and seconds else None

    def timeout(self, window: str) -> Timeout:
        return Timeout(window=window)

    def suggest(self, state: State, combatant: str) -> Command | None:
        return suggest(state, combatant)

    def outcome(self, state: State) -> tuple[Outcome, ...]:
        return outcome(state)


D100 = D100System()
