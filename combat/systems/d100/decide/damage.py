"""What a blow does: the sum of the Wounds, line by line (2.3 step 6, 8.1 to 8.3, D26)."""

from combat.engine.records import record
from combat.systems.d100 import body
from combat.systems.d100.data import Weapon
from combat.systems.d100.house_rules import Rules
from combat.systems.d100.last import Part
from combat.systems.d100.rolls import units
from combat.systems.d100.state import Combatant


@record
class Blow:
    """What is known of a hit once its dice lie on the table."""

    attacker: Combatant
    target: Combatant
    weapon: Weapon
    location: str
    roll: int
    net_sl: int
    """The levels that count: of both sides, or by switch the attacker's."""
    critical: bool
    charged: bool
    shield: int = 0
    """Of the shield that parried."""


@record
class Wounds:
    raw: int
    soak: int
    dealt: int
    parts: tuple[Part, ...]


def of_blow(rules: Rules, blow: Blow) -> Wounds:
    if body.quality(rules, blow.weapon, "snaring"):
        return Wounds(raw=0, soak=0, dealt=0, parts=())
    parts = [_levels(rules, blow), _weapon(blow)]
    if _works(rules, blow, "heavy"):
        parts.append(Part(what="heavy: units die", value=units(blow.roll)))
    raw = sum(part.value for part in parts)
    soak = blow.target.stats.tb + armour_against(rules, blow)
    blunt = body.quality(rules, blow.weapon, "blunt")
    least = 0 if blunt else rules.minimum_wounds
    dealt = max(0, least, raw - soak)
    parts.append(Part(what="soaked", value=-soak))
    if dealt != raw - soak:
        parts.append(Part(what="never less", value=dealt - (raw - soak)))
    return Wounds(raw=raw, soak=soak, dealt=dealt, parts=tuple(parts))


def _works(rules: Rules, blow: Blow, name: str) -> bool:
    """Tiring weapons have brutal and heavy only in the turn of a charge."""
    tired = body.quality(rules, blow.weapon, "tiring") and not blow.charged
    return bool(body.quality(rules, blow.weapon, name)) and not tired


def _levels(rules: Rules, blow: Blow) -> Part:
    if _works(rules, blow, "brutal") and units(blow.roll) > blow.net_sl:
        return Part(what="brutal: units die", value=units(blow.roll))
    return Part(what="levels won by" if rules.damage_sl == "net" else "levels", value=blow.net_sl)


def _weapon(blow: Blow) -> Part:
    damage, sb = blow.weapon.damage, blow.attacker.stats.sb
    if damage.sb:
        return Part(what=f"{blow.weapon.label}: strength {sb} + {damage.plus}", value=sb + damage.plus)
    return Part(what=blow.weapon.label, value=damage.plus)


def armour_against(rules: Rules, blow: Blow) -> int:
    found = body.protection(blow.target, blow.location, ignored=_ignored(rules, blow))
    magic = found.magic + blow.shield
    if body.quality(rules, blow.weapon, "penetrating"):
        points = max(0, found.metal - 1) + magic
    else:
        points = found.soft + found.metal + magic
    return points * 2 if body.quality(rules, blow.weapon, "blunt") else points


def _ignored(rules: Rules, blow: Blow) -> frozenset[str]:
    """8.3, where the flags count."""
    if not rules.armour_flags:
        return frozenset()
    ignored = set()
    if blow.critical or blow.roll % 2 == 0:
        ignored.add("partial")
    if blow.critical and body.quality(rules, blow.weapon, "piercing"):
        ignored.add("weakpoints")
    return frozenset(ignored)


def turns_criticals(rules: Rules, combatant: Combatant, location: str, roll: int) -> bool:
    """Impenetrable: a critical from an odd double is ignored."""
    worn = any("impenetrable" in piece.flags and location in piece.locations for piece in combatant.stats.armour)
    return rules.armour_flags and worn and roll % 2 == 1 and roll % 11 == 0
