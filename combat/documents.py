"""The state of a fight in and out of its row, and the newest ones kept in the process."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any
from uuid import UUID

from combat import codec
from combat.engine import history
from combat.engine.system import RuleSystem
from combat.models import Encounter, LogEntry
from combat.registry import SYSTEMS

KEPT = 1024
"""So many fights. With all that its pages have been shown a fight is some hundreds of kilobytes, so one that nobody
has open is forgotten."""
ENTRIES_KEPT = 6
"""So many of a fight's newest log entries: a page that is further behind reads the database."""


@dataclass(frozen=True)
class Committed:
    """A fight as this process has committed or read it. A version never changes, so this cannot go stale."""

    version: int
    state: Any
    row: Encounter | None = None
    """Only of what was written here; without its long texts."""
    entries: tuple[LogEntry, ...] = ()
    """The newest ones, without a gap up to this version."""

    def since(self, version: int) -> tuple[LogEntry, ...] | None:
        """The entries that led here from that version; None if they are not all at hand."""
        wanted = self.version - version
        if wanted < 0 or wanted > len(self.entries):
            return None
        return self.entries[len(self.entries) - wanted :]


class _Recent:
    """The newest committed fights."""

    def __init__(self) -> None:
        self._fights: OrderedDict[UUID, Committed] = OrderedDict()
        self._lock = Lock()

    def get(self, fight: UUID) -> Committed | None:
        return self._fights.get(fight)

    def put(self, fight: UUID, version: int, state: Any, row: Encounter | None, fresh: Sequence[LogEntry]) -> None:
        with self._lock:
            kept = self._fights.get(fight)
            if kept and (kept.version > version or (kept.version == version and kept.row is not None)):
                return
            before = kept.entries if kept and fresh and kept.version == fresh[0].number else ()
            entries = (*before, *fresh)[-ENTRIES_KEPT:]
            self._fights[fight] = Committed(version, state, row, entries)
            self._fights.move_to_end(fight)
            while len(self._fights) > KEPT:
                self._fights.popitem(last=False)

    def drop(self, fight: UUID) -> None:
        with self._lock:
            self._fights.pop(fight, None)


_recent = _Recent()


def system_of(encounter: Encounter) -> RuleSystem:
    return SYSTEMS[encounter.system]


def state_of(encounter: Encounter) -> Any:
    """The state of the row in hand. Records are immutable, so one copy serves everybody."""
    if not has_state(encounter):
        hold_state(encounter, stored_state(encounter))
        remember(encounter)
    return encounter.held_state[1]


def has_state(encounter: Encounter) -> bool:
    """Whether the state of this version can be had without the row's text: it is at hand, or a slightly older one."""
    if holds_state(encounter):
        return True
    kept = _recent.get(encounter.public_id)
    if kept is None or not encounter.document_version <= kept.version < encounter.version:
        return False
    hold_state(encounter, _followed(encounter, kept.state, kept.version))
    remember(encounter)
    return True


def holds_state(encounter: Encounter) -> bool:
    """Whether it is at hand without a look into the database."""
    held = getattr(encounter, "held_state", None)
    if held is None or held[0] != encounter.version:
        kept = _recent.get(encounter.public_id)
        if kept is None or kept.version != encounter.version:
            return False
        hold_state(encounter, kept.state)
    return True


def stored_state(encounter: Encounter) -> Any:
    """What row and log say, whatever this process remembers."""
    if encounter.document is None:
        raise ValueError(f"{encounter} has not been opened")
    state = codec.load_text(system_of(encounter).state_type, encounter.document)
    return _followed(encounter, state, encounter.document_version)


def _followed(encounter: Encounter, state: Any, since: int) -> Any:
    """Whoever undoes something writes the text anew: what came after it stands."""
    system = system_of(encounter)
    later = encounter.log.filter(number__gte=since, number__lt=encounter.version).order_by("number")
    for events in later.values_list("events", flat=True):
        state = history.fold(system, state, events_of(system, events))
    return state


def hold_state(encounter: Encounter, state: Any) -> None:
    """For this row in hand alone: what is not committed is nobody else's."""
    encounter.held_state = (encounter.version, state)


def remember(encounter: Encounter) -> None:
    """For the whole process; only of what is committed."""
    version, state = encounter.held_state
    fresh: list[LogEntry] = getattr(encounter, "fresh_entries", [])
    _recent.put(encounter.public_id, version, state, encounter if fresh else None, fresh)


def forget(fight: UUID) -> None:
    """Nobody looks at it any more: whoever comes next reads the database."""
    _recent.drop(fight)


def committed(fight: UUID) -> Committed | None:
    """The newest version of a fight that this process knows."""
    return _recent.get(fight)


def entries_at_hand(encounter: Encounter) -> tuple[LogEntry, ...]:
    """The newest entries of the row in hand as far as this process has written them itself; none where one of them has
    taken others back."""
    fresh = tuple(getattr(encounter, "fresh_entries", ()))
    newest = committed(encounter.public_id)
    before = newest.entries if newest is not None and newest.version == encounter.version - len(fresh) else ()
    entries = (*before, *fresh)
    return () if any(entry.kind == LogEntry.Kind.UNDO for entry in entries) else entries


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
