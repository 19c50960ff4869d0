"""The Test of this system: targets, success levels, opposed Tests, where a blow lands. No state, no dice."""

from typing import Literal

from combat.engine.records import record

Winner = Literal["attacker", "defender", "none"]
TieRule = Literal["skill_then_stalemate", "skill_then_defender"]

AUTOMATIC_FAILURE = 96
AUTOMATIC_SUCCESS = 5
BANDS = ((6, "astounding"), (4, "impressive"), (2, "plain"), (0, "marginal"))

HEAD, LEFT_ARM, RIGHT_ARM, BODY, LEFT_LEG, RIGHT_LEG = "head", "left_arm", "right_arm", "body", "left_leg", "right_leg"
LOCATIONS = (HEAD, LEFT_ARM, RIGHT_ARM, BODY, LEFT_LEG, RIGHT_LEG)
ARMS, LEGS = (LEFT_ARM, RIGHT_ARM), (LEFT_LEG, RIGHT_LEG)


@record
class SkillTest:
    """A Test that was made (1.3)."""

    skill: str
    """The id of the skill or characteristic."""
    bare: int
    """The value without any modifier: what a tie compares (R05)."""
    target: int
    roll: int
    sl: int
    success: bool

    @property
    def critical(self) -> bool:
        return self.success and is_double(self.roll)

    @property
    def failed_double(self) -> bool:
        return not self.success and is_double(self.roll)

    @property
    def sl_text(self) -> str:
        return sl_text(self.sl, self.success)

    @property
    def words(self) -> str:
        """`plain success`, `astounding failure`."""
        return f"{band(self.sl)} {'success' if self.success else 'failure'}"


@record
class OpposedTest:
    """How two Tests compare (1.5, 1.6)."""

    winner: Winner
    net_sl: int
    """The winner's SL less the loser's; the attacker's own where nobody opposed."""


def is_double(roll: int) -> bool:
    """11, 22 ... 99 and 00 (R02)."""
    return roll % 11 == 0 or roll == 100


def sl_text(sl: int, success: bool) -> str:
    """A success with nothing is +0, a failure with nothing -0 (R03)."""
    return f"{sl:+d}" if sl else "+0" if success else "-0"


def band(sl: int) -> str:
    return next(word for least, word in BANDS if abs(sl) >= least)


def skill_test(
    *, target: int, roll: int, bonus: int = 0, on_success: int = 0, skill: str = "", bare: int = 0
) -> SkillTest:
    """R01, R03, R04: bonuses come before the limits, and never turn a failure into a success."""
    success = roll <= AUTOMATIC_SUCCESS or (roll < AUTOMATIC_FAILURE and roll <= target)
    sl = target // 10 - roll // 10 + bonus + (on_success if success else 0)
    if roll >= AUTOMATIC_FAILURE:
        sl = min(sl, -1)
    elif roll <= AUTOMATIC_SUCCESS:
        sl = max(sl, 1)
    return SkillTest(skill=skill, bare=bare, target=target, roll=roll, sl=sl, success=success)


def opposed(attacker: SkillTest, defender: SkillTest | None, tie_rule: TieRule = "skill_then_stalemate") -> OpposedTest:
    """R05: higher SL, then the higher bare skill, then nobody (or by switch the defender). R06 without a defender."""
    if defender is None:
        return OpposedTest(winner="attacker" if attacker.success else "none", net_sl=attacker.sl)
    if attacker.sl != defender.sl:
        winner: Winner = "attacker" if attacker.sl > defender.sl else "defender"
        return OpposedTest(winner=winner, net_sl=abs(attacker.sl - defender.sl))
    if attacker.bare != defender.bare:
        return OpposedTest(winner="attacker" if attacker.bare > defender.bare else "defender", net_sl=0)
    return OpposedTest(winner="defender" if tie_rule == "skill_then_defender" else "none", net_sl=0)


def flip(roll: int) -> int:
    """The two digits change places (R16): 13 -> 31, 10 -> 1, 5 -> 50, 00 stays 00."""
    if roll == 100:
        return 100
    return roll % 10 * 10 + roll // 10


def units(roll: int) -> int:
    """The units die, 0 counting 10."""
    return roll % 10 or 10


def location_of(number: int, *, left_handed: bool = False) -> str:
    """Section 3. The smaller arm band is the secondary arm."""
    place = _chart(number)
    if left_handed and place in ARMS:
        return LEFT_ARM if place == RIGHT_ARM else RIGHT_ARM
    return place


def _chart(number: int) -> str:
    bands = ((9, HEAD), (24, LEFT_ARM), (44, RIGHT_ARM), (79, BODY), (89, LEFT_LEG), (100, RIGHT_LEG))
    return next(place for upto, place in bands if number <= upto)


def bonus_of(characteristic: int) -> int:
    """SB, TB, WPB: the tens of a characteristic."""
    return characteristic // 10


def is_point_blank(distance: int, weapon_range: int) -> bool:
    return distance * 10 <= weapon_range


def range_modifier(distance: int, weapon_range: int) -> int | None:
    """7.4; None is beyond reach."""
    if is_point_blank(distance, weapon_range):
        return 40
    if distance * 2 <= weapon_range:
        return 20
    if distance <= weapon_range:
        return 0
    if distance <= weapon_range * 2:
        return -10
    return -30 if distance <= weapon_range * 3 else None
