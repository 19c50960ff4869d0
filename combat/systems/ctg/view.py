"""What one viewer may know of a fight, as records. None: the viewer may not know it."""

from typing import Any, Literal

from combat.engine.records import field, record


@record
class Banner:
    """The first thing that a viewer reads."""

    eyebrow: str
    """`Round 3 of the first draw`"""
    title: str
    """`The Kings`"""
    headline: str
    """`Your turn, Mara.`"""
    detail: str = ""
    waiting_for: tuple[str, ...] = ()
    """Names of those on whom the fight waits."""
    yours: bool = False


@record
class EffectView:
    name: str
    does: str
    """`+2 AC`, `cannot act`"""
    lasts: str
    """`2 rounds`, `until its next turn`"""
    tone: Literal["good", "bad", "neutral"]
    ability: str = ""
    """What it changes first, for its sign: `armour_class`, `attack`, `speed` ..."""
    value: str | int | None = None
    """As a scenario writes it: rounds left, or the name of the unit."""


@record
class WeaponView:
    name: str
    kind: str
    damage: str | None = None
    type: str = ""
    attack: int | None = None
    """What is added to the die before effects and environment."""
    note: str = ""
    """`+7 · 2d6 + a card`"""
    properties: tuple[str, ...] = ()
    usable: bool = True
    """Here, in this environment."""


@record
class AbilityView:
    name: str
    description: str
    cost: str
    note: str = ""
    """`Bonus action · a heart · once a draw`"""
    target: str = "self"
    uses_left: int | None = None
    """None: unlimited."""


@record
class CombatantView:
    id: str
    name: str
    side: str
    owner: str | None
    is_yours: bool
    is_gms: bool
    sub: str = ""
    """The class's name."""
    colour: str = ""
    hidden: bool = False
    status: str
    health: int | None = None
    max_health: int | None = None
    temporary_health: int | None = None
    band: str | None = None
    health_words: str = ""
    """`bloodied`, `12 of 40`: for every viewer in the words that fit what it may know."""
    armour_class: int | None = None
    hand: tuple[str, ...] | None = None
    cards: int = 0
    effects: dict[str, int | str]
    effect_views: tuple[EffectView, ...] = ()
    is_acting: bool = False
    is_waited_for: bool = False
    auto_pass: bool = False
    auto_end: bool | None = None
    autoplay: bool = False
    reaction_spent: bool = False
    passed: bool = False
    """The next tier is below all of its cards, or it has none left: it waits for the next draw."""
    speed: int | None = None
    hand_size: int | None = None
    weapons: tuple[WeaponView, ...] | None = None
    abilities: tuple[AbilityView, ...] | None = None
    at: tuple[int, int] | None = None

    @property
    def effects_said(self) -> tuple[str, ...]:
        """`Prone, until removed`"""
        return tuple(f"{one.name}, {one.lasts}" for one in self.effect_views)


@record
class AttackView:
    """The attack that a window waits for: public facts only."""

    by: str | None
    by_name: str | None
    """None: somebody hidden."""
    target: str
    target_name: str
    weapon: str | None = None
    kind: str | None = None
    ability: str | None = None
    armour_class: int | None = None
    """The target's, where the viewer may know it."""
    armour_class_with_dodge: int | None = None
    by_foe: bool = False
    by_colour: str = ""
    target_foe: bool = False
    target_colour: str = ""
    target_health: str = ""
    """In words, as for everybody who sees it."""


@record
class WindowView:
    id: str
    kind: str
    waiting: tuple[str, ...]
    waiting_names: tuple[str, ...] = ()
    seconds: int
    attack: AttackView | None = None
    is_yours: bool = False
    """You are waited for."""


@record
class RequestView:
    id: int
    by: str | None
    action: str
    text: str = ""
    target: str | None = None
    count: int | None = None
    by_name: str | None = None
    target_name: str | None = None
    words: str = ""
    """`Ana tries to grapple the orc.`"""
    by_foe: bool = False
    by_colour: str = ""


@record
class LastDamageView:
    dice: tuple[int, ...]
    modifier: int | None
    card: str | None
    total: int
    taken: int


@record
class LastView:
    """The breakdown of the newest roll; of an attack or of a check, the other fields being None."""

    kind: Literal["attack", "check"]
    by: str
    by_name: str = ""
    target: str | None = None
    target_name: str | None = None
    what: str = ""
    roll: int
    modifiers: tuple[tuple[str, int], ...] | None = None
    total: int
    armour_class: int | None = None
    hit: bool | None = None
    damage: LastDamageView | None = None
    dc: int | None = None
    success: bool | None = None


@record
class PlayedView:
    """What lies in the middle of the table now."""

    by: str
    name: str
    kind: str
    verb: str
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
    foe: bool = False
    """Done by somebody who is not of the party."""
    check: bool = False
    """The roll was a check, which works or fails."""
    added: int | None = None
    """What the damage dice were changed by, where the viewer may know it."""


@record
class TierView:
    tier: str
    """`Joker`, `A`, `K` ... `2`"""
    name: str
    """`Jokers`, `Aces` ..."""
    state: Literal["past", "now", "to come"]


@record
class EnvironmentView:
    name: str
    description: str = ""
    numbers: tuple[str, ...] = ()
    """`ranged -4`, `speed halved`, `1d4 fire each round`"""


@record
class TableView:
    system: str = "ctg"
    phase: str
    turn: str | None
    turn_name: str | None = None
    turn_owner_is_you: bool = False
    between_turns: bool = False
    """Somebody acts whom the viewer does not see."""
    round: str | None
    draw: int
    actions_left: int
    moved: int
    movement: int = 0
    """Feet that the acting one has in this turn, moved or not."""
    two_actions: bool = False
    owed: tuple[str, ...] | None = None
    """Cards of the acting hand of which one must be played; for those who see that hand."""
    window: WindowView | None
    requests: tuple[RequestView, ...]
    combatants: dict[str, CombatantView]
    order: tuple[str, ...] = ()
    """Their ids in the order of joining."""
    sides: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The same by side, as they are laid out: the party last."""
    decided: bool = False
    """For the GM: all who still stand are of one side."""
    last: LastView | None
    played: PlayedView | None = None
    pile: int | dict[str, int]
    discards: tuple[str, ...] | dict[str, tuple[str, ...]]
    pile_count: int = 0
    top_discard: str | None = None
    packs: int = 0
    tiers: tuple[TierView, ...] = ()
    environment: EnvironmentView
    house_rules: Any = None
    reaction_seconds: int = 0
    banner: Banner
    auto_end: bool = False
    auto_pass: bool = False
    """The viewer's own switches."""
