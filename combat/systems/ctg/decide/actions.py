"""The action of a turn (R40 to R43)."""

from combat.systems.ctg import legal
from combat.systems.ctg.commands import Action, Attack, UseAbility
from combat.systems.ctg.decide import effects, requests, strikes
from combat.systems.ctg.decide.bonus import bonus_ability
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.decide.paying import announce
from combat.systems.ctg.decide.targets import ability_target
from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.sheet import Ability
from combat.systems.ctg.state import Combatant
from combat.systems.ctg.strike import Strike


def attack(desk: Desk, command: Attack) -> None:
    if command.modifier is not None and not desk.actor.is_gm:
        refuse("gm_only")
    one = legal.actor(desk.state, desk.actor, command.by)
    legal.require_running(desk.state)
    turn = legal.require_turn(desk.state, one)
    weapon = legal.weapon(one, command.weapon)
    refuse_unless(turn.actions_left > 0, "no_action_left")
    target = legal.target(desk.state, desk.actor, command.target)
    refuse_unless(legal.is_attack_target(one, target), "bad_target")
    refuse_unless(legal.is_usable_here(desk.state, weapon.kind), "not_usable_here")
    card = legal.owed_card(desk.state, one, command.card)
    modifier = 0 if command.modifier is None else legal.whole(command.modifier, -99, 99)
    counted = announce(
        desk,
        one,
        "action",
        "attack",
        card,
        target=target,
        weapon=weapon.name,
        weapon_kind=weapon.kind,
        modifier=modifier,
    )
    strikes.begin(
        desk, Strike(by=one.id, target=target.id, kind="weapon", weapon=weapon.name, modifier=modifier), counted
    )


def action(desk: Desk, command: Action) -> None:
    one = legal.actor(desk.state, desk.actor, command.by)
    legal.require_running(desk.state)
    turn = legal.require_turn(desk.state, one)
    refuse_unless(command.action in legal.ACTIONS, "bad_value", "There is no such action.")
    refuse_unless(turn.actions_left > 0, "no_action_left")
    target = _action_target(desk, one, command)
    card = legal.owed_card(desk.state, one, command.card)
    text = legal.text(command.text)
    counted = announce(desk, one, "action", command.action, card, target=target, text=text)
    if command.action == "defend":
        effects.give(desk, one.id, effects.DEFENDING)
    elif command.action == "aid" and target is not None:
        effects.give(desk, target.id, effects.AIDED)
    elif command.action in legal.REQUESTS:
        requests.open_request(desk, one.id, command.action, text=text, target=target.id if target else None)
    effects.settle(desk, counted)


def _action_target(desk: Desk, one: Combatant, command: Action) -> Combatant | None:
    if command.action != "aid" and command.target is None:
        return None
    target = legal.target(desk.state, desk.actor, command.target)
    if command.action == "aid":
        refuse_unless(legal.is_aid_target(one, target), "bad_target")
    else:
        refuse_unless(command.action in legal.ANNOUNCED, "bad_target", "This has no target.")
    return target


def ability(desk: Desk, command: UseAbility) -> None:
    one = legal.actor(desk.state, desk.actor, command.by)
    legal.require_running(desk.state)
    found = one.sheet.ability(command.ability)
    if found is not None and found.cost == "free":
        _free_ability(desk, one, found, command)
        return
    turn = legal.require_turn(desk.state, one)
    found = legal.ability(one, command.ability)
    if found.cost == "bonus":
        bonus_ability(desk, one, turn, found, target=command.target, card=command.card)
        return
    refuse_unless(found.cost == "action", "bad_value", "That answers an attack: it is a reaction.")
    refuse_unless(turn.actions_left > 0, "no_action_left")
    target = ability_target(desk, one, found, command.target)
    legal.require_ability_usable(desk.state, one, found)
    card = legal.owed_card(desk.state, one, command.card, found)
    counted = announce(desk, one, "action", "ability", card, target=target, ability=found.name)
    strikes.begin(desk, Strike(by=one.id, target=target.id, kind="ability", ability=found.name), counted)


def _free_ability(desk: Desk, one: Combatant, found: Ability, command: UseAbility) -> None:
    """At any time, but not in a window and not when one cannot act (D13)."""
    legal.require_awake(one)
    refuse_unless(one.can_act, "cannot_act")
    refuse_unless(desk.state.window is None, "window_open")
    target = ability_target(desk, one, found, command.target)
    legal.require_ability_usable(desk.state, one, found)
    if command.card is not None:
        refuse_unless(command.card in one.hand, "not_in_hand")
        refuse("bad_value", "This costs no card.")
    announce(desk, one, "free", "ability", None, target=target, ability=found.name)
    strikes.begin(desk, Strike(by=one.id, target=target.id, kind="ability", ability=found.name), ())
