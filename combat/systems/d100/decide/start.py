"""The opening of a fight: surprise, then initiative (R19 to R21, D17, D18)."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from combat.engine.records import replace
from combat.systems.d100 import events as ev
from combat.systems.d100.commands import Start
from combat.systems.d100.decide import conditions, turns
from combat.systems.d100.rolls import bonus_of, opposed, skill_test
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Combatant, Place
from combat.systems.d100.targets import as_roll

MOST_TESTS = 10


def start(scene: Scene, command: Start) -> None:
    scene.chance.mix_in_cuts()
    for id in command.surprised:
        conditions.gain(scene, id, "surprised")
    if command.ambushers:
        _ambush(scene, command.ambushers)
    places = {one.id: place_of(scene, one) for one in scene.state.combatants}
    scene(ev.InitiativeSet(order=_order(scene, places), places=places))
    turns.first_round(scene)


def _ambush(scene: Scene, ambushers: Iterable[str]) -> None:
    """D18: the worst Stealth once, against the Perception of everybody of other sides."""
    hiding = [one for one in scene.state.combatants if one.id in tuple(ambushers)]
    sides = {one.side for one in hiding}
    worst = min(hiding, key=lambda one: one.stats.skill("stealth") or 0)
    total = scene.sum(worst.id, "stealth")
    assert total is not None
    stealth = scene.test(total, worst.id, "ambush, stealth")
    scene(ev.AmbushTried(by=worst.id, stealth=as_roll(total, stealth)))
    for one in scene.state.combatants:
        if one.side in sides or one.dead:
            continue
        watching = scene.sum(one.id, "perception")
        assert watching is not None
        perception = scene.test(watching, one.id, "ambush, perception")
        surprised = opposed(stealth, perception, scene.state.rules.tie_rule).winner == "attacker"
        scene(ev.AmbushNoticed(combatant=one.id, perception=as_roll(watching, perception), surprised=surprised))
        if surprised:
            conditions.gain(scene, one.id, "surprised")


def place_of(scene: Scene, combatant: Combatant) -> Place:
    """What the place rests on: characteristics alone, no modifiers (R20)."""
    i, ag = combatant.stats.characteristic("i"), combatant.stats.characteristic("ag")
    match scene.state.rules.initiative_option:
        case 1:
            roll = scene.roll(100, "initiative", combatant.id)
            test = skill_test(target=i, roll=roll)
            return Place(value=test.sl, ag=ag, reason=f"Initiative Test {roll} against {i}: {test.sl_text}")
        case 2:
            roll = scene.roll(10, "initiative", combatant.id)
            return Place(value=i + roll, ag=ag, reason=f"Initiative {i} + {roll}")
        case 3:
            roll = scene.roll(10, "initiative", combatant.id)
            bonuses = bonus_of(ag) + bonus_of(i)
            return Place(value=bonuses + roll, ag=ag, reason=f"bonuses {bonus_of(ag)} + {bonus_of(i)}, and {roll}")
        case _:
            return Place(value=i, ag=ag, reason=f"Initiative {i}")


def _rank(place: Place) -> tuple[int, int]:
    return -place.value, -place.ag


def _order(scene: Scene, places: dict[str, Place]) -> tuple[str, ...]:
    """Value, then Agility; the tied roll, from the highest down."""
    ids = sorted(places, key=lambda id: _rank(places[id]))
    order: list[str] = []
    for _, tied in groupby(ids, key=lambda id: _rank(places[id])):
        order += untied(scene, list(tied), places)
    return tuple(order)


def untied(scene: Scene, ids: Sequence[str], places: dict[str, Place], tests: int = 0) -> list[str]:
    """Agility Tests among the tied, SL high first; those still tied at once again; after ten tests lots."""
    if len(ids) == 1:
        return list(ids)
    if tests == MOST_TESTS:
        return _lots(scene, list(ids))
    levels: dict[str, int] = {}
    for id in ids:
        roll = scene.roll(100, "agility test", id)
        test = skill_test(target=places[id].ag, roll=roll)
        levels[id] = test.sl
        note = f"{places[id].reason}, Agility Test {test.sl_text}"
        places[id] = Place(value=places[id].value, ag=places[id].ag, reason=note)
    order: list[str] = []
    for _, tied in groupby(sorted(ids, key=lambda id: -levels[id]), key=lambda id: levels[id]):
        order += untied(scene, list(tied), places, tests + 1)
    return order


def _lots(scene: Scene, ids: list[str]) -> list[str]:
    order: list[str] = []
    while len(ids) > 1:
        order.append(ids.pop(scene.roll(len(ids), "lots") - 1))
    return [*order, *ids]


def join(scene: Scene, joined: ev.CombatantJoined, newcomer: Combatant) -> None:
    """R21, D17: slotted in behind equals, without dice for them; acts this round if its place has not passed."""
    state = scene.state
    place = place_of(scene, newcomer)
    before = [id for id in state.order if _before(state.get(id).place, place)]
    index = state.order.index(before[-1]) + 1 if before else 0
    lags = turns.acts_last(state, newcomer, state.round)
    sequence = _sequence(state.order, state.lagging, newcomer.id, index, lags)
    later = sequence[sequence.index(newcomer.id) + 1 :]
    waits = None
    if all(id in state.waiting for id in later):
        waits = len(state.waiting) - len(later)
    scene(replace(joined, place=place, index=index, waits=waits, lags=lags))


def _before(there: Place | None, new: Place) -> bool:
    return there is not None and _rank(there) <= _rank(new)


def _sequence(order: tuple[str, ...], lagging: tuple[str, ...], id: str, index: int, lags: bool) -> tuple[str, ...]:
    """In which order this round runs with the newcomer."""
    last = {*lagging, id} if lags else set(lagging)
    slotted = (*order[:index], id, *order[index:])
    return (*(one for one in slotted if one not in last), *(one for one in slotted if one in last))
