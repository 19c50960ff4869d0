"""What one viewer may know of the present, built up from nothing."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from combat.engine.records import replace
from combat.engine.viewers import GM, SPECTATOR, Role, Viewer
from combat.systems.d100 import body, legal, targets, wording
from combat.systems.d100.data import CONTENT
from combat.systems.d100.decide import window_of
from combat.systems.d100.decide.correction import correctable
from combat.systems.d100.last import Last, Part, Roll
from combat.systems.d100.options.gm import other_targets
from combat.systems.d100.state import Attack, Combatant, Request, State
from combat.systems.d100.table_view import (
    CombatantView,
    ConditionView,
    ContestView,
    DefenceView,
    EffectView,
    FigureView,
    PlaceView,
    TableView,
    WindowView,
)
from combat.systems.d100.targets import without_numbers

T = TypeVar("T")

PARTY = "party"


def project(state: State, viewer: Viewer) -> TableView:
    """Made once for each audience of a state."""
    key = "view", viewer.audience
    if key not in state.made:
        state.made[key] = (_players_view if viewer.role is Role.PLAYER else _table_view)(state, viewer)
    found: TableView = state.made[key]
    return found


def _players_view(state: State, viewer: Viewer) -> TableView:
    """What everybody sees, and of one's own what others do not."""
    public = project(state, SPECTATOR)
    mine = {id: replace(one, is_yours=True) for id, one in public.combatants.items() if viewer.owns(one.owner)}
    if not mine:
        return public
    own: dict[str, Any] = {"combatants": {**public.combatants, **_same(state, viewer, "mine", mine)}}
    if any(one.is_acting or one.is_waited_for for one in mine.values()):
        own |= _on_the_spot(state, viewer)
    return replace(public, **{name: _same(state, viewer, name, value) for name, value in own.items()})


def _same(state: State, viewer: Viewer, name: str, value: T) -> T:
    """The same object as for this audience before, where it says the same."""
    return state.memo.same((name, viewer.audience), value)


def _on_the_spot(state: State, viewer: Viewer) -> dict[str, Any]:
    """What it is to a viewer that one of theirs acts or is asked."""
    seen = _seen(state, viewer)
    window = _window(state, viewer, seen)
    banner = wording.banner(state, viewer, acting=_acting(state, seen), window=window, last=shown_last(state, viewer))
    return {"window": window, "contest": _contest(state, viewer, seen) if window else None, "banner": banner}


def _seen(state: State, viewer: Viewer) -> dict[str, Combatant]:
    return {one.id: one for one in state.combatants if viewer.is_gm or not one.hidden}


def _acting(state: State, seen: Mapping[str, Combatant]) -> str | None:
    return state.turn.combatant if state.turn and state.turn.combatant in seen else None


def _table_view(state: State, viewer: Viewer) -> TableView:
    seen = _seen(state, viewer)
    acting = _acting(state, seen)
    last = shown_last(state, viewer)
    combatants = {id: _combatant(state, viewer, one, seen) for id, one in seen.items()}
    requests = tuple(one for one in state.requests if one.by in seen and (one.target in seen or not one.target))
    spot = {name: _same(state, viewer, name, value) for name, value in _on_the_spot(state, viewer).items()}
    return TableView(
        phase=state.phase,
        turn=acting,
        round=_round(state, viewer),
        order=_same(state, viewer, "order", tuple(id for id in state.order if id in seen)),
        initiative=_same(
            state, viewer, "initiative", tuple(_place(state, viewer, seen[id]) for id in state.order if id in seen)
        ),
        actions_left=state.turn.action if state.turn and acting else 0,
        spent_on=state.turn.spent_on if state.turn and acting else "",
        moved=state.turn.moved if state.turn and acting else 0,
        yards_left=body.yards_left(state) if acting else 0,
        requests=_same(state, viewer, "requests", requests),
        combatants=_same(state, viewer, "combatants", combatants),
        last=last,
        correctable=viewer.is_gm and correctable(state) is not None,
        map=state.map,
        figures=_same(state, viewer, "figures", _figures(combatants, spot["contest"], last, requests)),
        sides=_same(state, viewer, "sides", _sides(state.order, combatants)),
        **spot,
    )


