"""What somebody does who plays itself: simple, and from what its own side may see."""

from collections.abc import Iterable

from combat.engine.system import Option
from combat.engine.viewers import GM, player
from combat.systems.d100 import body, legal, wording
from combat.systems.d100.commands import Act, Cast, Command, Defend, EndTurn, Move, Pray, Strike
from combat.systems.d100.legal.attacks import NOTHING
from combat.systems.d100.legal.moves import is_free
from combat.systems.d100.options import options_of
from combat.systems.d100.state import Combatant, State

WEAPON_IS_WORTH = 5
"""Points of a target number that a point of damage is worth."""
CLOSES_IN = "charge"


def suggest(state: State, combatant: str) -> Command | None:
    one = state.find(combatant)
    if one is None or state.phase != "turns" or one.out:
        return None
    if state.attack is not None:
        return _defend(state, one) if state.attack.target == one.id else None
    if state.turn is None or state.turn.combatant != one.id:
        return None
    return _Choice(state, one).command()


def _defend(state: State, one: Combatant) -> Command:
    attack = state.attack
    assert attack is not None, "asked only while one is awaited"
    return Defend(by=one.id, with_=legal.best_defence(state, attack) or NOTHING)


class _Choice:
    """The turn of one: what it could do, and what it does."""

    def __init__(self, state: State, one: Combatant) -> None:
        self._state = state
        self._one = one
        viewer = GM if one.owner is None else player(one.owner)
        self._possible = [option for option in options_of(state, viewer, one) if option.enabled]
        seen = [other for other in state.combatants if viewer.is_gm or not other.hidden]
        self._enemies = [other for other in seen if other.side != one.side and not other.out]
        self._friends = [other for other in seen if other.side == one.side and not other.dead]

    def command(self) -> Command:
        return (
            self._get_up()
            or self._flee()
            or self._get_clear()
            or self._help()
            or self._cast()
            or self._fight()
            or self._go_nearer()
            or EndTurn(by=self._one.id)
        )

    def _can(self, do: str, **fixed: str) -> Option | None:
        wanted = set(fixed.items())
        return next((one for one in self._possible if one.do == do and wanted <= set(one.fixed)), None)

    def _get_up(self) -> Command | None:
        if self._can("move", stand="true"):
            return Move(by=self._one.id, stand=True)
        return None

    def _flee(self) -> Command | None:
        if not self._one.has("broken"):
            return None
        if self._can("action", action="disengage"):
            return Act(by=self._one.id, action="disengage")
        if self._can("move") and self._one.at is None:
            return Move(by=self._one.id, yards=body.yards_left(self._state))
        if self._can("action", action="hide"):
            return Act(by=self._one.id, action="hide")
        return None

    def _get_clear(self) -> Command | None:
        """Fire first, then what holds it, then the weapon on the ground."""
        one = self._one
        if one.has("ablaze") and self._can("action", action="extinguish"):
            return Act(by=one.id, action="extinguish")
        if one.levels("entangled") > 1 and self._can("action", action="break_free"):
            return Act(by=one.id, action="break_free")
        armed = any(weapon.id not in one.dropped for weapon in one.stats.weapons)
        if not armed and one.dropped and body.free_arms(one) and self._can("action", action="pick_up"):
            return Act(by=one.id, action="pick_up", weapon=one.dropped[0])
        return None

    def _help(self) -> Command | None:
        """The worst of the own side that is badly off."""
        bled = max(self._friends, key=lambda other: other.levels("bleeding"), default=self._one)
        if bled.levels("bleeding") > 1 and self._can("pray", prayer="staunch"):
            return Pray(by=self._one.id, prayer="staunch", target=bled.id)
        worst = min(self._friends, key=wounds_left, default=self._one)
        if wounds_left(worst) <= 1 / 2 and self._can("pray", prayer="mend"):
            return Pray(by=self._one.id, prayer="mend", target=worst.id)
        return None

    def _cast(self) -> Command | None:
        """A missile that it can cast at once, unless somebody stands before it."""
        if not self._enemies or body.engaged_with(self._state, self._one):
            return None
        for spell in ("ember_lash", "spark_dart"):
            option = self._can("cast", spell=spell)
            target = self._target(option) if option else None
            if target is not None:
                return Cast(by=self._one.id, spell=spell, target=target.id)
        return None

    def _fight(self) -> Command | None:
        attacks = [option for option in self._possible if option.do == "attack" and self._target(option)]
        best = max(attacks, key=self._worth, default=None)
        charge = self._charge()
        if best is None and charge is None:
            return self._reload()
        if charge is not None and (best is None or not self._shoots(best)):
            return charge
        return self._strike(best) if best is not None else charge

    def _strike(self, option: Option) -> Command | None:
        target = self._target(option)
        if target is None:
            return None
        return Strike(by=self._one.id, weapon=dict(option.fixed)["weapon"], target=target.id)

    def _charge(self) -> Command | None:
        charges = [
            option for option in self._possible
            if ("action", CLOSES_IN) in option.fixed and self._target(option) is not None
        ]  # fmt: skip
        best = max(charges, key=self._worth, default=None)
        target = self._target(best) if best else None
        if best is None or target is None:
            return None
        least = next((slot.least for slot in best.slots if slot.name == "yards"), None)
        weapon = dict(best.fixed)["weapon"]
        return Act(by=self._one.id, action=CLOSES_IN, weapon=weapon, target=target.id, yards=least)

    def _reload(self) -> Command | None:
        return Act(by=self._one.id, action="reload") if self._can("action", action="reload") else None

    def _worth(self, option: Option) -> int:
        weapon = self._one.stats.weapon(dict(option.fixed)["weapon"])
        assert weapon is not None, "offered weapons are at hand"
        damage = weapon.damage.plus + (self._one.stats.sb if weapon.damage.sb else 0)
        return (self._one.stats.skill(weapon.group) or 0) + WEAPON_IS_WORTH * damage

    def _shoots(self, option: Option) -> bool:
        weapon = self._one.stats.weapon(dict(option.fixed)["weapon"])
        return weapon is not None and weapon.ranged and not body.engaged_with(self._state, self._one)

    def _target(self, option: Option) -> Combatant | None:
        """Whoever it fights with already, else the weakest, else the first in the order."""
        offered = {choice.value for slot in option.slots if slot.name == "target" for choice in slot.choices}
        bound = {other.id for other in body.engaged_with(self._state, self._one)}
        found = [other for other in self._enemies if other.id in offered]
        return min(found, key=lambda other: (other.id not in bound, wording.PIPS[wording.band(other)]), default=None)

    def _go_nearer(self) -> Command | None:
        """On a map: to the free square within reach that is nearest to an enemy."""
        one, state = self._one, self._state
        if one.at is None or not self._enemies or state.turn is None or state.turn.action == 0:
            return None
        steps = body.yards_left(state) // body.YARDS_A_SQUARE
        if steps < 1 or one.has("entangled"):
            return None
        squares = [square for square in around(one.at, steps) if is_free(state, square)]
        best = min(squares, key=lambda square: (self._away(square), square), default=one.at)
        return Move(by=one.id, to=best) if self._away(best) < self._away(one.at) else None

    def _away(self, square: tuple[int, int]) -> int:
        return min(body.squares_between(square, other.at) for other in self._enemies if other.at is not None)


def wounds_left(one: Combatant) -> float:
    return one.wounds / one.stats.max_wounds


def around(square: tuple[int, int], steps: int) -> Iterable[tuple[int, int]]:
    x, y = square
    return ((x + dx, y + dy) for dx in range(-steps, steps + 1) for dy in range(-steps, steps + 1) if dx or dy)
