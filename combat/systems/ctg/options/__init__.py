"""What `decide` would accept from a viewer now, and the kinds that it would not."""

from collections.abc import Iterator

from combat.engine.records import replace
from combat.engine.system import Option
from combat.engine.viewers import Role, Viewer
from combat.systems.ctg import legal
from combat.systems.ctg.options import out_of_turn
from combat.systems.ctg.options.gm import gm_options
from combat.systems.ctg.options.turn import TurnOptions
from combat.systems.ctg.state import Combatant, State


def options(state: State, viewer: Viewer) -> tuple[Option, ...]:
    if viewer.role is Role.SPECTATOR:
        return ()
    found = [*_of_combatants(state, viewer)]
    if viewer.is_gm:
        found += gm_options(state)
    if state.phase != "ended":
        found += out_of_turn.switches(state, viewer)
    return _with_the_obvious(state, viewer, found)


def options_of(state: State, viewer: Viewer, combatant: str) -> tuple[Option, ...]:
    """For one that plays itself: only what is settled by the rules, each thing once."""
    one = state[combatant]
    found = (
        *out_of_turn.answers(state, viewer, one),
        *out_of_turn.discard_choice(state, viewer, one),
        *TurnOptions(state, viewer, one).settled_by_rules(),
        *out_of_turn.free_abilities(state, viewer, one),
    )
    return tuple(option for option in found if option.group != "also")


def may_do_something(state: State, one: Combatant) -> bool:
    """It has the turn, or is asked for an answer: all that one who plays itself looks at."""
    if state.phase not in ("surprise", "turns"):
        return False
    if state.window is not None:
        return one.id in state.window.waiting
    acts = state.turn is not None and state.turn.combatant == one.id
    return acts or legal.discard_request(state, one) is not None


def _of_combatants(state: State, viewer: Viewer) -> Iterator[Option]:
    if state.phase not in ("surprise", "turns"):
        return
    mine = tuple(one for one in state.combatants if legal.controls(viewer, one))
    turn = state.turn
    acting = next((one for one in mine if turn is not None and turn.combatant == one.id), None)
    shown = acting or next((one for one in mine if viewer.owns(one.owner) and not one.is_dead), None)
    for one in mine:
        if viewer.is_gm and one is not acting:
            yield from _out_of_turn(state, viewer, one)
        else:
            yield from _of_one(state, viewer, one, acts=one is shown)


def _of_one(state: State, viewer: Viewer, one: Combatant, *, acts: bool) -> Iterator[Option]:
    yield from out_of_turn.answers(state, viewer, one)
    yield from out_of_turn.discard_choice(state, viewer, one)
    if acts:
        yield from TurnOptions(state, viewer, one).all()
    yield from out_of_turn.free_abilities(state, viewer, one)
    yield out_of_turn.free(one)


def _out_of_turn(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    """For the GM only what can be done now: the table would drown in what cannot."""
    yield from out_of_turn.answers(state, viewer, one)
    yield from out_of_turn.discard_choice(state, viewer, one)
    for option in (*out_of_turn.free_abilities(state, viewer, one), out_of_turn.free(one)):
        if option.enabled:
            yield option


def _with_the_obvious(state: State, viewer: Viewer, found: list[Option]) -> tuple[Option, ...]:
    place = _obvious(state, viewer, found)
    if place is not None:
        found[place] = replace(found[place], obvious=True)
    return tuple(found)


def _obvious(state: State, viewer: Viewer, found: list[Option]) -> int | None:
    """The one next press: the answer that is waited for, the attack, else the end of the turn."""
    for do in ("start", "discard_choice", "react", "attack", "end_turn"):
        for place, option in enumerate(found):
            if option.do == do and option.enabled and _is_ones_own(state, viewer, option) and _is_wanted(state, option):
                return place
    return None


def _is_wanted(state: State, option: Option) -> bool:
    """Nobody is urged to strike their own side, or one who lies there already."""
    if option.do != "attack" or option.by is None:
        return True
    side = state[option.by].side
    choices = (choice.value for slot in option.slots if slot.name == "target" for choice in slot.choices)
    return any(state[target].side != side and state[target].is_awake for target in choices)


def _is_ones_own(state: State, viewer: Viewer, option: Option) -> bool:
    """The GM is not urged to play the players' combatants."""
    if option.by is None:
        return option.do == "start"
    return viewer.owns(state[option.by].owner)
