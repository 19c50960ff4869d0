"""Target numbers, with what each is made of (1.2, 5.1, 7.4, 8.2)."""

from collections.abc import Iterable, Mapping

from combat.engine.records import record, replace
from combat.systems.d100 import body
from combat.systems.d100.data import CONTENT, FISTS, Weapon, yards
from combat.systems.d100.house_rules import Rules
from combat.systems.d100.last import Part, Roll
from combat.systems.d100.rolls import SkillTest, is_point_blank, range_modifier
from combat.systems.d100.sheet import governing
from combat.systems.d100.state import Attack, Combatant, Lasting, State

DODGE = "dodge"
PER_ADVANTAGE = 10
AUTOMATIC = ("moved", "aimed", "larger_target", "called")
"""Situations that the server adds when they are true (D25)."""
RUNNING = frozenset(("running", "run", "fleeing", "hiding", "hide"))
ON_MOVEMENT = ("ws", "bs", "ag")


@record
class Sum:
    """A target number and its parts."""

    skill: str
    label: str
    bare: int
    parts: tuple[Part, ...]

    @property
    def target(self) -> int:
        return sum(part.value for part in self.parts)


@record
class Kind:
    """What sort of Test it is: which penalties count."""

    skill: str
    tags: frozenset[str] = frozenset()
    defence: bool = False
    weapon: Weapon | None = None


def tags_of(skill: str) -> frozenset[str]:
    """Sight and movement as in 5.2."""
    if governing(skill) in ON_MOVEMENT:
        return frozenset(("move", "sight"))
    return frozenset(("sight",)) if skill == "perception" else frozenset()


def worst_condition(conditions: Mapping[str, int], tags: Iterable[str]) -> tuple[str, int]:
    """R24: the one that hinders most, and by how much."""
    costs = [(name, _cost(name, levels, frozenset(tags))) for name, levels in conditions.items()]
    return max(costs, key=lambda one: one[1], default=("", 0))


def _cost(name: str, levels: int, tags: frozenset[str]) -> int:
    match name:
        case "fatigued" | "poisoned" | "stunned":
            return 10 * levels
        case "blinded":
            return 10 * levels if "sight" in tags else 0
        case "deafened":
            return 10 * levels if "hearing" in tags else 0
        case "entangled":
            return 10 * levels if "move" in tags else 0
        case "broken":
            return 0 if tags & RUNNING else 10 * levels
        case "prone":
            return 20 if "move" in tags else 0
        case _:
            return 0


def enemy_bonus(target: Combatant, *, from_behind: bool) -> tuple[str, int]:
    """What melee attackers gain from the best of the target's conditions (R24)."""
    gains = {
        "blinded": 10 * target.levels("blinded"),
        "deafened": 10 if target.has("deafened") and from_behind else 0,
        "prone": 20 if target.has("prone") else 0,
        "surprised": 20 if target.has("surprised") else 0,
    }
    return max(gains.items(), key=lambda one: one[1])


def limited(modifiers: Iterable[int], rules: Rules) -> int:
    """R25: difficulty and situation together."""
    return max(rules.modifier_floor, min(rules.modifier_ceiling, sum(modifiers)))


def target_number(
    *, skill: int, advantage: int = 0, modifiers: Iterable[int] = (), penalty: int = 0, rules: Rules
) -> int:
    """1.2."""
    return skill + limited(modifiers, rules) + PER_ADVANTAGE * advantage - penalty


