"""What only the GM may do (R95)."""

from collections.abc import Iterator
from functools import cache

from combat.engine.system import Choice, Option, Slot
from combat.systems.ctg.environment import SHIPPED
from combat.systems.ctg.options.slots import combatant_slot, number_slot
from combat.systems.ctg.state import Combatant, Request, State

MOST_AT_ONCE = 999


def gm_options(state: State) -> tuple[Option, ...]:
    """Made again only where something that they rest on has changed."""
    bodies = tuple((bool(one.hand), one.effects, one.sheet.max_health) for one in state.combatants)
    window = state.window.id if state.window is not None else None
    moment = state.phase, state.turn is not None, window, state.draw > 0, state.requests
    return state.memo.of("gm", (state.house_rules, state.faces, bodies, moment), lambda: tuple(_gm_options(state)))


def _gm_options(state: State) -> Iterator[Option]:
    if state.phase == "ended":
        return
    if state.phase == "setup":
        yield _start(state)
    else:
        yield from _running(state)
    if state.combatants:
        yield from _values(state)
        yield from _people(state)
    yield _option("environment", "Change the place", Slot(name="environment", label="Place", choices=_places()))


def _option(do: str, label: str, *slots: Slot, icon: str = "", fixed: tuple[tuple[str, str], ...] = ()) -> Option:
    return Option(do=do, label=label, fixed=fixed, slots=slots, icon=icon, group="gm")


@cache
def _places() -> tuple[Choice, ...]:
    return tuple(Choice(value=place.name, label=place.name) for place in SHIPPED)


def _start(state: State) -> Option:
    who = tuple(Choice(value=one.id, label=one.name) for one in state.combatants)
    surprisers = Slot(name="surprisers", label="Who surprises the others", kind="choices", choices=who, optional=True)
    place = Slot(name="environment", label="Place", choices=_places(), optional=True)
    return _option("start", "Start the fight", surprisers, place, icon="cards")


def _running(state: State) -> Iterator[Option]:
    if state.window is not None:
        yield _option("timeout", "Close the window", fixed=(("window", state.window.id),), icon="clock")
    if state.turn is not None:
        yield Option(do="end_turn", label="Next turn", icon="end", group="gm")
    for request in state.requests:
        yield _resolve(state, request)
    if state.draw > 0 and state.combatants:
        yield _option("deal", "Deal", combatant_slot(state, state.combatants), number_slot("count", "Cards", 1, 20))
        holders = tuple(one for one in state.combatants if one.hand)
        if holders:
            yield _option(
                "discard", "Discard the lowest", combatant_slot(state, holders), number_slot("count", "Cards", 1, 1)
            )
    looked_at = tuple(one for one in state.combatants if _may_look(state, one))
    if looked_at:
        yield _option("look", "Look at a hand", combatant_slot(state, looked_at), icon="eye")
    yield _option("end", "End the fight", icon="end")


def _may_look(state: State, one: Combatant) -> bool:
    return one.is_gms or state.house_rules.gm_sees_hands != "never"


def _resolve(state: State, request: Request) -> Option:
    name = state[request.by].name
    outcome = Slot(name="outcome", label="What comes of it", kind="text", optional=True, most=200)
    damage = number_slot("damage", "Damage", 0, MOST_AT_ONCE, optional=True)
    return _option(
        "resolve", f"Settle {name}'s request", outcome, damage, fixed=(("request", str(request.id)),), icon="check"
    )


def _values(state: State) -> Iterator[Option]:
    everybody = state.combatants
    amount = number_slot("amount", "How much", 0, MOST_AT_ONCE)
    kind = Slot(name="type", label="Type", kind="text", optional=True, most=40)
    yield _option("damage", "Damage", combatant_slot(state, everybody), amount, kind, icon="drop")
    living = tuple(one for one in everybody if not one.is_dead)
    if living:
        yield _option("heal", "Heal", combatant_slot(state, living), amount, icon="aid")
    numbers = tuple(
        number_slot(name, label, least, most, optional=True)
        for name, label, least, most in (
            ("temporary_health", "Temporary health", 0, 9999),
            ("armour", "Armour", -10, 20),
            ("shield", "Shield", -10, 20),
            ("other", "Other armour class", -10, 20),
        )
    )
    lowest = min(one.sheet.max_health for one in everybody)
    health = number_slot("health", "Health", -9999, lowest)
    yield _option("set", "Set values", combatant_slot(state, everybody), health, *numbers, icon="pen")
    for one in everybody:
        if one.effects:
            names = tuple(Choice(value=borne.effect.name, label=borne.effect.name) for borne in one.effects)
            effect = Slot(name="effect", label="Effect", choices=names)
            yield _option("remove_effect", f"Take an effect from {one.name}", effect, fixed=(("combatant", one.id),))


def _people(state: State) -> Iterator[Option]:
    yield _option("remove", "Remove", combatant_slot(state, state.combatants), icon="cross")
    visible = tuple(one for one in state.combatants if one.is_gms and not one.hidden)
    hidden = tuple(one for one in state.combatants if one.hidden)
    if visible:
        yield _option("hide", "Hide", combatant_slot(state, visible), icon="eyeoff")
    if hidden:
        yield _option("reveal", "Reveal", combatant_slot(state, hidden), icon="eye")
