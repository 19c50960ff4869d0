"""Commands of the rule system: the one way in which a fight changes."""

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from typing import Any
from uuid import UUID

from combat import codec
from combat.documents import entries_at_hand
from combat.models import LogEntry, User
from combat.selectors import Place, line_count
from combat.services.carrying import command_carry_out
from combat.services.gestures import Press, gesture
from combat.services.recording import changes_flush
from combat.services.refusals import StaleCommand

MOST_UNSEEN = 200


def command_submit(
    *, encounter_id: int, user: User, command: Any, command_id: str, seen_lines: int | None = None
) -> int:
    """Carry out a command now. Returns the sender's newest log line; raises IllegalCommand."""
    return gesture(
        command_press(
            encounter_id=encounter_id,
            user=user,
            read=lambda _: command,
            body={"command": codec.dump(command)},
            command_id=command_id,
            seen_lines=seen_lines,
        )
    )


def command_press(
    *,
    encounter_id: int | UUID,
    user: User,
    read: Callable[[Place], Any],
    body: Mapping[str, Any],
    command_id: str,
    seen_lines: int | None = None,
) -> Press:
    """The press that asks for a command: who may not be here is turned away before it is read.

    `body`: what the gesture says, to know it again. `seen_lines`: the newest line that the sender's page showed. Who
    orders the same combatant twice without having seen the first effect (two tabs, two game masters, a late press)
    is refused.
    """

    def act(place: Place) -> None:
        command = read(place)
        _require_seen(place, command, seen_lines)
        command_carry_out(place.encounter, viewer=place.viewer, command=command, user=user, seat=place.seat)

    return Press(encounter_id=encounter_id, user=user, command_id=command_id, body=body, act=act)


def _require_seen(place: Place, command: Any, seen_lines: int | None) -> None:
    if seen_lines is None:
        return
    about = None
    for entry in entries_unseen(place, seen_lines):
        about = subjects(codec.dump(command)) if about is None else about
        others = subjects(entry.detail.get("command", {}))
        if not about or not others or about & others:
            raise StaleCommand


def entries_unseen(place: Place, seen_lines: int) -> Iterator[LogEntry]:
    """What was done, and stands, since the page showed that line; newest first, of very much the newest part.

    Most of it is at hand: when much is pressed, pages are behind, and that must not cost a look into the log each time.
    """

    def is_unseen(entry: LogEntry) -> bool:
        return line_count(entry.lines, place.viewer) > seen_lines

    if line_count(place.encounter.lines, place.viewer) <= seen_lines:
        return
    at_hand = entries_at_hand(place.encounter)
    yield from filter(_stands, takewhile(is_unseen, reversed(at_hand)))
    if at_hand and not is_unseen(at_hand[0]):
        return
    changes_flush([place.encounter])
    before = at_hand[0].number if at_hand else place.encounter.version
    older = place.encounter.log.filter(number__lt=before).order_by("-number")
    fields = older.only("number", "kind", "lines", "detail", "undoable", "undone_by")
    yield from filter(_stands, takewhile(is_unseen, fields[:MOST_UNSEEN]))


def _stands(entry: LogEntry) -> bool:
    return entry.undone_by is None and (entry.undoable or entry.kind == LogEntry.Kind.UNDO)


def subjects(command: Mapping[str, Any]) -> frozenset[str]:
    """Whom a command orders or touches; empty: the whole table."""
    by = command.get("by")
    if by:
        return frozenset({str(by)})
    named = command.get("combatants") or [command.get("combatant")]
    return frozenset(one if isinstance(one, str) else str(one.get("id")) for one in named if one)
