"""Laying the table, before anything is drawn."""

from typing import Any

from combat.engine.errors import IllegalCommand
from combat.engine.system import Setup
from combat.systems.ctg import events as ev
from combat.systems.ctg.decide.fight import environment
from combat.systems.ctg.decide.people import joined, require_sound
from combat.systems.ctg.environment import OPEN_GROUND, Environment, environment_from
from combat.systems.ctg.house_rules import HouseRules


def _given(place: Any) -> str | Environment:
    """A name, a record, or the plain JSON of one."""
    if isinstance(place, str | Environment):
        return place
    try:
        return environment_from(place)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise IllegalCommand("bad_value", "That is no environment.") from error


def open_fight(setup: Setup) -> tuple[ev.Event, ...]:
    rules: Any = HouseRules() if setup.house_rules is None else setup.house_rules
    place = OPEN_GROUND if setup.environment is None else environment(_given(setup.environment))
    known: set[str] = set()
    for one in setup.combatants:
        require_sound(one)
        if one.id in known:
            raise IllegalCommand("bad_value", "Two combatants have the same id.")
        known.add(one.id)
    return (
        ev.TableLaid(house_rules=rules, environment=place, map=setup.map),
        *(joined(one, late=False) for one in setup.combatants),
    )
