"""The state of a fight in and out of its row, and the newest ones kept in the process."""

from collections import OrderedDict
from threading import Lock
from typing import Any
from uuid import UUID

from combat import codec
from combat.engine.system import RuleSystem
from combat.models import Encounter, LogEntry
from combat.registry import SYSTEMS

KEPT = 512
"""So many fights; a fight's state is some tens of kilobytes."""


class _Recent:
    """The newest committed state of each fight. A version is made once and never changed, so it cannot go stale."""

    def __init__(self) -> None:
        self._states: OrderedDict[UUID, tuple[int, Any]] = OrderedDict()
        self._lock = Lock()

    def get(self, fight: UUID, version: int) -> Any | None:
        with self._lock:
            kept = self._states.get(fight)
            return kept[1] if kept and kept[0] == version else None

    def put(self, fight: UUID, version: int, state: Any) -> None:
        with self._lock:
            kept = self._states.get(fight)
            if kept and kept[0] > version:
                return
            self._states[fight] = (version, state)
            self._states.move_to_end(fight)
            while len(self._states) > KEPT:
                self._states.popitem(last=False)


_recent = _Recent()


def system_of(encounter: Encounter) -> RuleSystem:
    return SYSTEMS[encounter.system]


def state_of(encounter: Encounter) -> Any:
    """The state of the row in hand. Records are immutable, so one copy serves everybody."""
    if not holds_state(encounter):
        if encounter.document is None:
            raise ValueError(f"{encounter} has not been opened")
        hold_state(encounter, codec.load_text(system_of(encounter).state_type, encounter.document))
        remember(encounter)
    return encounter.held_state[1]


def holds_state(encounter: Encounter) -> bool:
    """Whether the state of this version is at hand without reading the row's text."""
    held = getattr(encounter, "held_state", None)
    if held is None or held[0] != encounter.version:
        state = _recent.get(encounter.public_id, encounter.version)
        if state is None:
            return False
        hold_state(encounter, state)
    return True


def hold_state(encounter: Encounter, state: Any) -> None:
    """For this row in hand alone: what is not committed is nobody else's."""
    encounter.held_state = (encounter.version, state)


def remember(encounter: Encounter) -> None:
    """For the whole process; only of what is committed."""
    version, state = encounter.held_state
    _recent.put(encounter.public_id, version, state)


def entry_events(system: RuleSystem, entry: LogEntry) -> tuple[Any, ...]:
    """The events of an entry in hand, read once however many audiences ask."""
    held: tuple[Any, ...] | None = getattr(entry, "held_events", None)
    if held is None:
        held = entry.held_events = events_of(system, entry.events)
    return held


def events_of(system: RuleSystem, data: Any) -> tuple[Any, ...]:
    """Events as the log keeps them."""
    loaded: tuple[Any, ...] = codec.load(tuple[system.event_type, ...], data)
    return loaded
