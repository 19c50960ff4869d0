"""From the declaration of an attack to both dice and who won (2.3 steps 1 to 5, R06, R09, R19, R28, D5, D6, D19)."""

from combat.engine.records import record, replace
from combat.systems.d100 import body, legal, targets
from combat.systems.d100 import events as ev
from combat.systems.d100.data import Weapon
from combat.systems.d100.decide import conditions
from combat.systems.d100.decide.hits import Contest, consequences
from combat.systems.d100.rolls import OpposedTest, SkillTest, opposed
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Attack, Combatant
from combat.systems.d100.targets import DODGE


@record
class Dice:
    """Dice that already lie: those of an attack that is corrected."""

    attack: int
    defence: int | None = None


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
    consequences(scene, contest, advantage)
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
