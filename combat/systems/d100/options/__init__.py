"""What `decide` would accept from a viewer now, and the kinds that it would not."""

from collections.abc import Iterator

from combat.engine.records import replace
from combat.engine.system import Option
from combat.engine.viewers import Role, Viewer
from combat.systems.d100.options.answers import answers
from combat.systems.d100.options.gm import gm_options
from combat.systems.d100.options.turn import turn_options
from combat.systems.d100.state import Combatant, State


def options(state: State, viewer: Viewer) -> tuple[Option, ...]:
    if viewer.role is Role.SPECTATOR:
        return ()
    found = [*_of_combatants(state, viewer)]
    if viewer.is_gm:
        found += gm_options(state, viewer)
    return _with_the_obvious(state, viewer, found)


def options_of(state: State, viewer: Viewer, combatant: Combatant) -> tuple[Option, ...]:
    """Of one alone: for somebody who plays itself."""
    return (*answers(state, viewer, combatant), *turn_options(state, viewer, combatant))


def _of_combatants(state: State, viewer: Viewer) -> Iterator[Option]:
    if state.phase != "turns":
        return
    mine = [one for one in state.combatants if viewer.is_gm or viewer.owns(one.owner)]
    for one in mine:
        yield from answers(state, viewer, one)
    shown = state.acting if state.acting in mine else None
    if shown is None and not viewer.is_gm:
        shown = next((one for one in mine if not one.dead), None)
    if shown is not None:
        yield from turn_options(state, viewer, shown)


def _with_the_obvious(state: State, viewer: Viewer, found: list[Option]) -> tuple[Option, ...]:
    place = _obvious(state, viewer, found)
    if place is not None:
        found[place] = replace(found[place], obvious=True)
    return tuple(found)


def _obvious(state: State, viewer: Viewer, found: list[Option]) -> int | None:
    """The one next press: the answer that is waited for, the attack, else the end of the turn."""
    for do in ("start", "defend", "attack", "end_turn"):
        for place, option in enumerate(found):
            if option.do == do and option.enabled and _is_ones_own(state, viewer, option):
                return place
    return None


def _is_ones_own(state: State, viewer: Viewer, option: Option) -> bool:
    """The GM is not urged to play the players' combatants."""
    if option.by is None:
        return option.do in ("start", "end_turn") and state.turn is None
    return viewer.owns(state.get(option.by).owner)
