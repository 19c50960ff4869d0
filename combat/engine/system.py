"""What a rule system is to the rest of the product."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from combat.engine.chance import Chance
from combat.engine.memo import led_to
from combat.engine.records import record
from combat.engine.viewers import Viewer

State = TypeVar("State")
Event = TypeVar("Event")


@record
class Newcomer:
    """Somebody who enters a fight: at its opening, or later by the GM's `add`."""

    id: str
    name: str
    side: str
    owner: str | None = None
    """Key of the player's seat; None: the GM's."""
    hidden: bool = False
    autoplay: bool = False
    """It plays itself: the shell sends what `suggest` says."""
    colour: str = ""
    """Of its token: a word out of the palette, empty for the side's own."""
    sheet: Any = None
    at: tuple[int, int] | None = None


@record
class Setup:
    """What a fight opens with, before anybody does anything."""

    house_rules: Any
    combatants: tuple[Newcomer, ...] = ()
    environment: Any = None
    map: tuple[int, int] | None = None


@record
class Choice:
    """One thing that may be put into a slot."""

    value: str
    label: str
    note: str = ""
    """A short second line: `+7 · 2d6 + a card`."""
    preset: bool = False
    """Preselected: the last weapon used, the only target, the cheapest card."""
    usual: bool = True
    """False: legal, but nobody's first thought, such as to strike a friend. It may be put aside."""


@record
class Slot:
    """A field of a command that the player fills in."""

    name: str
    """The field's name in the command: `weapon`, `target`, `card`, `feet`, `text` ..."""
    label: str
    kind: str = "choice"
    """`choice` (one of `choices`), `choices` (`least` to `most` of them, exactly `least` where `most` is 0), `number` (`least`..`most`), `text` (up to `most` characters)."""
    choices: tuple[Choice, ...] = ()
    optional: bool = False
    least: int = 0
    most: int = 0


@record
class Option:
    """A command that the rules accept now, for every combination of what its slots offer.

    A kind that exists but is not legal now comes with `enabled=False` and a `reason` that gives nothing away.
    """

    do: str
    """The command's type: `attack`, `bonus`, `react` ..."""
    by: str | None = None
    fixed: tuple[tuple[str, str], ...] = ()
    """Fields that this option fixes: `(("action", "dash"),)`."""
    label: str
    note: str = ""
    icon: str = ""
    group: str = "action"
    """Where its button stands: `action`, `bonus`, `reaction`, `move`, `free`, `turn`, `gm`, `answer`."""
    slots: tuple[Slot, ...] = ()
    enabled: bool = True
    reason: str = ""
    obvious: bool = False
    """At most one option a viewer has is the obvious next press."""


class Recorder(Generic[State, Event]):
    """Collects the events of one command while the state moves on under the rules' eyes."""

    def __init__(self, state: State, apply: Callable[[State, Event], State]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._apply = apply

    def __call__(self, event: Event) -> None:
        self.events.append(event)
        before, self.state = self.state, self._apply(self.state, event)
        led_to(before, event, self.state)


class RuleSystem(Protocol):
    """One rule system. Every function is pure: the same arguments give the same result, and nothing else happens."""

    key: str
    """Stored with every encounter, never renamed."""
    label: str
    sheet_type: Any
    house_rules_type: Any
    house_rules: tuple[Any, ...]
    """Each switch of `house_rules_type` for the campaign's page: `key`, `rule`, `label`, `sentence`, `default`, and
    either `allowed` (with `value` and `label`) or a number from `least` to `most`, where `any` says that it may be
    the word `any`."""
    state_type: Any
    command_type: Any
    """A union of records that are told apart by their field `do`; each has the class attribute `undoable`."""
    event_type: Any
    """A union of records that are told apart by their field `type`."""
    environments: tuple[Any, ...]
    """The shipped places of a fight, records with a `name`; a system without such rules has none."""
    start_marks: str
    """The field of the command `start` for those whom a plan marks as having the surprise."""
    scenario_sheet: Mapping[str, Any]
    """What a sheet in a scenario has where it says nothing and the product's own default differs."""
    scenario_whole: frozenset[str]
    """The objects of the view that a scenario compares whole, not key by key."""

    def open(self, setup: Setup) -> tuple[Any, ...]:
        """The events that lay the table: the fight's root, never undone. No chance is used before `start`."""
        ...

    def empty(self) -> Any:
        """The state before the opening events."""
        ...

    def decide(self, state: Any, actor: Viewer, command: Any, chance: Chance) -> tuple[Any, ...]:
        """The events that follow from a command. Raises IllegalCommand. The only function that sees chance."""
        ...

    def apply(self, state: Any, event: Any) -> Any:
        """The state after an event. Total: no chance, no refusal."""
        ...

    def left_by_undo(self, state: Any, undone: tuple[Any, ...]) -> tuple[Any, ...]:
        """Events that an undo leaves behind in the restored state (ctg D18: drawn cards go to the bottom)."""
        ...

    def options(self, state: Any, viewer: Viewer, *, brief: bool = False) -> tuple[Option, ...]:
        """What `decide` would accept from this viewer now, and the kinds that it would not.

        `brief`: for a page as it stands. It shows what somebody may do with a turn only while they have it, and only
        to whoever plays them; a system may leave the rest of those out, and nothing else.
        """
        ...

    def project(self, state: Any, viewer: Viewer) -> Any:
        """What the viewer may know of the present, built up from nothing."""
        ...

    def truth(self, state: Any) -> Any:
        """The whole state in the words of `project`: for scenarios and tests, never for a page."""
        ...

    def redact(self, event: Any, viewer: Viewer) -> Any | None:
        """What the viewer may know of an event, by the audience that was stamped into it when it was made."""
        ...

    def deadline(self, state: Any) -> tuple[str, int] | None:
        """(id of the open window, seconds after which it closes by itself), or None."""
        ...

    def timeout(self, window: str) -> Any:
        """The command that closes this window because its time is over; refused when it is not the open one."""
        ...

    def suggest(self, state: Any, combatant: str) -> Any | None:
        """A simple, explained choice for a combatant that plays itself, made from what that combatant may know.
        None: it has nothing to do now."""
        ...

    def outcome(self, state: Any) -> tuple[Any, ...]:
        """What goes back to the sheets when the fight has ended."""
        ...
