"""Fumbles (6.6, R11, D22)."""

from combat.engine.records import record
from combat.systems.d100 import events as ev
from combat.systems.d100 import legal
from combat.systems.d100.data import Effect, FumbleRow, Weapon, fumble_row
from combat.systems.d100.decide import conditions, criticals, damage
from combat.systems.d100.last import Fumble as Shown
from combat.systems.d100.rolls import flip, location_of, units
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Lasting


@record
class Fumble:
    by: str
    opponent: str
    test_roll: int
    """The failed double: its flip is the place of a Wild Blow."""
    weapon: Weapon
    roll: int
    row: FumbleRow

    @property
    def shown(self) -> Shown:
        return Shown(by=self.by, roll=self.roll, name=self.row.name, text=self.row.text)


def roll(scene: Scene, by: str, opponent: str, test_roll: int, weapon: Weapon) -> Fumble:
    number = scene.roll(100, "fumble table", by)
    return Fumble(by=by, opponent=opponent, test_roll=test_roll, weapon=weapon, roll=number, row=fumble_row(number))


def take_effect(scene: Scene, fumble: Fumble) -> None:
    if scene.get(fumble.by).dead:
        return
    scene(ev.Fumbled(combatant=fumble.by, fumble=fumble.shown))
    for effect in fumble.row.effects:
        _effect(scene, fumble, effect)


def _effect(scene: Scene, fumble: Fumble, effect: Effect) -> None:
    name, by = fumble.row.name, fumble.by
    match effect.op:
        case "penalty":
            _begin(scene, by, Lasting(name=name, kind="fumble", penalties=((effect.scope, effect.value),)))
        case "wounds":
            conditions.lose_wounds(scene, by, effect.value, name)
        case "act_last":
            _begin(scene, by, Lasting(name=name, kind="fumble", last_in=scene.state.round + 1))
        case "lose_move":
            _begin(scene, by, Lasting(name=name, kind="fumble", loses="move"))
        case "lose_action":
            _begin(scene, by, Lasting(name=name, kind="fumble", loses="action"))
        case "condition":
            conditions.gain(scene, by, effect.name, effect.level)
        case "hit_ally":
            _wild_blow(scene, fumble, effect)
        case _:
            raise AssertionError(f"no fumble does {effect.op}")


def _begin(scene: Scene, by: str, lasting: Lasting) -> None:
    scene(ev.LastingBegan(combatant=by, lasting=lasting))


def _wild_blow(scene: Scene, fumble: Fumble, effect: Effect) -> None:
    """D22: an ally Engaged with the opponent is struck; nobody's Advantage moves."""
    allies = legal.wild_blow_candidates(scene.state, fumble.by, fumble.opponent)
    if not allies:
        if effect.fallback is not None:
            _effect(scene, fumble, effect.fallback)
        return
    which = scene.roll(len(allies), "who is struck", fumble.by) if len(allies) > 1 else 1
    _strike_ally(scene, fumble, allies[which - 1])


def _strike_ally(scene: Scene, fumble: Fumble, id: str) -> None:
    ally, rules = scene.get(id), scene.state.rules
    location = location_of(flip(fumble.test_roll), left_handed=ally.stats.left_handed)
    turn = scene.state.turn
    blow = damage.Blow(
        attacker=scene.get(fumble.by), target=ally, weapon=fumble.weapon, location=location, roll=fumble.test_roll,
        net_sl=units(fumble.test_roll), critical=False,
        charged=bool(turn and turn.charged and turn.combatant == fumble.by),
    )  # fmt: skip
    wounds = damage.of_blow(rules, blow)
    at_zero = wounds.dealt > 0 and wounds.dealt >= ally.wounds
    conditions.strike(scene, id, location, wounds.dealt, "Wild Blow")
    if not at_zero or scene.get(id).dead:
        return
    modifier = criticals.overkill(scene, ally.wounds, wounds.dealt, ally.stats.tb)
    criticals.suffer(scene, criticals.roll_on_table(scene, ally, location, modifier=modifier))
