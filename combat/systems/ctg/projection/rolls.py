"""The newest roll, the newest action, and the attack that is to be answered, as a viewer may know them (R97, D19)."""

from combat.systems.ctg.apply.turns import DODGE
from combat.systems.ctg.knowledge import Knowledge
from combat.systems.ctg.ledger import AttackLast, CheckLast
from combat.systems.ctg.projection.combatants import combatant_view
from combat.systems.ctg.state import Window
from combat.systems.ctg.view import AttackView, LastDamageView, LastView, PlayedView
from combat.systems.ctg.wording import ACTION_NAMES


def last_view(knows: Knowledge) -> LastView | None:
    """The newest roll in which nobody was hidden; of the GM's combatants without what is on their sheets."""
    last = knows.state.last if knows.is_gm else knows.state.last_seen
    if last is None or _is_hidden_now(knows, last.by):
        return None
    if isinstance(last, CheckLast):
        return _check(knows, last)
    return None if _is_hidden_now(knows, last.target) else _attack(knows, last)


def _is_hidden_now(knows: Knowledge, combatant: str | None) -> bool:
    one = knows.state.get(combatant)
    return one is not None and not knows.sees(one.id)


def _name(knows: Knowledge, combatant: str) -> str:
    one = knows.state.get(combatant)
    return one.name if one else ""


def _check(knows: Knowledge, last: CheckLast) -> LastView:
    return LastView(
        kind="check",
        by=last.by,
        by_name=_name(knows, last.by),
        what=ACTION_NAMES.get(last.what, last.what),
        roll=last.roll,
        total=last.total,
        dc=last.dc,
        success=last.success,
    )


def _attack(knows: Knowledge, last: AttackLast) -> LastView:
    sees_attacker, damage = knows.is_gm or not last.by_gms, last.damage
    return LastView(
        kind="attack",
        by=last.by,
        by_name=_name(knows, last.by),
        target=last.target,
        target_name=_name(knows, last.target),
        what=last.ability or last.weapon or "",
        roll=last.roll,
        modifiers=last.modifiers if sees_attacker else None,
        total=last.total,
        armour_class=last.armour_class if knows.is_gm or not last.at_gms else None,
        hit=last.hit,
        damage=LastDamageView(
            dice=damage.dice,
            modifier=damage.modifier if sees_attacker else None,
            card=damage.card,
            total=damage.total,
            taken=damage.taken,
        )
        if damage
        else None,
    )


def played_view(knows: Knowledge, last: LastView | None) -> PlayedView | None:
    played = knows.state.played if knows.is_gm else knows.state.played_seen
    if played is None or _is_hidden_now(knows, played.by) or _is_hidden_now(knows, played.target):
        return None
    by = knows.state.get(played.by)
    damage = last.damage if last is not None and last.kind == "attack" and last.by == played.by else None
    return PlayedView(
        by=played.by,
        name=played.name,
        kind=played.kind,
        verb=ACTION_NAMES.get(played.verb, played.verb),
        target=played.target,
        target_name=played.target_name,
        weapon=played.weapon,
        card=played.card,
        roll=played.roll,
        total=played.total,
        hit=played.hit,
        dice=played.dice,
        damage_card=played.damage_card,
        harm=played.harm,
        type=played.type,
        foe=by is not None and by.side != "party",
        check=last is not None and last.kind == "check",
        added=damage.modifier if damage is not None and damage.total == played.harm else None,
    )


def attack_view(knows: Knowledge, window: Window) -> AttackView:
    state, strike = knows.state, window.strike
    target, attacker = state[strike.target], state.get(strike.by)
    seen = attacker is not None and knows.sees(attacker.id)
    weapon = attacker.sheet.weapon(strike.weapon) if seen and attacker and strike.weapon else None
    armour_class = target.armour_class + window.dodge if knows.sees_armour_class(target) else None
    return AttackView(
        by=strike.by if seen else None,
        by_name=attacker.name if seen and attacker else None,
        target=target.id,
        target_name=target.name,
        weapon=weapon.name if weapon else None,
        kind=weapon.kind if weapon else None,
        ability=strike.ability if seen else None,
        armour_class=armour_class,
        armour_class_with_dodge=armour_class + DODGE if armour_class is not None else None,
        by_foe=seen and attacker is not None and attacker.side != "party",
        by_colour=attacker.colour if seen and attacker else "",
        target_foe=target.side != "party",
        target_colour=target.colour,
        target_health=combatant_view(knows, target).health_words,
    )
