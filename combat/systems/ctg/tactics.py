"""How a combatant plays itself: it weighs what it may do now, and takes what is worth most.

Nothing here knows more than the combatant does: its own view, its own options, its own sheet, hand and effects.
"""

from collections.abc import Iterable, Iterator, Sequence

from combat.engine.records import record
from combat.engine.system import Option
from combat.systems.ctg.appraisal import (
    A_TURN,
    FIRST_AID_DC,
    ORDINARY_HARM,
    OUT_OF_THE_FIGHT,
    Myself,
    health_of,
    price,
)
from combat.systems.ctg.commands import (
    Action,
    Attack,
    Bonus,
    Command,
    DiscardChoice,
    EndTurn,
    Move,
    Pass,
    React,
    UseAbility,
)
from combat.systems.ctg.environment import Environment
from combat.systems.ctg.glance import Glance, Seen
from combat.systems.ctg.sheet import Ability
from combat.systems.ctg.state import Combatant

FIRST_AID = "First Aid"
SOON = 3
"""As many turns as one looks ahead."""
LAST_RESORT = 0.2
"""For what is done when nothing else can be."""


@record
class Idea:
    command: Command
    worth: float


def suggest(
    view: Glance, options: Iterable[Option], own: Combatant, environment: Environment, *, score_damage: bool = True
) -> Command | None:
    """The command that `own` would give now; None when no foe is left standing. Of equals the first: never by chance."""
    open_to_me = [option for option in options if option.enabled and option.by == own.id]
    if own.id not in view.combatants or not open_to_me:
        return None
    mind = _Mind(Myself(view=view, own=own, environment=environment, score_damage=score_damage), open_to_me)
    ideas = mind.ideas()
    return max(ideas, key=lambda idea: idea.worth).command if ideas else None


