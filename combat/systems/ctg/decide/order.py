"""Whose turn it is: combat draws, rounds, ties, turns (R20 to R27, R30)."""

from typing import Literal

from combat.engine.cards import RED_JOKER
from combat.systems.ctg import events as ev
from combat.systems.ctg import legal
from combat.systems.ctg.decide import cards, effects, harm
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.state import Combatant
from combat.systems.ctg.strike import Counted
from combat.systems.ctg.ties import tie_order, tied
from combat.systems.ctg.values import rank, tier_of, value_of

EndedHow = Literal["ended", "missed", "fell", "gm", "auto", "acted", "left"]


def advance(desk: Desk) -> None:
    """Go on until somebody has the turn, or nobody can have it."""
    while desk.state.turn is None and desk.state.window is None:
        if desk.state.phase == "surprise":
            if _next_slot(desk):
                return
            _combat_draw_or_wait(desk)
        elif desk.state.phase != "turns" or not _next_turn(desk):
            return


def _next_slot(desk: Desk) -> bool:
    """R30: the surprisers in descending agility, then in the order of joining (D10)."""
    while waiting := [one for one in desk.state.combatants if one.id in desk.state.surprisers]:
        one = max(waiting, key=lambda each: each.sheet.agility)
        if one.can_act:
            desk(ev.SurpriseSlotBegan(combatant=one.id, name=one.name, owner=one.owner, hidden=one.hidden))
            return True
        desk(ev.SurpriserPassedOver(combatant=one.id, name=one.name, hidden=one.hidden))
    return False


def _combat_draw_or_wait(desk: Desk) -> None:
    """The surprise is over: the draw begins, or, if nobody can act, waits for the GM (D1)."""
    if any(one.can_act for one in desk.state.combatants):
        combat_draw(desk)
    else:
        desk(ev.SurpriseEnded())


def combat_draw(desk: Desk) -> None:
    state = desk.state
    first = state.draw == 0
    desk(ev.DrawBegan(draw=state.draw + 1))
    for one in state.combatants:
        effects.end_of_unit(desk, one.id, "draw")
    if not first:
        desk.chance.mix_in_cuts()
        cards.reshuffle_all(desk)
    for one in desk.state.combatants:
        if not one.is_dead:
            cards.draw(desk, one.id, one.sheet.hand_size, "draw")


def _next_turn(desk: Desk) -> bool:
    """One step towards the next turn. False: nobody can have one."""
    state = desk.state
    holders = tuple(one for one in state.combatants if one.hand)
    if not holders:
        if not any(one.can_act for one in state.combatants):
            return False
        combat_draw(desk)
        return True
    value = max(value_of(one.hand[0], state.house_rules) for one in holders)
    if value != state.round:
        _begin_round(desk, value)
        return True
    alternate = desk.rules.same_tier == "alternate"
    while needy := tied(_of_tier(desk, value), alternate=alternate):
        _roll_tie(desk, needy)
    _begin_turn(desk, tie_order(_of_tier(desk, value), alternate=alternate)[0])
    return True


def _roll_tie(desk: Desk, needy: tuple[Combatant, ...]) -> None:
    """A roll against somebody hidden alone would give them away (R98)."""
    alone = sum(not one.hidden for one in needy) < 2
    for one in needy:
        roll = desk.chance.roll(20, f"tie: {one.id}")
        desk(ev.TieRolled(combatant=one.id, name=one.name, roll=roll, hidden=one.hidden or alone))


def _of_tier(desk: Desk, value: int) -> tuple[Combatant, ...]:
    rules = desk.rules
    return tuple(one for one in desk.state.combatants if one.hand and value_of(one.hand[0], rules) == value)


def _begin_round(desk: Desk, value: int) -> None:
    """R25, D4: effects of rounds, then the environment's damage (R66), then bleeding (R84)."""
    first = tie_order(_of_tier(desk, value), alternate=False)
    leading = [one for one in first if one.sheet.agility == first[0].sheet.agility]
    tier = tier_of(value, desk.rules)
    hidden = any(one.hidden for one in leading)
    desk(ev.RoundBegan(combatant=first[0].id, tier=tier, value=value, hidden=hidden))
    for one in desk.state.combatants:
        effects.settle(desk, (Counted(bearer=one.id, effects=effects.serials(one, "rounds")),))
    _environment_hurts(desk)
    if desk.rules.bleeding == "per_round":
        for one in desk.state.combatants:
            if one.status == "unconscious":
                harm.hurt(desk, one.id, 1, "", "bleeding")


def _environment_hurts(desk: Desk) -> None:
    damage = desk.state.environment.round_damage
    if damage is None:
        return
    for one in desk.state.combatants:
        if one.is_dead:
            continue
        rolled, bonus = harm.roll_dice(desk, damage.dice, f"environment: {one.id}")
        amount = harm.after_resistance(one, max(0, sum(rolled) + bonus), damage.type)
        harm.hurt(desk, one.id, amount, damage.type, "environment")


def _begin_turn(desk: Desk, one: Combatant) -> None:
    """D5: first what lasts until the turn ends, then it shows whether the turn can be taken (R27)."""
    effects.end_of_unit(desk, one.id, "until_turn")
    one = desk[one.id]
    card = one.hand[0]
    tier = tier_of(value_of(card, desk.rules), desk.rules)
    if not one.can_act:
        _skip(desk, one, card, tier)
        return
    desk(
        ev.TurnBegan(
            combatant=one.id,
            name=one.name,
            owner=one.owner,
            tier=tier,
            rank=rank(card, desk.rules),
            two_actions=card == RED_JOKER,
            hidden=one.hidden,
        )
    )


def _skip(desk: Desk, one: Combatant, card: str, tier: str) -> None:
    why: Literal["unconscious", "dead", "cannot_act"] = "cannot_act"
    if not one.is_awake:
        why = "dead" if one.is_dead else "unconscious"
    desk(ev.TurnSkipped(combatant=one.id, name=one.name, tier=tier, why=why, hidden=one.hidden))
    cards.discard(desk, desk[one.id], (card,), "skipped")
    effects.settle(desk, (Counted(bearer=one.id, effects=effects.serials(one, "turns")),))


def end_turn(desk: Desk, how: EndedHow, card: str | None = None) -> None:
    """The running turn is over. An owed card that has not been played yet is played now (R40)."""
    turn = desk.state.turn
    assert turn is not None
    one = desk[turn.combatant]
    owed = legal.owed_cards(desk.state, one)
    if owed:
        effects.settle(desk, (cards.play(desk, one, card or owed[0], "turn"),))
    effects.end_with_turn(desk, one.id)
    one = desk[one.id]
    running = tuple(borne.serial for borne in one.effects if borne.counting)
    effects.settle(desk, (Counted(bearer=one.id, effects=running),))
    desk(ev.TurnEnded(combatant=one.id, name=one.name, surprise=turn.surprise, how=how, hidden=one.hidden))


def leave_turn(desk: Desk) -> None:
    """The acting one is removed: the hand is discarded with the owed card among it (D17)."""
    turn = desk.state.turn
    assert turn is not None
    one = desk[turn.combatant]
    desk(ev.TurnEnded(combatant=one.id, name=one.name, surprise=turn.surprise, how="left", hidden=one.hidden))