def _figures(
    combatants: Mapping[str, CombatantView], contest: ContestView | None, last: Last | None, requests: Iterable[Request]
) -> dict[str, FigureView]:
    named: list[str | None] = [request.by for request in requests]
    if contest is not None:
        named += [contest.by, contest.target]
    if last is not None:
        named += [last.by, last.at, last.fumble.by if last.fumble else None]
    return {id: _figure(combatants[id]) for id in dict.fromkeys(named) if id is not None and id in combatants}


def _figure(one: CombatantView) -> FigureView:
    return FigureView(
        name=one.name,
        foe=one.side != PARTY,
        colour=one.colour,
        health_words=one.health_words,
        armour=one.armour,
        is_gms=one.is_gms,
    )


def _sides(order: Iterable[str], combatants: Mapping[str, CombatantView]) -> dict[str, tuple[str, ...]]:
    """In the order of battle; whoever has no place in it yet comes last."""
    found: dict[str, list[str]] = {one.side: [] for one in combatants.values()}
    for id in dict.fromkeys((*order, *combatants)):
        if id in combatants:
            found[combatants[id].side].append(id)
    party = found.pop(PARTY, None)
    return {side: tuple(ids) for side, ids in ({**found, PARTY: party} if party else found).items()}


def truth(state: State) -> TableView:
    return project(state, GM)


def _round(state: State, viewer: Viewer) -> int | None:
    if state.phase != "turns":
        return None
    return state.round if viewer.is_gm else state.seen_round


def knows_numbers(state: State, viewer: Viewer, combatant: Combatant | None) -> bool:
    """Whether target numbers and armour of this one may be known: of the players' combatants by everybody."""
    return viewer.is_gm or (combatant is not None and combatant.owner is not None)


def knows_wounds(state: State, viewer: Viewer, combatant: Combatant) -> bool:
    return knows_numbers(state, viewer, combatant) or state.rules.npc_health == "exact"


def _combatant(state: State, viewer: Viewer, one: Combatant, seen: Mapping[str, Combatant]) -> CombatantView:
    """Kept with the combatant, who is immutable: most of them are the same from one command to the next."""
    acts = state.turn is not None and state.turn.combatant == one.id
    waits = state.attack is not None and state.attack.target == one.id
    engaged = any(other.id in seen for other in body.engaged_with(state, one))
    read = acts, waits, engaged, state.rules
    kept = one.views.get(viewer.audience)
    if kept is None or kept[0] != read:
        view = _combatant_view(state, viewer, one, acts=acts, waits=waits, engaged=engaged)
        kept = one.views[viewer.audience] = read, state.memo.same(("combatant", viewer.audience, one.id), view)
    found: CombatantView = kept[1]
    return found


def _combatant_view(
    state: State, viewer: Viewer, one: Combatant, *, acts: bool, waits: bool, engaged: bool
) -> CombatantView:
    exact, numbers = knows_wounds(state, viewer, one), knows_numbers(state, viewer, one)
    band = wording.band(one)
    banded = not exact and state.rules.npc_health == "bands"
    holds = wording.holds(one) if numbers else None
    return CombatantView(
        id=one.id,
        name=one.name,
        side=one.side,
        owner=one.owner,
        colour=one.colour,
        hidden=one.hidden,
        is_yours=viewer.owns(one.owner),
        is_gms=one.owner is None,
        sub=" and ".join(holds).lower() if holds else "",
        status=wording.status(one),
        is_acting=acts,
        is_waited_for=waits,
        wounds=one.wounds if exact else None,
        max_wounds=one.stats.max_wounds if exact else None,
        band=band if banded else None,
        health_words=wording.health(one, exact=exact, banded=banded),
        pips=wording.PIPS[band] if banded else None,
        advantage=one.advantage,
        conditions={condition.name: condition.levels for condition in one.conditions},
        condition_list=tuple(
            ConditionView(
                name=condition.name,
                label=condition.name.capitalize(),
                levels=condition.levels,
                counted=CONTENT.conditions[condition.name].stacks,
                words=wording.CONDITIONS[condition.name],
                held=condition.floor > 0,
            )
            for condition in one.conditions
        ),
        effects={lasting.name: lasting.rounds for lasting in one.lasting},
        effect_list=tuple(
            EffectView(
                name=lasting.name,
                words=wording.lasting(lasting),
                kind=lasting.kind,
                rounds=lasting.rounds,
                location=lasting.location,
            )
            for lasting in one.lasting
        ),
        criticals=one.criticals,
        critical_wounds=one.critical_wounds,
        rounds_at_zero=one.rounds_at_zero if exact else None,
        dropped=one.dropped,
        stored=one.stored if exact else None,
        engaged=engaged,
        at=one.at,
        armour=body.armour_points(one) if numbers else None,
        holds=holds,
        out_of_sight=one.out_of_sight is not None,
        autoplay=one.autoplay and viewer.is_gm,
    )


