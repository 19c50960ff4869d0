"""Critical wounds: how they are suffered, and what each effect does (6.2 to 6.4, D4, D11 to D13)."""

from collections.abc import Iterable

from combat.engine.records import record, replace
from combat.systems.d100 import body
from combat.systems.d100 import events as ev
from combat.systems.d100.data import CriticalRow, Effect, critical_row
from combat.systems.d100.decide import conditions
from combat.systems.d100.last import Table
from combat.systems.d100.rolls import ARMS, flip, location_of
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Combatant, Lasting

ONGOING = ("penalty", "disable_limb", "half_move", "reopen")
NEVER_DROPPED = "melee_brawling"


@record
class Wound:
    """A row of the table that was rolled, for the place where it lands."""

    victim: str
    location: str
    roll: int
    result: int
    row: CriticalRow

    @property
    def shown(self) -> Table:
        return Table(roll=self.roll, name=self.row.name, text=self.row.text, location=self.location)


def roll_on_table(scene: Scene, victim: Combatant, location: str, *, modifier: int = 0, anew: bool = False) -> Wound:
    """`anew`: its place is rolled first (R39)."""
    if anew:
        number = scene.roll(100, "location of the critical", victim.id)
        location = location_of(number, left_handed=victim.stats.left_handed)
    roll = scene.roll(100, "critical table", victim.id)
    return Wound(
        victim=victim.id, location=location, roll=roll, result=max(1, roll + modifier),
        row=critical_row(location, roll, modifier),
    )  # fmt: skip


def overkill(scene: Scene, wounds: int, dealt: int, tb: int) -> int:
    """R14, D20: the modifier when few Wounds went past 0."""
    past = dealt - wounds
    return scene.state.rules.overkill_modifier if past == 0 or past < tb else 0


def suffer(scene: Scene, wound: Wound) -> None:
    """6.4: count up, lose the extra Wounds, then the effects from left to right."""
    if scene.get(wound.victim).dead:
        return
    row = wound.row
    scene(
        ev.CriticalSuffered(
            combatant=wound.victim,
            location=wound.location,
            roll=wound.roll,
            result=wound.result,
            name=row.name,
            text=row.text,
            extra_wounds=row.extra_wounds,
        )
    )
    frighten(scene, wound.victim)
    conditions.lose_wounds(scene, wound.victim, row.extra_wounds, row.name)
    begun = False
    for effect in row.effects:
        if scene.get(wound.victim).dead:
            return
        if effect.op in ONGOING or effect.until == "treated":
            if not begun:
                begun = _begin(scene, wound)
            if effect.op == "condition":
                conditions.gain(scene, wound.victim, effect.name, effect.level, held=True)
        else:
            apply_effect(scene, wound.victim, effect, wound.location)


def frighten(scene: Scene, victim: str) -> None:
    """D30: the skittish run once, at the first critical wound of an ally in sight."""
    side = scene.get(victim).side
    for one in scene.state.combatants:
        if one.id == victim or one.side != side or one.out or one.scared or "skittish" not in one.stats.traits:
            continue
        scene(ev.Scared(combatant=one.id))
        conditions.gain(scene, one.id, "broken")


def _begin(scene: Scene, wound: Wound) -> bool:
    """What of this wound stays for a while, as one thing with one duration."""
    effects = [effect for effect in wound.row.effects if effect.op in ONGOING or effect.until == "treated"]
    lasting = lasting_of(wound.row.name, wound.location, effects)
    timed = next((effect.rounds for effect in effects if effect.rounds is not None), None)
    if timed == "1d10":
        lasting = replace(lasting, rounds=scene.roll(10, f"rounds of {wound.row.name}", wound.victim))
    elif timed == 1:
        lasting = replace(lasting, turns=until_next_turn_ends(scene, wound.victim))
    elif isinstance(timed, int):
        lasting = replace(lasting, rounds=timed)
    scene(ev.LastingBegan(combatant=wound.victim, lasting=lasting))
    return True


def lasting_of(name: str, location: str, effects: Iterable[Effect]) -> Lasting:
    lasting = Lasting(name=name, kind="critical", location=location)
    for effect in effects:
        treated = lasting.treated or effect.until == "treated"
        match effect.op:
            case "penalty":
                lasting = replace(lasting, penalties=(*lasting.penalties, (effect.scope, effect.value)))
            case "disable_limb":
                lasting = replace(lasting, useless=True)
            case "half_move":
                lasting = replace(lasting, half_move=True)
            case "reopen":
                lasting = replace(lasting, reopens=lasting.reopens + effect.bleeding)
            case "condition":
                lasting = replace(lasting, holds=effect.name)
            case _:
                raise AssertionError(f"{effect.op} does not stay")
        lasting = replace(lasting, treated=treated)
    return lasting


def until_next_turn_ends(scene: Scene, id: str) -> int:
    """D4: in one's own turn the following one is the next."""
    turn = scene.state.turn
    return 2 if turn is not None and turn.combatant == id else 1


def apply_effect(scene: Scene, id: str, effect: Effect, location: str) -> None:
    match effect.op:
        case "condition":
            conditions.gain(scene, id, effect.name, effect.level)
        case "test":
            test = scene.plain_test(id, effect.skill, "to withstand the wound", difficulty=effect.difficulty)
            if not test.success:
                for inner in effect.on_fail:
                    apply_effect(scene, id, inner, location)
        case "permanent":
            scene(ev.LastingBegan(combatant=id, lasting=loss(effect.part, location, effect.note)))
        case "drop":
            drop(scene, id, location)
        case "death":
            conditions.die(scene, id, "the wound")
        case _:
            raise AssertionError(f"no critical wound does {effect.op}")


LOSSES: dict[str, Lasting] = {
    "ear": Lasting(name="lost ear", kind="loss", penalties=(("hearing", -10),)),
    "eye": Lasting(name="lost eye", kind="loss", penalties=(("sight", -10),)),
    "face": Lasting(name="lost face", kind="loss", penalties=(("first_impression", -10),)),
    "finger": Lasting(name="lost finger", kind="loss", penalties=(("this_arm", -5),)),
    "hand": Lasting(name="lost hand", kind="loss", useless=True),
    "arm": Lasting(name="lost arm", kind="loss", useless=True),
    "toes": Lasting(name="lost toes", kind="loss", penalties=(("agility", -5),)),
    "foot": Lasting(name="lost foot", kind="loss", half_move=True, no_dodge=True),
    "leg": Lasting(name="lost leg", kind="loss", half_move=True, no_dodge=True),
}


def loss(part: str, location: str, note: str = "") -> Lasting:
    return replace(LOSSES[part], location=location, note=note)


def drop(scene: Scene, id: str, location: str) -> None:
    """D10: what that hand holds, nothing of the brawling group."""
    combatant = scene.get(id)
    held = body.in_hand(combatant).get(location) if location in ARMS else None
    if held is not None and held.group != NEVER_DROPPED and held.id not in combatant.dropped:
        scene(ev.WeaponDropped(combatant=id, weapon=held.id))


def place_of(roll: int, victim: Combatant) -> str:
    return location_of(flip(roll), left_handed=victim.stats.left_handed)
