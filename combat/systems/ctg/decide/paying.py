"""Announcing what somebody does and paying the card for it (R40, R50, R55)."""

from combat.systems.ctg import events as ev
from combat.systems.ctg.decide import cards
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.state import Combatant
from combat.systems.ctg.strike import Counted


def leaves_with_this_action(desk: Desk) -> bool:
    """The owed card goes with the first action, the Red Joker with the second (D6)."""
    turn = desk.state.turn
    assert turn is not None
    return not turn.two_actions or turn.actions_taken >= 1


def announce(
    desk: Desk,
    one: Combatant,
    slot: ev.Slot,
    action: str,
    card: str | None,
    *,
    target: Combatant | None = None,
    weapon: str | None = None,
    weapon_kind: str | None = None,
    ability: str | None = None,
    text: str = "",
    modifier: int = 0,
) -> tuple[Counted, ...]:
    """The card leaves the hand, then the table hears what it pays for. Says what the card counts against."""
    pays = slot != "free" and card is not None and (slot != "action" or leaves_with_this_action(desk))
    counted: tuple[Counted, ...] = ()
    if pays and card is not None and slot != "free":
        counted = (cards.play(desk, one, card, slot),)
    desk(
        ev.ActionTaken(
            combatant=one.id,
            name=one.name,
            slot=slot,
            action=action,
            target=target.id if target else None,
            target_name=target.name if target else None,
            weapon=weapon,
            weapon_kind=weapon_kind,
            ability=ability,
            text=text,
            card=card if pays else None,
            modifier=modifier,
            by_gms=one.is_gms,
            hidden=one.hidden or (target is not None and target.hidden),
        )
    )
    return counted
