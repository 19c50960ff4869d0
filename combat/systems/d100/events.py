"""What has happened. Every event bears the audience that it had when it was made."""

from typing import Literal

from combat.engine.records import field, record
from combat.systems.d100.house_rules import Rules
from combat.systems.d100.last import Fumble, Last, Roll
from combat.systems.d100.sheet import Stats
from combat.systems.d100.state import Attack, Condition, Lasting, Place, Request


@record
class Stamp:
    """Set by whoever makes the event, never later."""

    audience: Literal["all", "gm"] = "all"
    """`gm` where somebody hidden takes part."""
    closed: tuple[str, ...] = ()
    """Those who take part and whose numbers stay with the GM."""
    unseen: tuple[str, ...] = ()
    """Those who are hidden, where the event lists many."""


@record
class TableLaid(Stamp):
    type: Literal["table_laid"] = "table_laid"
    rules: Rules
    map: tuple[int, int] | None = None


@record
class CombatantJoined(Stamp):
    type: Literal["combatant_joined"] = "combatant_joined"
    combatant: str
    name: str
    side: str
    owner: str | None = None
    hidden: bool = False
    autoplay: bool = False
    colour: str = ""
    at: tuple[int, int] | None = None
    stats: Stats | None
    """None in what others than the GM get of the GM's combatants."""
    wounds: int | None
    lasting: tuple[Lasting, ...] = ()
    place: Place | None = None
    index: int | None = None
    """The place in the order, for those who join later."""
    waits: int | None = None
    """The place among those whose turn in this round is still to come; None: not in this round."""
    lags: bool = False


@record
class DieRolled(Stamp):
    """Every single draw with its purpose (R37)."""

    type: Literal["die_rolled"] = "die_rolled"
    combatant: str | None = None
    sides: int
    shown: int
    purpose: str


@record
class FightStarted(Stamp):
    type: Literal["fight_started"] = "fight_started"


@record
class AmbushTried(Stamp):
    type: Literal["ambush_tried"] = "ambush_tried"
    by: str
    stealth: Roll


@record
class AmbushNoticed(Stamp):
    type: Literal["ambush_noticed"] = "ambush_noticed"
    combatant: str
    perception: Roll
    surprised: bool


@record
class InitiativeSet(Stamp):
    type: Literal["initiative_set"] = "initiative_set"
    order: tuple[str, ...]
    places: dict[str, Place] = field(default_factory=dict)


@record
class RoundBegan(Stamp):
    type: Literal["round_began"] = "round_began"
    round: int
    waiting: tuple[str, ...]
    lagging: tuple[str, ...] = ()


@record
class RoundEnded(Stamp):
    type: Literal["round_ended"] = "round_ended"
    round: int


@record
class TurnBegan(Stamp):
    type: Literal["turn_began"] = "turn_began"
    combatant: str
    round: int
    new_round: bool = False
    """The first turn of the round that everybody sees."""
    action: int = 1
    no_move: bool = False


@record
class TurnSkipped(Stamp):
    type: Literal["turn_skipped"] = "turn_skipped"
    combatant: str
    why: str


@record
class TurnEnded(Stamp):
    type: Literal["turn_ended"] = "turn_ended"
    combatant: str


@record
class NobodyActs(Stamp):
    """Nobody is able to act: the GM lets the next round pass."""

    type: Literal["nobody_acts"] = "nobody_acts"


@record
class Moved(Stamp):
    type: Literal["moved"] = "moved"
    combatant: str
    yards: int
    to: tuple[int, int] | None = None
    charge: bool = False


@record
class StoodUp(Stamp):
    type: Literal["stood_up"] = "stood_up"
    combatant: str


@record
class MoveLost(Stamp):
    type: Literal["move_lost"] = "move_lost"
    combatant: str


@record
class WayOpened(Stamp):
    type: Literal["way_opened"] = "way_opened"
    combatant: str
    paid: bool = False


@record
class ActionSpent(Stamp):
    type: Literal["action_spent"] = "action_spent"
    combatant: str
    action: str


@record
class Sprinted(Stamp):
    type: Literal["sprinted"] = "sprinted"
    combatant: str
    sl: int


@record
class Aimed(Stamp):
    type: Literal["aimed"] = "aimed"
    combatant: str


@record
class FreeAction(Stamp):
    type: Literal["free_action"] = "free_action"
    combatant: str
    text: str


