"""What a viewer may know of the present, built up from nothing."""

from functools import lru_cache
from typing import Any

from combat.engine.records import replace
from combat.engine.viewers import SPECTATOR, Role, Viewer
from combat.systems.ctg import legal
from combat.systems.ctg.banner import banner
from combat.systems.ctg.environment import Environment
from combat.systems.ctg.knowledge import Knowledge, the_truth
from combat.systems.ctg.projection.combatants import combatant_view
from combat.systems.ctg.projection.rolls import attack_view, last_view, played_view
from combat.systems.ctg.state import Request, State
from combat.systems.ctg.values import tier_name, tier_of, tiers_of
from combat.systems.ctg.view import (
    EnvironmentView,
    LastView,
    PlayedView,
    RequestView,
    TableView,
    TierView,
    WindowView,
)
from combat.systems.ctg.wording import ACTION_NAMES, environment_numbers

PARTY = "party"


def project(state: State, viewer: Viewer) -> TableView:
    """Made once for each audience of a state."""
    key = "view", viewer.audience
    if key not in state.made:
        state.made[key] = _players_view(state, viewer) if viewer.role is Role.PLAYER else _viewed(state, viewer)
    found: TableView = state.made[key]
    return found


def _viewed(state: State, viewer: Viewer) -> TableView:
    return table_view(Knowledge(state=state, viewer=viewer))


def _players_view(state: State, viewer: Viewer) -> TableView:
    """What everybody sees, and of one's own what others do not."""
    public, knows = project(state, SPECTATOR), Knowledge(state=state, viewer=viewer)
    mine = {one.id: combatant_view(knows, one) for one in state.by_owner.get(viewer.player, ()) if not one.hidden}
    switches = knows.switches
    own: dict[str, Any] = {"auto_end": switches.auto_end, "auto_pass": switches.auto_pass}
    if mine:
        own["combatants"] = public.combatants | mine
    if any(one.is_acting or one.is_waited_for for one in mine.values()):
        own |= _on_the_spot(knows)
    return replace(public, **own)


def _on_the_spot(knows: Knowledge) -> dict[str, Any]:
    """What it is to a viewer that one of theirs acts or is asked."""
    acting = knows.acting
    return {
        "turn_owner_is_you": acting is not None and knows.owns(acting),
        "owed": legal.owed_cards(knows.state, acting) if acting and knows.sees_hand(acting) else None,
        "window": knows.kept("window", _window(knows)) if knows.state.window is not None else None,
        "banner": knows.kept("banner", banner(knows)),
    }


def truth(state: State) -> TableView:
    """The same with everything in it: for scenarios and tests."""
    return table_view(the_truth(state))


def table_view(knows: Knowledge) -> TableView:
    state, acting = knows.state, knows.acting
    turn = state.turn if acting is not None else None
    pile, discards = _piles(knows), _discards(knows)
    shared = state.discards.get("", ())
    read = state.faces, state.phase, state.requests, state.environment
    order, sides, decided, requests, environment = knows.made_of("scene", read, lambda: _scene(knows))
    rolled = (state.last, state.played) if knows.is_gm else (state.last_seen, state.played_seen)
    last, played = knows.made_of("rolls", (state.faces, *rolled), lambda: _rolls(knows))
    return TableView(
        phase=state.phase,
        turn=acting.id if acting else None,
        turn_name=acting.name if acting else None,
        between_turns=state.turn is not None and acting is None,
        round=tier_of(knows.round, state.house_rules) if knows.round is not None else None,
        draw=state.draw,
        actions_left=turn.actions_left if turn else 0,
        moved=turn.moved if turn else 0,
        movement=legal.movement(state, acting, turn) if acting and turn else 0,
        two_actions=turn.two_actions if turn else False,
        requests=requests,
        combatants={one.id: combatant_view(knows, one) for one in knows.seen},
        order=order,
        sides=sides,
        decided=decided,
        last=last,
        played=played,
        pile=pile,
        discards=discards,
        pile_count=pile if isinstance(pile, int) else sum(pile.values()),
        top_discard=shared[-1] if shared else None,
        packs=state.packs.get("", 1),
        tiers=_tiers(state.house_rules.ace, state.house_rules.jokers, knows.round),
        environment=environment,
        house_rules=state.house_rules,
        reaction_seconds=state.house_rules.reaction_seconds,
        auto_end=knows.switches.auto_end,
        auto_pass=knows.switches.auto_pass,
        **_on_the_spot(knows),
    )


