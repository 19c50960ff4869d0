"""Weapons and abilities that may be used."""

from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.sheet import Ability, Weapon
from combat.systems.ctg.state import Combatant, State, Turn


def is_usable_here(state: State, kind: str) -> bool:
    return kind not in state.environment.unusable


def weapon(one: Combatant, name: str | None) -> Weapon:
    found = one.sheet.weapon(name) if name is not None else None
    if found is None:
        refuse("unknown_weapon")
    return found


def is_off_hand_weapon(turn: Turn, found: Weapon) -> bool:
    """D11: melee or firearm, one-handed, and not the one that this turn's action attacked with."""
    return found.kind in ("melee", "firearm") and not found.two_handed and found.name not in turn.attacked_with


def ability(one: Combatant, name: str | None) -> Ability:
    found = one.sheet.ability(name) if name is not None else None
    if found is None:
        refuse("unknown_ability")
    return found


def uses_left(one: Combatant, found: Ability) -> int | None:
    """None: as often as one likes."""
    if found.uses is None:
        return None
    return max(0, found.uses.count - one.uses.get(found.name, 0))


def require_ability_usable(state: State, one: Combatant, found: Ability) -> None:
    for kind in found.attack_kinds:
        refuse_unless(is_usable_here(state, kind), "not_usable_here")
    refuse_unless(uses_left(one, found) != 0, "no_uses_left")


def can_use(state: State, one: Combatant, found: Ability) -> bool:
    return uses_left(one, found) != 0 and all(is_usable_here(state, kind) for kind in found.attack_kinds)
