"""What `decide` would accept from a viewer now, and the kinds that it would not."""

from collections.abc import Iterable, Iterator
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
    parts = [*_of_combatants(state, viewer, brief=key[-1])] if state.phase in ("surprise", "turns") else []
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


def _of_combatants(state: State, viewer: Viewer, *, brief: bool) -> Iterator[tuple[Option, ...]]:
    shown = _whose_turn_is_shown(state, viewer, brief=brief)
    mine = state.combatants if viewer.is_gm else state.by_owner.get(viewer.player, ())
    read = state.faces, state.environment, state.window is None, shown and shown.id, *(one.means for one in mine)
    if state.window is not None or state.requests:
        asked = state.window, state.requests, state.turn, state.house_rules
        read = *read, asked, tuple((one.hand, one.reaction_spent) for one in mine)
    yield state.memo.of(("aside", viewer.audience), read, partial(_aside, state, viewer, mine, shown))
    if shown is not None:
        key = "turn", viewer.role
        yield state.memo.of(key, _read_by_turn(state, shown), lambda: tuple(TurnOptions(state, viewer, shown).all()))


def _whose_turn_is_shown(state: State, viewer: Viewer, *, brief: bool) -> Combatant | None:
    """Of whom it is said what they may do with a turn: the acting one, if the viewer may act for it.

    Briefly the GM's page leaves that to whoever plays it, and a player's page says nothing of it out of turn.
    """
    acting = state.acting
    if acting is not None and (viewer.owns(acting.owner) or (viewer.is_gm and not brief)):
        return acting
    if brief or viewer.is_gm:
        return None
    return next((one for one in state.by_owner.get(viewer.player, ()) if not one.is_dead), None)


def _aside(state: State, viewer: Viewer, mine: Iterable[Combatant], shown: Combatant | None) -> tuple[Option, ...]:
    """What can be done out of turn. Of the GM's many only what can be done now: the table would drown in the rest."""
    return tuple(
        option
        for one in mine
        for option in _out_of_turn(state, viewer, one)
        if option.enabled or one is shown or not viewer.is_gm
    )


def _out_of_turn(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    yield from out_of_turn.answers(state, viewer, one)
    yield from out_of_turn.discard_choice(state, viewer, one)
    yield from out_of_turn.free_abilities(state, viewer, one)
    yield out_of_turn.free(one)


def _read_by_turn(state: State, one: Combatant) -> tuple[object, ...]:
    """All that the options of a turn rest on."""
    body = one.id, one.sheet, one.effects, one.uses, one.hand, one.last_target, one.last_weapon
    return *body, state.faces, state.environment, state.house_rules, state.turn, state.window is None


def _with_the_obvious(state: State, viewer: Viewer, found: list[Option]) -> tuple[Option, ...]:
    place = _obvious(state, viewer, found)
    if place is not None:
        found[place] = replace(found[place], obvious=True)
    return tuple(found)


NEXT = ("start", "discard_choice", "react", "attack", "end_turn")
"""What is obvious before what: the answer that is waited for, the attack, else the end of the turn."""


def _obvious(state: State, viewer: Viewer, found: list[Option]) -> int | None:
    """The one next press."""
    candidates = [
        (NEXT.index(option.do), place)
        for place, option in enumerate(found)
        if option.do in NEXT and option.enabled and _is_ones_own(state, viewer, option) and _is_wanted(state, option)
    ]
    return min(candidates)[1] if candidates else None


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
