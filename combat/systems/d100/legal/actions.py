"""Whether one of the other Actions may be taken (D1, D13, D23 to D25)."""

from collections.abc import Callable

from combat.engine.viewers import Viewer
from combat.systems.d100 import body
from combat.systems.d100.commands import ACTIONS, Act
from combat.systems.d100.legal import attacks, moves
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
from combat.systems.d100.state import Combatant, Lasting, State

HEALED = ("bleeding", "poisoned")
MOST_TEXT = 300


def check_action(state: State, actor: Viewer, command: Act) -> Combatant:
    if command.modifier is not None:
        require_gm(actor)
    combatant = actor_of(state, actor, command.by)
    require_running(state)
    require_conscious(combatant)
    require_turn(state, combatant, action=command.action)
    if command.action not in ACTIONS:
        refuse("bad_value", "There is no such Action.")
    named = command.action in ("reload", "pick_up") and command.weapon is not None
    if command.action == "charge" or named:
        attacks.require_weapon(combatant, command.weapon)
    require_action(state)
    CHECKS.get(command.action, _open)(state, actor, combatant, command)
    return combatant


def _nothing(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    """Aiming needs no more than an Action."""


def _open(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    if command.target is not None:
        somebody(state, actor, command.target)
    if len(command.text) > MOST_TEXT:
        refuse("bad_value", "Say it shorter.")


def _sprint(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    moves.require_legs(state, combatant)
    if body.lame(combatant):
        refuse("cannot_move", "The leg does not carry a Sprint.")
    if state.turn is not None and state.turn.no_move:
        refuse("no_move_left", "The Move of this turn is gone.")


def _charge(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    weapon = attacks.require_weapon(combatant, command.weapon)
    target = attacks.check_target_of_attack(state, actor, combatant, command.target)
    attacks.require_usable(state, combatant, weapon)
    if weapon.ranged:
        refuse("not_usable_here", "A charge ends with a blow, not a shot.")
    if body.engaged_with(state, combatant):
        refuse("not_usable_here", "Whoever is Engaged cannot charge.")
    distance = charge_yards(state, combatant, target, command)
    least = max(1, combatant.stats.m)
    if distance is None or distance < least:
        refuse("bad_value", f"A charge needs {least} yards or more.")
    attacks.require_distance(combatant, weapon, command.distance)
    attack = attacks.attack_from(state, combatant, target, weapon, command)
    attacks.require_fit(attack, combatant, target, weapon)
    moves.require_legs(state, combatant)
    if distance > body.yards_left(state):
        refuse("no_move_left", f"So far is too far: {body.yards_left(state)} yards are left.")


def charge_yards(state: State, combatant: Combatant, target: Combatant, command: Act) -> int | None:
    square = moves.landing(state, combatant, target)
    if square is not None and combatant.at is not None:
        return body.squares_between(combatant.at, square) * body.YARDS_A_SQUARE
    return None if state.map is not None and combatant.at is not None else command.yards


def _reload(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    if weapon_to_reload(state, combatant, command.weapon) is None:
        refuse("not_usable_here", "There is nothing to reload.")


def weapon_to_reload(state: State, combatant: Combatant, id: str | None) -> str | None:
    empty = [
        weapon.id for weapon in combatant.stats.weapons
        if not body.is_loaded(state.rules, combatant, weapon) and body.can_wield(combatant, weapon)
    ]  # fmt: skip
    return next((weapon for weapon in empty if id in (None, weapon)), None)


def _gather(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    if combatant.stats.skill("focus") is None:
        refuse("not_usable_here", "Gathering power needs training in Focus.")


def _break_free(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    if not combatant.has("entangled"):
        refuse("not_usable_here", f"Nothing holds {combatant.name}.")


def _extinguish(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    if not combatant.has("ablaze"):
        refuse("not_usable_here", f"{combatant.name} does not burn.")


def _disengage(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    if not moves.needs_a_way_out(state, combatant):
        refuse("not_usable_here", "There is nobody to get away from.")


def _pick_up(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    if not combatant.dropped or (command.weapon is not None and command.weapon not in combatant.dropped):
        refuse("not_usable_here", "That does not lie on the ground.")


def _heal(state: State, actor: Viewer, combatant: Combatant, command: Act) -> None:
    patient = somebody(state, actor, command.target) if command.target else combatant
    if patient.dead:
        refuse("bad_target", f"{patient.name} is dead.")
    if combatant.stats.skill("heal") is None:
        refuse("not_usable_here", "Healing needs training.")
    what = what_to_heal(patient, command.what)
    if isinstance(what, Lasting) and (body.engaged_with(state, combatant) or body.engaged_with(state, patient)):
        refuse("not_usable_here", "A critical wound is treated outside melee.")
    if what is None:
        refuse("bad_value", "There is nothing to heal.")


def what_to_heal(patient: Combatant, named: str | None) -> str | Lasting | None:
    """D13: Bleeding, then Poisoned, then the oldest critical wound; or the one that is named."""
    there: list[str | Lasting] = [condition for condition in HEALED if patient.has(condition)]
    there += [one for one in patient.lasting if one.treated]
    names = [one.name if isinstance(one, Lasting) else one for one in there]
    if named is None:
        return there[0] if there else None
    return there[names.index(named)] if named in names else None


Check = Callable[[State, Viewer, Combatant, Act], None]
CHECKS: dict[str, Check] = {
    "aim": _nothing,
    "sprint": _sprint,
    "charge": _charge,
    "reload": _reload,
    "gather": _gather,
    "break_free": _break_free,
    "extinguish": _extinguish,
    "heal": _heal,
    "disengage": _disengage,
    "pick_up": _pick_up,
}
