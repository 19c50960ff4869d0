"""What `decide` would accept from a viewer now, and the kinds that it would not."""

from collections.abc import Iterator
from itertools import chain

from combat.engine.records import replace
from combat.engine.system import Option
from combat.engine.viewers import Role, Viewer
from combat.systems.d100.options.answers import answers
from combat.systems.d100.options.gm import gm_options
from combat.systems.d100.options.turn import turn_options
from combat.systems.d100.state import Combatant, State


def options(state: State, viewer: Viewer, *, brief: bool = False) -> tuple[Option, ...]:
    """Made once for each audience of a state, and only where something that they rest on has changed."""
    key = "options", viewer.audience, brief
    if key not in state.made:
        state.made[key] = () if viewer.role is Role.SPECTATOR else _options(state, viewer, key)
    found: tuple[Option, ...] = state.made[key]
    return found


def _options(state: State, viewer: Viewer, key: tuple[str, str, bool]) -> tuple[Option, ...]:
    parts = [*_of_combatants(state, viewer, brief=key[-1])]
    if viewer.is_gm:
        parts.append(gm_options(state, viewer))
    read = state.faces, state.turn is None, *parts
    return state.memo.of(key, read, lambda: _with_the_obvious(state, viewer, list(chain.from_iterable(parts))))


def options_of(state: State, viewer: Viewer, combatant: Combatant) -> tuple[Option, ...]:
    """Of one alone: for somebody who plays itself."""
    return (*answers(state, viewer, combatant), *turn_options(state, viewer, combatant))


def _of_combatants(state: State, viewer: Viewer, *, brief: bool) -> Iterator[tuple[Option, ...]]:
    """Briefly the GM's page leaves a turn to whoever plays it, and a player's page says nothing of it out of turn."""
    if state.phase != "turns":
        return
    mine = [one for one in state.combatants if viewer.is_gm or viewer.owns(one.owner)]
    for one in mine:
        yield tuple(answers(state, viewer, one))
    acting = state.acting
    if acting is not None and (viewer.owns(acting.owner) or (viewer.is_gm and not brief)):
        yield state.memo.of(
            ("turn", viewer.is_gm), _all_read(state), lambda: tuple(turn_options(state, viewer, acting))
        )
        return
    shown = None if brief or viewer.is_gm else next((one for one in mine if not one.dead), None)
    if shown is not None:
        yield state.memo.of(
            ("idle", shown.id), _read_by_idle(state, shown), lambda: tuple(turn_options(state, viewer, shown))
        )


def _all_read(state: State) -> tuple[object, ...]:
    """All that the options of the one whose turn it is may rest on."""
    where = state.engaged, state.order, state.map
    return state.combatants, state.turn, state.attack, where, state.rules, state.round, state.requests


def _read_by_idle(state: State, one: Combatant) -> tuple[object, ...]:
    """Of one who has not the turn: itself, whether it stands on a map, and whom it could treat."""
    on_a_map = state.map is not None and one.at is not None
    if one.stats.skill("heal") is None:
        return one, on_a_map
    return one, on_a_map, tuple((other.face, other.conditions, other.lasting) for other in state.combatants)


def _with_the_obvious(state: State, viewer: Viewer, found: list[Option]) -> tuple[Option, ...]:
    place = _obvious(state, viewer, found)
    if place is not None:
        found[place] = state.memo.same(("obvious", viewer.audience), replace(found[place], obvious=True))
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
