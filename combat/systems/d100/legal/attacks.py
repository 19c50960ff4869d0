"""Whether a blow or a shot may be made, and whether an answer to it counts."""

from combat.engine.records import replace
from combat.engine.viewers import Viewer
from combat.systems.d100 import body, targets
from combat.systems.d100.commands import Act, Defend, Strike
from combat.systems.d100.data import CONTENT, Weapon, yards
from combat.systems.d100.legal.defences import defences
from combat.systems.d100.legal.people import (
    actor_of,
    refuse,
    require_action,
    require_conscious,
    require_gm,
    require_running,
    require_turn,
    somebody,
)
from combat.systems.d100.rolls import LOCATIONS, range_modifier
from combat.systems.d100.state import Attack, Combatant, State
from combat.systems.d100.targets import AUTOMATIC, DODGE

NOTHING = "nothing"
MODIFIER_LIMIT = 200


def check_attack(state: State, actor: Viewer, command: Strike) -> Attack:
    if command.modifier is not None:
        require_gm(actor)
    attacker = actor_of(state, actor, command.by)
    require_running(state)
    require_conscious(attacker)
    require_turn(state, attacker, action="attack")
    weapon = require_weapon(attacker, command.weapon)
    require_action(state)
    target = check_target_of_attack(state, actor, attacker, command.target)
    require_usable(state, attacker, weapon)
    attack = attack_from(state, attacker, target, weapon, command)
    require_distance(attacker, weapon, command.distance)
    require_fit(attack, attacker, target, weapon)
    require_range(attack, attacker, target, weapon)
    return attack


def require_distance(attacker: Combatant, weapon: Weapon, distance: int | None) -> None:
    if distance is not None and (not weapon.ranged or attacker.at is not None):
        refuse("bad_value", "A distance is for shots, and where there is no map.")


def require_weapon(combatant: Combatant, id: str | None) -> Weapon:
    weapon = combatant.stats.weapon(id) if id else None
    if weapon is None:
        refuse("unknown_weapon", f"{combatant.name} has no such weapon.")
    return weapon


def check_target_of_attack(state: State, actor: Viewer, attacker: Combatant, id: str | None) -> Combatant:
    if id is None:
        refuse("bad_target", "Choose whom to attack.")
    target = somebody(state, actor, id)
    if target.id == attacker.id:
        refuse("bad_target", "Nobody attacks oneself.")
    if target.dead:
        refuse("bad_target", f"{target.name} is dead already.")
    return target


def require_usable(state: State, attacker: Combatant, weapon: Weapon) -> None:
    if weapon.id in attacker.dropped:
        refuse("not_usable_here", f"The {weapon.label.lower()} lies on the ground: pick it up first.")
    if not body.can_wield(attacker, weapon):
        refuse("not_usable_here", f"The arm cannot hold the {weapon.label.lower()}.")
    if weapon.ranged and not body.is_loaded(state.rules, attacker, weapon):
        refuse("not_usable_here", f"The {weapon.label.lower()} has to be reloaded first.")
    held_close = state.rules.engagement_rules and body.engaged_with(state, attacker)
    if weapon.ranged and held_close and not body.quality(state.rules, weapon, "close"):
        refuse("not_usable_here", "There is no shooting while Engaged.")


def attack_from(state: State, attacker: Combatant, target: Combatant, weapon: Weapon, command: Strike | Act) -> Attack:
    turn, charge = state.turn, isinstance(command, Act)
    between = body.distance_between(attacker, target)
    return Attack(
        number=state.attacks + 1,
        by=attacker.id,
        target=target.id,
        weapon=weapon.id,
        location=command.location,
        situation=tuple(dict.fromkeys(command.situation)),
        modifier=command.modifier or 0,
        distance=(command.distance if between is None else between) if weapon.ranged else None,
        moved=turn is not None and turn.moved > 0,
        aimed=attacker.aimed,
        had_gained=attacker.gained,
        charge=charge,
        charged=charge or (turn is not None and turn.charged),
    )


def require_fit(attack: Attack, attacker: Combatant, target: Combatant, weapon: Weapon) -> None:
    if attack.location is not None and attack.location not in LOCATIONS:
        refuse("bad_value", "There is no such place to strike at.")
    if attack.distance is not None and attack.distance < 0:
        refuse("bad_value", "A distance is not below 0.")
    if abs(attack.modifier) > MODIFIER_LIMIT:
        refuse("bad_value", f"A modifier is at most {MODIFIER_LIMIT}.")
    for name in attack.situation:
        if not situation_fits(name, attack, attacker, target, weapon):
            refuse("bad_value", "That situation does not go with this attack.")


def situation_fits(name: str, attack: Attack, attacker: Combatant, target: Combatant, weapon: Weapon) -> bool:
    situation = CONTENT.situations.get(name)
    if situation is None or not applies(situation.applies, weapon):
        return False
    if name not in AUTOMATIC:
        return True
    true = {
        "moved": attack.moved,
        "aimed": attack.aimed,
        "larger_target": targets.is_larger(target, attacker),
        "called": attack.location is not None,
    }
    return true[name]


def applies(to: str, weapon: Weapon) -> bool:
    match to:
        case "melee attack":
            return not weapon.ranged
        case "ranged attack":
            return weapon.ranged
        case "attack or parry":
            return may_be_off_hand(weapon)
        case _:
            return True


def may_be_off_hand(weapon: Weapon) -> bool:
    """Made for the secondary hand, or for both: no penalty that could be named."""
    return weapon.hands == 1 and weapon.group != "melee_parry"


def require_range(attack: Attack, attacker: Combatant, target: Combatant, weapon: Weapon) -> None:
    between = body.distance_between(attacker, target)
    if not weapon.ranged and between is not None and between > body.NEAR * body.YARDS_A_SQUARE:
        refuse("out_of_range", f"{target.name} is too far away to be struck.")
    reach = yards(weapon.range, attacker.stats.sb) if weapon.ranged else None
    if reach is not None and attack.distance is not None and range_modifier(attack.distance, reach) is None:
        refuse("out_of_range", f"{target.name} is too far away for the {weapon.label.lower()}.")


def check_defence(state: State, actor: Viewer, command: Defend) -> str | None:
    """What the defender does; None is nothing."""
    defender = actor_of(state, actor, command.by)
    require_running(state)
    require_conscious(defender)
    attack = state.attack
    if attack is None or attack.target != defender.id:
        refuse("no_window", "No attack waits for this answer.")
    if command.with_ not in (DODGE, NOTHING):
        require_weapon(defender, command.with_)
    if command.with_ != NOTHING and command.with_ not in defences(state, attack):
        refuse("not_usable_here", "That is no defence against this attack.")
    require_fit_defence(defender, command)
    return None if command.with_ == NOTHING else command.with_


def require_fit_defence(defender: Combatant, command: Defend) -> None:
    if not command.situation:
        return
    item = defender.stats.weapon(command.with_)
    if set(command.situation) != {"off_hand"} or item is None or not may_be_off_hand(item):
        refuse("bad_value", "That situation does not go with this defence.")


def aimed_anew(state: State, attack: Attack, target: Combatant) -> Attack:
    """The same blow or shot at somebody else: distances and named situations must still hold."""
    attacker = state.get(attack.by)
    weapon = require_weapon(attacker, attack.weapon)
    between = body.distance_between(attacker, target)
    distance = attack.distance if between is None or not weapon.ranged else between
    moved = replace(attack, target=target.id, distance=distance)
    require_fit(moved, attacker, target, weapon)
    require_range(moved, attacker, target, weapon)
    return moved
