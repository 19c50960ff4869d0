"""The effects of an ability, in order (R65, D13)."""

from combat.engine.records import replace
from combat.systems.ctg import events as ev
from combat.systems.ctg.decide import cards, effects, harm, requests
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.sheet import AbilityEffect
from combat.systems.ctg.strike import Strike


def carry_out(desk: Desk, strike: Strike) -> Strike:
    """Carry out what needs no attack roll, up to the next one or to the end."""
    ability = desk[strike.by].sheet.ability(strike.ability or "")
    assert ability is not None
    step = strike.step
    while step < len(ability.effects) and ability.effects[step].attack is None:
        if strike.target in desk.state.by_id:
            _one_effect(desk, strike, ability.effects[step])
        step += 1
    return replace(strike, step=step)


def _one_effect(desk: Desk, strike: Strike, effect: AbilityEffect) -> None:
    one, target = desk[strike.by], desk[strike.target]
    match effect.do:
        case "damage":
            rolled, bonus = harm.roll_dice(desk, effect.dice or "", f"ability: {one.id}")
            taken = harm.after_resistance(target, max(0, sum(rolled) + bonus), effect.type)
            harm.hurt(desk, target.id, taken, effect.type, "ability")
        case "heal":
            rolled, bonus = harm.roll_dice(desk, effect.dice or "", f"ability: {one.id}")
            harm.heal(desk, target.id, max(0, sum(rolled) + bonus), "ability")
        case "effect":
            assert effect.effect is not None
            effects.give(desk, target.id, effect.effect)
        case "draw":
            cards.draw(desk, one.id, effect.count, "ability")
        case "discard":
            _make_discard(desk, strike, effect)
        case "move":
            desk(
                ev.Moved(combatant=target.id, name=target.name, feet=effect.feet, by_ability=True, hidden=target.hidden)
            )
        case "extra_action":
            desk(ev.ActionsGained(combatant=one.id, name=one.name, count=effect.count, hidden=one.hidden))
        case "damage_card":
            desk(ev.DamageCardFixed(combatant=one.id, name=one.name, value=effect.value or 0, hidden=one.hidden))


def _make_discard(desk: Desk, strike: Strike, effect: AbilityEffect) -> None:
    target = desk[strike.target]
    if effect.how == "choice":
        if target.hand:
            requests.open_request(desk, strike.by, "discard", target=target.id, count=effect.count)
        return
    for _ in range(min(effect.count, len(target.hand))):
        hand = desk[target.id].hand
        place = desk.chance.roll(len(hand), f"discard: {target.id}") if len(hand) > 1 else 1
        cards.discard(desk, desk[target.id], (hand[place - 1],), "forced")
