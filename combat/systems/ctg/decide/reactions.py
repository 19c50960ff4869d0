"""Answering an attack (R55, R56)."""

from combat.systems.ctg import events as ev
from combat.systems.ctg import legal
from combat.systems.ctg.commands import Pass, React, Timeout
from combat.systems.ctg.decide import effects, requests, strikes
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.decide.paying import announce
from combat.systems.ctg.decide.targets import ability_target
from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.sheet import Ability
from combat.systems.ctg.state import Combatant
from combat.systems.ctg.strike import Strike


def react(desk: Desk, command: React) -> None:
    one = legal.actor(desk.state, desk.actor, command.by)
    legal.require_running(desk.state)
    legal.require_awake(one)
    refuse_unless(not one.reaction_spent, "reaction_spent")
    legal.require_waited_for(desk.state, one)
    refuse_unless(command.reaction in legal.REACTIONS, "bad_value", "There is no such reaction.")
    found = legal.ability(one, command.ability) if command.reaction == "ability" else None
    target = _target(desk, one, command, found)
    if found is not None:
        legal.require_ability_usable(desk.state, one, found)
    card = legal.spent_card(desk.state, one, command.card, found)
    refuse_unless(found is None or found.cost == "reaction", "bad_value", "That is no reaction.")
    refuse_unless(found is not None or command.ability is None, "bad_value", "This is no ability.")
    text = legal.text(command.text)
    counted = announce(
        desk,
        one,
        "reaction",
        command.reaction,
        card,
        target=target,
        ability=found.name if found else None,
        text=text,
    )
    if command.reaction == "dodge":
        # The card pays for the answer, and that is settled with the attack's roll (D7).
        desk(ev.CardCounted(counted=counted[0], hidden=one.hidden))
        return
    if found is not None and target is not None:
        strike = Strike(by=one.id, target=target.id, kind="ability", ability=found.name, reaction=True)
        strikes.begin(desk, strike, counted)
        return
    requests.open_request(desk, one.id, "improvise", text=text, target=target.id if target else None)
    effects.settle(desk, counted)


def _target(desk: Desk, one: Combatant, command: React, found: Ability | None) -> Combatant | None:
    window = desk.state.window
    assert window is not None
    if found is not None:
        return ability_target(desk, one, found, command.target, attacker=window.strike.by)
    if command.target is None:
        return None
    target = legal.target(desk.state, desk.actor, command.target)
    if command.reaction == "dodge":
        refuse("bad_target", "This has no target.")
    return target


def pass_(desk: Desk, command: Pass) -> None:
    one = legal.actor(desk.state, desk.actor, command.by)
    legal.require_running(desk.state)
    legal.require_awake(one)
    legal.require_waited_for(desk.state, one)
    desk(ev.ReactionPassed(combatant=one.id, name=one.name, how="passed", hidden=one.hidden))


def timeout(desk: Desk, command: Timeout) -> None:
    refuse_unless(desk.actor.is_gm, "gm_only")
    legal.require_running(desk.state)
    window = desk.state.window
    if window is None or command.window not in (None, window.id):
        refuse("no_window")
    for waited in window.waiting:
        one = desk[waited]
        desk(ev.ReactionPassed(combatant=one.id, name=one.name, how="timeout", hidden=one.hidden))
