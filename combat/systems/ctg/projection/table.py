"""What a viewer may know of the present, built up from nothing."""

from combat.engine.viewers import Viewer
from combat.systems.ctg import legal
from combat.systems.ctg.banner import banner
from combat.systems.ctg.knowledge import Knowledge, the_truth
from combat.systems.ctg.projection.combatants import combatant_view
from combat.systems.ctg.projection.rolls import attack_view, last_view, played_view
from combat.systems.ctg.state import Request, State
from combat.systems.ctg.values import tier_name, tier_of, tiers
from combat.systems.ctg.view import EnvironmentView, RequestView, TableView, TierView, WindowView
from combat.systems.ctg.wording import ACTION_NAMES, environment_numbers


def project(state: State, viewer: Viewer) -> TableView:
    return table_view(Knowledge(state=state, viewer=viewer))


def truth(state: State) -> TableView:
    """The same with everything in it: for scenarios and tests."""
    return table_view(the_truth(state))


def table_view(knows: Knowledge) -> TableView:
    state = knows.state
    acting = state.acting if state.turn is not None and knows.sees(state.turn.combatant) else None
    turn = state.turn if acting is not None else None
    pile, discards = _piles(knows), _discards(knows)
    shared = state.discards.get("", ())
    switches = state.switches_of(None if knows.is_gm else knows.viewer.player)
    return TableView(
        phase=state.phase,
        turn=acting.id if acting else None,
        turn_name=acting.name if acting else None,
        turn_owner_is_you=acting is not None and knows.owns(acting),
        between_turns=state.turn is not None and acting is None,
        round=tier_of(knows.round, state.house_rules) if knows.round is not None else None,
        draw=state.draw,
        actions_left=turn.actions_left if turn else 0,
        moved=turn.moved if turn else 0,
        movement=legal.movement(state, acting, turn) if acting and turn else 0,
        two_actions=turn.two_actions if turn else False,
        owed=legal.owed_cards(state, acting) if acting and knows.sees_hand(acting) else None,
        window=_window(knows),
        requests=tuple(_request(knows, one) for one in state.requests if _sees_request(knows, one)),
        combatants={one.id: combatant_view(knows, one) for one in knows.seen},
        order=tuple(one.id for one in knows.seen),
        last=last_view(knows),
        played=played_view(knows),
        pile=pile,
        discards=discards,
        pile_count=pile if isinstance(pile, int) else sum(pile.values()),
        top_discard=shared[-1] if shared else None,
        packs=state.packs.get("", 1),
        tiers=_tiers(knows),
        environment=EnvironmentView(
            name=state.environment.name,
            description=state.environment.description,
            numbers=environment_numbers(state.environment),
        ),
        house_rules=state.house_rules,
        reaction_seconds=state.house_rules.reaction_seconds,
        banner=banner(knows),
        auto_end=switches.auto_end,
        auto_pass=switches.auto_pass,
    )


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
    )


def _request_words(request: Request, name: str, target: str) -> str:
    if request.action == "discard":
        cards = "a card" if request.count == 1 else f"{request.count} cards"
        return f"{target} must discard {cards}."
    what = ACTION_NAMES.get(request.action, request.action).lower()
    aimed = f" ({target})" if target else ""
    said = f": {request.text}" if request.text else ""
    return f"{name} announces: {what}{aimed}{said}"


def _tiers(knows: Knowledge) -> tuple[TierView, ...]:
    now = knows.round
    return tuple(
        TierView(
            tier=tier,
            name=tier_name(tier),
            state="to come" if now is None or value < now else "now" if value == now else "past",
        )
        for value, tier in tiers(knows.state.house_rules)
    )
