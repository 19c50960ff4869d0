"""How a combatant plays itself: it weighs what it may do now, and takes what is worth most.

Nothing here knows more than the combatant does: its own view, its own options, its own sheet, hand and effects.
"""

from collections.abc import Iterable

from combat.engine.system import Option
from combat.systems.ctg.commands import Command
from combat.systems.ctg.environment import Environment
from combat.systems.ctg.state import Combatant
from combat.systems.ctg.tactics.answers import answers, giving_up
from combat.systems.ctg.tactics.appraisal import Myself
from combat.systems.ctg.tactics.glance import Glance, glance
from combat.systems.ctg.tactics.mind import Mind
from combat.systems.ctg.tactics.moves import moves

__all__ = ["glance", "suggest"]


def suggest(
    view: Glance, options: Iterable[Option], own: Combatant, environment: Environment, *, score_damage: bool = True
) -> Command | None:
    """The command that `own` would give now; None when no foe is left standing. Of equals the first: never by chance."""
    open_to_it = tuple(option for option in options if option.enabled and option.by == own.id)
    if own.id not in view.combatants or not open_to_it:
        return None
    mind = Mind(Myself(view=view, own=own, environment=environment, score_damage=score_damage), open_to_it)
    ideas = giving_up(mind) or (answers(mind) if view.in_window else moves(mind))
    return max(ideas, key=lambda idea: idea.worth).command if ideas else None
