"""What `decide` would accept from a viewer now, and the kinds that it would not."""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from combat.engine.records import replace
from combat.engine.system import Option
from combat.engine.viewers import Role, Viewer
from combat.systems.ctg import legal
from combat.systems.ctg.options import out_of_turn
from combat.systems.ctg.options.gm import gm_options
from combat.systems.ctg.options.turn import TurnOptions
from combat.systems.ctg.state import Combatant, State


def options(state: State, viewer: Viewer, *, brief: bool = False) -> tuple[Option, ...]:
    """Made once for each audience of a state, and only where something that they rest on has changed."""
    key = "options", viewer.audience, brief
    if key not in state.made:
        state.made[key] = () if viewer.role is Role.SPECTATOR else _options(state, viewer, key)
    found: tuple[Option, ...] = state.made[key]
    return found


def _options(state: State, viewer: Viewer, key: tuple[str, str, bool]) -> tuple[Option, ...]:
    parts = [*_of_combatants(state, _whose_turn_is_shown(state, viewer, brief=key[-1]), viewer)]
    if viewer.is_gm:
        parts.append(gm_options(state))
    if state.phase != "ended":
        parts.append(out_of_turn.switches(state, viewer))
    read = state.faces, *parts
    return state.memo.of(key, read, lambda: _with_the_obvious(state, viewer, list(chain.from_iterable(parts))))


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


def _whose_turn_is_shown(state: State, viewer: Viewer, *, brief: bool) -> Combatant | None:
    """Of whom it is said what they may do with a turn: the acting one, if the viewer may act for it.

    Briefly the GM's page leaves that to whoever plays it, and a player's page says nothing of it out of turn.
    """
    acting = state.acting
    if acting is not None and (viewer.owns(acting.owner) or (viewer.is_gm and not brief)):
        return acting
    if brief or viewer.is_gm:
        return None
    return next((one for one in _mine(state, viewer) if not one.is_dead), None)


def _mine(state: State, viewer: Viewer) -> tuple[Combatant, ...]:
    return state.combatants if viewer.is_gm else state.by_owner.get(viewer.player, ())


def _of_combatants(state: State, shown: Combatant | None, viewer: Viewer) -> Iterator[tuple[Option, ...]]:
    if state.phase not in ("surprise", "turns"):
        return
    for one in _mine(state, viewer):
        make = _of_the_shown if one is shown else _out_of_turn if viewer.is_gm else _of_another
        key = make, viewer.audience, "" if one is shown else one.id
        yield state.memo.of(key, _read(state, one), partial(make, state, viewer, one))


def _read(state: State, one: Combatant) -> tuple[object, ...]:
    """All that the options of this one rest on."""
    acts = state.turn is not None and state.turn.combatant == one.id
    body = one.id, one.sheet, one.effects, one.uses, one.status, one.last_target
    waits = state.window is not None and one.id in state.window.waiting
    if acts or waits or legal.discard_request(state, one) is not None:
        asked = one.hand, one.last_weapon, one.reaction_spent, state.requests, state.house_rules
        return *body, state.environment, state.faces, acts, state.turn, state.window, asked
    return *body, state.environment, state.faces, acts, state.window is None


def _of_the_shown(state: State, viewer: Viewer, one: Combatant) -> tuple[Option, ...]:
    return (
        *out_of_turn.answers(state, viewer, one),
        *out_of_turn.discard_choice(state, viewer, one),
        *TurnOptions(state, viewer, one).all(),
        *out_of_turn.free_abilities(state, viewer, one),
        out_of_turn.free(one),
    )


def _of_another(state: State, viewer: Viewer, one: Combatant) -> tuple[Option, ...]:
    """Of a player's second combatant what can be done out of turn."""
    return (
        *out_of_turn.answers(state, viewer, one),
        *out_of_turn.discard_choice(state, viewer, one),
        *out_of_turn.free_abilities(state, viewer, one),
        out_of_turn.free(one),
    )


def _out_of_turn(state: State, viewer: Viewer, one: Combatant) -> tuple[Option, ...]:
    """For the GM only what can be done now: the table would drown in what cannot."""
    return tuple(option for option in _of_another(state, viewer, one) if option.enabled)


def _with_the_obvious(state: State, viewer: Viewer, found: list[Option]) -> tuple[Option, ...]:
    place = _obvious(state, viewer, found)
    if place is not None:
        found[place] = state.memo.same(("obvious", viewer.audience), replace(found[place], obvious=True))
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
