"""The numbers behind a roll, as everybody may later ask for them (`last`), and what lies in the middle of the table."""

from typing import Literal

from combat.engine.records import record


@record
class Damage:
    dice: tuple[int, ...]
    modifier: int | None
    """All that is added to the dice (R73 to R75). None, like others below, where a viewer may not know it."""
    card: str | None = None
    total: int
    taken: int
    """After resistances (R76); temporary health is not yet off."""


@record
class AttackLast:
    by: str
    target: str
    weapon: str | None = None
    ability: str | None = None
    roll: int
    modifiers: tuple[tuple[str, int], ...] | None
    total: int
    armour_class: int | None
    hit: bool
    damage: Damage | None = None
    by_gms: bool = False
    at_gms: bool = False


@record
class CheckLast:
    by: str
    what: str
    roll: int
    total: int
    dc: int
    success: bool


Last = AttackLast | CheckLast


@record
class Played:
    """The newest action, laid out: the card that paid, the dice, and what came of it."""

    by: str
    name: str
    kind: Literal["action", "bonus", "reaction", "free", "turn"]
    verb: str
    """`attacks`, `defends`, `gives first aid` ..."""
    target: str | None = None
    target_name: str | None = None
    weapon: str | None = None
    card: str | None = None
    roll: int | None = None
    total: int | None = None
    hit: bool | None = None
    dice: tuple[int, ...] = ()
    damage_card: str | None = None
    harm: int | None = None
    type: str = ""
