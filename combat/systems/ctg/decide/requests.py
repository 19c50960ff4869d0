"""What waits for the GM, and how the GM settles it (R41, D22)."""

from combat.systems.ctg import events as ev
from combat.systems.ctg import legal
from combat.systems.ctg.commands import Check, DiscardChoice, Resolve
from combat.systems.ctg.decide import cards, effects, harm
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.ledger import CheckLast
from combat.systems.ctg.refusals import refuse, refuse_unless
from combat.systems.ctg.sheet import effect_problem
from combat.systems.ctg.state import Combatant, Request

MOST_HARM = 99999


def open_request(
    desk: Desk, by: str, action: str, *, text: str = "", target: str | None = None, count: int | None = None
) -> None:
    one, other = desk[by], desk.state.get(target)
    desk(
        ev.RequestOpened(
            request=desk.state.requests_made + 1,
            combatant=one.id,
            name=one.name,
            action=action,
            text=text,
            target=target,
            target_name=other.name if other else None,
            count=count,
            hidden=one.hidden or (action == "discard" and desk.any_hidden(target)),
            target_hidden=desk.any_hidden(target),
        )
    )


def resolve(desk: Desk, command: Resolve) -> None:
    legal.require_running(desk.state)
    request = next((one for one in desk.state.requests if one.id == command.request), None)
    target = _target(desk, command, request)
    refuse_unless(request is not None, "bad_value", "There is no such request.")
    assert request is not None
    _require_sound(command, target)
    success = _check(desk, request, command.check) if command.check is not None else None
    _say(desk, request, command, success)
    if success is not False and target is not None:
        _apply(desk, command, target)


def _target(desk: Desk, command: Resolve, request: Request | None) -> Combatant | None:
    """The one named, else the request's, else who asked."""
    if command.target is not None:
        return legal.target(desk.state, desk.actor, command.target)
    if request is None:
        return None
    return desk.state.get(request.target) or desk.state.get(request.by)


def _require_sound(command: Resolve, target: Combatant | None) -> None:
    if command.heal is not None and target is not None and target.is_dead:
        refuse("dead")
    for amount in (command.damage, command.heal):
        if amount is not None:
            legal.whole(amount, 0, MOST_HARM)
    if command.check is not None:
        legal.whole(command.check.modifier, -999, 999)
        legal.whole(command.check.dc, -999, 999)
    if command.effect is not None:
        problem = effect_problem(command.effect)
        refuse_unless(problem is None, "bad_value", problem or "")
    legal.text(command.outcome)


def _check(desk: Desk, request: Request, check: Check) -> bool:
    """d20 + a modifier against a DC, meet or beat (R41); effects on checks count too."""
    one = desk[request.by]
    return roll_check(
        desk, one, request.action, (("gm", check.modifier),), check.dc, target=desk.state.get(request.target)
    )


def roll_check(
    desk: Desk,
    one: Combatant,
    what: str,
    modifiers: tuple[tuple[str, int], ...],
    dc: int,
    *,
    target: Combatant | None = None,
) -> bool:
    from_effects = tuple((b.effect.name, value) for b in one.effects if (value := b.effect.modifiers.get("checks", 0)))
    roll = desk.chance.roll(20, f"check: {one.id}")
    parts = tuple((name, value) for name, value in modifiers if value) + from_effects
    total = roll + sum(value for _, value in parts)
    desk(
        ev.CheckRolled(
            name=one.name,
            target=target.id if target else None,
            target_name=target.name if target else None,
            modifiers=parts,
            last=CheckLast(by=one.id, what=what, roll=roll, total=total, dc=dc, success=total >= dc),
            by_gms=one.is_gms,
            hidden=one.hidden or (target is not None and target.hidden),
        )
    )
    return total >= dc


def _say(desk: Desk, request: Request, command: Resolve, success: bool | None) -> None:
    desk(
        ev.RequestResolved(
            request=request.id,
            combatant=request.by,
            name=desk[request.by].name,
            action=request.action,
            text=request.text,
            outcome=legal.text(command.outcome),
            success=success,
            hidden=request.hidden or desk.any_hidden(request.by),
        )
    )


def _apply(desk: Desk, command: Resolve, target: Combatant) -> None:
    if isinstance(command.damage, int) and command.damage:
        harm.hurt(desk, target.id, harm.after_resistance(target, command.damage, command.type), command.type, "request")
    if isinstance(command.heal, int) and command.heal:
        harm.heal(desk, target.id, command.heal, "request")
    if command.effect is not None:
        effects.give(desk, target.id, command.effect)


def discard_choice(desk: Desk, command: DiscardChoice) -> None:
    one = legal.actor(desk.state, desk.actor, command.by)
    legal.require_running(desk.state)
    legal.require_awake(one)
    request = legal.discard_request(desk.state, one)
    if request is None:
        refuse("bad_value", "Nothing has to be discarded.")
    left = list(one.hand)
    for card in command.cards:
        refuse_unless(card in left, "not_in_hand")
        left.remove(card)
    wanted = min(request.count or 1, len(one.hand))
    refuse_unless(len(command.cards) == wanted, "bad_value", f"Choose {wanted} of your cards.")
    cards.discard(desk, one, command.cards, "chosen")
    desk(
        ev.RequestResolved(
            request=request.id,
            combatant=request.by,
            name=desk[request.by].name,
            action=request.action,
            text=request.text,
            by_gm=False,
            hidden=request.hidden or desk.any_hidden(request.by),
        )
    )
