"""Who may do what now. The one truth of both `decide` and `options`.

Checks raise IllegalCommand; the others name what may be chosen, so that an option offers exactly what is accepted.
"""

import math
from collections.abc import Iterable
from fractions import Fraction

from combat.engine.cards import is_joker, suit_of
from combat.engine.viewers import Viewer
from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.sheet import Ability, Weapon
from combat.systems.ctg.state import Combatant, Request, State, Turn
from combat.systems.ctg.values import rank, value_of

MOST_TEXT = 500

ANNOUNCED = ("hide", "search", "use_item", "grapple", "shove", "ready", "improvise")
"""Actions without a rule of their own (R41): all but `ready` wait for the GM."""
REQUESTS = tuple(action for action in ANNOUNCED if action != "ready")
ACTIONS = ("dash", "defend", "aid", *ANNOUNCED)
BONUS_ACTIONS = ("first_aid", "draw_weapon", "reload", "aim", "off_hand", "ability", "improvise")
REACTIONS = ("dodge", "ability", "improvise")
"""Without a map `opportunity` and `interpose` are not offered (D12)."""


# Who.


def is_seen(viewer: Viewer, one: Combatant) -> bool:
    return viewer.is_gm or not one.hidden


def seen(state: State, viewer: Viewer) -> tuple[Combatant, ...]:
    return tuple(one for one in state.combatants if is_seen(viewer, one))


def controls(viewer: Viewer, one: Combatant) -> bool:
    """The GM may act for anybody (R95)."""
    return viewer.is_gm or viewer.owns(one.owner)


def actor(state: State, viewer: Viewer, by: str) -> Combatant:
    one = state.get(by)
    if one is None or not is_seen(viewer, one):
        refuse("unknown_combatant")
    refuse_unless(controls(viewer, one), "not_yours")
    return one


def require_running(state: State) -> None:
    if state.phase == "setup":
        refuse("not_started")
    refuse_unless(state.phase != "ended", "ended")


def require_not_ended(state: State) -> None:
    refuse_unless(state.phase != "ended", "ended")


def require_awake(one: Combatant) -> None:
    if one.is_awake:
        return
    refuse("dead" if one.is_dead else "unconscious", f"{one.name} is {'dead' if one.is_dead else 'unconscious'}.")


def require_turn(state: State, one: Combatant) -> Turn:
    """It is awake, able to act, has the turn, and nothing is to be answered first."""
    require_awake(one)
    refuse_unless(one.can_act, "cannot_act")
    turn = state.turn
    if turn is None or turn.combatant != one.id:
        refuse("not_your_turn", f"It is not {one.name}'s turn.")
    refuse_unless(state.window is None, "window_open")
    return turn


def can_take_turn_commands(state: State, one: Combatant) -> bool:
    turn = state.turn
    return one.can_act and turn is not None and turn.combatant == one.id and state.window is None


# Targets.


def target(state: State, viewer: Viewer, name: str | None) -> Combatant:
    refuse_unless(name is not None, "bad_target", "Choose a target.")
    one = state.get(name)
    if one is None or not is_seen(viewer, one):
        refuse("unknown_combatant")
    return one


def is_attack_target(by: Combatant, other: Combatant) -> bool:
    """Anybody but oneself and the dead (D17)."""
    return other.id != by.id and not other.is_dead


def is_ally(by: Combatant, other: Combatant) -> bool:
    return other.id != by.id and other.side == by.side


def is_aid_target(by: Combatant, other: Combatant) -> bool:
    return is_ally(by, other) and not other.is_dead


def is_first_aid_target(by: Combatant, other: Combatant) -> bool:
    """Only one who is unconscious and not stable (R86, D15)."""
    return other.id != by.id and other.status == "unconscious"


def is_ability_target(ability: Ability, by: Combatant, other: Combatant) -> bool:
    if other.is_dead:
        return False
    match ability.target:
        case "self":
            return other.id == by.id
        case "ally":
            return is_ally(by, other)
        case "enemy":
            return other.side != by.side
        case "any":
            return True


# Weapons and abilities.


def is_usable_here(state: State, kind: str) -> bool:
    return kind not in state.environment.unusable


def weapon(one: Combatant, name: str | None) -> Weapon:
    found = one.sheet.weapon(name) if name is not None else None
    if found is None:
        refuse("unknown_weapon")
    return found


def is_off_hand_weapon(turn: Turn, found: Weapon) -> bool:
    """D11: melee or firearm, one-handed, and not the one that this turn's action attacked with."""
    return found.kind in ("melee", "firearm") and not found.two_handed and found.name not in turn.attacked_with


def ability(one: Combatant, name: str | None) -> Ability:
    found = one.sheet.ability(name) if name is not None else None
    if found is None:
        refuse("unknown_ability")
    return found


def uses_left(one: Combatant, found: Ability) -> int | None:
    """None: as often as one likes."""
    if found.uses is None:
        return None
    return max(0, found.uses.count - one.uses.get(found.name, 0))


def require_ability_usable(state: State, one: Combatant, found: Ability) -> None:
    for kind in found.attack_kinds:
        refuse_unless(is_usable_here(state, kind), "not_usable_here")
    refuse_unless(uses_left(one, found) != 0, "no_uses_left")


