"""Opposed Tests that are no attacks: breaking free, getting away (1.5, D30)."""

from combat.systems.d100 import events as ev
from combat.systems.d100.rolls import OpposedTest, opposed, skill_test
from combat.systems.d100.scene import Scene, plain_roll
from combat.systems.d100.targets import as_roll


def opposed_test(scene: Scene, by: str, skill: str, enemy: str, enemy_skill: str, what: str) -> OpposedTest:
    mine, theirs = scene.sum(by, skill), scene.sum(enemy, enemy_skill)
    assert mine is not None, f"{skill} needs no training"
    assert theirs is not None, f"{enemy_skill} needs no training"
    test = scene.test(mine, by, f"{what}, {skill}")
    against = scene.test(theirs, enemy, f"against {what}, {enemy_skill}")
    scene(
        ev.TestMade(
            combatant=by,
            target=enemy,
            what=what,
            test=as_roll(mine, test),
            against=as_roll(theirs, against),
            shown=True,
        )
    )
    return opposed(test, against, scene.state.rules.tie_rule)


def against_number(scene: Scene, by: str, skill: str, number: int, what: str) -> OpposedTest:
    """Against something that is nobody: its bare number."""
    mine = scene.sum(by, skill)
    assert mine is not None
    test = scene.test(mine, by, f"{what}, {skill}")
    roll = scene.roll(100, f"against {what}")
    against = skill_test(target=number, roll=roll, skill=skill, bare=number)
    scene(
        ev.TestMade(
            combatant=by, what=what, test=as_roll(mine, test), against=plain_roll(skill, what, against), shown=True
        )
    )
    return opposed(test, against, scene.state.rules.tie_rule)