class _Mind:
    """One look at the table."""

    def __init__(self, myself: Myself, options: Sequence[Option]) -> None:
        self._myself = myself
        self._own = myself.own
        self._view = myself.view
        self._me = myself.view.combatants[myself.own.id]
        self._options = options

    def ideas(self) -> list[Idea]:
        answers = [idea for option in self._options if option.do == "discard_choice" for idea in self._give_up(option)]
        if answers:
            return answers
        if self._view.in_window:
            return list(self._answers())
        return list(self._moves()) if self._view.turn == self._own.id else []

    # Out of turn.

    def _give_up(self, option: Option) -> Iterator[Idea]:
        for slot in option.slots:
            if slot.name == "cards":
                lowest = tuple(choice.value for choice in slot.choices)[-slot.least :] if slot.least else ()
                yield Idea(command=DiscardChoice(by=self._own.id, cards=lowest), worth=0.0)

    def _answers(self) -> Iterator[Idea]:
        """A reaction costs a card, and so a turn: it must save or do more than that."""
        for option in self._options:
            if option.do == "pass":
                yield Idea(command=Pass(by=self._own.id), worth=0.0)
            elif option.do == "react":
                yield from self._reactions(option)

    def _reactions(self, option: Option) -> Iterator[Idea]:
        match _reaction(option):
            case "dodge":
                lowest = self._cheapest(option)
                worth = 3 / 20 * self._at_stake() - price(lowest)
                yield Idea(command=React(by=self._own.id, reaction="dodge", card=lowest), worth=worth)
            case "ability":
                for ability, target, card in self._abilities(option):
                    if ability.target == "enemy" and target != self._view.attacker:
                        continue
                    command = React(by=self._own.id, reaction="ability", ability=ability.name, target=target, card=card)
                    yield Idea(command=command, worth=self._reaction_worth(ability, target) - price(card or ""))

    def _reaction_worth(self, ability: Ability, target: str | None) -> float:
        """An armour class that is raised before the roll counts at once, and for what is at stake now."""
        worth = self._myself.ability(ability, self._someone(target))
        raised = [step.effect for step in ability.effects if step.effect is not None and target in (None, self._own.id)]
        gained = sum(effect.modifiers.get("armour_class", 0) for effect in raised)
        return worth + gained / 20 * (self._at_stake() - ORDINARY_HARM)

    def _at_stake(self) -> float:
        """What a hit costs me: its harm, and if it fells me the turns that I would still have had before the next."""
        own = self._own
        if own.health > ORDINARY_HARM * 1.2:
            return ORDINARY_HARM
        turns = min(len(own.hand), SOON) * self._myself.a_turn
        return min(ORDINARY_HARM, own.health) + OUT_OF_THE_FIGHT + turns

    # In turn.

    def _moves(self) -> Iterator[Idea]:
        if not any(self._fights(foe) for foe in self._foes()):
            return
        for option in self._options:
            match option.do:
                case "attack":
                    yield from self._attacks(option)
                case "ability":
                    yield from self._actions_of_class(option)
                case "bonus" if _fixed(option, "action") == "first_aid":
                    yield from self._first_aid(option)
                case "bonus":
                    yield from self._bonus(option)
                case "action":
                    yield from self._careful(option)
                case "move" if _fixed(option, "stand"):
                    yield Idea(command=Move(by=self._own.id, stand=True), worth=100.0)
                case "end_turn":
                    yield Idea(command=EndTurn(by=self._own.id), worth=0.0)

    def _attacks(self, option: Option) -> Iterator[Idea]:
        for name in _values(option, "weapon"):
            weapon = self._own.sheet.weapon(name)
            if weapon is None:
                continue
            for target in self._targets(option):
                worth = self._myself.attack(weapon, target)
                yield Idea(command=Attack(by=self._own.id, weapon=name, target=target.id), worth=worth)

    def _actions_of_class(self, option: Option) -> Iterator[Idea]:
        """Abilities that are paid with the action, or are free."""
        for ability, target, card in self._abilities(option):
            worth = self._worth(ability, target)
            command = UseAbility(by=self._own.id, ability=ability.name, target=target, card=card)
            yield Idea(command=command, worth=worth)

    def _bonus(self, option: Option) -> Iterator[Idea]:
        """Before the action where it can be, for a miss ends the turn (R43): what is worth more than its card comes first."""
        if _fixed(option, "action") != "ability":
            return
        for ability, target, card in self._abilities(option):
            gain = self._worth(ability, target) - price(card or "")
            if gain > 0:
                command = Bonus(by=self._own.id, action="ability", ability=ability.name, target=target, card=card)
                yield Idea(command=command, worth=gain + self._before_the_action())

    def _first_aid(self, option: Option) -> Iterator[Idea]:
        """R86, by those who have learned it: a fallen friend is kept from worse."""
        skill = self._own.sheet.skills.get(FIRST_AID)
        if skill is None:
            return
        card, chance = self._cheapest(option), min(1.0, (21 + skill - FIRST_AID_DC) / 20)
        for name in _values(option, "target"):
            friend = self._view.combatants.get(name)
            if friend is not None and friend.side == self._own.side and friend.status == "unconscious":
                gain = chance * (A_TURN + OUT_OF_THE_FIGHT) - price(card)
                command = Bonus(by=self._own.id, action="first_aid", target=name, card=card)
                yield Idea(command=command, worth=gain + self._before_the_action())

    def _careful(self, option: Option) -> Iterator[Idea]:
        """What to do with an action when no attack has a chance."""
        match _fixed(option, "action"):
            case "defend":
                yield Idea(command=Action(by=self._own.id, action="defend"), worth=LAST_RESORT)
            case "aid":
                for name in _values(option, "target"):
                    friend = self._view.combatants.get(name)
                    if friend is not None and friend.side == self._own.side and friend.status == "active":
                        yield Idea(command=Action(by=self._own.id, action="aid", target=name), worth=2 * LAST_RESORT)

    # What both need.

    def _worth(self, ability: Ability, target: str | None) -> float:
        kinds = {step.do for step in ability.effects}
        if kinds & {"extra_action"} and self._view.actions_left > 0:
            return 0.0
        if self._boosts(ability) and self._view.actions_left == 0:
            return 0.0
        return self._myself.ability(ability, self._someone(target))

    def _boosts(self, ability: Ability) -> bool:
        """Whether it only helps an attack that is still to come this turn."""
        return any(step.do == "damage_card" for step in ability.effects)

    def _before_the_action(self) -> float:
        return 100.0 if self._view.actions_left > 0 else 0.0

    def _abilities(self, option: Option) -> Iterator[tuple[Ability, str | None, str | None]]:
        card = self._cheapest(option) or None
        for name in _values(option, "ability"):
            ability = self._own.sheet.ability(name)
            if ability is None:
                continue
            if not _has(option, "target"):
                yield ability, None, card
            for target in self._sensible(ability, option):
                yield ability, target, card

    def _sensible(self, ability: Ability, option: Option) -> Iterator[str]:
        for name in _values(option, "target"):
            someone = self._view.combatants.get(name)
            if someone is None or (ability.target == "enemy" and not self._fights(someone)):
                continue
            yield name

    def _targets(self, option: Option) -> list[Seen]:
        there = [self._view.combatants[name] for name in _values(option, "target") if name in self._view.combatants]
        return [one for one in there if one.side != self._own.side and self._fights(one)]

    def _foes(self) -> Iterator[Seen]:
        return (one for one in self._view.combatants.values() if one.side != self._own.side)

    @staticmethod
    def _fights(one: Seen) -> bool:
        return one.status == "active" and health_of(one) > 0

    def _someone(self, target: str | None) -> Seen:
        return self._me if target is None else self._view.combatants[target]

    def _cheapest(self, option: Option) -> str:
        """The last of the cards that may pay: they stand highest first."""
        cards = _values(option, "card")
        return cards[-1] if cards else ""


def _fixed(option: Option, name: str) -> str:
    return dict(option.fixed).get(name, "")


def _reaction(option: Option) -> str:
    return _fixed(option, "reaction")


def _has(option: Option, slot: str) -> bool:
    return bool(_values(option, slot))


def _values(option: Option, slot: str) -> tuple[str, ...]:
    """What the option offers for a field: the fixed value, or the choices of its slot."""
    fixed = _fixed(option, slot)
    if fixed:
        return (fixed,)
    return tuple(choice.value for one in option.slots if one.name == slot for choice in one.choices)
