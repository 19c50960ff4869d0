"""An attack or ability from its declaration to its last consequence (R56, R65, D12, D13)."""

from typing import Literal

from combat.systems.ctg import events as ev
from combat.systems.ctg import legal
from combat.systems.ctg.decide import effects, order
from combat.systems.ctg.decide.abilities import carry_out
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.decide.rolls import roll_attack
from combat.systems.ctg.strike import Counted, Strike


def begin(desk: Desk, strike: Strike, counted: tuple[Counted, ...]) -> None:
    """It is declared and paid. An attack roll that comes next may be answered first."""
    strike = _up_to_a_roll(desk, strike)
    if _is_over(desk, strike):
        effects.settle(desk, counted)
    elif not can_go_on(desk, strike):
        _drop(desk, strike, counted)
    elif _asks(desk, strike):
        _open_window(desk, strike, counted)
    else:
        _roll(desk, strike, counted, dodge=0)


def answered(desk: Desk) -> None:
    """Nobody is waited for any more: the window closes, and the attack is rolled if it still can be."""
    window = desk.state.window
    assert window is not None
    _close(desk)
    if can_go_on(desk, window.strike):
        _roll(desk, window.strike, window.counted, window.dodge)
    else:
        _drop(desk, window.strike, window.counted)


def drop(desk: Desk) -> None:
    """The window closes without a roll."""
    window = desk.state.window
    assert window is not None
    _close(desk)
    _drop(desk, window.strike, window.counted)


def can_go_on(desk: Desk, strike: Strike) -> bool:
    """D12: the attacker can still act (for a reaction it is enough to be awake), and the target is there and alive."""
    one, target = desk.state.get(strike.by), desk.state.get(strike.target)
    if one is None or target is None or target.is_dead:
        return False
    return one.is_awake if strike.reaction else one.can_act


def _up_to_a_roll(desk: Desk, strike: Strike) -> Strike:
    return strike if strike.ability is None else carry_out(desk, strike)


def _is_over(desk: Desk, strike: Strike) -> bool:
    if strike.ability is None:
        return False
    ability = desk[strike.by].sheet.ability(strike.ability)
    return ability is None or strike.step >= len(ability.effects)


def _asks(desk: Desk, strike: Strike) -> bool:
    """Without a map only the target may answer, and a reaction's own attack is not answered (D12)."""
    if strike.reaction or desk.rules.reaction_seconds == 0 or desk.state.window is not None:
        return False
    return legal.is_asked(desk.state, desk[strike.target])


def _open_window(desk: Desk, strike: Strike, counted: tuple[Counted, ...]) -> None:
    target = desk[strike.target]
    desk(
        ev.WindowOpened(
            window=f"w{desk.state.windows + 1}",
            waiting=(target.id,),
            names=(target.name,),
            seconds=desk.rules.reaction_seconds,
            strike=strike,
            counted=counted,
            hidden=target.hidden,
            attacker_hidden=desk.any_hidden(strike.by),
        )
    )


def _close(desk: Desk) -> None:
    window = desk.state.window
    assert window is not None
    desk(ev.WindowClosed(window=window.id, hidden=desk.any_hidden(window.strike.target)))


def _drop(desk: Desk, strike: Strike, counted: tuple[Counted, ...]) -> None:
    one, target = desk.state.get(strike.by), desk.state.get(strike.target)
    if one is not None and target is not None:
        desk(
            ev.AttackDropped(
                combatant=one.id,
                name=one.name,
                target=target.id,
                target_name=target.name,
                hidden=one.hidden or target.hidden,
            )
        )
    effects.settle(desk, counted)


def _roll(desk: Desk, strike: Strike, counted: tuple[Counted, ...], dodge: int) -> None:
    hit = roll_attack(desk, strike, dodge)
    if hit and strike.ability is not None:
        begin(desk, _next_step(strike), counted)
        return
    effects.settle(desk, counted)
    if not hit:
        _missed(desk, strike)


def _next_step(strike: Strike) -> Strike:
    return Strike(
        by=strike.by,
        target=strike.target,
        kind=strike.kind,
        weapon=strike.weapon,
        ability=strike.ability,
        step=strike.step + 1,
        modifier=strike.modifier,
        reaction=strike.reaction,
    )


def _missed(desk: Desk, strike: Strike) -> None:
    """R43: a failed attack of one's own turn ends it."""
    turn = desk.state.turn
    if strike.reaction or turn is None or turn.combatant != strike.by or turn.surprise:
        return
    rule: Literal["yes", "unless_actions_left", "no"] = desk.rules.miss_ends_turn
    if rule == "yes" or (rule == "unless_actions_left" and turn.actions_left == 0):
        order.end_turn(desk, "missed")
