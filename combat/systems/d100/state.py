"""The whole truth of one fight. Immutable."""

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal

from combat.engine.memo import Memo
from combat.engine.records import field, record, replace
from combat.systems.d100.house_rules import DEFAULT, Rules
from combat.systems.d100.last import Last
from combat.systems.d100.sheet import Stats

Phase = Literal["setup", "surprise", "turns", "ended"]


@record
class Condition:
    name: str
    levels: int
    since: int = 0
    """The round in which it was gained (R32)."""
    floor: int = 0
    """It does not go below so many levels before it is treated (D13)."""
    strength: int = 30
    """Of what holds the Entangled."""
    difficulty: int = 0
    """Of the Poisoned's Endurance Test."""


@record
class Lasting:
    """Something with a name that stays for a while: a critical wound, a fumble, a spell, a loss (D11, D12)."""

    name: str
    kind: Literal["critical", "loss", "fumble", "magic", "rebuked"]
    location: str | None = None
    penalties: tuple[tuple[str, int], ...] = ()
    """(scope, modifier)"""
    useless: bool = False
    """The limb of its location."""
    half_move: bool = False
    no_dodge: bool = False
    reopens: int = 0
    """Bleeding that a later hit at the same place adds."""
    holds: str | None = None
    """A condition that it does not let go."""
    ap: int = 0
    attack: int = 0
    rounds: int | None = None
    turns: int | None = None
    """Ends of the bearer's own turns that are still to come (D4)."""
    treated: bool = False
    """Ends with a successful Heal Test."""
    loses: Literal["move", "action"] | None = None
    last_in: int | None = None
    """The round in which the bearer acts last."""
    note: str = ""


@record
class Place:
    """What somebody's place in the order rests on (R20, R21)."""

    value: int
    ag: int
    reason: str = ""


Face = tuple[str, str, str | None, bool, bool]
"""What it takes to name or choose somebody: id, name, owner, hidden or not, dead or not."""


@record
class Combatant:
    KEEPS_TEXT: ClassVar = True

    id: str
    name: str
    side: str
    owner: str | None = None
    hidden: bool = False
    autoplay: bool = False
    colour: str = ""
    at: tuple[int, int] | None = None
    stats: Stats
    wounds: int
    place: Place | None = None
    advantage: int = 0
    gained: bool = False
    """Whether Advantage was gained in this round (R17)."""
    conditions: tuple[Condition, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    criticals: tuple[str, ...] = ()
    critical_wounds: int = 0
    rounds_at_zero: int = 0
    dead: bool = False
    dropped: tuple[str, ...] = ()
    unloaded: Mapping[str, int] = field(default_factory=dict)
    """SL gathered towards loading it again, by weapon."""
    hacked: Mapping[str, int] = field(default_factory=dict)
    """Armour points lost for good, by location."""
    stored: int = 0
    aimed: bool = False
    out_of_sight: int | None = None
    """The round since which nobody sees it."""
    scared: bool = False
    """The skittish run once a fight (D30)."""

    @cached_property
    def views(self) -> dict[str, tuple[Any, Any]]:
        """What was shown of it while it was as it is: by kind of viewer, with what else it rests on."""
        return {}

    @cached_property
    def face(self) -> Face:
        return self.id, self.name, self.owner, self.hidden, self.dead

    def condition(self, name: str) -> Condition | None:
        for one in self.conditions:
            if one.name == name:
                return one
        return None

    def has(self, name: str) -> bool:
        return bool(self.conditions) and self.condition(name) is not None

    def levels(self, name: str) -> int:
        found = self.condition(name)
        return found.levels if found else 0

    @cached_property
    def out(self) -> bool:
        """Dead or Unconscious: the one rule."""
        return self.dead or self.has("unconscious")

    @property
    def able(self) -> bool:
        """Whether it may hold the turn."""
        return not self.out and not self.has("surprised")


@record
class Turn:
    """The budget of the running turn (2.2)."""

    combatant: str
    action: int = 1
    spent_on: str = ""
    moved: int = 0
    no_move: bool = False
    """The Move went into standing up, or was lost."""
    sprint: int | None = None
    """The SL of a Sprint."""
    charged: bool = False
    way_open: bool = False
    """R40: the way out of melee was fought or paid for."""


@record
class Attack:
    """One addressed blow or shot, from its declaration until it is settled."""

    number: int
    by: str
    target: str
    weapon: str
    location: str | None = None
    situation: tuple[str, ...] = ()
    """As named by whoever attacks."""
    modifier: int = 0
    """The GM's."""
    distance: int | None = None
    moved: bool = False
    aimed: bool = False
    charge: bool = False
    charged: bool = False
    """In a turn with a charge (tiring)."""
    gained: int = 0
    """Advantage that its declaration gave."""
    had_gained: bool = False
    """Whether any was gained in this round before."""
    parting: bool = False
    """A parting blow (R40): nobody defends, +20."""


@record
class Before:
    """How things stood before the dice of an attack."""

    attack: Attack
    combatants: tuple[Combatant, ...]
    engaged: tuple[tuple[str, str], ...]
    last: Last | None
    last_public: Last | None


@record
class Settled:
    """The newest settled attack, kept to be corrected."""

    attack: Attack
    attack_roll: int
    defence: str | None
    """What was chosen: a weapon, `dodge`, or None where nobody defended."""
    defence_situation: tuple[str, ...] = ()
    defence_roll: int | None
    before: tuple[Combatant, ...] = ()
    """Those whom it changed, as they were before the dice."""
    after: tuple[Combatant, ...] = ()
    engaged_before: tuple[tuple[str, str], ...] = ()
    engaged_after: tuple[tuple[str, str], ...] = ()
    last: Last | None = None
    last_public: Last | None = None


@record
class Request:
    """An open action that waits for the GM."""

    id: int
    by: str
    action: str
    text: str = ""
    target: str | None = None


@record
class State:
    rules: Rules = DEFAULT
    map: tuple[int, int] | None = None
    phase: Phase = "setup"
    combatants: tuple[Combatant, ...] = ()
    """In the order in which they joined."""
    order: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    """Whose place in this round is still to come."""
    lagging: tuple[str, ...] = ()
    """Who acts after all others in this round (D16)."""
    round: int = 0
    turn: Turn | None = None
    seen_round: int | None = None
    """The round of the last turn that everybody could see."""
    engaged: tuple[tuple[str, str], ...] = ()
    attack: Attack | None = None
    """While it stands here its defence is awaited."""
    attacks: int = 0
    before: Before | None = None
    """Only while an attack is being rolled up."""
    settled: Settled | None = None
    requests: tuple[Request, ...] = ()
    requested: int = 0
    last: Last | None = None
    last_public: Last | None = None

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
        return {one.id: one for one in self.combatants}

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        return self.memo.same("faces", tuple(one.face for one in self.combatants))

    def find(self, id: str | None) -> Combatant | None:
        return self.by_id.get(id) if id is not None else None

    def get(self, id: str) -> Combatant:
        found = self.find(id)
        assert found is not None, f"no combatant {id}"
        return found

    @property
    def acting(self) -> Combatant | None:
        return self.find(self.turn.combatant) if self.turn else None

    def with_combatant(self, changed: Combatant) -> "State":
        return replace(self, combatants=tuple(changed if one.id == changed.id else one for one in self.combatants))
