"""The rules of Pebbles behind the interface of a rule system."""

from collections.abc import Mapping
from typing import Any

from combat.engine.errors import IllegalCommand
from combat.engine.records import replace
from combat.engine.system import Choice, Option, Setup, Slot
from combat.engine.viewers import GM, Viewer
from combat.systems.toy import records as r


class Toy:
    key = "toy"
    label = "Pebbles"
    sheet_type: Any = r.Sheet
    house_rules_type: Any = r.HouseRules
    house_rules: tuple[Any, ...] = ()
    state_type: Any = r.State
    command_type: Any = r.Command
    event_type: Any = r.Event
    environments: tuple[Any, ...] = ()
    start_marks = "quick"
    scenario_sheet: Mapping[str, Any] = {}
    scenario_whole: frozenset[str] = frozenset()

    def open(self, setup: Setup) -> tuple[Any, ...]:
        return tuple(
            r.Joined(combatant=r.Combatant(
                id=one.id, name=one.name, side=one.side, owner=one.owner, hidden=one.hidden, autoplay=one.autoplay,
                colour=one.colour, pips=one.sheet.pips,
            ))
            for one in setup.combatants
        )  # fmt: skip

    def empty(self) -> r.State:
        return r.State()

    def decide(self, state: r.State, actor: Viewer, command: Any, chance: Any) -> tuple[Any, ...]:
        match command:
            case r.Start() if actor.is_gm and state.phase == "setup":
                chance.mix_in_cuts()
                return (r.TurnCame(combatant=(*command.quick, state.combatants[0].id)[0]),)
            case r.End() if actor.is_gm:
                return (r.Ended(),)
            case r.Throw() if command.by == state.turn and self._may(state, actor, command.by):
                if command.target not in {one.id for one in state.combatants if one.pips}:
                    raise IllegalCommand("unknown_combatant", "Throw at somebody who still stands.")
                thrown = r.Thrown(by=command.by, target=command.target, shown=chance.roll(6, "pebble"))
                return thrown, r.TurnCame(combatant=self._next(self.apply(state, thrown)))
        raise IllegalCommand("not_yours", "That is not for you to do now.")

    def _may(self, state: r.State, actor: Viewer, id: str) -> bool:
        return actor.is_gm or any(one.id == id and actor.owns(one.owner) for one in state.combatants)

    def _next(self, state: r.State) -> str:
        ids = [one.id for one in state.combatants if one.pips or one.id == state.turn]
        return ids[(ids.index(state.turn or ids[0]) + 1) % len(ids)]

    def apply(self, state: r.State, event: Any) -> r.State:
        match event:
            case r.Joined():
                return replace(state, combatants=(*state.combatants, event.combatant))
            case r.TurnCame():
                return replace(state, phase="turns", turn=event.combatant)
            case r.Thrown():
                people = tuple(
                    replace(one, pips=max(0, one.pips - event.shown)) if one.id == event.target else one
                    for one in state.combatants
                )
                return replace(state, combatants=people, last=f"{event.by} throws {event.shown} at {event.target}")
            case _:
                return replace(state, phase="ended", turn=None)

    def left_by_undo(self, state: r.State, undone: tuple[Any, ...]) -> tuple[Any, ...]:
        return ()

    def options(self, state: r.State, viewer: Viewer, *, brief: bool = False) -> tuple[Option, ...]:
        found = []
        if viewer.is_gm and state.phase == "setup":
            found.append(Option(do="start", label="Start", group="gm", obvious=True))
        if state.turn and self._may(state, viewer, state.turn):
            choices = tuple(
                Choice(value=one.id, label=one.name) for one in state.combatants if one.pips and one.id != state.turn
            )
            slot = Slot(name="target", label="At", choices=choices)
            found.append(Option(do="throw", by=state.turn, label="Throw", slots=(slot,), enabled=bool(choices)))
        if viewer.is_gm and state.phase == "turns":
            found.append(Option(do="end", label="End", group="gm"))
        return tuple(found)

    def project(self, state: r.State, viewer: Viewer) -> r.TableView:
        seen = [one for one in state.combatants if viewer.is_gm or not one.hidden]
        names = {one.id: one.name for one in seen}
        headline = {"setup": "Not begun.", "ended": "It is over."}.get(
            state.phase, f"{names.get(state.turn or '', 'Somebody')} throws."
        )
        yours = any(one.id == state.turn and viewer.owns(one.owner) for one in seen)
        views = {
            one.id: r.CombatantView(
                id=one.id, name=one.name, side=one.side, owner=one.owner, colour=one.colour, hidden=one.hidden,
                status="active" if one.pips else "out", is_yours=viewer.owns(one.owner), pips=one.pips,
            )
            for one in seen
        }  # fmt: skip
        banner = r.Banner(eyebrow="Pebbles", title="A game", headline=headline, yours=yours)
        return r.TableView(phase=state.phase, turn=state.turn, combatants=views, last=state.last, banner=banner)

    def truth(self, state: r.State) -> r.TableView:
        return self.project(state, GM)

    def redact(self, event: Any, viewer: Viewer) -> Any | None:
        hidden = isinstance(event, r.Joined) and event.combatant.hidden
        return None if hidden and not viewer.is_gm else event

    def deadline(self, state: r.State) -> tuple[str, int] | None:
        return None

    def timeout(self, window: str) -> Any:
        raise IllegalCommand("no_window", "Nothing is waited for.")

    def suggest(self, state: r.State, combatant: str) -> Any | None:
        if state.turn != combatant:
            return None
        side = next(one.side for one in state.combatants if one.id == combatant)
        target = next((one.id for one in state.combatants if one.side != side and one.pips), None)
        return r.Throw(by=combatant, target=target) if target else None

    def outcome(self, state: r.State) -> tuple[r.After, ...]:
        return tuple(
            r.After(combatant=one.id, name=one.name, status="active" if one.pips else "out", pips=one.pips)
            for one in state.combatants
        )


TOY = Toy()
