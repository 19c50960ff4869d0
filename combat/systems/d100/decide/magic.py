"""Spells and prayers (9, R29, R30, D27)."""

from combat.engine.records import record
from combat.systems.d100 import body, legal
from combat.systems.d100 import events as ev
from combat.systems.d100.commands import Cast, Pray
from combat.systems.d100.data import Prayer, Spell
from combat.systems.d100.decide import conditions, criticals
from combat.systems.d100.last import Last, Part
from combat.systems.d100.rolls import SkillTest, flip
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Combatant, Lasting
from combat.systems.d100.targets import Sum, as_roll


@record
class Casting:
    """What a casting Test comes to."""

    cast: bool
    needed: int
    backlash: bool


def casting(test: SkillTest, cn: int, stored: int) -> Casting:
    """9.1: enough stored power makes the CN 0; a double brings a backlash, and casts if it succeeds."""
    needed = 0 if stored >= cn else cn
    cast = test.success and (test.sl >= needed or test.critical)
    return Casting(cast=cast, needed=needed, backlash=test.critical or test.failed_double)


def granted(test: SkillTest) -> tuple[bool, bool]:
    """9.2: whether the prayer is heard, and whether it is rebuked."""
    return test.success, test.failed_double


def gather(scene: Scene, caster: Combatant) -> None:
    """SL above 0 is stored; a failed double empties the store."""
    test = scene.plain_test(caster.id, "focus", "gather", shown=True)
    total = 0 if test.failed_double else caster.stored + max(0, test.sl)
    if total != caster.stored:
        scene(ev.PowerStored(combatant=caster.id, total=total))


def cast(scene: Scene, command: Cast) -> None:
    caster, spell, target = legal.check_cast(scene.state, scene.actor, command)
    scene(ev.ActionSpent(combatant=caster.id, action="cast"))
    total = scene.sum(caster.id, "arcana")
    assert total is not None, "checked"
    test = scene.test(total, caster.id, "cast, arcana")
    outcome = casting(test, spell.cn, caster.stored)
    if outcome.cast and spell.kind == "missile":
        _missile(scene, caster, spell, target, total, test)
    else:
        scene(ev.SpellCast(last=_shown(caster, spell, target, total, test, done=outcome.cast)))
    if outcome.cast and spell.kind != "missile":
        _work(scene, caster, spell, target, test.sl)
    if (outcome.cast or test.failed_double) and scene.get(caster.id).stored:
        scene(ev.PowerStored(combatant=caster.id, total=0))
    if outcome.backlash:
        conditions.gain(scene, caster.id, "stunned")
        conditions.lose_wounds(scene, caster.id, caster.stats.bonus("wp"), "backlash")


def _shown(caster: Combatant, spell: Spell, target: Combatant, total: Sum, test: SkillTest, *, done: bool) -> Last:
    return Last(
        kind="cast", by=caster.id, at=target.id, what=spell.id, label=spell.name, cast=as_roll(total, test),
        done=done, wounds=0,
    )  # fmt: skip


def _missile(scene: Scene, caster: Combatant, spell: Spell, target: Combatant, total: Sum, test: SkillTest) -> None:
    """At the flipped place, undefended; 0 Wounds causes a critical, a double does not."""
    location = criticals.place_of(test.roll, target)
    wpb = caster.stats.bonus("wp")
    raw = spell.damage + wpb + test.sl
    soak = target.stats.tb + body.protection(target, location).total
    dealt = max(0, scene.state.rules.minimum_wounds, raw - soak)
    at_zero = dealt > 0 and dealt >= target.wounds and not conditions.falls_dead(scene, target)
    wound = None
    if at_zero:
        modifier = criticals.overkill(scene, target.wounds, dealt, target.stats.tb)
        wound = criticals.roll_on_table(scene, target, location, modifier=modifier)
    parts = (Part(what=spell.name, value=spell.damage), Part(what="willpower", value=wpb),
             Part(what="levels", value=test.sl), Part(what="soaked", value=-soak))  # fmt: skip
    scene(
        ev.SpellCast(
            last=Last(
                kind="cast",
                by=caster.id,
                at=target.id,
                what=spell.id,
                label=spell.name,
                cast=as_roll(total, test),
                done=True,
                location=location,
                flipped=flip(test.roll),
                raw=raw,
                soak=soak,
                wounds=dealt,
                damage=parts,
                critical=wound.shown if wound else None,
            )
        )
    )
    conditions.strike(scene, target.id, location, dealt, spell.name)
    if dealt:
        for name, levels in spell.conditions.items():
            conditions.gain(scene, target.id, name, levels)
    if wound is not None:
        criticals.suffer(scene, wound)


