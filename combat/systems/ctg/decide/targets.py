"""Whom an ability is for (R65)."""

from combat.systems.ctg import legal
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.refusals import refuse_unless
from combat.systems.ctg.sheet import Ability
from combat.systems.ctg.state import Combatant


def ability_target(
    desk: Desk, one: Combatant, found: Ability, named: str | None, *, attacker: str | None = None
) -> Combatant:
    """The one named; else oneself, or, of a reaction against an enemy, the attacker."""
    if named is None and found.target == "self":
        return one
    if named is None and found.target == "enemy" and attacker in desk.state.by_id:
        target = desk[attacker or ""]
    else:
        target = legal.target(desk.state, desk.actor, named)
    refuse_unless(legal.is_ability_target(found, one, target), "bad_target")
    return target
