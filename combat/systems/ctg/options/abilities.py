"""What an ability asks for before it can be used (R65)."""

from combat.engine.system import Slot
from combat.engine.viewers import Viewer
from combat.systems.ctg import legal
from combat.systems.ctg.options.slots import target_slot
from combat.systems.ctg.refusals import WORDS
from combat.systems.ctg.sheet import Ability
from combat.systems.ctg.state import Combatant, State


def why_not_ability(state: State, one: Combatant, ability: Ability) -> str:
    if legal.can_use(state, one, ability):
        return ""
    return WORDS["no_uses_left"] if legal.uses_left(one, ability) == 0 else WORDS["not_usable_here"]


def ability_target(
    state: State, viewer: Viewer, one: Combatant, ability: Ability, *, optional: bool = False
) -> tuple[Slot | None, ...]:
    """Oneself is not asked for."""
    if ability.target == "self":
        return ()
    return (
        target_slot(state, viewer, one, lambda other: legal.is_ability_target(ability, one, other), optional=optional),
    )
