"""Which answers an attack leaves (R09, R28, R33, R36, D5, D22)."""

from combat.systems.d100 import body, targets
from combat.systems.d100.data import FISTS, Weapon
from combat.systems.d100.state import Attack, Combatant, State
from combat.systems.d100.targets import DODGE

STOPS_MISSILES = 2
"""The value of a shield that may parry a shot."""


def defences(state: State, attack: Attack) -> tuple[str, ...]:
    """The legal answers: weapons in the order of the sheet, then fists, then dodge."""
    defender = state.get(attack.target)
    if attack.parting or defender.out or defender.has("surprised"):
        return ()
    attacker = state.get(attack.by)
    weapon = targets.weapon_of(attacker, attack.weapon)
    if weapon.ranged:
        return _against_missiles(state, attack, attacker, defender, weapon)
    parries = tuple(item.id for item in usable_in_melee(defender))
    return (*parries, DODGE) if body.can_dodge(defender) else parries


def _against_missiles(
    state: State, attack: Attack, attacker: Combatant, defender: Combatant, weapon: Weapon
) -> tuple[str, ...]:
    how = state.rules.ranged_defence
    if how == "none":
        return ()
    shields = tuple(
        item.id for item in usable_in_melee(defender)
        if body.quality(state.rules, item, "shield") >= STOPS_MISSILES
    )  # fmt: skip
    near = how == "opposed" or targets.at_point_blank(attack, attacker, weapon)
    return (*shields, DODGE) if near and body.can_dodge(defender) else shields


def usable_in_melee(combatant: Combatant) -> tuple[Weapon, ...]:
    """Fists last, as the rules list them."""
    arms = [item for item in combatant.stats.arms if not item.ranged and body.can_wield(combatant, item)]
    return tuple(sorted(arms, key=lambda item: item.id == FISTS.id))


def best_defence(state: State, attack: Attack) -> str | None:
    """R33: the higher target number, the first of equals."""
    weapon = targets.weapon_of(state.get(attack.by), attack.weapon)
    defender = state.get(attack.target)
    return max(
        defences(state, attack),
        key=lambda with_: targets.defence_sum(state, defender, with_, weapon).target,
        default=None,
    )


def is_certain(state: State, attack: Attack) -> bool:
    """R28: a blow, or a shot at point blank, against the Unconscious."""
    if not state.rules.helpless_autohit or not state.get(attack.target).has("unconscious"):
        return False
    attacker = state.get(attack.by)
    weapon = targets.weapon_of(attacker, attack.weapon)
    return not weapon.ranged or targets.at_point_blank(attack, attacker, weapon)


def weapon_for_wild_blow(state: State, combatant: Combatant, with_: str | None) -> Weapon:
    """What a fumbling defender swings: the item that parried, else the first that can be swung."""
    if with_ is not None and with_ != DODGE:
        return targets.weapon_of(combatant, with_)
    return next(iter(usable_in_melee(combatant)), FISTS)


def wild_blow_candidates(state: State, by: str, opponent: str) -> tuple[str, ...]:
    """Allies Engaged with the opponent of the contest, in the order of the fight."""
    enemy, side = state.find(opponent), state.get(by).side
    if enemy is None:
        return ()
    return tuple(
        one.id for one in body.engaged_with(state, enemy) if one.side == side and one.id != by and not one.dead
    )
