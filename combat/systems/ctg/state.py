"""The whole truth of one fight. Immutable, and known to the server only."""

from collections.abc import Hashable
from functools import cached_property
from typing import Any, ClassVar, Literal

from combat.engine.memo import Memo
from combat.engine.records import field, record
from combat.systems.ctg.environment import OPEN_GROUND, Environment
from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.ledger import Last, Played
from combat.systems.ctg.sheet import Effect, Sheet
from combat.systems.ctg.strike import Counted, Strike

Status = Literal["active", "unconscious", "stable", "dead"]


@record
class Borne:
    """An effect on its bearer."""

    effect: Effect
    serial: int
    """Tells it from another of the same name that replaces it."""
    left: int = 0
    """Of a counted duration: how many rounds, cards or turns are left."""
    counting: bool = False
    """Of `turns`: the running turn began after it was given."""
    with_turn: bool = False
    """It also ends with the bearer's turn (aim)."""

    @property
    def unit(self) -> str:
        return self.effect.duration.unit


Face = tuple[str, str, str, str | None, str, Status, bool]
"""What it takes to name or choose somebody: id, name, side, owner, colour, status, hidden or not."""


@record
class Combatant:
    KEEPS_TEXT: ClassVar = True

    id: str
    name: str
    side: str
    owner: str | None = None
    hidden: bool = False
    sheet: Sheet = Sheet()
    at: tuple[int, int] | None = None
    autoplay: bool = False
    colour: str = ""
    health: int
    temporary_health: int = 0
    stable: bool = False
    hand: tuple[str, ...] = ()
    """As shown: highest first, then clubs, diamonds, hearts, spades."""
    effects: tuple[Borne, ...] = ()
    uses: dict[str, int] = field(default_factory=dict)
    """How often each limited ability was used in its combat or draw."""
    reaction_spent: bool = False
    rolls: tuple[int, ...] = ()
    """Of ties in this combat draw (D2)."""
    turns_in_round: int = 0
    weapons_shown: tuple[str, ...] = ()
    """Weapons that the table has seen in use (R97)."""
    last_weapon: str | None = None
    last_target: str | None = None

    @cached_property
    def status(self) -> Status:
        """R80, R81: from health alone, but for `stable`."""
        if self.health > 0:
            return "active"
        if self.health <= -((self.sheet.max_health + 1) // 2):
            return "dead"
        return "stable" if self.stable else "unconscious"

    @cached_property
    def views(self) -> dict[str, tuple[Any, Any]]:
        """What was shown of it while it was as it is: by kind of viewer, with what else it rests on."""
        return {}

    @cached_property
    def face(self) -> Face:
        return self.id, self.name, self.side, self.owner, self.colour, self.status, self.hidden

    @cached_property
    def means(self) -> tuple[object, ...]:
        """What, beside its face, makes what it can do out of turn."""
        aims = any(ability.cost == "free" for ability in self.sheet.abilities)
        return self.id, self.sheet, self.effects, self.uses, self.last_target if aims else None

    @property
    def is_awake(self) -> bool:
        return self.health > 0

    @property
    def is_dead(self) -> bool:
        return self.status == "dead"

    @property
    def is_gms(self) -> bool:
        return self.owner is None

    @property
    def can_act(self) -> bool:
        """R27: awake, and nothing forbids it."""
        return self.is_awake and not self.has_flag("cannot_act")

    def has_flag(self, flag: str) -> bool:
        return any(flag in borne.effect.flags for borne in self.effects)

    def from_effects(self, what: str) -> int:
        if not self.effects:
            return 0
        return sum(borne.effect.modifiers.get(what, 0) for borne in self.effects)

    def bears(self, name: str) -> Borne | None:
        return next((borne for borne in self.effects if borne.effect.name == name), None)

    @cached_property
    def armour_class(self) -> int:
        """R70; the unconscious have no use of their agility."""
        sheet = self.sheet
        agility = sheet.modifier("agility")
        if not self.is_awake:
            agility = min(agility, 0)
        return 10 + agility + sheet.armour + sheet.shield + sheet.other + self.from_effects("armour_class")


@record
class Turn:
    """A combatant's go, or a surpriser's slot (R30)."""

    combatant: str
    surprise: bool = False
    owed_rank: int = 0
    """What is owed: the rank of the highest card when the turn began (D6)."""
    owed: bool = False
    """The card is still to be played."""
    two_actions: bool = False
    """The Red Joker: the card leaves with the second action."""
    actions_left: int = 1
    actions_taken: int = 0
    moved: int = 0
    dashes: int = 0
    bonus_taken: int = 0
    attacked_with: tuple[str, ...] = ()
    damage_card: int | None = None
    """What an ability makes the damage card of the next attack count as."""


@record
class Window:
    """A moment in which somebody may answer an attack before its roll."""

    id: str
    kind: Literal["attack"] = "attack"
    waiting: tuple[str, ...]
    strike: Strike
    dodge: int = 0
    counted: tuple[Counted, ...] = ()


@record
class Request:
    """What waits for the GM, or for somebody who must discard."""

    id: int
    shown_id: int
    """Its number in the views of those who do not see hidden ones: without gaps."""
    by: str
    action: str
    text: str = ""
    target: str | None = None
    count: int | None = None
    hidden: bool = False


@record
class Switches:
    auto_end: bool = False
    auto_pass: bool = False


OFF = Switches()


@record
class State:
    phase: Literal["setup", "surprise", "turns", "ended"] = "setup"
    house_rules: HouseRules = HouseRules()
    environment: Environment = OPEN_GROUND
    map: tuple[int, int] | None = None
    combatants: tuple[Combatant, ...] = ()
    """In the order of joining."""
    surprisers: tuple[str, ...] = ()
    """Those whose slot is still to come."""
    turn: Turn | None = None
    round: int | None = None
    """The value of the running tier (R25); None before the first of a combat draw."""
    seen_round: int | None = None
    """The tier of the last turn that everybody could see (R98)."""
    round_number: int = 0
    """Counts the rounds of this combat draw; `seen_round_number` those that everybody saw."""
    seen_round_number: int = 0
    draw: int = 0
    piles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By deck: `""` is the shared one, else the owner's id. From the top."""
    discards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Newest last."""
    packs: dict[str, int] = field(default_factory=dict)
    sunk: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Cards that undone commands drew: at the bottom of a new pile too (D18)."""
    window: Window | None = None
    windows: int = 0
    requests: tuple[Request, ...] = ()
    requests_made: int = 0
    requests_shown: int = 0
    effects_given: int = 0
    switches: dict[str, Switches] = field(default_factory=dict)
    """By the owner's key; the GM's is `gm`."""
    last: Last | None = None
    last_seen: Last | None = None
    """The newest roll in which nobody was hidden."""
    played: Played | None = None
    played_seen: Played | None = None

    @cached_property
    def memo(self) -> Memo:
        """The fight's, handed on by `apply`."""
        return Memo()

    @cached_property
    def made(self) -> dict[Hashable, Any]:
        """What was worked out of this very state, for whoever asks again."""
        return {}

    @cached_property
    def by_id(self) -> dict[str, Combatant]:
        return {combatant.id: combatant for combatant in self.combatants}

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        return self.memo.same("faces", tuple(one.face for one in self.combatants))

    def get(self, combatant: str | None) -> Combatant | None:
        return self.by_id.get(combatant) if combatant is not None else None

    def __getitem__(self, combatant: str) -> Combatant:
        return self.by_id[combatant]

    @cached_property
    def by_owner(self) -> dict[str | None, tuple[Combatant, ...]]:
        found: dict[str | None, tuple[Combatant, ...]] = {}
        for one in self.combatants:
            found[one.owner] = (*found.get(one.owner, ()), one)
        return found

    @property
    def acting(self) -> Combatant | None:
        return self.by_id.get(self.turn.combatant) if self.turn is not None else None

    def deck_of(self, combatant: str) -> str:
        return combatant if self.house_rules.deck == "own" else ""

    def switches_of(self, owner: str | None) -> Switches:
        return self.switches.get("gm" if owner is None else owner, OFF)
