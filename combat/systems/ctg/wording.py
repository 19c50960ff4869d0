"""The rules' things in the table's words."""

from functools import lru_cache

from combat.engine.cards import card_name
from combat.systems.ctg.attack_numbers import damage_score, draws_damage_card, sheet_modifiers
from combat.systems.ctg.dice import parse_dice
from combat.systems.ctg.environment import Environment
from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.sheet import Ability, Effect, Sheet, Weapon
from combat.systems.ctg.state import Borne

ACTION_NAMES = {
    "attack": "Attack", "ability": "Ability", "dash": "Dash", "defend": "Defend", "aid": "Aid", "hide": "Hide",
    "search": "Search", "use_item": "Use an item", "grapple": "Grapple", "shove": "Shove", "ready": "Get ready",
    "improvise": "Something else", "first_aid": "First Aid", "draw_weapon": "Draw a weapon", "reload": "Reload",
    "aim": "Aim", "off_hand": "Off hand", "dodge": "Dodge", "discard": "Discard",
}  # fmt: skip
"""Short, for buttons."""

SUIT_WORDS = {"C": "a club", "D": "a diamond", "H": "a heart", "S": "a spade"}
COST_WORDS = {"action": "Action", "bonus": "Bonus action", "reaction": "Reaction", "free": "Free"}
MODIFIER_WORDS = {"attack": "attack", "damage": "damage", "armour_class": "AC", "speed": "feet", "checks": "checks"}
FLAG_WORDS = {
    "cannot_act": "cannot act", "cannot_move": "cannot move", "cannot_react": "cannot react", "prone": "on the ground",
}  # fmt: skip
STATUS_WORDS = {"unconscious": "unconscious", "stable": "stable", "dead": "dead", "active": "active"}
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def signed(number: int) -> str:
    """`+2`, `−3`, `0` with a sign that a screen reader can say."""
    return f"+{number}" if number >= 0 else f"\u2212{-number}"


def ordinal(number: int) -> str:
    return ORDINALS[number] if number < len(ORDINALS) else f"{number}th"


def listed(names: tuple[str, ...]) -> str:
    """`Ana, Bo and Cy`."""
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def effect_does(effect: Effect) -> str:
    numbers = (f"{signed(value)} {MODIFIER_WORDS[what]}" for what, value in effect.modifiers.items() if value)
    return ", ".join((*numbers, *(FLAG_WORDS[flag] for flag in effect.flags)))


def effect_lasts(borne: Borne) -> str:
    match borne.unit:
        case "rounds":
            return plural(borne.left, "round")
        case "cards":
            return plural(borne.left, "card")
        case "turns":
            return plural(borne.left, "turn")
        case "until_turn":
            return "until its next turn"
        case "next_attack":
            return "next attack, this turn" if borne.with_turn else "next attack"
        case "draw":
            return "until the next draw"
        case _:
            return "until removed"


def effect_tone(effect: Effect) -> str:
    """Whether it does its bearer good."""
    weight = sum(effect.modifiers.values()) - 100 * len(effect.flags)
    return "good" if weight > 0 else "bad" if weight < 0 else "neutral"


def weapon_note(sheet: Sheet, weapon: Weapon, rules: HouseRules, *, off_hand: bool = False) -> str:
    """`+7 · 2d6 + a card`, `+6 · 1d6 + 16`."""
    modifiers = sheet_modifiers(sheet, weapon.kind, precise=weapon.precise, proficient=weapon.proficient)
    attack = signed(sum(value for _, value in modifiers))
    dice = parse_dice(weapon.damage)
    parts = [f"{count}d{sides}" for count, sides in dice.terms]
    flat = dice.bonus
    if not off_hand and draws_damage_card(weapon):
        parts.append("a card")
    elif not off_hand:
        flat += damage_score(sheet, weapon, rules)
    words = " + ".join(parts)
    if flat:
        words += f" + {flat}" if flat > 0 else f" \u2212 {-flat}"
    return f"{attack} · {words}"


def ability_note(ability: Ability) -> str:
    """`Bonus action · a heart · once a draw`."""
    uses = (ability.uses.count, ability.uses.per) if ability.uses is not None else None
    return _ability_note(ability.cost, ability.suit, ability.min_value, uses)


@lru_cache(maxsize=512)
def _ability_note(cost: str, suit: str | None, min_value: int | None, uses: tuple[int, str] | None) -> str:
    parts = [COST_WORDS[cost]]
    if suit is not None:
        parts.append(SUIT_WORDS[suit])
    if min_value is not None:
        parts.append(f"a card of {min_value} or more")
    if uses is not None:
        count, per = uses
        times = "once" if count == 1 else f"{count} times"
        parts.append(f"{times} a {'fight' if per == 'combat' else 'draw'}")
    return " · ".join(parts)


def environment_numbers(place: Environment) -> tuple[str, ...]:
    numbers = [f"{kind} {signed(value)}" for kind, value in place.attack.items() if value]
    numbers += [f"no {kind}" for kind in place.unusable]
    if place.speed != 1:
        numbers.append("half speed" if place.speed == 0.5 else f"speed ×{place.speed:g}")
    if place.round_damage is not None:
        numbers.append(f"{place.round_damage.dice} {place.round_damage.type} each round".replace("  ", " "))
    return tuple(numbers)


def one_of(cards: tuple[str, ...]) -> str:
    """`the King of Spades`, `the King of Clubs or the King of Spades`."""
    return " or ".join(f"the {card_name(card)}" for card in dict.fromkeys(cards))
