"""A character whose numbers no change of the shipped content moves."""

from typing import Any

from combat.codec import dump
from combat.engine.records import replace
from combat.library import library

NUMBERS = {
    "strength": 10, "agility": 16, "proficiency_bonus": 2, "max_health": 76, "health": None, "speed": 30,
    "armour": 2, "shield": 0, "other": 0,
}  # fmt: skip


def mara_sheet() -> dict[str, Any]:
    made: dict[str, Any] = dump(replace(library("ctg").characters["Mara Quill"].sheet, **NUMBERS))
    return made
