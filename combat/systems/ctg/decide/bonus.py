"""Bonus actions: any other card buys one (R50, R51)."""

from combat.systems.ctg import legal
from combat.systems.ctg.commands import Bonus
from combat.systems.ctg.decide import effects, requests, strikes
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.decide.first_aid import first_aid
from combat.systems.ctg.decide.paying import announce
from combat.systems.ctg.decide.targets import ability_target
from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.sheet import Ability
from combat.systems.ctg.state import Combatant, Turn
from combat.systems.ctg.strike import Strike


def bonus(desk: Desk, command: Bonus) -> None:
    one = legal.actor(desk.state, desk.actor, command.by)
    legal.require_running(desk.state)
    turn = legal.require_turn(desk.state, one)
    refuse_unless(command.action in legal.BONUS_ACTIONS, "bad_value", "There is no such bonus action.")
    if command.action == "ability":
        found = legal.ability(one, command.ability)
        refuse_unless(found.cost == "bonus", "bad_value", "That is no bonus action.")
        bonus_ability(desk, one, turn, found, target=command.target, card=command.card)
        return
    weapon = None if command.weapon is None and command.action != "off_hand" else legal.weapon(one, command.weapon)
    legal.require_bonus_left(desk.state, turn)
    target = _target(desk, one, command)
    if command.action == "off_hand":
        assert weapon is not None
        refuse_unless(legal.is_usable_here(desk.state, weapon.kind), "not_usable_here")
    card = legal.spent_card(desk.state, one, command.card)
    text = legal.text(command.text)
    _require_fit(desk, turn, command)
    kind = weapon.kind if weapon else None
    counted = announce(
        desk,
        one,
        "bonus",
        command.action,
        card,
        target=target,
        weapon=weapon.name if weapon else None,
        weapon_kind=kind,
        text=text,
    )
    match command.action:
        case "first_aid":
            assert target is not None
            first_aid(desk, one.id, target.id)
        case "aim":
            effects.give(desk, one.id, effects.AIMED, with_turn=True)
        case "improvise":
            requests.open_request(desk, one.id, "improvise", text=text, target=target.id if target else None)
        case "off_hand":
            assert target is not None
            assert weapon is not None
            strike = Strike(by=one.id, target=target.id, kind="off_hand", weapon=weapon.name)
            strikes.begin(desk, strike, counted)
            return
    effects.settle(desk, counted)


def _target(desk: Desk, one: Combatant, command: Bonus) -> Combatant | None:
    if command.action not in ("first_aid", "off_hand") and command.target is None:
        return None
    target = legal.target(desk.state, desk.actor, command.target)
    match command.action:
        case "first_aid":
            refuse_unless(legal.is_first_aid_target(one, target), "bad_target")
        case "off_hand":
            refuse_unless(legal.is_attack_target(one, target), "bad_target")
        case "improvise":
            pass
        case _:
            refuse("bad_target", "This has no target.")
    return target


def _require_fit(desk: Desk, turn: Turn, command: Bonus) -> None:
    """Fields that this bonus action does not have, and a weapon that is none for the off hand (D11)."""
    one = desk[command.by]
    refuse_unless(command.ability is None, "bad_value", "This is no ability.")
    if command.action == "off_hand":
        fits = legal.is_off_hand_weapon(turn, legal.weapon(one, command.weapon))
        refuse_unless(fits, "bad_value", "The off hand takes another one-handed blade or gun.")
    elif command.action not in ("draw_weapon", "reload"):
        refuse_unless(command.weapon is None, "bad_value", "This needs no weapon.")


def bonus_ability(
    desk: Desk, one: Combatant, turn: Turn, found: Ability, *, target: str | None, card: str | None
) -> None:
    legal.require_bonus_left(desk.state, turn)
    aimed_at = ability_target(desk, one, found, target)
    legal.require_ability_usable(desk.state, one, found)
    paid = legal.spent_card(desk.state, one, card, found)
    counted = announce(desk, one, "bonus", "ability", paid, target=aimed_at, ability=found.name)
    strikes.begin(desk, Strike(by=one.id, target=aimed_at.id, kind="ability", ability=found.name), counted)
