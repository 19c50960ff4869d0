"""Whether a spell may be cast or a prayer said (9)."""

from combat.engine.viewers import Viewer
from combat.systems.d100 import body
from combat.systems.d100.commands import Cast, Pray
from combat.systems.d100.data import CONTENT, Prayer, Spell
from combat.systems.d100.legal.people import (
    actor_of,
    refuse,
    require_action,
    require_conscious,
    require_running,
    require_turn,
    somebody,
)
from combat.systems.d100.state import Combatant, State

HARMFUL = ("missile", "condition")
STEADIED = ("broken", "stunned")
AGAINST_ENEMIES = "rebuke"


def check_cast(state: State, actor: Viewer, command: Cast) -> tuple[Combatant, Spell, Combatant]:
    caster = actor_of(state, actor, command.by)
    require_running(state)
    require_conscious(caster)
    require_turn(state, caster, action="cast")
    if command.spell not in caster.stats.spells:
        refuse("unknown_ability", f"{caster.name} does not know that spell.")
    spell = CONTENT.spells[command.spell]
    require_action(state)
    target = _target_of_spell(state, actor, caster, spell, command.target)
    if caster.stats.skill("arcana") is None:
        refuse("not_usable_here", "Casting needs training in Arcana.")
    if command.distance is not None and command.distance < 0:
        refuse("bad_value", "A distance is not below 0.")
    _require_reach(caster, spell, target, command.distance)
    return caster, spell, target


def _target_of_spell(state: State, actor: Viewer, caster: Combatant, spell: Spell, id: str | None) -> Combatant:
    if spell.kind in HARMFUL:
        if id is None:
            refuse("bad_target", "Choose whom the spell is for.")
        target = somebody(state, actor, id)
        if target.id == caster.id:
            refuse("bad_target", "Nobody casts that on oneself.")
    else:
        target = somebody(state, actor, id) if id else caster
        if target.side != caster.side or (spell.range == "self" and target.id != caster.id):
            refuse("bad_target", "That spell is not for them.")
    if target.dead:
        refuse("bad_target", f"{target.name} is dead.")
    return target


def _require_reach(caster: Combatant, spell: Spell, target: Combatant, given: int | None) -> None:
    between = body.distance_between(caster, target)
    distance = given if between is None else between
    if distance is None or spell.range == "self":
        return
    touch = body.NEAR * body.YARDS_A_SQUARE
    if distance > (touch if spell.range == "touch" else caster.stats.characteristic("wp")):
        refuse("out_of_range", f"{target.name} is too far away for that spell.")


def check_prayer(state: State, actor: Viewer, command: Pray) -> tuple[Combatant, Prayer, Combatant]:
    caller = actor_of(state, actor, command.by)
    require_running(state)
    require_conscious(caller)
    require_turn(state, caller, action="pray")
    if command.prayer not in caller.stats.prayers:
        refuse("unknown_ability", f"{caller.name} does not know that prayer.")
    prayer = CONTENT.prayers[command.prayer]
    require_action(state)
    target = _target_of_prayer(state, actor, caller, prayer, command.target)
    if caller.stats.skill("pray") is None:
        refuse("not_usable_here", "Praying needs training.")
    if any(one.kind == "rebuked" for one in caller.lasting):
        refuse("not_usable_here", f"{caller.name} was rebuked and is not heard yet.")
    if command.what is not None and (command.what not in STEADIED or prayer.id != "steady"):
        refuse("bad_value", "Steady is for broken or stunned.")
    return caller, prayer, target


def _target_of_prayer(state: State, actor: Viewer, caller: Combatant, prayer: Prayer, id: str | None) -> Combatant:
    if prayer.id == AGAINST_ENEMIES:
        if id is None:
            refuse("bad_target", "Choose an enemy.")
        target = somebody(state, actor, id)
        if target.side == caller.side:
            refuse("bad_target", "That prayer is for an enemy.")
    else:
        target = somebody(state, actor, id) if id else caller
        if target.side != caller.side:
            refuse("bad_target", "That prayer is for an ally.")
    if target.dead:
        refuse("bad_target", f"{target.name} is dead.")
    return target
