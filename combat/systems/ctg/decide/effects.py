"""Effects and how long they last (R90 to R92)."""

from collections.abc import Iterable

from combat.systems.ctg import events as ev
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.sheet import Duration, Effect
from combat.systems.ctg.state import Combatant
from combat.systems.ctg.strike import Counted

DEFENDING = Effect(name="Defending", modifiers={"armour_class": 2}, duration=Duration(unit="until_turn"))
AIDED = Effect(name="Aided", modifiers={"attack": 2}, duration=Duration(unit="next_attack"))
AIMED = Effect(name="Aimed", modifiers={"attack": 2}, duration=Duration(unit="next_attack"))
PRONE = Effect(name="Prone", flags=("prone",), duration=Duration(unit="removed"))


def give(desk: Desk, combatant: str, effect: Effect, *, with_turn: bool = False, override: bool = False) -> None:
    one = desk[combatant]
    desk(
        ev.EffectGiven(
            combatant=one.id,
            name=one.name,
            effect=effect,
            with_turn=with_turn,
            override=override,
            hidden=one.hidden,
        )
    )


def end(desk: Desk, one: Combatant, effect: str, *, override: bool = False) -> None:
    desk(ev.EffectEnded(combatant=one.id, name=one.name, effect=effect, override=override, hidden=one.hidden))


def end_of_unit(desk: Desk, combatant: str, unit: str) -> None:
    one = desk[combatant]
    for borne in one.effects:
        if borne.unit == unit:
            end(desk, one, borne.effect.name)


def end_with_turn(desk: Desk, combatant: str) -> None:
    one = desk[combatant]
    for borne in one.effects:
        if borne.with_turn:
            end(desk, one, borne.effect.name)


def serials(one: Combatant, unit: str) -> tuple[int, ...]:
    return tuple(borne.serial for borne in one.effects if borne.unit == unit)


def end_serials(desk: Desk, combatant: str, ended: Iterable[int]) -> None:
    """End these very effects, if they are still borne: not others of the same name given since."""
    one, gone = desk.state.get(combatant), frozenset(ended)
    for borne in one.effects if one is not None else ():
        if borne.serial in gone:
            end(desk, desk[combatant], borne.effect.name)


def settle(desk: Desk, counted: Iterable[Counted]) -> None:
    """One round, card or turn less for each of these effects; those at nothing end."""
    for each in counted:
        _settle(desk, each)


def _settle(desk: Desk, counted: Counted) -> None:
    one = desk.state.get(counted.bearer)
    if one is None:
        return
    there = tuple(borne.serial for borne in one.effects if borne.serial in counted.effects)
    if not there:
        return
    desk(ev.EffectsCounted(counted=Counted(bearer=one.id, effects=there), hidden=one.hidden))
    end_serials(desk, one.id, (b.serial for b in desk[one.id].effects if b.serial in there and b.left <= 0))