def can_use(state: State, one: Combatant, found: Ability) -> bool:
    return uses_left(one, found) != 0 and all(is_usable_here(state, kind) for kind in found.attack_kinds)


# Cards that pay.


def owed_cards(state: State, one: Combatant) -> tuple[str, ...]:
    """The cards of which one pays for the running turn; none once it is paid (R40, D6)."""
    turn = state.turn
    if turn is None or turn.combatant != one.id or not turn.owed:
        return ()
    return tuple(card for card in one.hand if rank(card, state.house_rules) == turn.owed_rank)


def spendable_cards(state: State, one: Combatant) -> tuple[str, ...]:
    """What may pay for a bonus action or a reaction: anything but the last card that is owed."""
    owed = owed_cards(state, one)
    return tuple(card for card in one.hand if card not in owed) if len(owed) == 1 else one.hand


def card_fits(state: State, card: str, found: Ability) -> bool:
    """The suit and the least value that an ability asks of the card that pays for it."""
    if found.suit is not None and (is_joker(card) or suit_of(card) != found.suit):
        return False
    return found.min_value is None or value_of(card, state.house_rules) >= found.min_value


def fitting(state: State, cards: Iterable[str], found: Ability | None) -> tuple[str, ...]:
    return tuple(card for card in cards if found is None or card_fits(state, card, found))


def owed_card(state: State, one: Combatant, named: str | None, found: Ability | None = None) -> str | None:
    """The card that pays for an action now; None: nothing is to pay any more. Refuses one that does not fit."""
    refuse_unless(named is None or named in one.hand, "not_in_hand")
    owed = owed_cards(state, one)
    if not owed:
        refuse_unless(named is None, "bad_value", "This costs no card any more.")
        return None
    choice = fitting(state, owed, found)
    if named is not None:
        refuse_unless(named in owed, "bad_value", "Play one of your highest cards.")
        refuse_unless(named in choice, "bad_value", "That card cannot pay for this.")
        return named
    refuse_unless(bool(choice), "bad_value", "Your highest card cannot pay for this.")
    return choice[0]


def spent_card(state: State, one: Combatant, named: str | None, found: Ability | None = None) -> str:
    """The card that is named to pay for a bonus action or a reaction."""
    if named is None:
        refuse("bad_value", "Choose a card to pay with.")
    refuse_unless(named in one.hand, "not_in_hand")
    refuse_unless(named in spendable_cards(state, one), "card_is_owed")
    refuse_unless(found is None or card_fits(state, named, found), "bad_value", "That card cannot pay for this.")
    return named


def require_bonus_left(state: State, turn: Turn) -> None:
    limit = state.house_rules.bonus_actions_per_turn
    refuse_unless(limit == "any" or turn.bonus_taken < limit, "bonus_limit")


def has_bonus_left(state: State, turn: Turn) -> bool:
    limit = state.house_rules.bonus_actions_per_turn
    return limit == "any" or turn.bonus_taken < limit


# Movement.


def speed(state: State, one: Combatant) -> int:
    """With effects, times the environment's factor, rounded up, never below nothing (D21)."""
    plain = one.sheet.speed + one.from_effects("speed")
    if state.environment.speed == 1:
        return max(0, plain)
    factor = Fraction(str(state.environment.speed))
    return max(0, math.ceil(plain * factor))


def movement(state: State, one: Combatant, turn: Turn) -> int:
    """Feet of the whole turn."""
    return 0 if turn.surprise else speed(state, one) * (1 + turn.dashes)


def require_movement(state: State, one: Combatant, turn: Turn, feet: int) -> None:
    left = movement(state, one, turn) - turn.moved
    refuse_unless(left > 0 and feet <= left, "no_move_left")


def standing_up(state: State, one: Combatant) -> int:
    """Getting up costs half the speed (D16)."""
    return (speed(state, one) + 1) // 2


# Reactions.


def could_react(state: State, one: Combatant) -> bool:
    """On public grounds only: never because of what is in the hand (R56)."""
    if not one.is_awake or one.reaction_spent or one.has_flag("cannot_react"):
        return False
    owed = state.turn is not None and state.turn.combatant == one.id and state.turn.owed
    return len(one.hand) > (1 if owed else 0)


def is_asked(state: State, one: Combatant) -> bool:
    return could_react(state, one) and not state.switches_of(one.owner).auto_pass


def require_waited_for(state: State, one: Combatant) -> None:
    window = state.window
    if window is None or one.id not in window.waiting:
        refuse("no_window")


def discard_request(state: State, one: Combatant) -> Request | None:
    """The oldest request that this one has to answer with cards (R65)."""
    return next((each for each in state.requests if each.action == "discard" and each.target == one.id), None)


# Values.


def whole(value: object, least: int, most: int) -> int:
    """The number, if it is a whole one within the bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        refuse("bad_value", f"Give a whole number from {least} to {most}.")
    return value


def text(words: str) -> str:
    refuse_unless(len(words) <= MOST_TEXT, "bad_value", f"Say it in at most {MOST_TEXT} characters.")
    return words.strip()
