"""Blows, shots and charges, weapon by weapon."""

from collections.abc import Iterable, Iterator

from combat.engine.system import Choice, Option, Slot
from combat.engine.viewers import Viewer
from combat.systems.d100 import body
from combat.systems.d100.commands import Act, Strike
from combat.systems.d100.data import CONTENT, Weapon, yards
from combat.systems.d100.legal import attacks, moves
from combat.systems.d100.legal.actions import charge_yards
from combat.systems.d100.options.slots import number, places, seen, several, targets_slot, why_not
from combat.systems.d100.state import Combatant, State
from combat.systems.d100.targets import AUTOMATIC, Kind, sum_for


def attack_options(state: State, viewer: Viewer, one: Combatant, why: str) -> Iterator[Option]:
    found = () if why else tuple(_attacks(state, viewer, one))
    if not found:
        yield Option(
            do="attack", by=one.id, label="Attack", icon="attack", group="action", enabled=False,
            reason=why or "No weapon or no target is at hand.",
        )  # fmt: skip
    yield from found


def _attacks(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    for weapon in one.stats.arms:
        if why_not(attacks.require_usable, state, one, weapon):
            continue
        found = [other for other in seen(state, viewer) if _in_reach(state, viewer, one, weapon, other)]
        if found:
            yield Option(
                do="attack",
                by=one.id,
                fixed=(("weapon", weapon.id),),
                label=f"{'Shoot' if weapon.ranged else 'Attack'} with {weapon.label.lower()}",
                note=weapon_note(state, one, weapon),
                icon="attack",
                group="action",
                slots=(targets_slot(one, found), *_more(state, viewer, one, weapon)),
            )


def _in_reach(state: State, viewer: Viewer, one: Combatant, weapon: Weapon, other: Combatant) -> bool:
    if why_not(attacks.check_target_of_attack, state, viewer, one, other.id):
        return False
    command = Strike(by=one.id, weapon=weapon.id, target=other.id)
    attack = attacks.attack_from(state, one, other, weapon, command)
    return not why_not(attacks.require_range, attack, one, other, weapon)


def weapon_note(state: State, one: Combatant, weapon: Weapon) -> str:
    total = sum_for(state, one, Kind(skill=weapon.group, weapon=weapon), advantage=True)
    damage = weapon.damage.plus + (one.stats.sb if weapon.damage.sb else 0)
    return f"{total.target if total else 0} or less · damage {damage}"


def _more(state: State, viewer: Viewer, one: Combatant, weapon: Weapon) -> tuple[Slot, ...]:
    """A chosen place, named situations, the distance of a shot, and the GM's modifier."""
    slots = [places(), several("situation", "Situation", tuple(_situations(weapon)))]
    reach = yards(weapon.range, one.stats.sb) if weapon.ranged else None
    if reach is not None and one.at is None:
        slots.append(number("distance", "Yards away", 0, 3 * reach, optional=True))
    if viewer.is_gm:
        limit = attacks.MODIFIER_LIMIT
        slots.append(number("modifier", "Modifier", -limit, limit, optional=True))
    return tuple(slots)


def _situations(weapon: Weapon) -> Iterable[Choice]:
    for situation in CONTENT.situations.values():
        if situation.id not in AUTOMATIC and attacks.applies(situation.applies, weapon):
            yield Choice(value=situation.id, label=situation.note.capitalize(), note=f"{situation.modifier:+d}")


def charge_options(state: State, viewer: Viewer, one: Combatant, why: str) -> Iterator[Option]:
    why = why or _why_no_charge(state, one)
    found = () if why else tuple(_charges(state, viewer, one))
    if not found:
        yield Option(
            do="action", by=one.id, fixed=(("action", "charge"),), label="Charge", icon="dash", group="action",
            enabled=False, reason=why or "Nobody can be charged.",
        )  # fmt: skip
    yield from found


def _why_no_charge(state: State, one: Combatant) -> str:
    if body.engaged_with(state, one):
        return "Whoever is Engaged cannot charge."
    why = why_not(moves.require_legs, state, one)
    far = body.yards_left(state) >= max(1, one.stats.m)
    return why or ("" if far else "Too little of the Move is left.")


def _charges(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    left, least = body.yards_left(state), max(1, one.stats.m)
    for weapon in one.stats.arms:
        if weapon.ranged or why_not(attacks.require_usable, state, one, weapon):
            continue
        found = [other for other in seen(state, viewer) if _can_charge(state, viewer, one, weapon, other, least, left)]
        if not found:
            continue
        distance = () if state.map is not None and one.at is not None else (number("yards", "Yards", least, left),)
        yield Option(
            do="action",
            by=one.id,
            fixed=(("action", "charge"), ("weapon", weapon.id)),
            label=f"Charge with {weapon.label.lower()}",
            note="+1 Advantage first" if state.rules.charge_advantage else "",
            icon="dash",
            group="action",
            slots=(targets_slot(one, found), *distance, *_more(state, viewer, one, weapon)),
        )


def _can_charge(
    state: State, viewer: Viewer, one: Combatant, weapon: Weapon, other: Combatant, least: int, left: int
) -> bool:
    if why_not(attacks.check_target_of_attack, state, viewer, one, other.id):
        return False
    command = Act(by=one.id, action="charge", weapon=weapon.id, target=other.id, yards=least)
    distance = charge_yards(state, one, other, command)
    return distance is not None and least <= distance <= left
