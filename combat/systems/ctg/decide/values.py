"""The GM sets values, hurts, heals, gives and takes effects (R95, D17)."""

from typing import Any

from combat.systems.ctg import events as ev
from combat.systems.ctg import legal
from combat.systems.ctg.commands import DamageThem, GiveEffect, HealThem, RemoveEffect, SetValues
from combat.systems.ctg.decide import effects, harm
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.sheet import effect_problem
from combat.systems.ctg.state import Combatant

SCORES = ("strength", "agility", "endurance", "intellect", "awareness", "presence")
BOUNDS: dict[str, tuple[int, int]] = {
    "max_health": (1, 9999),
    "health": (-9999, 9999),
    "temporary_health": (0, 9999),
    "armour": (-10, 20),
    "shield": (-10, 20),
    "other": (-10, 20),
    "speed": (0, 1000),
    "proficiency_bonus": (0, 10),
    **dict.fromkeys(SCORES, (1, 30)),
}
"""In this order they are set: health after its maximum."""
MOST_NAME = 60
OPEN_TO_ALL = ("name", "side", "autoplay")


def set_values(desk: Desk, command: SetValues) -> None:
    legal.require_not_ended(desk.state)
    one = legal.target(desk.state, desk.actor, command.combatant)
    changes = _changes(one, command)
    refuse_unless(bool(changes), "bad_value", "Say which value to set.")
    for what, value in changes.items():
        before = _value(desk[one.id], what)
        desk(
            ev.ValueSet(
                combatant=one.id,
                name=desk[one.id].name,
                what=what,
                value=value,
                before=before,
                secret=one.is_gms and what not in OPEN_TO_ALL,
                hidden=one.hidden,
            )
        )
    harm.status_follows(desk, one)


def _changes(one: Combatant, command: SetValues) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    for what, (least, most) in BOUNDS.items():
        value = getattr(command, what)
        if value is not None:
            changes[what] = legal.whole(value, least, most)
    maximum = changes.get("max_health", one.sheet.max_health)
    refuse_unless(changes.get("health", 0) <= maximum, "bad_value", f"Health is at most {maximum}.")
    for what in ("name", "side"):
        words = getattr(command, what)
        if words is not None:
            refuse_unless(1 <= len(words.strip()) <= MOST_NAME, "bad_value", f"Give a {what} of 1 to 60 characters.")
            changes[what] = words.strip()
    if command.autoplay is not None:
        changes["autoplay"] = command.autoplay
    if command.at is not None:
        changes["at"] = command.at
    return changes


def _value(one: Combatant, what: str) -> Any:
    return getattr(one, what) if hasattr(one, what) else getattr(one.sheet, what)


def _several(desk: Desk, command: DamageThem | HealThem) -> tuple[Combatant, ...]:
    names = dict.fromkeys((*((command.combatant,) if command.combatant is not None else ()), *command.combatants))
    refuse_unless(bool(names), "bad_value", "Choose who it is for.")
    return tuple(legal.target(desk.state, desk.actor, name) for name in names)


def damage(desk: Desk, command: DamageThem) -> None:
    """The dead may be hit as well; everybody resists as usual (R76)."""
    legal.require_not_ended(desk.state)
    them = _several(desk, command)
    amount = legal.whole(command.amount, 0, 99999)
    for one in them:
        harm.hurt(desk, one.id, harm.after_resistance(one, amount, command.type), command.type, "gm")


def heal(desk: Desk, command: HealThem) -> None:
    legal.require_not_ended(desk.state)
    them = _several(desk, command)
    for one in them:
        if one.is_dead:
            refuse("dead", f"{one.name} is dead. Setting the health would raise them.")
    amount = legal.whole(command.amount, 0, 99999)
    for one in them:
        harm.heal(desk, one.id, amount, "gm")


def give_effect(desk: Desk, command: GiveEffect) -> None:
    legal.require_not_ended(desk.state)
    one = legal.target(desk.state, desk.actor, command.combatant)
    problem = effect_problem(command.effect)
    refuse_unless(problem is None, "bad_value", problem or "")
    effects.give(desk, one.id, command.effect, override=True)


def remove_effect(desk: Desk, command: RemoveEffect) -> None:
    legal.require_not_ended(desk.state)
    one = legal.target(desk.state, desk.actor, command.combatant)
    refuse_unless(one.bears(command.effect) is not None, "bad_value", f"{one.name} has no such effect.")
    effects.end(desk, one, command.effect, override=True)
