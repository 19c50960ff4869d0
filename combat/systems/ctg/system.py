"""The system as the rest of the product sees it."""

from collections.abc import Mapping
from typing import Any

from combat.engine.chance import Chance
from combat.engine.system import Option, Setup
from combat.engine.viewers import GM, Viewer, player
from combat.systems.ctg import commands, events, tactics
from combat.systems.ctg.apply import apply
from combat.systems.ctg.decide import decide
from combat.systems.ctg.environment import SHIPPED
from combat.systems.ctg.house_rules import HOUSE_RULES, HouseRules
from combat.systems.ctg.opening import open_fight
from combat.systems.ctg.options import may_do_something, options, options_of
from combat.systems.ctg.outcome import outcome
from combat.systems.ctg.projection import project, truth
from combat.systems.ctg.redaction import redact
from combat.systems.ctg.sheet import Sheet
from combat.systems.ctg.state import State
from combat.systems.ctg.undoing import left_by_undo
from combat.systems.ctg.view import TableView


class CtgSystem:
    key = "ctg"
    label = "Cards and dice"
    sheet_type: Any = Sheet
    house_rules_type: Any = HouseRules
    house_rules: tuple[Any, ...] = HOUSE_RULES
    state_type: Any = State
    command_type: Any = commands.Command
    event_type: Any = events.Event
    environments: tuple[Any, ...] = SHIPPED
    start_marks = "surprisers"
    scenario_sheet: Mapping[str, Any] = {"max_health": 10}
    scenario_whole: frozenset[str] = frozenset()

    def open(self, setup: Setup) -> tuple[Any, ...]:
        return open_fight(setup)

    def empty(self) -> State:
        return State()

    def decide(self, state: State, actor: Viewer, command: Any, chance: Chance) -> tuple[Any, ...]:
        return decide(state, actor, command, chance)

    def apply(self, state: State, event: Any) -> State:
        return apply(state, event)

    def left_by_undo(self, state: State, undone: tuple[Any, ...]) -> tuple[Any, ...]:
        return left_by_undo(state, undone)

    def options(self, state: State, viewer: Viewer, *, brief: bool = False) -> tuple[Option, ...]:
        return options(state, viewer, brief=brief)

    def project(self, state: State, viewer: Viewer) -> TableView:
        return project(state, viewer)

    def truth(self, state: State) -> TableView:
        return truth(state)

    def redact(self, event: Any, viewer: Viewer) -> Any | None:
        return redact(event, viewer)

    def deadline(self, state: State) -> tuple[str, int] | None:
        window = state.window
        return None if window is None else (window.id, state.house_rules.reaction_seconds)

    def timeout(self, window: str) -> commands.Timeout:
        return commands.Timeout(window=window)

    def suggest(self, state: State, combatant: str) -> commands.Command | None:
        """From what its own player would see; the GM's know what the GM knows of their own."""
        one = state.get(combatant)
        if one is None or not may_do_something(state, one):
            return None
        viewer = GM if one.owner is None else player(one.owner)
        return tactics.suggest(
            tactics.glance(state, viewer),
            options_of(state, viewer, combatant),
            one,
            state.environment,
            score_damage=state.house_rules.damage_modifier == "score",
        )

    def outcome(self, state: State) -> tuple[Any, ...]:
        return outcome(state)


CTG = CtgSystem()
