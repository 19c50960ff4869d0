"""What a choice is worth to somebody in the fight, in points of health, as far as that one can tell.

Estimates for combatants that play themselves: rough on purpose, and without chance. What is not known about a foe
is taken to be ordinary.
"""

from combat.engine.cards import is_joker, rank_of
from combat.engine.records import record
from combat.systems.ctg.dice import parse_dice
from combat.systems.ctg.environment import Environment
from combat.systems.ctg.sheet import Ability, AbilityEffect, Effect, Weapon
from combat.systems.ctg.state import Combatant
from combat.systems.ctg.tactics.glance import Glance, Seen

ORDINARY_ARMOUR_CLASS = 14
ORDINARY_HEALTH = 36
ORDINARY_HARM = 18
ORDINARY_DAMAGE_CARD = 8
ORDINARY_CHANCE = 0.5
FIRST_AID_DC = 10
OUT_OF_THE_FIGHT = 8
"""For the blow that fells a foe, beside the harm."""
A_TURN = ORDINARY_HARM * ORDINARY_CHANCE

_IN_BAND = {"unhurt": 1.0, "hurt": 0.75, "bloodied": 0.4, "failing": 0.15, "down": 0.0, "dead": 0.0}
_EVENTS = {
    "rounds": 0.6,
    "cards": 0.8,
    "turns": 1.0,
    "until_turn": 1.0,
    "next_attack": 1.0,
    "draw": 4.0,
    "removed": 4.0,
}
"""How often an effect of each unit makes a difference, per count."""


@record
class Myself:
    """Everything that the estimates start from: one's own sheet, hand and effects, what one sees, and the place."""

    view: Glance
    own: Combatant
    environment: Environment
    score_damage: bool = True
    """House rule `damage_modifier`: the whole score is added to the dice."""

    def chance(self, kind: str, target: Seen, *, precise: bool = False, proficient: bool = True) -> float:
        """Of an attack of this kind hitting: the roll must be above the armour class (R72)."""
        sheet = self.own.sheet
        ability = "agility" if precise else sheet.pattern_score if kind == "pattern" else "strength"
        bonus = sheet.modifier(ability) + (sheet.proficiency_bonus if proficient else 0)
        bonus += self.own.from_effects("attack") + self.environment.attack.get(kind, 0)
        armour_class = ORDINARY_ARMOUR_CLASS if target.armour_class is None else target.armour_class
        return min(1.0, max(0.0, (20 + bonus - armour_class) / 20))

    def harm(self, weapon: Weapon) -> float:
        """What a hit with it does on average (R73 to R75)."""
        dice = average(weapon.damage) + self.own.from_effects("damage")
        if weapon.kind in ("firearm", "pattern"):
            return dice + ORDINARY_DAMAGE_CARD
        ability = "agility" if weapon.precise else "strength"
        sheet = self.own.sheet
        return dice + (getattr(sheet, ability) if self.score_damage else sheet.modifier(ability))

    @property
    def a_turn(self) -> float:
        """What one turn of mine does to an ordinary foe."""
        here = (weapon for weapon in self.own.sheet.weapons if weapon.kind not in self.environment.unusable)
        return max((self.harm(weapon) * ORDINARY_CHANCE for weapon in here), default=0.0)

    def attack(self, weapon: Weapon, target: Seen) -> float:
        chance = self.chance(weapon.kind, target, precise=weapon.precise, proficient=weapon.proficient)
        return chance * blow(self.harm(weapon), target)

    def ability(self, ability: Ability, target: Seen) -> float:
        """The sum of its effects; those behind an attack roll count as often as it hits (D13).

        Cards drawn count only where the uses are counted: otherwise one might draw for ever.
        """
        worth, chance = 0.0, 1.0
        for step in ability.effects:
            if step.attack is not None:
                chance *= self.chance(step.attack, target)
            if step.do != "draw" or ability.uses is not None:
                worth += chance * self._step(step, target)
        return worth

    def _against(self, bearer: Seen) -> int:
        """How many there are who may attack it."""
        return sum(one.side != bearer.side and one.status == "active" for one in self.view.combatants.values())

    def _step(self, step: AbilityEffect, target: Seen) -> float:
        foe = target.side != self.own.side
        match step.do:
            case "damage":
                return blow(average(step.dice or ""), target) if foe else 0.0
            case "heal":
                return 0.0 if foe else mending(average(step.dice or ""), target)
            case "effect":
                worth = 0.0 if step.effect is None else lasting(step.effect, target, attackers=self._against(target))
                return -worth if foe else worth
            case "discard":
                return min(step.count, target.cards) * A_TURN if foe else 0.0
            case "draw":
                return step.count * A_TURN
            case "extra_action":
                return step.count * A_TURN
            case "damage_card":
                return max(0, (step.value or 0) - ORDINARY_DAMAGE_CARD) * ORDINARY_CHANCE
            case "move":
                return 0.0


def average(dice: str) -> float:
    parsed = parse_dice(dice)
    return sum(count * (sides + 1) / 2 for count, sides in parsed.terms) + parsed.bonus


def price(card: str | None) -> float:
    """What a card in hand is worth: a turn, later the lower it is, and perhaps too late."""
    if card is None:
        return 0.0
    rank = "A" if is_joker(card) else rank_of(card)
    value = {"J": 11, "Q": 12, "K": 13, "A": 14}.get(rank) or int(rank)
    return 4.5 + value / 3


def health_of(target: Seen) -> float:
    if target.health is not None:
        return target.health
    return ORDINARY_HEALTH * _IN_BAND.get(target.band or "", 0.8)


def blow(harm: float, target: Seen) -> float:
    """A hit: its harm, more if it fells, and a little more on somebody who is already hurt."""
    left = health_of(target)
    if harm >= left:
        return max(left, harm / 2) + OUT_OF_THE_FIGHT + target.cards
    return harm + 4 * (1 - left / (target.max_health or max(left, ORDINARY_HEALTH)))


def mending(amount: float, target: Seen) -> float:
    """Healing: what is missing counts, and somebody who gets up again counts most (R82)."""
    if target.status == "dead" or target.health is None or target.max_health is None:
        return 0.0
    mended = min(amount, target.max_health - target.health)
    if target.status == "active":
        return mended if target.health <= target.max_health * 0.6 else mended / 2
    gets_up = target.health + amount > 0
    return mended / 2 + (OUT_OF_THE_FIGHT + A_TURN * min(target.cards, 3) if gets_up else 0)


def lasting(effect: Effect, bearer: Seen, *, attackers: int) -> float:
    """What an effect is worth to its bearer; below zero for one that harms. A second of the same name adds nothing."""
    if effect.name in bearer.effects:
        return 0.0
    modifiers = effect.modifiers
    often = min(2.5, (1 + attackers) / 2)
    worth = (modifiers.get("attack", 0) + modifiers.get("armour_class", 0) * often) / 20 * ORDINARY_HARM
    worth += modifiers.get("damage", 0) * ORDINARY_CHANCE
    if "cannot_act" in effect.flags and bearer.cards:
        worth -= A_TURN
    if "cannot_react" in effect.flags and bearer.cards:
        worth -= 1
    return worth * _EVENTS[effect.duration.unit] * effect.duration.count
