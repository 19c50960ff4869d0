"""An attack on its way: declared and paid, its roll still to come (R56)."""

from typing import Literal

from combat.engine.records import record


@record
class Strike:
    by: str
    target: str
    """Who is rolled against; of an ability, also who bears its other effects."""
    kind: Literal["weapon", "off_hand", "ability"]
    weapon: str | None = None
    ability: str | None = None
    step: int = 0
    """The ability's effect that comes next."""
    modifier: int = 0
    """The GM's."""
    reaction: bool = False
    """It answers another attack: it opens no window and ends nobody's turn."""


@record
class Counted:
    """Effects of a bearer that a card in play counts against, once what it pays for is settled (D7)."""

    bearer: str
    effects: tuple[int, ...]
