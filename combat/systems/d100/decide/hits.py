"""What a settled contest does: tables, Wounds, effects (2.3 steps 6 to 8, R10 to R15, R39, D20 to D22, D26)."""

from combat.engine.records import record
from combat.systems.d100 import body, legal, targets
from combat.systems.d100 import events as ev
from combat.systems.d100.data import Weapon
from combat.systems.d100.decide import conditions, criticals, damage, fumbles
from combat.systems.d100.last import Last
from combat.systems.d100.rolls import OpposedTest, SkillTest, flip, location_of, opposed
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Attack, Combatant
from combat.systems.d100.targets import DODGE, Sum, as_roll


@record
class Contest:
    """Both Tests and what they come to."""

    attack: Attack
    weapon: Weapon
    attacking: SkillTest
    attack_sum: Sum
    defending: SkillTest | None
    defence_sum: Sum | None
    with_: str | None
    certain: bool
    result: OpposedTest

    @property
    def hit(self) -> bool:
        return self.result.winner == "attacker"


def consequences(scene: Scene, contest: Contest, advantage: int) -> None:
    """Steps 6 to 8 in the order of the dice: tables first, then Wounds and effects."""
    attack, rules = contest.attack, scene.state.rules
    target = scene.get(attack.target)
    roll = contest.attacking.roll
    location = attack.location or location_of(flip(roll), left_handed=target.stats.left_handed)
    critical = _is_critical(scene, contest, target, location)
    wounds = damage.of_blow(rules, _blow(scene, contest, target, location, critical)) if contest.hit else None
    dealt = wounds.dealt if wounds else 0
    suffered = _tables(scene, contest, target, location, critical, dealt)
    struck_back = _defenders_double(scene, contest)
    both = _fumbles(scene, contest, target, dealt)
    first = next((wound for wound in (*suffered, *struck_back)), None)
    shown = contest.hit or bool(suffered)
    scene(
        ev.AttackSettled(
            last=Last(
                kind="attack",
                by=attack.by,
                at=attack.target,
                what=contest.weapon.id,
                label=contest.weapon.label,
                attack=as_roll(contest.attack_sum, contest.attacking),
                defence=as_roll(contest.defence_sum, contest.defending)
                if contest.defence_sum and contest.defending
                else None,
                with_=contest.with_,
                with_label=_label_of(target, contest.with_),
                winner=contest.result.winner,
                net_sl=contest.result.net_sl,
                hit=contest.hit,
                location=location if shown else None,
                flipped=flip(roll) if shown and not attack.location else None,
                raw=wounds.raw if wounds else None,
                soak=wounds.soak if wounds else None,
                overkill=max(0, dealt - target.wounds) if dealt and dealt >= target.wounds else None,
                wounds=dealt,
                critical=first.shown if first else None,
                fumble=both[0].shown if both else None,
                damage=wounds.parts if wounds else (),
                advantage=(advantage, scene.get(attack.by).advantage),
            )
        )
    )
    _take_effect(scene, contest, location, dealt, (*suffered, *struck_back), both)


def _label_of(target: Combatant, with_: str | None) -> str:
    if with_ is None:
        return ""
    return "Dodge" if with_ == DODGE else targets.weapon_of(target, with_).label


def _is_critical(scene: Scene, contest: Contest, target: Combatant, location: str) -> bool:
    """R10, R28, and piercing."""
    rules, test = scene.state.rules, contest.attacking
    if body.quality(rules, contest.weapon, "snaring"):
        return False
    if contest.certain:
        return True
    if not contest.hit and not rules.critical_when_losing:
        return False
    pierced = test.success and bool(body.quality(rules, contest.weapon, "piercing")) and test.roll % 10 == 0
    if test.critical and damage.turns_criticals(rules, target, location, test.roll):
        return False
    return test.critical or pierced


def _blow(scene: Scene, contest: Contest, target: Combatant, location: str, critical: bool) -> damage.Blow:
    rules = scene.state.rules
    shield = 0
    if contest.with_ and contest.with_ != DODGE:
        shield = body.quality(rules, targets.weapon_of(target, contest.with_), "shield")
    net = contest.result.net_sl if rules.damage_sl == "net" else contest.attacking.sl
    return damage.Blow(
        attacker=scene.get(contest.attack.by), target=target, weapon=contest.weapon, location=location,
        roll=contest.attacking.roll, net_sl=net, critical=critical, charged=contest.attack.charged, shield=shield,
    )  # fmt: skip


