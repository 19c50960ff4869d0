"""What one viewer may know of the present, built up from nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from combat.engine.records import replace
from combat.engine.viewers import GM, Viewer
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

PARTY = "party"


def project(state: State, viewer: Viewer) -> TableView:
    seen = {one.id: one for one in state.combatants if viewer.is_gm or not one.hidden}
    acting = state.turn.combatant if state.turn and state.turn.combatant in seen else None
    window = _window(state, viewer, seen)
    last = shown_last(state, viewer)
    combatants = {id: _combatant(state, viewer, one, seen) for id, one in seen.items()}
    contest = _contest(state, viewer, seen) if window else None
    requests = tuple(one for one in state.requests if one.by in seen and (one.target in seen or not one.target))
    return TableView(
        phase=state.phase,
        turn=acting,
        round=_round(state, viewer),
        order=tuple(id for id in state.order if id in seen),
        initiative=tuple(_place(state, viewer, seen[id]) for id in state.order if id in seen),
        actions_left=state.turn.action if state.turn and acting else 0,
        spent_on=state.turn.spent_on if state.turn and acting else "",
        moved=state.turn.moved if state.turn and acting else 0,
        yards_left=body.yards_left(state) if acting else 0,
        window=window,
        contest=contest,
        requests=requests,
        combatants=combatants,
        last=last,
        correctable=viewer.is_gm and correctable(state) is not None,
        map=state.map,
        banner=wording.banner(state, viewer, acting=acting, window=window, last=last),
        figures=_figures(combatants, contest, last, requests),
        sides=_sides(state.order, combatants),
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


def _combatant(state: State, viewer: Viewer, one: Combatant, seen: dict[str, Combatant]) -> CombatantView:
    exact, numbers = knows_wounds(state, viewer, one), knows_numbers(state, viewer, one)
    band = wording.band(one)
    banded = not exact and state.rules.npc_health == "bands"
    holds = wording.holds(one) if numbers else None
    engaged = any(other.id in seen for other in body.engaged_with(state, one))
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
        is_acting=state.turn is not None and state.turn.combatant == one.id,
        is_waited_for=state.attack is not None and state.attack.target == one.id,
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


def _window(state: State, viewer: Viewer, seen: dict[str, Combatant]) -> WindowView | None:
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


def _contest(state: State, viewer: Viewer, seen: dict[str, Combatant]) -> ContestView | None:
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
    return without_secrets(last, by=knows_numbers(state, viewer, by), at=knows_numbers(state, viewer, at))


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
