"""One look at the table, as both answers and moves need it."""

from collections.abc import Iterator, Sequence

from combat.engine.records import record
from combat.engine.system import Option
from combat.systems.ctg.commands import Command
from combat.systems.ctg.sheet import Ability
from combat.systems.ctg.tactics.appraisal import Myself, health_of
from combat.systems.ctg.tactics.glance import Seen


@record
class Idea:
    command: Command
    worth: float
    """In points of health, and relative to the other ideas."""


@record
class Use:
    """One way to use an ability."""

    ability: Ability
    target: str | None
    card: str | None


class Mind:
    def __init__(self, myself: Myself, options: Sequence[Option]) -> None:
        self.myself = myself
        self.own = myself.own
        self.view = myself.view
        self.options = options

    def someone(self, target: str | None) -> Seen:
        return self.view.combatants[self.own.id if target is None else target]

    def is_foe(self, one: Seen) -> bool:
        """On another side, and still fighting."""
        return one.side != self.own.side and one.status == "active" and health_of(one) > 0

    def targets(self, option: Option) -> Iterator[Seen]:
        return (self.view.combatants[name] for name in values(option, "target") if name in self.view.combatants)

    def uses(self, option: Option) -> Iterator[Use]:
        """An ability on oneself, or on each target that makes sense; paid with the lowest card."""
        card = cheapest(option)
        for name in values(option, "ability"):
            ability = self.own.sheet.ability(name)
            if ability is None:
                continue
            if not values(option, "target"):
                yield Use(ability=ability, target=None, card=card)
            for target in self.targets(option):
                if ability.target != "enemy" or self.is_foe(target):
                    yield Use(ability=ability, target=target.id, card=card)

    def worth(self, use: Use) -> float:
        return self.myself.ability(use.ability, self.someone(use.target))


def fixed(option: Option, name: str) -> str:
    return dict(option.fixed).get(name, "")


def values(option: Option, field: str) -> tuple[str, ...]:
    """What the option offers for a field: the fixed value, or the choices of its slot."""
    given = fixed(option, field)
    if given:
        return (given,)
    return tuple(choice.value for slot in option.slots if slot.name == field for choice in slot.choices)


def cheapest(option: Option) -> str | None:
    """The last of the cards that may pay: they stand highest first."""
    cards = values(option, "card")
    return cards[-1] if cards else None
