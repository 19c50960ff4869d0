"""The numbers of a d100 sheet in words. All are worked out by the rules' own functions."""

from combat.forms.sheets.desk import Fact
from combat.systems.d100 import body
from combat.systems.d100.data import CONTENT, Armour, Weapon, yards
from combat.systems.d100.rolls import LOCATIONS
from combat.systems.d100.sheet import Sheet, Stats, stats_of
from combat.systems.d100.state import Combatant
from combat.systems.d100.wording import PLACES

NAMES = {
    "ws": "Weapon skill", "bs": "Shooting", "s": "Strength", "t": "Toughness", "i": "Initiative", "ag": "Agility",
    "dex": "Dexterity", "int": "Intellect", "wp": "Will", "fel": "Fellowship",
}  # fmt: skip
TIMES = {"large": "twice ", "enormous": "four times ", "monstrous": "eight times "}


def label_of(skill: str) -> str:
    """`melee_two_handed` as "Melee (two handed)"."""
    kind, _, group = skill.partition("_")
    if kind in ("melee", "ranged") and group:
        return f"{kind.capitalize()} ({group.replace('_', ' ')})"
    return skill.replace("_", " ").capitalize()


def standing(sheet: Sheet) -> Combatant:
    """Somebody with this sheet, unharmed, to ask the rules about."""
    stats = stats_of(sheet)
    return Combatant(id="", name="", side="", stats=stats, wounds=stats.max_wounds)


def facts(sheet: Sheet) -> tuple[Fact, ...]:
    one = standing(sheet)
    stats, reach = one.stats, body.reach_of(one)
    dodge = stats.skill("dodge")
    return (
        Fact(id="sb", label="Strength Bonus", value=str(stats.sb), note=f"the tens of {stats.characteristic('s')}"),
        Fact(id="tb", label="Toughness Bonus", value=str(stats.tb), note=f"the tens of {stats.characteristic('t')}"),
        Fact(
            id="walk",
            label="Walk and run",
            value=f"{reach.walk} / {reach.run}",
            note=f"yards, from a Movement of {stats.m}",
        ),
        Fact(id="dodge", label="Dodge", value=str(dodge), note="or less, and better than the attack"),
        *(_weapon_fact(stats, weapon, place) for place, weapon in enumerate(stats.weapons)),
    )


def wounds(sheet: Sheet) -> Fact:
    stats = stats_of(sheet)
    return Fact(id="wounds", label="Wounds", value=str(stats.max_wounds), note=_wounds_note(sheet, stats))


def _wounds_note(sheet: Sheet, stats: Stats) -> str:
    if sheet.wounds:
        return "written on the sheet"
    if sheet.foe and not sheet.characteristics:
        return f"as a {CONTENT.foes[sheet.foe].name} has"
    sb, tb, wpb = stats.sb, stats.tb, stats.bonus("wp")
    if stats.size in ("tiny", "little"):
        return "one" if stats.size == "tiny" else f"Toughness Bonus {tb}"
    strength = "" if stats.size == "small" else f"Strength {sb} + "
    return f"{TIMES.get(stats.size, '')}{strength}twice Toughness {tb} + Will {wpb}"


def _weapon_fact(stats: Stats, weapon: Weapon, place: int) -> Fact:
    line = weapon_line(stats, weapon)
    return Fact(id=f"weapon-{place}", label=weapon.label, value=line["hit"], note=f"or less, damage {line['damage']}")


def weapon_line(stats: Stats, weapon: Weapon) -> dict[str, str]:
    """A weapon's row: skill, damage, how far it reaches, what is special about it."""
    skill = stats.skill(weapon.group)
    strength = stats.sb if weapon.damage.sb else 0
    reach = yards(weapon.range, stats.sb) if weapon.ranged else None
    return {
        "name": weapon.label,
        "hit": str(skill),
        "damage": str(strength + weapon.damage.plus),
        "made": f"{strength} + {weapon.damage.plus}" if weapon.damage.sb else "",
        "reach": f"{reach} yards" if reach is not None else "two hands" if weapon.hands == 2 else "one hand",
        "about": ", ".join([label_of(weapon.group), *qualities(weapon)]),
    }


def qualities(weapon: Weapon) -> list[str]:
    return [f"{name} {value}" if value > 1 else name for name, value in weapon.qualities.items()]


def armour_points(sheet: Sheet) -> dict[str, int]:
    return body.armour_points(standing(sheet))


def armour_about(piece: Armour) -> str:
    """What a piece covers and how well."""
    if len(piece.locations) == len(LOCATIONS):
        where = "everywhere"
    else:
        where = ", ".join(PLACES[one] for one in piece.locations)
        where = where.replace("left arm, right arm", "arms").replace("left leg, right leg", "legs")
    return ", ".join([f"{piece.ap} on {where}", *piece.flags])