@record
class AttackDeclared(Stamp):
    type: Literal["attack_declared"] = "attack_declared"
    attack: Attack


@record
class DefenceAwaited(Stamp):
    type: Literal["defence_awaited"] = "defence_awaited"
    by: str
    target: str
    number: int


@record
class AttackRetargeted(Stamp):
    type: Literal["attack_retargeted"] = "attack_retargeted"
    by: str
    target: str
    was: str
    attack: Attack


@record
class AttackDropped(Stamp):
    """The attack comes to nothing: somebody is out or gone, or the GM says so."""

    type: Literal["attack_dropped"] = "attack_dropped"
    by: str
    target: str
    why: Literal["out", "gone", "cancelled"]
    action_back: bool = False


@record
class AttackSettled(Stamp):
    """Both dice, who won, and where and how deep (2.3, steps 4 to 7)."""

    type: Literal["attack_settled"] = "attack_settled"
    last: Last


@record
class AttackWeighed(Stamp):
    """The moment before the dice of an attack: a correction goes back to it."""

    type: Literal["attack_weighed"] = "attack_weighed"


@record
class AttackKept(Stamp):
    """The dice of an attack that is through, for a correction."""

    type: Literal["attack_kept"] = "attack_kept"
    attack_roll: int
    defence: str | None
    defence_situation: tuple[str, ...] = ()
    defence_roll: int | None


@record
class AttackTakenBack(Stamp):
    type: Literal["attack_taken_back"] = "attack_taken_back"
    by: str
    target: str
    was: str
    modifier: int
    attack: Attack


@record
class AdvantageChanged(Stamp):
    type: Literal["advantage_changed"] = "advantage_changed"
    combatant: str
    was: int
    now: int
    why: str
    gained: bool = False
    """Counts as gained in this round, also where the cap stood in the way (D29)."""
    taken_back: bool = False
    """`gained` is then how it stood before."""


@record
class AdvantageDecayed(Stamp):
    """At the end of the round: who loses one, and nobody has gained any yet in the next."""

    type: Literal["advantage_decayed"] = "advantage_decayed"
    combatants: tuple[str, ...]


@record
class EngagedInMelee(Stamp):
    type: Literal["engaged_in_melee"] = "engaged_in_melee"
    by: str
    target: str


@record
class LeftMelee(Stamp):
    type: Literal["left_melee"] = "left_melee"
    combatant: str


@record
class WoundsLost(Stamp):
    type: Literal["wounds_lost"] = "wounds_lost"
    combatant: str
    amount: int
    left: int | None
    why: str


@record
class WoundsHealed(Stamp):
    type: Literal["wounds_healed"] = "wounds_healed"
    combatant: str
    amount: int | None
    now: int | None
    why: str = ""


@record
class ConditionGained(Stamp):
    type: Literal["condition_gained"] = "condition_gained"
    combatant: str
    condition: Condition
    """As it is now."""
    levels: int
    """So many are new."""


@record
class ConditionLost(Stamp):
    type: Literal["condition_lost"] = "condition_lost"
    combatant: str
    condition: str
    levels: int
    left: int


@record
class HoldLifted(Stamp):
    """A condition can now be got rid of like any other (D13)."""

    type: Literal["hold_lifted"] = "hold_lifted"
    combatant: str
    condition: str


@record
class CriticalSuffered(Stamp):
    type: Literal["critical_suffered"] = "critical_suffered"
    combatant: str
    location: str
    roll: int
    result: int
    name: str
    text: str
    extra_wounds: int


@record
class Fumbled(Stamp):
    type: Literal["fumbled"] = "fumbled"
    combatant: str
    fumble: Fumble


@record
class LastingBegan(Stamp):
    type: Literal["lasting_began"] = "lasting_began"
    combatant: str
    lasting: Lasting


@record
class LastingEnded(Stamp):
    type: Literal["lasting_ended"] = "lasting_ended"
    combatant: str
    lasting: Lasting


@record
class LastingTicked(Stamp):
    """Durations that are counted: in rounds for everybody, or in turns of the one."""

    type: Literal["lasting_ticked"] = "lasting_ticked"
    combatant: str
    unit: Literal["rounds", "turns"]


@record
class WeaponDropped(Stamp):
    type: Literal["weapon_dropped"] = "weapon_dropped"
    combatant: str
    weapon: str