def _environment(place: Environment) -> EnvironmentView:
    return EnvironmentView(name=place.name, description=place.description, numbers=environment_numbers(place))


Scene = tuple[tuple[str, ...], dict[str, tuple[str, ...]], bool, tuple[RequestView, ...], EnvironmentView]


def _scene(knows: Knowledge) -> Scene:
    """People in their order and by their sides, for the GM whether it is decided, what is asked, and the place."""
    state, order = knows.state, tuple(one.id for one in knows.seen)
    return (
        knows.kept("order", order),
        knows.kept("sides", _sides(knows)),
        knows.is_gm and _is_decided(state),
        _requests(knows),
        state.memo.of("environment", (state.environment,), lambda: _environment(state.environment)),
    )


def _rolls(knows: Knowledge) -> tuple[LastView | None, PlayedView | None]:
    last = knows.kept("last", last_view(knows))
    return last, knows.kept("played", played_view(knows, last))


def _sides(knows: Knowledge) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for one in knows.seen:
        found[one.side] = (*found.get(one.side, ()), one.id)
    party = found.pop(PARTY, None)
    return found if party is None else {**found, PARTY: party}


def _is_decided(state: State) -> bool:
    return state.phase == "turns" and len({one.side for one in state.combatants if one.is_awake}) < 2


def _piles(knows: Knowledge) -> int | dict[str, int]:
    state = knows.state
    if state.house_rules.deck == "shared":
        return len(state.piles.get("", ()))
    return {one.id: len(state.piles.get(one.id, ())) for one in knows.seen}


def _discards(knows: Knowledge) -> tuple[str, ...] | dict[str, tuple[str, ...]]:
    state = knows.state
    if state.house_rules.deck == "shared":
        return state.discards.get("", ())
    return {one.id: state.discards.get(one.id, ()) for one in knows.seen}


def _window(knows: Knowledge) -> WindowView | None:
    """A window on a visible target shows although the attacker is hidden (D20)."""
    state, window = knows.state, knows.state.window
    if window is None or not knows.sees(window.strike.target):
        return None
    waiting = tuple(one for one in map(state.get, window.waiting) if one is not None and knows.sees(one.id))
    return WindowView(
        id=window.id,
        kind=window.kind,
        waiting=tuple(one.id for one in waiting),
        waiting_names=tuple(one.name for one in waiting),
        seconds=state.house_rules.reaction_seconds,
        attack=attack_view(knows, window),
        is_yours=any(knows.owns(one) for one in waiting),
    )


def _requests(knows: Knowledge) -> tuple[RequestView, ...]:
    found = tuple(_request(knows, one) for one in knows.state.requests if _sees_request(knows, one))
    return knows.kept("requests shown", found)


def _sees_request(knows: Knowledge, request: Request) -> bool:
    return knows.is_gm or (not request.hidden and knows.sees(request.by))


def _request(knows: Knowledge, request: Request) -> RequestView:
    state = knows.state
    by, target = state.get(request.by), state.get(request.target)
    if target is not None and not knows.sees(target.id):
        target = None
    name = by.name if by else ""
    return RequestView(
        id=request.id if knows.is_gm else request.shown_id,
        by=request.by,
        action=request.action,
        text=request.text,
        target=target.id if target else None,
        count=request.count,
        by_name=name,
        target_name=target.name if target else None,
        words=_request_words(request, name, target.name if target else ""),
        by_foe=by is not None and by.side != PARTY,
        by_colour=by.colour if by else "",
    )


def _request_words(request: Request, name: str, target: str) -> str:
    if request.action == "discard":
        cards = "a card" if request.count == 1 else f"{request.count} cards"
        return f"{target} must discard {cards}."
    what = ACTION_NAMES.get(request.action, request.action).lower()
    aimed = f" ({target})" if target else ""
    said = f": {request.text}" if request.text else ""
    return f"{name} announces: {what}{aimed}{said}"


@lru_cache(maxsize=64)
def _tiers(ace: str, jokers: str, now: int | None) -> tuple[TierView, ...]:
    return tuple(
        TierView(
            tier=tier,
            name=tier_name(tier),
            state="to come" if now is None or value < now else "now" if value == now else "past",
        )
        for value, tier in tiers_of(ace, jokers)
    )
