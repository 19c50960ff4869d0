"""The switches of a campaign (2.4), each with the sentence that the page shows."""

from typing import Any, Literal

from combat.engine.records import record
from combat.systems.d100.data import CONTENT, check
from combat.systems.d100.rolls import TieRule

Preset = Literal["literal", "bare", "classic"]


Choice = Literal["preset"]
"""The switch stands as the preset has it."""
Number = Literal["any"]
"""The same for numbers, whose field is left empty on the page."""


@record
class HouseRules:
    """As a campaign has set them. `rules_of` fills in what follows the preset."""

    preset: Preset = "literal"
    npc_health: Literal["bands", "exact", "hidden"] = "bands"
    initiative_option: int | Choice = "preset"
    minimum_wounds: int | Number = "any"
    damage_sl: Literal["net", "attacker"] | Choice = "preset"
    tie_rule: TieRule | Choice = "preset"
    ranged_defence: Literal["opposed", "limited", "none"] | Choice = "preset"
    failed_ranged_always_misses: bool | Choice = "preset"
    critical_rolls: Literal["one", "each"] | Choice = "preset"
    overkill_modifier: int | Number = "any"
    critical_when_losing: bool | Choice = "preset"
    defender_criticals: bool | Choice = "preset"
    critical_location: Literal["flip", "reroll"] | Choice = "preset"
    fumbles: bool | Choice = "preset"
    advantage_cap: int | Literal["preset", "none"] | None = "preset"
    """None and `none` are no cap, whatever the preset says."""
    charge_advantage: bool | Choice = "preset"
    stunned_advantage: bool | Choice = "preset"
    lose_advantage_on_new_condition: bool | Choice = "preset"
    advantage_decay: bool | Choice = "preset"
    surprise_ends_on_first_attack: bool | Choice = "preset"
    condition_timing: Literal["round", "turn"] | Choice = "preset"
    sprint_mode: Literal["replace", "extra"] | Choice = "preset"
    helpless_autohit: bool | Choice = "preset"
    weapon_qualities: bool | Choice = "preset"
    armour_flags: bool | Choice = "preset"
    defence_seconds: int | Number = "any"
    modifier_floor: int | Number = "any"
    modifier_ceiling: int | Number = "any"
    engagement_rules: bool | Choice = "preset"
    npc_sudden_death: bool | Choice = "preset"
    reaction_seconds: int | None = None
    """Has no meaning here: the window for defence always opens."""

    def __post_init__(self) -> None:
        for name, (least, most) in NUMBERS.items():
            value = getattr(self, name)
            fits = not isinstance(value, int) or least <= value <= most
            check(fits, f"{name} is from {least} to {most}")


NUMBERS = {
    "initiative_option": (0, 3),
    "minimum_wounds": (0, 99),
    "overkill_modifier": (-100, 0),
    "advantage_cap": (0, 999),
    "defence_seconds": (0, 3600),
    "modifier_floor": (-999, 0),
    "modifier_ceiling": (0, 999),
}


@record
class Rules:
    """Every switch with its value."""

    npc_health: str
    initiative_option: int
    minimum_wounds: int
    damage_sl: str
    tie_rule: TieRule
    ranged_defence: str
    failed_ranged_always_misses: bool
    critical_rolls: str
    overkill_modifier: int
    critical_when_losing: bool
    defender_criticals: bool
    critical_location: str
    fumbles: bool
    advantage_cap: int | None
    charge_advantage: bool
    stunned_advantage: bool
    lose_advantage_on_new_condition: bool
    advantage_decay: bool
    surprise_ends_on_first_attack: bool
    condition_timing: str
    sprint_mode: str
    helpless_autohit: bool
    weapon_qualities: bool
    armour_flags: bool
    defence_seconds: int
    modifier_floor: int
    modifier_ceiling: int
    engagement_rules: bool
    npc_sudden_death: bool


def rules_of(house_rules: HouseRules) -> Rules:
    values: dict[str, Any] = {"npc_health": house_rules.npc_health, **CONTENT.rulesets[house_rules.preset]}
    for name in values:
        chosen = getattr(house_rules, name)
        if name == "advantage_cap" and chosen == "none":
            values[name] = None
        elif chosen not in ("preset", "any"):
            values[name] = chosen
    return Rules(**values)


DEFAULT = rules_of(HouseRules())
