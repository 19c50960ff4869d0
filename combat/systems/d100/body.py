"""What a combatant's body, hands and armour allow: limbs, weapons at hand, armour points, movement (7, 8, D10)."""

from collections.abc import Mapping

from combat.engine.records import record
from combat.systems.d100.data import FISTS, Weapon
from combat.systems.d100.house_rules import Rules
from combat.systems.d100.rolls import ARMS, LEFT_ARM, LEGS, LOCATIONS, RIGHT_ARM
from combat.systems.d100.state import Combatant, State

NEAR = 1
"""Squares: next to each other."""
YARDS_A_SQUARE = 2


def quality(rules: Rules, weapon: Weapon, name: str) -> int:
    """The value of a quality, 0 where the weapon does not have it or qualities are off."""
    return weapon.qualities.get(name, 0) if rules.weapon_qualities else 0


def primary_arm(combatant: Combatant) -> str:
    return LEFT_ARM if combatant.stats.left_handed else RIGHT_ARM


def other_arm(arm: str) -> str:
    return LEFT_ARM if arm == RIGHT_ARM else RIGHT_ARM


def useless_limbs(combatant: Combatant) -> frozenset[str]:
    return frozenset(one.location for one in combatant.lasting if one.useless and one.location)


def in_hand(combatant: Combatant) -> Mapping[str, Weapon]:
    """What each arm holds (D10), whether or not it was dropped since."""
    weapons = combatant.stats.weapons
    if not weapons:
        return {}
    main, off = primary_arm(combatant), other_arm(primary_arm(combatant))
    if weapons[0].hands == 2:
        return {main: weapons[0], off: weapons[0]}
    second = next((one for one in weapons[1:] if one.hands == 1), None)
    return {main: weapons[0], off: second} if second else {main: weapons[0]}


def arms_holding(combatant: Combatant, weapon: Weapon) -> tuple[str, ...]:
    if weapon.hands == 2:
        return ARMS
    held = in_hand(combatant)
    off = other_arm(primary_arm(combatant))
    return (off,) if held.get(off) == weapon else (primary_arm(combatant),)


def free_arms(combatant: Combatant) -> tuple[str, ...]:
    """Arms that still obey, the primary one first."""
    main = primary_arm(combatant)
    return tuple(arm for arm in (main, other_arm(main)) if arm not in useless_limbs(combatant))


def can_wield(combatant: Combatant, weapon: Weapon) -> bool:
    """At hand, and the arms obey."""
    if weapon.id in combatant.dropped:
        return False
    if weapon.id == FISTS.id:
        return bool(free_arms(combatant))
    return not useless_limbs(combatant) & set(arms_holding(combatant, weapon))


def is_loaded(rules: Rules, combatant: Combatant, weapon: Weapon) -> bool:
    return not quality(rules, weapon, "reload") or weapon.id not in combatant.unloaded


def is_slow(rules: Rules, combatant: Combatant) -> bool:
    """D16: a held, undropped slow weapon."""
    held = (weapon for weapon in in_hand(combatant).values() if weapon.id not in combatant.dropped)
    return any(quality(rules, weapon, "slow") for weapon in held)


def lame(combatant: Combatant) -> bool:
    return bool(useless_limbs(combatant) & set(LEGS))


def can_dodge(combatant: Combatant) -> bool:
    return not lame(combatant) and not any(one.no_dodge for one in combatant.lasting)


@record
class Protection:
    """Armour points of one location, by what they are."""

    soft: int
    """Not metal."""
    metal: int
    magic: int

    @property
    def total(self) -> int:
        return self.soft + self.metal + self.magic


def protection(combatant: Combatant, location: str, *, ignored: frozenset[str] = frozenset()) -> Protection:
    """8.3: the best flexible piece and the best rigid one, and what the sheet and magic add. D26: less what was
    hacked off. `ignored` are flags whose pieces do not count now."""
    soft, metal = combatant.stats.ap.get(location, 0), 0
    for layer in ("flexible", "rigid"):
        worn = [
            piece for piece in combatant.stats.armour
            if piece.layer == layer and location in piece.locations and not ignored & set(piece.flags)
        ]  # fmt: skip
        best = max(worn, key=lambda piece: piece.ap, default=None)
        if best is not None and best.metal:
            metal += best.ap
        elif best is not None:
            soft += best.ap
    hacked = combatant.hacked.get(location, 0)
    off_soft = min(soft, hacked)
    return Protection(
        soft=soft - off_soft,
        metal=max(0, metal - (hacked - off_soft)),
        magic=sum(one.ap for one in combatant.lasting),
    )


def armour_points(combatant: Combatant) -> dict[str, int]:
    return {location: protection(combatant, location).total for location in LOCATIONS}


@record
class Reach:
    """How far somebody gets in a turn, in yards (7)."""

    walk: int
    run: int
    crawl: int
    can_stand: bool


def movement(
    m: int, conditions: Mapping[str, int], wounds: int, *, halved: bool = False, useless_leg: bool = False
) -> Reach:
    """7.1 to 7.3, D23: several halvings halve once; on a useless leg at most half a Walk."""
    stands = wounds > 0
    if {"entangled", "surprised", "unconscious"} & set(conditions):
        return Reach(walk=0, run=0, crawl=0, can_stand=False)
    half = halved or useless_leg or "stunned" in conditions
    crawl = m // 4 if half else m // 2
    if "prone" in conditions:
        return Reach(walk=0, run=0, crawl=crawl, can_stand=stands)
    if useless_leg:
        return Reach(walk=m, run=m, crawl=crawl, can_stand=stands)
    return Reach(walk=m if half else 2 * m, run=2 * m if half else 4 * m, crawl=crawl, can_stand=stands)


def reach_of(combatant: Combatant) -> Reach:
    conditions = {one.name: one.levels for one in combatant.conditions}
    halved = any(one.half_move for one in combatant.lasting)
    return movement(combatant.stats.m, conditions, combatant.wounds, halved=halved, useless_leg=lame(combatant))


def yards_left(state: State) -> int:
    """Of the running turn (R22, R23)."""
    turn, combatant = state.turn, state.acting
    if turn is None or combatant is None or turn.no_move:
        return 0
    reach = reach_of(combatant)
    total = reach.crawl if combatant.has("prone") else reach.run
    if turn.sprint is not None and not combatant.has("prone"):
        run = total + turn.sprint
        total = max(0, run) if state.rules.sprint_mode == "replace" else total + max(0, run)
    return max(0, total - turn.moved)


def squares_between(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def distance_between(one: Combatant, other: Combatant) -> int | None:
    """In yards; None without a map."""
    if one.at is None or other.at is None:
        return None
    return squares_between(one.at, other.at) * YARDS_A_SQUARE


def engaged_with(state: State, combatant: Combatant) -> tuple[Combatant, ...]:
    """D9, in the order of the fight: whom a melee attack has bound to it, or on a map whoever of the other side
    stands next to it."""
    if combatant.out:
        return ()
    if state.map is not None and combatant.at is not None:
        others = (one for one in _in_order(state) if one.side != combatant.side and not one.out)
        return tuple(one for one in others if one.at and squares_between(one.at, combatant.at) <= NEAR)
    bound = {id for pair in state.engaged if combatant.id in pair for id in pair}
    return tuple(one for one in _in_order(state) if one.id in bound and one.id != combatant.id)


def _in_order(state: State) -> tuple[Combatant, ...]:
    ids = state.order or tuple(one.id for one in state.combatants)
    return tuple(one for id in ids if (one := state.find(id)))
