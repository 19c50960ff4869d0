"""Being hurt, healed, and what follows for body and turn (R76, R80 to R83)."""

from typing import Literal

from combat.systems.ctg import events as ev
from combat.systems.ctg.decide import effects
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.dice import parse_dice
from combat.systems.ctg.state import Combatant

HarmCause = Literal["attack", "ability", "environment", "bleeding", "request", "gm"]
HealCause = Literal["ability", "request", "gm"]


def roll_dice(desk: Desk, dice: str, purpose: str, *, times: int = 1) -> tuple[tuple[int, ...], int]:
    """What each die showed, term by term, and the flat bonus."""
    parsed = parse_dice(dice)
    rolled = tuple(desk.chance.roll(sides, purpose) for count, sides in parsed.terms for _ in range(count * times))
    return rolled, parsed.bonus


def after_resistance(one: Combatant, amount: int, damage_type: str) -> int:
    """R76."""
    marks = one.sheet.resists(damage_type)
    if "immune" in marks:
        return 0
    if "resistant" in marks and "weak" not in marks:
        return (amount + 1) // 2
    if "weak" in marks and "resistant" not in marks:
        return 2 * amount
    return amount


def hurt(desk: Desk, combatant: str, taken: int, damage_type: str, cause: HarmCause) -> None:
    """Take away what is left after resistances: temporary health first (R82)."""
    one = desk[combatant]
    temporary = min(one.temporary_health, taken)
    desk(
        ev.HealthLost(
            combatant=one.id,
            name=one.name,
            amount=taken,
            temporary=temporary,
            lost=taken - temporary,
            damage_type=damage_type,
            cause=cause,
            owner=one.owner,
            hidden=one.hidden,
        )
    )
    status_follows(desk, one)


def heal(desk: Desk, combatant: str, amount: int, cause: HealCause) -> None:
    """Never above the maximum; the dead are not healed."""
    one = desk[combatant]
    gained = max(0, min(amount, one.sheet.max_health - one.health))
    if one.is_dead:
        return
    desk(
        ev.HealthGained(combatant=one.id, name=one.name, amount=gained, cause=cause, owner=one.owner, hidden=one.hidden)
    )
    status_follows(desk, one)


def status_follows(desk: Desk, before: Combatant) -> None:
    """Say that somebody fell, died or woke; who falls lies prone (R83, D16)."""
    one = desk[before.id]
    if one.status == before.status:
        return
    desk(ev.StatusChanged(combatant=one.id, name=one.name, status=one.status, hidden=one.hidden))
    if before.is_awake and not one.is_awake and one.bears(effects.PRONE.name) is None:
        effects.give(desk, one.id, effects.PRONE)