def _place(state: State, viewer: Viewer, one: Combatant) -> PlaceView:
    open_to_viewer = knows_numbers(state, viewer, one) and one.place is not None
    return PlaceView(
        id=one.id,
        name=one.name,
        value=one.place.value if one.place and open_to_viewer else None,
        reason=one.place.reason if one.place and open_to_viewer else "",
        state=wording.place_state(state, one),
        last=one.id in state.lagging,
    )


def _window(state: State, viewer: Viewer, seen: Mapping[str, Combatant]) -> WindowView | None:
    attack = state.attack
    if attack is None or attack.target not in seen:
        return None
    defender = seen[attack.target]
    return WindowView(
        kind="defence",
        waiting=(defender.id,),
        waiting_names=(defender.name,),
        seconds=state.rules.defence_seconds,
        is_yours=viewer.owns(defender.owner),
        id=window_of(state) if viewer.is_gm else None,
    )


def _contest(state: State, viewer: Viewer, seen: Mapping[str, Combatant]) -> ContestView | None:
    attack = state.attack
    if attack is None:
        return None
    attacker, defender = state.get(attack.by), state.get(attack.target)
    weapon = targets.weapon_of(attacker, attack.weapon)
    visible = attack.by in seen
    total = targets.attack_sum(state, attack) if visible and knows_numbers(state, viewer, attacker) else None
    return ContestView(
        by=attack.by if visible else None,
        target=attack.target,
        weapon=weapon.id if visible else "",
        label=weapon.label if visible else "",
        ranged=weapon.ranged,
        charge=attack.charge and visible,
        location=attack.location,
        situation=tuple(CONTENT.situations[name].note for name in attack.situation) if visible else (),
        target_number=total.target if total else None,
        parts=total.parts if total else (),
        retargetable=viewer.is_gm and bool(other_targets(state, viewer, attack)),
        defences=_defences(state, attack, defender) if viewer.is_gm or viewer.owns(defender.owner) else (),
    )


def _defences(state: State, attack: Attack, defender: Combatant) -> tuple[DefenceView, ...]:
    weapon = targets.weapon_of(state.get(attack.by), attack.weapon)
    best = legal.best_defence(state, attack)
    views = []
    for with_ in legal.defences(state, attack):
        total = targets.defence_sum(state, defender, with_, weapon)
        label = wording.defence(defender, with_)
        views.append(DefenceView(with_=with_, label=label, target=total.target, parts=total.parts, best=with_ == best))
    return tuple(views)


def shown_last(state: State, viewer: Viewer) -> Last | None:
    """The newest roll in which nobody was hidden, without the target numbers of the GM's combatants."""
    if viewer.is_gm:
        return state.last
    last = state.last_public
    if last is None:
        return None
    by, at = state.find(last.by), state.find(last.at)
    if any(one is not None and one.hidden for one in (by, at)):  # hidden since: it is in no view any more
        return None
    open_by, open_at = knows_numbers(state, viewer, by), knows_numbers(state, viewer, at)
    return state.memo.of("last", (last, open_by, open_at), lambda: without_secrets(last, by=open_by, at=open_at))


def without_secrets(last: Last, *, by: bool, at: bool) -> Last:
    """`by`, `at`: whether the numbers of the one and of the other may be known."""
    mine = ("attack", "cast", "prayer", "test") if not by else ()
    changed: dict[str, Any] = {}
    for name in (*mine, *(("defence",) if not at else ())):
        roll: Roll | None = getattr(last, name)
        if roll is not None:
            changed[name] = without_numbers(roll)
    if not by:
        changed["damage"] = _totals(last)
    if not at:
        changed["overkill"] = None
    return replace(last, **changed)


def _totals(last: Last) -> tuple[Part, ...]:
    """Of the GM's blow others see what came of it, not what it was made of."""
    if last.raw is None or last.soak is None or not last.damage:
        return ()
    return Part(what="damage", value=last.raw), Part(what="soaked", value=-last.soak)