def _tables(
    scene: Scene, contest: Contest, target: Combatant, location: str, critical: bool, dealt: int
) -> tuple[criticals.Wound, ...]:
    """Step 7: the double's roll, then that of 0 Wounds; one of them unless the switch says each (R13)."""
    at_zero = dealt > 0 and dealt >= target.wounds
    if at_zero and conditions.falls_dead(scene, target):
        return ()
    rules = scene.state.rules
    modifiers = [0] if critical else []
    if at_zero:
        modifiers.append(criticals.overkill(scene, target.wounds, dealt, target.stats.tb))
    if rules.critical_rolls == "one":
        modifiers = modifiers[:1]
    anew = rules.critical_location == "reroll" and contest.attack.location is None
    return tuple(
        criticals.roll_on_table(scene, target, location, modifier=modifier, anew=anew) for modifier in modifiers
    )


def _defenders_double(scene: Scene, contest: Contest) -> tuple[criticals.Wound, ...]:
    """D20: whoever won, melee only."""
    rules, test = scene.state.rules, contest.defending
    if not rules.defender_criticals or contest.weapon.ranged or test is None or not test.critical:
        return ()
    attacker = scene.get(contest.attack.by)
    location = criticals.place_of(test.roll, attacker)
    if damage.turns_criticals(rules, attacker, location, test.roll):
        return ()
    anew = rules.critical_location == "reroll"
    return (criticals.roll_on_table(scene, attacker, location, anew=anew),)


def _fumbles(scene: Scene, contest: Contest, target: Combatant, dealt: int) -> tuple[fumbles.Fumble, ...]:
    """R11: a failed double of a side that did not win. The dead throw nothing more."""
    if not scene.state.rules.fumbles:
        return ()
    attack, found = contest.attack, []
    if contest.attacking.failed_double and contest.result.winner != "attacker":
        found.append(fumbles.roll(scene, attack.by, attack.target, contest.attacking.roll, contest.weapon))
    test = contest.defending
    dies = dealt > 0 and dealt >= target.wounds and conditions.falls_dead(scene, target)
    if test is not None and test.failed_double and contest.result.winner != "defender" and not dies:
        item = legal.weapon_for_wild_blow(scene.state, target, contest.with_)
        found.append(fumbles.roll(scene, target.id, attack.by, test.roll, item))
    return tuple(found)


def _take_effect(
    scene: Scene, contest: Contest, location: str, dealt: int, suffered: tuple[criticals.Wound, ...],
    both: tuple[fumbles.Fumble, ...],
) -> None:  # fmt: skip
    target = contest.attack.target
    if contest.hit:
        conditions.strike(scene, target, location, dealt, contest.weapon.label)
        _special(scene, contest, location)
    for wound in suffered:
        criticals.suffer(scene, wound)
    for fumble in both:
        fumbles.take_effect(scene, fumble)


def _special(scene: Scene, contest: Contest, location: str) -> None:
    """Snaring, hacking, crushing (8.2)."""
    rules, weapon, target = scene.state.rules, contest.weapon, scene.get(contest.attack.target)
    if target.dead:
        return
    attacker = scene.get(contest.attack.by)
    if body.quality(rules, weapon, "snaring"):
        conditions.gain(scene, target.id, "entangled", strength=attacker.stats.characteristic("s"))
        return
    worn = body.protection(target, location)
    if body.quality(rules, weapon, "hacking") and worn.soft + worn.metal > 0:
        scene(ev.ArmourHacked(combatant=target.id, location=location))
    if body.quality(rules, weapon, "crushing") and location == "head":
        _crush(scene, attacker.id, target.id)


def _crush(scene: Scene, attacker: str, target: str) -> None:
    strength = scene.plain_test(attacker, "s", "crushing")
    endurance = scene.plain_test(target, "endurance", "against being crushed")
    if opposed(strength, endurance).winner == "attacker":
        conditions.gain(scene, target, "stunned")
