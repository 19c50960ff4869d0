"""Every switch of a campaign for the page on which it is set: a label, one plain sentence, and what may be chosen."""

from typing import Any

from combat.engine.records import record
from combat.systems.d100.data import CONTENT
from combat.systems.d100.house_rules import NUMBERS, HouseRules

AS_PRESET = "As the preset says"
PRESETS = {"literal": "The text, with additions", "bare": "The bare text", "classic": "As many play"}


@record
class Allowed:
    value: str
    label: str


@record
class HouseRule:
    key: str
    rule: str
    """The number of the ruling that it bends."""
    label: str
    sentence: str
    allowed: tuple[Allowed, ...] = ()
    """Empty: a number from `least` to `most`, or, where `any` is true, none: as the preset says."""
    least: int = 0
    most: int = 0
    any: bool = False

    @property
    def default(self) -> Any:
        return getattr(HouseRules(), self.key)

    @property
    def presets(self) -> str:
        """What the presets say of this switch."""
        said = {name: self._words(rules[self.key]) for name, rules in CONTENT.rulesets.items() if self.key in rules}
        if len(set(said.values())) == 1:
            return f"In every preset: {next(iter(said.values()))}."
        return "; ".join(f"{PRESETS[name]}: {words}" for name, words in said.items())

    def _words(self, value: Any) -> str:
        written = "none" if value is None else str(value)
        label = next((one.label for one in self.allowed if one.value == written), written)
        return f"{label[:1].lower()}{label[1:]}"


def _choice(key: str, rule: str, label: str, sentence: str, **allowed: str) -> HouseRule:
    values = tuple(Allowed(value=value.strip("_"), label=words) for value, words in allowed.items())
    preset = () if key in ("preset", "npc_health") else (Allowed(value="preset", label=AS_PRESET),)
    return HouseRule(key=key, rule=rule, label=label, sentence=sentence, allowed=(*preset, *values))


def _switch(key: str, rule: str, label: str, sentence: str) -> HouseRule:
    return _choice(key, rule, label, sentence, True_="Yes", False_="No")


def _number(key: str, rule: str, label: str, sentence: str) -> HouseRule:
    least, most = NUMBERS[key]
    return HouseRule(key=key, rule=rule, label=label, sentence=sentence, least=least, most=most, any=True)


HOUSE_RULES = (
    _choice(
        "preset", "2.4", "Rules as a whole",
        "The text with a few common additions, the bare text, or what many tables play.",
        **PRESETS,
    ),
    _choice(
        "npc_health", "D8", "Wounds of the GM's side",
        "Players see how badly a foe is hurt, its Wounds in numbers, or nothing of them.",
        bands="In words", exact="In numbers", hidden="Not at all",
    ),
    _choice(
        "initiative_option", "R20", "Initiative",
        "Compare Initiative, roll an Initiative Test, add a d10 to it, or add a d10 to the bonuses.",
        _0="Compare it", _1="Test it", _2="Add a d10", _3="Bonuses and a d10",
    ),
    _number("minimum_wounds", "R08", "Least Wounds of a hit", "A hit costs at least so many Wounds, however well soaked."),
    _choice(
        "damage_sl", "R07", "Levels that count as damage",
        "Damage counts the difference of both sides' levels, or the attacker's own.",
        net="The difference", attacker="The attacker's",
    ),
    _choice(
        "tie_rule", "R05", "A complete tie",
        "With equal levels and equal skill nobody wins, or the defender does.",
        skill_then_stalemate="Nobody wins", skill_then_defender="The defender wins",
    ),
    _choice(
        "ranged_defence", "R09", "Defence against shots",
        "Shots are dodged at any range, at point blank only, or never.",
        opposed="At any range", limited="At point blank", none="Never",
    ),
    _switch("failed_ranged_always_misses", "R09", "A failed shot always misses",
            "A shot that fails its own Test does not hit, even against a worse defence."),
    _choice(
        "critical_rolls", "R13", "A double that also brings to 0 Wounds",
        "It is one critical wound, or one for each cause.", one="One", each="One for each",
    ),
    _number("overkill_modifier", "R14", "Barely past 0 Wounds",
            "Added to the critical roll when fewer Wounds than the Toughness Bonus went past 0."),
    _switch("critical_when_losing", "R10", "Criticals in a lost contest",
            "A successful double wounds critically even when the contest is lost."),
    _switch("defender_criticals", "R10", "Criticals of the defender",
            "A defender's successful double in melee wounds the attacker critically."),
    _choice(
        "critical_location", "R39", "Where a critical lands",
        "It lands where the blow fell, or its place is rolled anew.", flip="Where it fell", reroll="Rolled anew",
    ),
    _switch("fumbles", "R11", "Fumbles", "Whoever fails with a double and does not win fumbles."),
    _choice(
        "advantage_cap", "R17", "Most Advantage", "No more Advantage than this can be won.",
        none="No limit", _2="2", _3="3", _4="4", _5="5", _10="10",
    ),
    _switch("charge_advantage", "R31", "Advantage of a charge", "A charge gives 1 Advantage before the blow."),
    _switch("stunned_advantage", "R31", "Advantage against the Stunned",
            "Striking at a Stunned target gives 1 Advantage before the blow."),
    _switch("lose_advantage_on_new_condition", "R18", "Conditions cost Advantage",
            "A condition that one did not have takes all Advantage."),
    _switch("advantage_decay", "R17", "Advantage fades", "Whoever gained none in a round loses 1 at its end."),
    _switch("surprise_ends_on_first_attack", "R19", "Surprise ends with the first attack",
            "The first attack on the bearer ends it, not only the next round."),
    _choice(
        "condition_timing", "R26", "When conditions do their work",
        "At the end of the round, or at the end of each bearer's turn.", round="End of the round", turn="End of the turn",
    ),
    _choice(
        "sprint_mode", "R23", "Sprinting", "A Sprint takes the place of the run, or comes on top of it.",
        replace="In its place", extra="On top",
    ),
    _switch("helpless_autohit", "R28", "The unconscious are hit for certain",
            "Blows hit them where the attacker likes, and critically."),
    _switch("weapon_qualities", "8.2", "Weapon qualities", "Weapons have their qualities: guarding, brutal, piercing ..."),
    _switch("armour_flags", "8.3", "Armour flags", "Armour has its own: partial, weakpoints, impenetrable."),
    _number("defence_seconds", "2.3", "Time to defend",
            "So many seconds to choose a defence; then the better one is taken. With 0 the fight waits."),
    _number("modifier_floor", "R25", "Least sum of modifiers", "Difficulty and situation never count less than this."),
    _number("modifier_ceiling", "R25", "Greatest sum of modifiers", "Difficulty and situation never count more than this."),
    _switch("engagement_rules", "R40", "Leaving melee has a price",
            "It costs Advantage, an Action, or a blow; and there is no shooting while Engaged."),
    _switch("npc_sudden_death", "R38", "Nameless foes drop dead", "Foes of no note die at 0 Wounds."),
)  # fmt: skip
