"""In one's own turn, or in a surpriser's slot."""

from collections.abc import Iterator

from combat.engine.system import Option
from combat.systems.ctg.commands import Action, Attack, Bonus, EndTurn, Move, UseAbility
from combat.systems.ctg.tactics.appraisal import A_TURN, FIRST_AID_DC, OUT_OF_THE_FIGHT, price
from combat.systems.ctg.tactics.mind import Idea, Mind, Use, cheapest, fixed, values

FIRST_AID = "First Aid"
FIRST_OF_ALL = 100.0
"""For what has to be done before the action: a miss ends the turn (R43)."""
LAST_RESORT = 0.2
"""For what is done when no attack has a chance."""


def moves(mind: Mind) -> list[Idea]:
    if mind.view.turn != mind.own.id or not any(map(mind.is_foe, mind.view.combatants.values())):
        return []
    return [idea for option in mind.options for idea in _moves(mind, option)]


def _moves(mind: Mind, option: Option) -> Iterator[Idea]:
    match option.do, fixed(option, "action"):
        case "attack", _:
            yield from _attacks(mind, option)
        case "ability", _:
            yield from _abilities(mind, option)
        case "bonus", "ability":
            yield from _bonus_abilities(mind, option)
        case "bonus", "first_aid":
            yield from _first_aid(mind, option)
        case "action", "defend":
            yield Idea(command=Action(by=mind.own.id, action="defend"), worth=LAST_RESORT)
        case "action", "aid":
            yield from _aid(mind, option)
        case "move", _ if fixed(option, "stand"):
            yield Idea(command=Move(by=mind.own.id, stand=True), worth=FIRST_OF_ALL)
        case "end_turn", _:
            yield Idea(command=EndTurn(by=mind.own.id), worth=0.0)


def _attacks(mind: Mind, option: Option) -> Iterator[Idea]:
    for weapon in map(mind.own.sheet.weapon, values(option, "weapon")):
        for target in filter(mind.is_foe, mind.targets(option)):
            if weapon is not None:
                command = Attack(by=mind.own.id, weapon=weapon.name, target=target.id)
                yield Idea(command=command, worth=mind.myself.attack(weapon, target))


def _abilities(mind: Mind, option: Option) -> Iterator[Idea]:
    """Those that are the action itself, or are free: a free one without a limit would never end."""
    for use in mind.uses(option):
        worth = _worth(mind, use)
        if use.ability.cost == "free":
            if worth <= 0 or use.ability.uses is None:
                continue
            worth += _before_the_action(mind)
        command = UseAbility(by=mind.own.id, ability=use.ability.name, target=use.target, card=use.card)
        yield Idea(command=command, worth=worth)


def _bonus_abilities(mind: Mind, option: Option) -> Iterator[Idea]:
    for use in mind.uses(option):
        gain = _worth(mind, use) - price(use.card)
        if gain > 0:
            name = use.ability.name
            command = Bonus(by=mind.own.id, action="ability", ability=name, target=use.target, card=use.card)
            yield Idea(command=command, worth=gain + _before_the_action(mind))


def _first_aid(mind: Mind, option: Option) -> Iterator[Idea]:
    """R86, by those who have learned it: a fallen friend is kept from worse."""
    skill = mind.own.sheet.skills.get(FIRST_AID)
    if skill is None:
        return
    card, chance = cheapest(option), min(1.0, (21 + skill - FIRST_AID_DC) / 20)
    for friend in mind.targets(option):
        if friend.side == mind.own.side:
            gain = chance * (A_TURN + OUT_OF_THE_FIGHT) - price(card)
            command = Bonus(by=mind.own.id, action="first_aid", target=friend.id, card=card)
            yield Idea(command=command, worth=gain + _before_the_action(mind))


def _aid(mind: Mind, option: Option) -> Iterator[Idea]:
    for friend in mind.targets(option):
        if friend.side == mind.own.side and friend.status == "active":
            yield Idea(command=Action(by=mind.own.id, action="aid", target=friend.id), worth=2 * LAST_RESORT)


def _worth(mind: Mind, use: Use) -> float:
    """More actions are for when none is left; what helps an attack is for when one is still to come."""
    does = {step.do for step in use.ability.effects}
    acts = mind.view.actions_left > 0
    if ("extra_action" in does and acts) or ("damage_card" in does and not acts):
        return 0.0
    return mind.worth(use)


def _before_the_action(mind: Mind) -> float:
    return FIRST_OF_ALL if mind.view.actions_left > 0 else 0.0