@record
class WeaponPickedUp(Stamp):
    type: Literal["weapon_picked_up"] = "weapon_picked_up"
    combatant: str
    weapon: str


@record
class WeaponEmptied(Stamp):
    type: Literal["weapon_emptied"] = "weapon_emptied"
    combatant: str
    weapon: str


@record
class WeaponReloaded(Stamp):
    type: Literal["weapon_reloaded"] = "weapon_reloaded"
    combatant: str
    weapon: str
    progress: int
    needed: int


@record
class ArmourHacked(Stamp):
    type: Literal["armour_hacked"] = "armour_hacked"
    combatant: str
    location: str


@record
class TestMade(Stamp):
    """A Test of an Action or a check (it is the newest roll), or one that an effect called for."""

    type: Literal["test_made"] = "test_made"
    combatant: str
    target: str | None = None
    """Who opposes it."""
    what: str
    test: Roll
    against: Roll | None = None
    shown: bool = False
    """Whether it is the newest roll from now on."""


@record
class SpellCast(Stamp):
    type: Literal["spell_cast"] = "spell_cast"
    last: Last


@record
class PrayerSaid(Stamp):
    type: Literal["prayer_said"] = "prayer_said"
    last: Last


@record
class PowerStored(Stamp):
    type: Literal["power_stored"] = "power_stored"
    combatant: str
    total: int | None


@record
class Scared(Stamp):
    """The skittish saw an ally struck down (D30)."""

    type: Literal["scared"] = "scared"
    combatant: str


@record
class Died(Stamp):
    type: Literal["died"] = "died"
    combatant: str
    why: str


@record
class RoundsAtZero(Stamp):
    type: Literal["rounds_at_zero"] = "rounds_at_zero"
    combatant: str
    count: int | None


@record
class ValuesSet(Stamp):
    type: Literal["values_set"] = "values_set"
    combatant: str
    wounds: int | None = None
    advantage: int | None = None
    rounds_at_zero: int | None = None
    critical_wounds: int | None = None
    out_of_sight: bool | None = None
    autoplay: bool | None = None


@record
class CombatantRemoved(Stamp):
    type: Literal["combatant_removed"] = "combatant_removed"
    combatant: str
    name: str


@record
class CombatantHidden(Stamp):
    type: Literal["combatant_hidden"] = "combatant_hidden"
    combatant: str


@record
class CombatantRevealed(Stamp):
    type: Literal["combatant_revealed"] = "combatant_revealed"
    combatant: str
    name: str


@record
class CombatantAssigned(Stamp):
    type: Literal["combatant_assigned"] = "combatant_assigned"
    combatant: str
    owner: str | None


@record
class RequestOpened(Stamp):
    type: Literal["request_opened"] = "request_opened"
    by: str
    target: str | None = None
    request: Request


@record
class RequestSettled(Stamp):
    type: Literal["request_settled"] = "request_settled"
    by: str
    request: Request
    outcome: str = ""


@record
class FightEnded(Stamp):
    type: Literal["fight_ended"] = "fight_ended"


Event = (
    TableLaid | CombatantJoined | DieRolled | FightStarted | AmbushTried | AmbushNoticed | InitiativeSet
    | RoundBegan | RoundEnded | TurnBegan | TurnSkipped | TurnEnded | NobodyActs | Moved | StoodUp | MoveLost | WayOpened
    | ActionSpent | Sprinted | Aimed | FreeAction | AttackDeclared | DefenceAwaited | AttackRetargeted
    | AttackDropped | AttackSettled | AttackWeighed | AttackKept | AttackTakenBack | AdvantageChanged
    | AdvantageDecayed | EngagedInMelee | LeftMelee | WoundsLost | WoundsHealed | ConditionGained | ConditionLost
    | HoldLifted | CriticalSuffered | Fumbled | LastingBegan | LastingEnded | LastingTicked | WeaponDropped
    | WeaponPickedUp | WeaponEmptied | WeaponReloaded | ArmourHacked | TestMade | SpellCast | PrayerSaid
    | PowerStored | Scared | Died | RoundsAtZero | ValuesSet | CombatantRemoved | CombatantHidden
    | CombatantRevealed | CombatantAssigned | RequestOpened | RequestSettled | FightEnded
)  # fmt: skip
