"""The breakdown of the newest roll, as scenarios and pages read it."""

from typing import Literal

from combat.engine.records import record


@record
class Part:
    """A line of the sum behind a number: `Advantage 2`, +20."""

    what: str
    value: int


@record
class Roll:
    """One Test, with what its target was made of."""

    skill: str
    label: str
    target: int | None
    """None where the viewer may not know."""
    roll: int
    sl: int
    success: bool
    sl_text: str
    words: str
    parts: tuple[Part, ...] = ()


@record
class Table:
    """A row of a table, and the die that found it."""

    roll: int
    name: str
    text: str = ""
    location: str | None = None


@record
class Fumble:
    by: str
    roll: int
    name: str
    text: str = ""


@record
class Last:
    """What a key does not apply to is None."""

    kind: Literal["attack", "cast", "prayer", "test"]
    by: str
    at: str | None = None
    what: str = ""
    """The weapon, spell, prayer or action, by id."""
    label: str = ""
    attack: Roll | None = None
    defence: Roll | None = None
    with_: str | None = None
    """What was defended with: a weapon, or `dodge`."""
    with_label: str = ""
    cast: Roll | None = None
    prayer: Roll | None = None
    test: Roll | None = None
    done: bool | None = None
    winner: str | None = None
    net_sl: int | None = None
    hit: bool | None = None
    location: str | None = None
    flipped: int | None = None
    raw: int | None = None
    soak: int | None = None
    overkill: int | None = None
    wounds: int | None = None
    critical: Table | None = None
    fumble: Fumble | None = None
    damage: tuple[Part, ...] = ()
    """The sum of the Wounds, line by line."""
    advantage: tuple[int, int] | None = None
    """The attacker's before and after."""
