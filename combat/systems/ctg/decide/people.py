"""Who is in the fight: adding, removing, hiding, revealing, giving to a seat (R22, R95, R98)."""

from typing import Any

from combat.engine.system import Newcomer
from combat.systems.ctg import events as ev
from combat.systems.ctg import legal
from combat.systems.ctg.commands import Add, Assign, Hide, Joiner, Remove, Reveal
from combat.systems.ctg.decide import cards, order, strikes
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.refusals import refuse_unless
from combat.systems.ctg.sheet import Sheet
from combat.systems.ctg.state import Combatant
from combat.systems.ctg.values import value_of

MOST_COMBATANTS = 100


def joined(one: Newcomer, *, late: bool) -> ev.CombatantJoined:
    sheet: Any = one.sheet
    return ev.CombatantJoined(
        combatant=one.id,
        name=one.name.strip(),
        side=one.side.strip(),
        owner=one.owner,
        hidden=one.hidden,
        autoplay=one.autoplay,
        colour=one.colour,
        sheet=Sheet() if sheet is None else sheet,
        at=one.at,
        late=late,
    )


def newcomer(one: Joiner | Newcomer) -> Newcomer:
    if isinstance(one, Newcomer):
        return one
    return Newcomer(
        id=one.id,
        name=one.name,
        side=one.side,
        owner=one.player,
        hidden=one.hidden,
        autoplay=one.autoplay,
        colour=one.colour,
        sheet=one.sheet,
        at=one.at,
    )


def require_sound(one: Newcomer) -> None:
    refuse_unless(one.sheet is None or isinstance(one.sheet, Sheet), "bad_value", "The sheet is of another system.")
    refuse_unless(1 <= len(one.id) <= MOST_COMBATANTS, "bad_value", "A combatant needs a short id.")
    for words in (one.name, one.side):
        refuse_unless(1 <= len(words.strip()) <= 60, "bad_value", "A combatant needs a name and a side.")
    refuse_unless(not (one.hidden and one.owner is not None), "bad_value", "Only the GM's combatants can be hidden.")


def add(desk: Desk, command: Add) -> None:
    legal.require_not_ended(desk.state)
    one = newcomer(command.combatant)
    refuse_unless(one.id not in desk.state.by_id, "bad_value", "Somebody has that id already.")
    refuse_unless(len(desk.state.combatants) < MOST_COMBATANTS, "bad_value", "The fight is full.")
    require_sound(one)
    started = desk.state.phase != "setup"
    desk(joined(one, late=started))
    if started and desk.rules.deck == "own":
        cards.lay_deck(desk, one.id, "join", 1)
    if desk.rules.late_join == "discard_passed":
        _draw_late(desk, one.id)


def _draw_late(desk: Desk, combatant: str) -> None:
    """R22, D8: a whole hand, less the cards above the running tier."""
    one, acting, turn = desk[combatant], desk.state.acting, desk.state.turn
    if desk.state.phase != "turns" or turn is None or acting is None or one.is_dead:
        return
    cards.draw(desk, one.id, one.sheet.hand_size, "join")
    hand = desk[one.id].hand
    passed = tuple(card for card in hand if value_of(card, desk.rules) > turn.owed_rank // 2)
    cards.discard(desk, desk[one.id], passed, "passed")


def remove(desk: Desk, command: Remove) -> None:
    """D17: the hand is discarded, highest first; the turn passes on."""
    legal.require_not_ended(desk.state)
    one = legal.target(desk.state, desk.actor, command.combatant)
    _leave_window(desk, one)
    if desk.state.turn is not None and desk.state.turn.combatant == one.id:
        order.leave_turn(desk)
    cards.discard(desk, desk[one.id], desk[one.id].hand, "removed")
    desk(ev.CombatantRemoved(combatant=one.id, name=one.name, hidden=one.hidden))


def _leave_window(desk: Desk, one: Combatant) -> None:
    window = desk.state.window
    if window is not None and one.id in (window.strike.by, window.strike.target):
        strikes.drop(desk)


def hide(desk: Desk, command: Hide) -> None:
    """Only what the GM plays can be hidden (R98)."""
    legal.require_not_ended(desk.state)
    one = legal.target(desk.state, desk.actor, command.combatant)
    refuse_unless(one.is_gms and not one.hidden, "bad_value", "Only a visible combatant of the GM can be hidden.")
    desk(ev.CombatantHidden(combatant=one.id, name=one.name))


def reveal(desk: Desk, command: Reveal) -> None:
    legal.require_not_ended(desk.state)
    one = legal.target(desk.state, desk.actor, command.combatant)
    refuse_unless(one.hidden, "bad_value", f"{one.name} is not hidden.")
    desk(ev.CombatantRevealed(combatant=one.id, name=one.name))


def assign(desk: Desk, command: Assign) -> None:
    legal.require_not_ended(desk.state)
    one = legal.target(desk.state, desk.actor, command.combatant)
    refuse_unless(command.owner != one.owner, "bad_value", "It is theirs already.")
    refuse_unless(command.owner is None or not one.hidden, "bad_value", "Reveal it before a player gets it.")
    refuse_unless(command.owner is None or 1 <= len(command.owner) <= 60, "bad_value")
    desk(ev.OwnerChanged(combatant=one.id, name=one.name, owner=command.owner))
