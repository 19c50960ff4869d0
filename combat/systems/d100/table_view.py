"""What one pair of eyes may know of the fight, as scenarios and pages read it. None is "not yours to know"."""

from collections.abc import Mapping
from typing import Literal

from combat.engine.records import field, record
from combat.systems.d100.last import Last, Part
from combat.systems.d100.state import Request


@record
class Banner:
    eyebrow: str
    title: str
    headline: str
    detail: str
    waiting_for: tuple[str, ...] = ()
    yours: bool = False


@record
class WindowView:
    kind: Literal["defence"]
    waiting: tuple[str, ...]
    waiting_names: tuple[str, ...]
    seconds: int
    is_yours: bool
    id: str | None = None


@record
class DefenceView:
    """One legal answer, for whoever may give it."""

    with_: str
    label: str
    target: int
    parts: tuple[Part, ...]
    best: bool = False


@record
class ContestView:
    """The attack that waits for its defence."""

    by: str | None
    """None where the attacker is hidden."""
    target: str
    weapon: str
    label: str
    ranged: bool
    charge: bool
    location: str | None
    situation: tuple[str, ...]
    """In words."""
    target_number: int | None
    parts: tuple[Part, ...] = ()
    defences: tuple[DefenceView, ...] = ()
    retargetable: bool = False
    """For the GM: somebody else could be its target."""


@record
class ConditionView:
    name: str
    label: str
    levels: int
    counted: bool
    """Whether the level is worth showing."""
    words: str
    held: bool = False


@record
class EffectView:
    name: str
    words: str
    kind: str
    rounds: int | None = None
    location: str | None = None


@record
class PlaceView:
    """One place in the order, and what it rests on."""

    id: str
    name: str
    value: int | None
    reason: str
    state: Literal["acting", "waiting", "done", "out"]
    last: bool
    """Acts after the others in this round."""


@record
class CombatantView:
    id: str
    name: str
    side: str
    owner: str | None
    colour: str
    is_yours: bool
    is_gms: bool
    sub: str
    """What it has in hand, where that may be known."""
    hidden: bool
    status: Literal["active", "unconscious", "dead"]
    is_acting: bool
    is_waited_for: bool
    wounds: int | None
    max_wounds: int | None
    band: str | None
    health_words: str
    """`bloodied`, `5 of 12`: for every viewer in the words that fit what it may know."""
    pips: int | None
    """Of four, for the bar where no numbers are shown."""
    advantage: int
    conditions: Mapping[str, int] = field(default_factory=dict)
    condition_list: tuple[ConditionView, ...] = ()
    effects: Mapping[str, int | None] = field(default_factory=dict)
    effect_list: tuple[EffectView, ...] = ()
    criticals: tuple[str, ...] = ()
    critical_wounds: int = 0
    rounds_at_zero: int | None = None
    dropped: tuple[str, ...] = ()
    stored: int | None = None
    engaged: bool = False
    at: tuple[int, int] | None = None
    armour: Mapping[str, int] | None = None
    """Armour points by location."""
    holds: tuple[str, ...] | None = None
    """What is in the hands."""
    out_of_sight: bool = False
    autoplay: bool = False

    @property
    def conditions_said(self) -> tuple[str, ...]:
        """`Bleeding 2`, `Prone`"""
        return tuple(f"{one.label} {one.levels}" if one.counted else one.label for one in self.condition_list)

    @property
    def effects_said(self) -> tuple[str, ...]:
        """`Flame ward, +2 armour everywhere; 3 rounds`"""
        return tuple(f"{one.name.capitalize()}, {one.words}".removesuffix(", ") for one in self.effect_list)


@record
class FigureView:
    """Somebody who is named in the middle of the table."""

    name: str
    foe: bool
    """Not of the party."""
    colour: str
    health_words: str
    armour: Mapping[str, int] | None = None
    is_gms: bool = False


@record
class TableView:
    phase: str
    turn: str | None
    round: int | None
    order: tuple[str, ...]
    initiative: tuple[PlaceView, ...]
    actions_left: int
    spent_on: str
    moved: int
    yards_left: int
    window: WindowView | None
    contest: ContestView | None
    requests: tuple[Request, ...]
    combatants: Mapping[str, CombatantView]
    last: Last | None
    correctable: bool
    map: tuple[int, int] | None
    banner: Banner
    figures: Mapping[str, FigureView] = field(default_factory=dict)
    """Those of the attack that waits, of the newest roll and of what is asked, by id."""
    sides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Everybody's id by side, as they are laid out: the party last."""
