"""From the declaration of an attack to its last consequence (2.3, R06 to R19, R28, R39, D18 to D22, D26)."""

from combat.engine.records import record, replace
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
class Dice:
    """Dice that already lie: those of an attack that is corrected."""

    attack: int
    defence: int | None = None


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


def declare(scene: Scene, attack: Attack) -> None:
    """Step 1, with the Advantage that comes before the dice (R31); then the window, or the dice at once."""
    scene(ev.AttackDeclared(attack=replace(attack, gained=gain_first(scene, attack))))
    await_defence(scene)


def gain_first(scene: Scene, attack: Attack) -> int:
    """How much Advantage it gave."""
    rules, had = scene.state.rules, scene.get(attack.by).advantage
    melee = not targets.weapon_of(scene.get(attack.by), attack.weapon).ranged
    if attack.charge and rules.charge_advantage:
        conditions.win_advantage(scene, attack.by, "charge")
    if melee and rules.stunned_advantage and scene.get(attack.target).has("stunned"):
        conditions.win_advantage(scene, attack.by, "stunned target")
    return scene.get(attack.by).advantage - had


def give_back(scene: Scene, attack: Attack) -> None:
    """The Advantage that the declaration gave."""
    had = scene.get(attack.by).advantage
    if attack.gained:
        now = max(0, had - attack.gained)
        scene(
            ev.AdvantageChanged(
                combatant=attack.by, was=had, now=now, why="taken back", gained=attack.had_gained, taken_back=True
            )
        )


def await_defence(scene: Scene) -> None:
    attack = scene.state.attack
    assert attack is not None
    if legal.defences(scene.state, attack):
        scene(ev.DefenceAwaited(by=attack.by, target=attack.target, number=attack.number))
    else:
        resolve(scene, None)


def settle_window(scene: Scene) -> None:
    """D6: the window lapses, or closes undefended, when things have changed under it."""
    attack = scene.state.attack
    if attack is None:
        return
    if scene.get(attack.by).out or scene.get(attack.target).dead:
        scene(ev.AttackDropped(by=attack.by, target=attack.target, why="out"))
    elif not legal.defences(scene.state, attack):
        resolve(scene, None)


def resolve(scene: Scene, with_: str | None, situation: tuple[str, ...] = (), dice: Dice | None = None) -> None:
    attack = scene.state.attack
    assert attack is not None
    if not attack.parting:
        scene(ev.AttackWeighed())
    weapon = targets.weapon_of(scene.get(attack.by), attack.weapon)
    if not weapon.ranged and _can_be_bound(scene, attack):
        scene(ev.EngagedInMelee(by=attack.by, target=attack.target))
    contest = _roll(scene, attack, weapon, with_, situation, dice)
    advantage = scene.get(attack.by).advantage
    _move_advantage(scene, contest)
    _consequences(scene, contest, advantage)
    if body.quality(scene.state.rules, weapon, "reload"):
        scene(ev.WeaponEmptied(combatant=attack.by, weapon=weapon.id))
    if scene.state.rules.surprise_ends_on_first_attack:
        conditions.lose(scene, attack.target, "surprised")
    if not attack.parting:
        defending = contest.defending
        scene(
            ev.AttackKept(
                attack_roll=contest.attacking.roll,
                defence=with_,
                defence_situation=situation,
                defence_roll=defending.roll if defending else None,
            )
        )


def _can_be_bound(scene: Scene, attack: Attack) -> bool:
    one, other = scene.get(attack.by), scene.get(attack.target)
    return one.side != other.side and not one.out and not other.out


def _roll(
    scene: Scene, attack: Attack, weapon: Weapon, with_: str | None, situation: tuple[str, ...], dice: Dice | None
) -> Contest:
    """Step 4. Both target numbers stand before the first die."""
    state, rules = scene.state, scene.state.rules
    certain = legal.is_certain(state, attack)
    attack_sum = targets.attack_sum(state, attack, certain=certain)
    defender = state.get(attack.target)
    defence_sum = targets.defence_sum(state, defender, with_, weapon, situation) if with_ else None
    clumsy = -1 if body.quality(rules, weapon, "clumsy") else 0
    precise = 1 if body.quality(rules, weapon, "precise") else 0
    attacking = scene.test(
        attack_sum, attack.by, "attack", bonus=clumsy, on_success=precise, roll=dice.attack if dice else None
    )
    if certain:
        attacking = replace(attacking, sl=max(1, attack_sum.target // 10), success=True)
    defending = None
    if defence_sum is not None and with_ is not None:
        bonus = _defence_bonus(scene, weapon, defender, with_)
        defending = scene.test(defence_sum, defender.id, "defence", bonus=bonus, roll=dice.defence if dice else None)
    return Contest(
        attack=attack, weapon=weapon, attacking=attacking, attack_sum=attack_sum, defending=defending,
        defence_sum=defence_sum, with_=with_, certain=certain, result=_winner(scene, weapon, attacking, defending),
    )  # fmt: skip


def _defence_bonus(scene: Scene, weapon: Weapon, defender: Combatant, with_: str) -> int:
    rules = scene.state.rules
    bonus = 1 if body.quality(rules, weapon, "slow") else 0
    if with_ != DODGE:
        item = targets.weapon_of(defender, with_)
        bonus += 1 if body.quality(rules, item, "guarding") else 0
        bonus -= 1 if body.quality(rules, weapon, "wrapping") else 0
    return bonus


def _winner(scene: Scene, weapon: Weapon, attacking: SkillTest, defending: SkillTest | None) -> OpposedTest:
    result = opposed(attacking, defending, scene.state.rules.tie_rule)
    misses = weapon.ranged and scene.state.rules.failed_ranged_always_misses and not attacking.success
    if misses and result.winner == "attacker":
        return OpposedTest(winner="defender", net_sl=0)
    return result


def _move_advantage(scene: Scene, contest: Contest) -> None:
    """Step 5: the winner gains one, the loser has none; a stalemate and an undefended miss change nothing."""
    winner = contest.result.winner
    if winner == "none":
        return
    sides = (contest.attack.by, contest.attack.target)
    won, lost = sides if winner == "attacker" else sides[::-1]
    conditions.win_advantage(scene, won, "won")
    conditions.lose_advantage(scene, lost, "lost")


def _consequences(scene: Scene, contest: Contest, advantage: int) -> None:
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
