"""The events that follow from a command, or a refusal."""

from typing import assert_never

from combat.engine.chance import Chance
from combat.engine.viewers import Viewer
from combat.systems.ctg import commands as c
from combat.systems.ctg.decide import actions, bonus, fight, gm_cards, people, reactions, requests, turns, values
from combat.systems.ctg.decide.aftermath import aftermath
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.events import Event
from combat.systems.ctg.refusals import refuse
from combat.systems.ctg.state import State


def decide(state: State, actor: Viewer, command: c.Command, chance: Chance) -> tuple[Event, ...]:
    desk = Desk(state, actor, chance)
    if isinstance(command, c.GmCommand) and not actor.is_gm:
        refuse("gm_only")
    carry_out(desk, command)
    if command.undoable:
        aftermath(desk)
    return tuple(desk.events)


def carry_out(desk: Desk, command: c.Command) -> None:
    match command:
        case c.Attack():
            actions.attack(desk, command)
        case c.Action():
            actions.action(desk, command)
        case c.UseAbility():
            actions.ability(desk, command)
        case c.Bonus():
            bonus.bonus(desk, command)
        case c.Move():
            turns.move(desk, command)
        case c.EndTurn():
            turns.end_turn(desk, command)
        case c.React():
            reactions.react(desk, command)
        case c.Pass():
            reactions.pass_(desk, command)
        case c.Timeout():
            reactions.timeout(desk, command)
        case c.DiscardChoice():
            requests.discard_choice(desk, command)
        case c.Free():
            turns.free(desk, command)
        case c.Switch():
            fight.switch(desk, command)
        case c.Start():
            fight.start(desk, command)
        case c.End():
            fight.end(desk, command)
        case c.SetEnvironment():
            fight.set_environment(desk, command)
        case c.SetValues():
            values.set_values(desk, command)
        case c.DamageThem():
            values.damage(desk, command)
        case c.HealThem():
            values.heal(desk, command)
        case c.GiveEffect():
            values.give_effect(desk, command)
        case c.RemoveEffect():
            values.remove_effect(desk, command)
        case c.Deal():
            gm_cards.deal(desk, command)
        case c.DiscardCards():
            gm_cards.discard(desk, command)
        case c.Look():
            gm_cards.look(desk, command)
        case c.Add():
            people.add(desk, command)
        case c.Remove():
            people.remove(desk, command)
        case c.Hide():
            people.hide(desk, command)
        case c.Reveal():
            people.reveal(desk, command)
        case c.Assign():
            people.assign(desk, command)
        case c.Resolve():
            requests.resolve(desk, command)
        case _:
            assert_never(command)
