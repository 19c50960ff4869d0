"""What conditions do to their bearer, in the order of 5.3."""

from combat.systems.d100 import body
from combat.systems.d100 import events as ev
from combat.systems.d100.decide import conditions
from combat.systems.d100.rolls import is_double
from combat.systems.d100.scene import Scene

FADING = ("blinded", "deafened")


def conditions_work(scene: Scene, id: str) -> None:
    """1 Ablaze, 2 Bleeding, 3 Poisoned, 4 Stunned, 5 Broken, 6 fading, 7 death check, 8 rounds at 0 Wounds."""
    was_unconscious = scene.get(id).has("unconscious")
    for step in (_burn, _bleed, _suffer_poison, _recover, _rally, _fade):
        if scene.get(id).dead:
            return
        step(scene, id)
    if not scene.get(id).dead:
        _die_of_wounds(scene, id, was_unconscious)
    if not scene.get(id).dead:
        _count_rounds_at_zero(scene, id)


def _burn(scene: Scene, id: str) -> None:
    combatant = scene.get(id)
    levels = combatant.levels("ablaze")
    if levels:
        damage = scene.roll(10, "ablaze", id) + levels - 1
        soaked = combatant.stats.tb + min(body.armour_points(combatant).values())
        conditions.lose_wounds(scene, id, max(1, damage - soaked), "ablaze")


def _bleed(scene: Scene, id: str) -> None:
    levels = scene.get(id).levels("bleeding")
    if not levels:
        return
    conditions.lose_wounds(scene, id, levels, "bleeding")
    combatant = scene.get(id)
    if combatant.dead or combatant.wounds > 0:
        return
    conditions.gain(scene, id, "unconscious")
    roll = scene.roll(100, "bleeding", id)
    if roll <= 10 * levels:
        conditions.die(scene, id, "bleeding")
    elif is_double(roll):
        conditions.lose(scene, id, "bleeding", 1)


def _suffer_poison(scene: Scene, id: str) -> None:
    condition = scene.get(id).condition("poisoned")
    if condition is None:
        return
    conditions.lose_wounds(scene, id, condition.levels, "poisoned")
    if not scene.get(id).dead:
        _shake_off(scene, id, "poisoned", "endurance", condition.difficulty)


def _recover(scene: Scene, id: str) -> None:
    if scene.get(id).has("stunned"):
        _shake_off(scene, id, "stunned", "endurance")


def _rally(scene: Scene, id: str) -> None:
    combatant = scene.get(id)
    if not combatant.has("broken"):
        return
    if combatant.out_of_sight is not None and combatant.out_of_sight < scene.state.round:
        conditions.lose(scene, id, "broken", 1)
    elif not body.engaged_with(scene.state, combatant):
        _shake_off(scene, id, "broken", "cool")


def _shake_off(scene: Scene, id: str, condition: str, skill: str, difficulty: int = 0) -> None:
    test = scene.plain_test(id, skill, condition, difficulty=difficulty)
    if test.success:
        conditions.lose(scene, id, condition, 1 + test.sl)


def _fade(scene: Scene, id: str) -> None:
    """R32: at the end of the round after the one in which it was gained, then every second round."""
    for name in FADING:
        condition = scene.get(id).condition(name)
        if condition is not None and (scene.state.round - condition.since) % 2 == 1:
            conditions.lose(scene, id, name, 1)


def _die_of_wounds(scene: Scene, id: str, was_unconscious: bool) -> None:
    combatant = scene.get(id)
    if was_unconscious and combatant.wounds == 0 and combatant.critical_wounds > combatant.stats.tb:
        conditions.die(scene, id, "critical wounds")


def _count_rounds_at_zero(scene: Scene, id: str) -> None:
    combatant = scene.get(id)
    if combatant.wounds > 0:
        return
    count = combatant.rounds_at_zero + 1
    scene(ev.RoundsAtZero(combatant=id, count=count))
    if count >= max(1, combatant.stats.tb):
        conditions.gain(scene, id, "unconscious")
