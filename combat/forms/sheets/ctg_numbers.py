"""The numbers of a CTG sheet in words. All are worked out by the rules' own functions."""

from collections.abc import Sequence
from typing import Any

from combat.engine.cards import pack
from combat.forms.sheets.desk import Deal, Fact, Share
from combat.systems.ctg.attack_numbers import damage_score, draws_damage_card, sheet_modifiers
from combat.systems.ctg.decide.cards import packs_for
from combat.systems.ctg.environment import Environment
from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.sheet import ABILITY_SCORES, Sheet, Weapon
from combat.systems.ctg.state import Combatant

HALF = {0.5: "half speed", 2: "double speed", 0: "nobody moves"}


def signed(number: int) -> str:
    return f"−{-number}" if number < 0 else f"+{number}"


def plain(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def facts(sheet: Sheet, rules: HouseRules) -> tuple[Fact, ...]:
    armour_class = standing(sheet).armour_class
    death = dies_at(sheet)
    return (
        Fact(id="armour_class", label="Armour class", value=plain(armour_class), note=_armour_note(sheet)),
        *(_to_hit(sheet, weapon, place) for place, weapon in enumerate(sheet.weapons)),
        Fact(id="speed", label="Speed", value=str(sheet.speed), note=f"feet a turn, {sheet.speed // 5} squares"),
        Fact(id="falls", label="Falls at", value="0", note="unconscious, keeps the hand"),
        Fact(id="dies", label="Dies at", value=plain(death), note=f"minus half of {sheet.max_health}"),
    )


def hand(sheet: Sheet) -> Fact:
    agility = sheet.modifier("agility")
    note = f"5 + proficiency {sheet.proficiency_bonus}"
    if agility:
        note += f" {'−' if agility < 0 else '+'} half of agility {abs(agility)}"
    if sheet.hand_size == 1:
        note += ", never fewer than 1"
    return Fact(id="hand", label="Cards in a draw", value=str(sheet.hand_size), note=note)


def modifiers(sheet: Sheet) -> dict[str, str]:
    return {name: signed(sheet.modifier(name)) for name in ABILITY_SCORES}


def standing(sheet: Sheet) -> Combatant:
    """Somebody with this sheet, awake and unharmed, to ask the rules about."""
    return Combatant(id="", name="", side="", sheet=sheet, health=sheet.max_health)


def dies_at(sheet: Sheet) -> int:
    """R81: the first number at which the rules call them dead."""
    halves = range(-(sheet.max_health // 2) - 1, 0)
    return max(number for number in halves if Combatant(id="", name="", side="", sheet=sheet, health=number).is_dead)


def _armour_note(sheet: Sheet) -> str:
    parts = [("agility", sheet.modifier("agility")), ("armour", sheet.armour), ("shield", sheet.shield)]
    return _sum("10", [*parts, ("other", sheet.other)])


def _sum(start: str, parts: Sequence[tuple[str, int]]) -> str:
    text = start
    for name, number in parts:
        if number:
            joint = ("− " if number < 0 else "+ ") if text else ("−" if number < 0 else "")
            text += f"{' ' if text else ''}{joint}{name} {abs(number)}"
    return text or "nothing is added"


def to_hit_parts(sheet: Sheet, weapon: Weapon) -> tuple[tuple[str, int], ...]:
    return sheet_modifiers(sheet, weapon.kind, precise=weapon.precise, proficient=weapon.proficient)


def to_hit(sheet: Sheet, weapon: Weapon) -> int:
    return sum(number for _, number in to_hit_parts(sheet, weapon))


def _to_hit(sheet: Sheet, weapon: Weapon, place: int) -> Fact:
    note = _sum("", to_hit_parts(sheet, weapon))
    return Fact(id=f"hit-{place}", label=weapon.name, value=signed(to_hit(sheet, weapon)), note=note)


def weapon_line(sheet: Sheet, weapon: Weapon, rules: HouseRules) -> dict[str, str]:
    """A weapon's row: what it adds to the die, its damage, how far it reaches."""
    dice, added = weapon.damage, ""
    if draws_damage_card(weapon):
        added = "+ a drawn card"
    elif number := damage_score(sheet, weapon, rules):
        dice += f" {'−' if number < 0 else '+'} {abs(number)}"
    long_range = weapon.long_range or (60 if weapon.kind == "pattern" else 120)
    reach = f"{weapon.reach} ft" if weapon.kind == "melee" else f"{weapon.range} / {max(weapon.range, long_range)} ft"
    return {
        "hit": signed(to_hit(sheet, weapon)),
        "dice": dice,
        "added": " ".join(part for part in (added, weapon.type) if part),
        "reach": reach,
        "about": ", ".join([weapon.kind, *(word.replace("_", "-") for word in weapon.properties)]),
    }


def deal(hands: Sequence[tuple[str, Sheet]], rules: HouseRules) -> Deal:
    size = len(pack(jokers=rules.jokers == "high"))
    shares: dict[str, int] = {}
    for side, sheet in hands:
        shares[side] = shares.get(side, 0) + sheet.hand_size
    dealt, own = sum(shares.values()), rules.deck == "own"
    packs = len(hands) if own else packs_for(dealt, size)
    paints = {"party": "party", "foes": "foe"}
    sides = sorted(shares, key=lambda side: side != "party")
    split = tuple(Share(name=side, cards=shares[side], paint=paints.get(side, "foe")) for side in sides)
    return Deal(packs=packs, pack_size=size, dealt=dealt, shares=split, own=own)


def place_words(place: Environment) -> str:
    parts = [f"{kind} {signed(number)}" for kind, number in place.attack.items() if number]
    parts += [f"no {kind}" for kind in place.unusable]
    if place.speed != 1:
        parts.append(HALF.get(place.speed, f"speed times {place.speed:g}"))
    if place.round_damage is not None:
        parts.append(f"{place.round_damage.dice} {place.round_damage.type} every round".replace("  ", " "))
    text = ", ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else "Nothing helps and nothing hinders."


def ability_line(ability: Any) -> dict[str, str]:
    """An ability's row: what it costs and how often."""
    suits = {"C": "a club", "D": "a diamond", "H": "a heart", "S": "a spade"}
    ranks = {11: "a Jack", 12: "a Queen", 13: "a King", 14: "an Ace", 15: "a Joker"}
    cost = ability.cost.capitalize()
    if ability.suit:
        cost += f" · {suits[ability.suit]}"
    if ability.min_value:
        cost += f" · {ranks.get(ability.min_value, ability.min_value)} or higher"
    times = {1: "once", 2: "twice"}
    uses = ability.uses
    if uses is None:
        often = "as often as you like"
    else:
        often = f"{times.get(uses.count, f'{uses.count} times')} a {'fight' if uses.per == 'combat' else 'draw'}"
    return {"cost": cost, "often": often}