def _work(scene: Scene, caster: Combatant, spell: Spell, target: Combatant, sl: int) -> None:
    wpb = caster.stats.bonus("wp")
    match spell.kind:
        case "condition":
            for name, levels in spell.conditions.items():
                conditions.gain(scene, target.id, name, levels, strength=caster.stats.characteristic("wp"))
        case "buff":
            bless(scene, target.id, Lasting(name=spell.name, kind="magic", ap=spell.ap, rounds=wpb))
        case "heal":
            conditions.heal(scene, target.id, wpb + sl, magic=True, why=spell.name)
        case _:
            raise AssertionError(f"no spell is a {spell.kind}")


def bless(scene: Scene, id: str, lasting: Lasting) -> None:
    """One benefit of the same name at a time: it starts anew."""
    for one in scene.get(id).lasting:
        if one.kind == "magic" and one.name == lasting.name:
            scene(ev.LastingEnded(combatant=id, lasting=one))
    if lasting.rounds != 0:
        scene(ev.LastingBegan(combatant=id, lasting=lasting))


def pray(scene: Scene, command: Pray) -> None:
    caller, prayer, target = legal.check_prayer(scene.state, scene.actor, command)
    scene(ev.ActionSpent(combatant=caller.id, action="pray"))
    total = scene.sum(caller.id, "pray")
    assert total is not None, "checked"
    test = scene.test(total, caller.id, "pray")
    heard, rebuked = granted(test)
    scene(
        ev.PrayerSaid(
            last=Last(
                kind="prayer",
                by=caller.id,
                at=target.id,
                what=prayer.id,
                label=prayer.name,
                prayer=as_roll(total, test),
                done=heard,
            )
        )
    )
    if rebuked:
        rounds = scene.roll(10, "rounds without prayer", caller.id)
        scene(ev.LastingBegan(combatant=caller.id, lasting=Lasting(name="Rebuked", kind="rebuked", rounds=rounds)))
    if heard:
        _answer(scene, prayer, target, test.sl, command.what)


def _answer(scene: Scene, prayer: Prayer, target: Combatant, sl: int, what: str | None) -> None:
    match prayer.id:
        case "staunch":
            conditions.lose(scene, target.id, "bleeding", 1 + sl)
        case "steady":
            conditions.lose(scene, target.id, what or _worse(target), 1 + sl)
        case "mend":
            conditions.heal(scene, target.id, 1 + sl, magic=True, why=prayer.name)
        case "bright_edge":
            turns = criticals.until_next_turn_ends(scene, target.id)
            bless(scene, target.id, Lasting(name=prayer.name, kind="magic", attack=10, turns=turns))
        case "aegis":
            bless(scene, target.id, Lasting(name=prayer.name, kind="magic", ap=1, rounds=3))
        case "rebuke":
            if not scene.plain_test(target.id, "cool", "rebuke").success:
                conditions.gain(scene, target.id, "broken")
        case _:
            raise AssertionError(f"no prayer {prayer.id}")


def _worse(target: Combatant) -> str:
    return "stunned" if target.levels("stunned") > target.levels("broken") else "broken"
