"""What is added to an attack roll, and what to its damage (R71, R73 to R75). For the rules and for the pages."""

from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.sheet import Sheet, Weapon
from combat.systems.ctg.state import Combatant, State

Modifiers = tuple[tuple[str, int], ...]


def ability_for(sheet: Sheet, kind: str, *, precise: bool = False) -> str:
    """R71; precision beats the pattern ability (D14)."""
    if precise:
        return "agility"
    return sheet.pattern_score if kind == "pattern" else "strength"


def sheet_modifiers(sheet: Sheet, kind: str, *, precise: bool, proficient: bool) -> Modifiers:
    name = ability_for(sheet, kind, precise=precise)
    ability = (name, sheet.modifier(name))
    bonus = sheet.proficiency_bonus
    return (ability, ("proficiency", bonus)) if proficient and bonus else (ability,)


def attack_modifiers(state: State, one: Combatant, kind: str, *, precise: bool, proficient: bool, gm: int) -> Modifiers:
    """In the order of the ledger: ability, proficiency, effects as given, environment, GM."""
    from_effects = tuple(
        (borne.effect.name, value) for borne in one.effects if (value := borne.effect.modifiers.get("attack", 0))
    )
    place = state.environment.attack.get(kind, 0)
    return (
        *sheet_modifiers(one.sheet, kind, precise=precise, proficient=proficient),
        *from_effects,
        *((("environment", place),) if place else ()),
        *((("gm", gm),) if gm else ()),
    )


def draws_damage_card(weapon: Weapon) -> bool:
    return weapon.kind in ("firearm", "pattern")


def damage_score(sheet: Sheet, weapon: Weapon, rules: HouseRules) -> int:
    """R74: the score (house rule: the modifier) that melee and ranged weapons add."""
    name = "agility" if weapon.precise else "strength"
    if rules.damage_modifier == "modifier":
        return sheet.modifier(name)
    score: int = getattr(sheet, name)
    return score
