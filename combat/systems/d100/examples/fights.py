"""Small fights for the examples: two people, or a row of them, and everything as the example says."""

from collections.abc import Mapping, Sequence
from typing import Any

from combat.engine.records import replace
from combat.engine.viewers import GM
from combat.systems.d100.data import CONTENT, Armour, Damage, Weapon
from combat.systems.d100.examples.dice import WrittenDice
from combat.systems.d100.house_rules import HouseRules, Rules, rules_of
from combat.systems.d100.rolls import LOCATIONS
from combat.systems.d100.scene import Scene
from combat.systems.d100.sheet import Sheet, Stats, stats_of
from combat.systems.d100.state import Combatant, Condition, State, Turn

Given = Mapping[str, Any]
MOST_ROUNDS = 1000


def rules_for(given: Given) -> Rules:
    """The switches of an example: those of its ruleset, and those that it names."""
    rules = rules_of(HouseRules(preset=given.get("ruleset", "literal")))
    return replace(rules, **given.get("options", {}))


def require_few(rounds: int, least: int = 0) -> None:
    """An example that goes on for longer shows nothing more. Raises ValueError."""
    if rounds not in range(least, MOST_ROUNDS + 1):
        raise ValueError(f"{least} to {MOST_ROUNDS} rounds")


def scene(state: State, dice: Mapping[str, Sequence[int]]) -> Scene:
    return Scene(state, GM, WrittenDice(dice))


def fight(*people: Combatant, rules: Rules | None = None, round: int = 1) -> State:
    """In the middle of the round; the first one has the turn."""
    ids = tuple(one.id for one in people)
    return State(
        rules=rules or rules_for({}), phase="turns", combatants=people, order=ids, waiting=ids[1:], round=round,
        turn=Turn(combatant=ids[0]),
    )  # fmt: skip


def somebody(id: str, *, side: str = "party", owner: str | None = "p", stats: Stats, **values: Any) -> Combatant:
    values.setdefault("wounds", stats.max_wounds)
    return Combatant(id=id, name=id, side=side, owner=owner, stats=stats, **values)


def stats(**sheet: Any) -> Stats:
    return stats_of(Sheet(**sheet))


def conditions(levels: Given, round: int = 0, **gained: int) -> tuple[Condition, ...]:
    return tuple(Condition(name=name, levels=level, since=gained.get(name, round)) for name, level in levels.items())


def weapon(id: str, group: str, given: Given) -> Weapon:
    damage = Damage(sb=bool(given.get("sb")), plus=int(given.get("plus", 0)))
    reach = 100 if group.startswith("ranged_") else None
    return Weapon(id=id, group=group, damage=damage, range=reach, qualities=dict(given.get("qualities", {})))


def armour(points: Given, metal: Given) -> tuple[Armour, ...]:
    """A piece for each location that has any."""
    return tuple(
        Armour(
            id=f"piece_{place}", name=place, locations=(place,), ap=int(points[place]), layer="rigid",
            metal=bool(metal.get(place)),
        )
        for place in LOCATIONS if points.get(place)
    )  # fmt: skip


def condition_names(combatant: Combatant) -> dict[str, int]:
    return {one.name: one.levels for one in combatant.conditions}


def known_condition(name: str) -> bool:
    return name in CONTENT.conditions