def sum_for(
    state: State, combatant: Combatant, kind: Kind, modifiers: tuple[Part, ...] = (), *, advantage: bool = False
) -> Sum | None:
    """The target number of a Test; None where the skill needs training that is missing."""
    bare = combatant.stats.skill(kind.skill)
    if bare is None:
        return None
    parts = [Part(what=label_of(kind.skill), value=bare), *(part for part in modifiers if part.value)]
    kept = limited((part.value for part in modifiers), state.rules)
    surplus = kept - sum(part.value for part in modifiers)
    if surplus:
        parts.append(Part(what="limit of modifiers", value=surplus))
    if advantage and combatant.advantage:
        parts.append(Part(what=f"Advantage {combatant.advantage}", value=PER_ADVANTAGE * combatant.advantage))
    parts += penalties(combatant, kind)
    return Sum(skill=kind.skill, label=label_of(kind.skill), bare=bare, parts=tuple(parts))


def penalties(combatant: Combatant, kind: Kind) -> list[Part]:
    """The worst condition, and all that wounds, fumbles and losses take (R24, D12)."""
    tags = tags_of(kind.skill) | kind.tags
    name, cost = worst_condition({one.name: one.levels for one in combatant.conditions}, tags)
    parts = [Part(what=name.capitalize(), value=-cost)] if cost else []
    arms = _arms_of(combatant, kind)
    for one in combatant.lasting:
        value = sum(value for scope, value in one.penalties if _hinders(scope, one, kind, tags, arms))
        if value:
            parts.append(Part(what=one.name, value=value))
    return parts


def _arms_of(combatant: Combatant, kind: Kind) -> tuple[str, ...]:
    """The arms that the weapon needs; of bare fists the better one."""
    if kind.weapon is None:
        return ()
    if kind.weapon.id != FISTS.id:
        return body.arms_holding(combatant, kind.weapon)
    free = body.free_arms(combatant)
    return (max(free, key=lambda arm: _arm_penalty(combatant, arm)),) if free else ()


def _arm_penalty(combatant: Combatant, arm: str) -> int:
    return sum(value for one in combatant.lasting if one.location == arm for scope, value in one.penalties
               if scope == "this_arm")  # fmt: skip


def _hinders(scope: str, one: Lasting, kind: Kind, tags: frozenset[str], arms: tuple[str, ...]) -> bool:
    match scope:
        case "all" | "next_test":
            return True
        case "defence":
            return kind.defence
        case "this_arm":
            return one.location in arms
        case "two_handed":
            return kind.weapon is not None and kind.weapon.hands == 2
        case "strength_agility":
            return governing(kind.skill) in ("s", "ag")
        case "agility":
            return governing(kind.skill) == "ag"
        case "speech":
            return kind.skill in ("arcana", "pray")
        case "sight" | "hearing":
            return scope in tags
        case _:
            return False


def attack_sum(state: State, attack: Attack, *, certain: bool = False) -> Sum:
    """7.4, 2.3 step 2."""
    attacker, target = state.get(attack.by), state.get(attack.target)
    weapon = weapon_of(attacker, attack.weapon)
    modifiers = attack_modifiers(state, attack, attacker, target, weapon, certain=certain)
    found = sum_for(state, attacker, Kind(skill=weapon.group, weapon=weapon), modifiers, advantage=True)
    assert found is not None, "weapon skills need no training"
    return found


def attack_modifiers(
    state: State, attack: Attack, attacker: Combatant, target: Combatant, weapon: Weapon, *, certain: bool
) -> tuple[Part, ...]:
    named = [one for one in dict.fromkeys(attack.situation) if one not in AUTOMATIC]
    parts = [_situation(one) for one in (*named, *_true_situations(attack, attacker, target, weapon, certain))]
    if weapon.ranged:
        parts += _shot(attack, attacker, target, weapon)
    else:
        name, bonus = enemy_bonus(target, from_behind="flank_rear" in attack.situation)
        parts.append(Part(what=f"target {name}", value=bonus))
    if body.quality(state.rules, weapon, "accurate"):
        parts.append(Part(what="accurate", value=10))
    parts += [Part(what=one.name, value=one.attack) for one in attacker.lasting if one.attack]
    if attack.parting:
        parts.append(Part(what="parting blow", value=20))
    return (*parts, Part(what="game master", value=attack.modifier))


