"""Who fights by the d100 rules in the browsers."""

from typing import Any

SIGNE: dict[str, Any] = {
    "name": "Signe Tallow", "side": "party", "player": "pia", "colour": "teal",
    "sheet": {
        "characteristics": {"ws": 90, "bs": 60, "s": 40, "t": 40, "i": 60, "ag": 40, "wp": 40, "int": 40, "fel": 40},
        "skills": {"melee_basic": 95, "dodge": 60, "arcana": 60, "pray": 60, "heal": 60}, "wounds": 40, "notable": True,
        "weapons": ["sword", "buckler"], "armour": ["leather_jack"], "spells": ["stone_ward", "spark_dart"],
        "prayers": ["mend"],
    },
}  # fmt: skip
ALDOUS: dict[str, Any] = {
    "name": "Aldous Penn", "side": "party", "player": "paul", "colour": "rose",
    "sheet": {"characteristics": {"ws": 40, "t": 40, "i": 50}, "wounds": 30, "weapons": ["quarterstaff"], "notable": True},
}  # fmt: skip
BRUTE: dict[str, Any] = {
    "name": "Hill Brute", "side": "foes",
    "sheet": {"foe": "hill_brute", "characteristics": {"i": 30, "t": 20}, "wounds": 60},
}  # fmt: skip
WARDEN: dict[str, Any] = {
    "name": "Gate Warden", "side": "foes",
    "sheet": {"foe": "gate_warden", "characteristics": {"i": 20, "t": 20}, "wounds": 60},
}  # fmt: skip
