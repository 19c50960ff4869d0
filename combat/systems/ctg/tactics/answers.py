"""Out of turn: reactions, and cards that somebody makes one give up."""

from collections.abc import Iterator

from combat.engine.system import Option
from combat.systems.ctg.commands import DiscardChoice, Pass, React
from combat.systems.ctg.tactics.appraisal import ORDINARY_HARM, OUT_OF_THE_FIGHT, price
from combat.systems.ctg.tactics.mind import Idea, Mind, Use, cheapest, fixed

DODGE = 3
SOON = 3
"""As many turns as one looks ahead."""


def giving_up(mind: Mind) -> list[Idea]:
    """The lowest cards; they stand last."""
    return [
        Idea(command=DiscardChoice(by=mind.own.id, cards=mind.own.hand[-slot.least :]), worth=0.0)
        for option in mind.options
        if option.do == "discard_choice"
        for slot in option.slots
    ]


def answers(mind: Mind) -> list[Idea]:
    """A reaction costs a card, and so a turn: it must save or do more than that."""
    return [idea for option in mind.options for idea in _answer(mind, option)]


def _answer(mind: Mind, option: Option) -> Iterator[Idea]:
    if option.do == "pass":
        yield Idea(command=Pass(by=mind.own.id), worth=0.0)
    elif fixed(option, "reaction") == "dodge":
        card = cheapest(option)
        worth = DODGE / 20 * _at_stake(mind) - price(card)
        yield Idea(command=React(by=mind.own.id, reaction="dodge", card=card), worth=worth)
    elif fixed(option, "reaction") == "ability":
        for use in mind.uses(option):
            if use.ability.target != "enemy" or use.target == mind.view.attacker:
                yield Idea(command=_by_ability(mind, use), worth=_worth(mind, use) - price(use.card))


def _by_ability(mind: Mind, use: Use) -> React:
    return React(by=mind.own.id, reaction="ability", ability=use.ability.name, target=use.target, card=use.card)


def _worth(mind: Mind, use: Use) -> float:
    """An armour class that is raised before the roll counts at once, and for what is at stake now."""
    mine = use.target in (None, mind.own.id)
    raised = (step.effect.modifiers.get("armour_class", 0) for step in use.ability.effects if step.effect and mine)
    return mind.worth(use) + sum(raised) / 20 * (_at_stake(mind) - ORDINARY_HARM)


def _at_stake(mind: Mind) -> float:
    """What a hit costs me: its harm, and if it fells me the turns that I would still have had before the next."""
    own = mind.own
    if own.health > ORDINARY_HARM * 1.2:
        return ORDINARY_HARM
    turns = min(len(own.hand), SOON) * mind.myself.a_turn
    return min(ORDINARY_HARM, own.health) + OUT_OF_THE_FIGHT + turns