def _true_situations(
    attack: Attack, attacker: Combatant, target: Combatant, weapon: Weapon, certain: bool
) -> list[str]:
    true = {
        "moved": weapon.ranged and attack.moved,
        "aimed": weapon.ranged and attack.aimed,
        "larger_target": not weapon.ranged and is_larger(target, attacker),
        "called": attack.location is not None and not certain,
    }
    return [name for name, holds in true.items() if holds]


def is_larger(one: Combatant, other: Combatant) -> bool:
    sizes = list(CONTENT.sizes)
    return sizes.index(one.stats.size) > sizes.index(other.stats.size)


def _situation(id: str) -> Part:
    situation = CONTENT.situations[id]
    return Part(what=situation.note, value=situation.modifier)


def _shot(attack: Attack, attacker: Combatant, target: Combatant, weapon: Weapon) -> list[Part]:
    parts = [Part(what=f"{target.stats.size} target", value=CONTENT.sizes[target.stats.size])]
    reach = yards(weapon.range, attacker.stats.sb)
    if attack.distance is not None and reach is not None:
        parts.append(Part(what=f"{attack.distance} yards", value=range_modifier(attack.distance, reach) or 0))
    return parts


def at_point_blank(attack: Attack, attacker: Combatant, weapon: Weapon) -> bool:
    reach = yards(weapon.range, attacker.stats.sb)
    return attack.distance is not None and reach is not None and is_point_blank(attack.distance, reach)


def weapon_of(combatant: Combatant, id: str) -> Weapon:
    weapon = combatant.stats.weapon(id)
    assert weapon is not None, f"{combatant.id} has no {id}"
    return weapon


def defence_sum(state: State, defender: Combatant, with_: str, against: Weapon, situation: tuple[str, ...] = ()) -> Sum:
    """2.3 step 3: Dodge, or the skill of the item that parries (R36)."""
    modifiers: tuple[Part, ...] = ()
    if with_ == DODGE:
        kind = Kind(skill=DODGE, defence=True)
    else:
        item = weapon_of(defender, with_)
        kind = Kind(skill=item.group, defence=True, weapon=item)
        modifiers = tuple(_parry(state.rules, item, against, situation))
    found = sum_for(state, defender, kind, modifiers, advantage=True)
    assert found is not None, "defending needs no training"
    return found


def _parry(rules: Rules, item: Weapon, against: Weapon, situation: tuple[str, ...]) -> Iterable[Part]:
    if "off_hand" in situation:
        yield _situation("off_hand")
    if body.quality(rules, against, "quick") and not body.quality(rules, item, "quick"):
        yield Part(what="against a quick weapon", value=-10)


def label_of(skill: str) -> str:
    """`melee_two_handed` as Melee (Two Handed)."""
    kind, _, rest = skill.partition("_")
    if kind in ("melee", "ranged") and rest:
        return f"{kind.capitalize()} ({rest.replace('_', ' ').title()})"
    return CHARACTERISTIC_NAMES.get(skill) or skill.replace("_", " ").capitalize()


CHARACTERISTIC_NAMES = {
    "ws": "Weapon Skill", "bs": "Ballistic Skill", "s": "Strength", "t": "Toughness", "i": "Initiative",
    "ag": "Agility", "dex": "Dexterity", "int": "Intelligence", "wp": "Willpower", "fel": "Fellowship",
}  # fmt: skip


def as_roll(total: Sum, test: SkillTest) -> Roll:
    """A Test that was made, for the log and the pages."""
    return Roll(
        skill=total.skill, label=total.label, target=test.target, roll=test.roll, sl=test.sl, success=test.success,
        sl_text=test.sl_text, words=test.words, parts=total.parts,
    )  # fmt: skip


def without_numbers(roll: Roll) -> Roll:
    """What others see of a Test of the GM's combatant."""
    return replace(roll, target=None, parts=())
