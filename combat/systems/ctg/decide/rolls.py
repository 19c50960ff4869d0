"""One attack roll with its damage (R70 to R76)."""

from combat.systems.ctg import events as ev
from combat.systems.ctg.attack_numbers import (
    Modifiers,
    attack_modifiers,
    damage_score,
    draws_damage_card,
)
from combat.systems.ctg.decide import cards, effects, harm
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.ledger import AttackLast, Damage
from combat.systems.ctg.sheet import AbilityEffect, Weapon
from combat.systems.ctg.state import Combatant
from combat.systems.ctg.strike import Strike


def roll_attack(desk: Desk, strike: Strike, dodge: int) -> bool:
    """Roll, and on a hit the damage. True: it has hit."""
    one, target = desk[strike.by], desk[strike.target]
    ending = effects.serials(one, "next_attack")
    weapon, step = _means(one, strike)
    roll = desk.chance.roll(20, f"attack: {one.id}")
    modifiers = _modifiers(desk, one, strike, weapon, step)
    total = roll + sum(value for _, value in modifiers)
    armour_class = target.armour_class + dodge
    hit = _hits(desk, roll, total, armour_class)
    damage_type = weapon.type if weapon else step.type if step else ""
    twice = desk.rules.naturals == "classic" and roll == 20
    damage = _damage(desk, strike, weapon, step, 2 if twice else 1) if hit else None
    last = AttackLast(
        by=one.id,
        target=target.id,
        weapon=strike.weapon,
        ability=strike.ability,
        roll=roll,
        modifiers=modifiers,
        total=total,
        armour_class=armour_class,
        hit=hit,
        damage=damage,
        by_gms=one.is_gms,
        at_gms=target.is_gms,
    )
    _say(desk, strike, last, damage_type, weapon, step)
    if damage is not None and damage.taken:
        harm.hurt(desk, target.id, damage.taken, damage_type, "attack")
    effects.end_serials(desk, one.id, ending)
    return hit


def _means(one: Combatant, strike: Strike) -> tuple[Weapon | None, AbilityEffect | None]:
    """The weapon, or the step of the ability, that is rolled for."""
    if strike.ability is None:
        return one.sheet.weapon(strike.weapon or ""), None
    ability = one.sheet.ability(strike.ability)
    assert ability is not None
    return None, ability.effects[strike.step]


def _modifiers(
    desk: Desk, one: Combatant, strike: Strike, weapon: Weapon | None, step: AbilityEffect | None
) -> Modifiers:
    if weapon is not None:
        return attack_modifiers(
            desk.state,
            one,
            weapon.kind,
            precise=weapon.precise,
            proficient=weapon.proficient,
            gm=strike.modifier,
        )
    assert step is not None
    assert step.attack is not None
    return attack_modifiers(desk.state, one, step.attack, precise=False, proficient=True, gm=strike.modifier)


def _hits(desk: Desk, roll: int, total: int, armour_class: int) -> bool:
    """R72."""
    if desk.rules.naturals == "classic" and roll in (1, 20):
        return roll == 20
    return total > armour_class or (total == armour_class and desk.rules.equal_hits == "yes")


def _damage(desk: Desk, strike: Strike, weapon: Weapon | None, step: AbilityEffect | None, times: int) -> Damage:
    one, target = desk[strike.by], desk[strike.target]
    purpose = f"damage: {one.id}"
    if weapon is None:
        assert step is not None
        rolled, modifier = harm.roll_dice(desk, step.dice or "", purpose, times=times)
        total = max(0, sum(rolled) + modifier)
        taken = harm.after_resistance(target, total, step.type)
        return Damage(dice=rolled, modifier=modifier, total=total, taken=taken)
    rolled, flat = harm.roll_dice(desk, weapon.damage, purpose, times=times)
    card, score = _weapon_score(desk, one, strike, weapon)
    modifier = score + flat + one.from_effects("damage")
    total = max(0, sum(rolled) + modifier)
    taken = harm.after_resistance(target, total, weapon.type)
    return Damage(dice=rolled, modifier=modifier, card=card, total=total, taken=taken)


def _weapon_score(desk: Desk, one: Combatant, strike: Strike, weapon: Weapon) -> tuple[str | None, int]:
    """R74, R75; an off-hand weapon adds neither score nor card (D11)."""
    if strike.kind == "off_hand":
        return None, 0
    if not draws_damage_card(weapon):
        return None, damage_score(one.sheet, weapon, desk.rules)
    turn = desk.state.turn
    fixed = turn.damage_card if turn is not None and turn.combatant == one.id else None
    return cards.draw_damage_card(desk, one, fixed)


def _say(
    desk: Desk,
    strike: Strike,
    last: AttackLast,
    damage_type: str,
    weapon: Weapon | None,
    step: AbilityEffect | None,
) -> None:
    kind = weapon.kind if weapon else (step.attack if step else None) or ""
    desk(
        ev.AttackRolled(
            name=desk[last.by].name,
            target_name=desk[last.target].name,
            kind=kind,
            damage_type=damage_type,
            last=last,
            slot="reaction" if strike.reaction else "bonus" if strike.kind == "off_hand" else "action",
            hidden=desk.any_hidden(last.by, last.target),
        )
    )
