"""`command_submit`: the one way in which a fight changes."""

from collections.abc import Mapping
from typing import Any

from combat import codec
from combat.models import LogEntry, User
from combat.selectors import Place, line_count
from combat.services.carrying import command_carry_out
from combat.services.gestures import gesture
from combat.services.refusals import StaleCommand


def command_submit(
    *, encounter_id: int, user: User, command: Any, command_id: str, seen_lines: int | None = None
) -> int:
    """Carry out a command. Returns the sender's newest log line; raises IllegalCommand.

    `seen_lines`: the newest line that the sender's page showed. Who orders the same combatant twice without having
    seen the first effect (two tabs, two game masters, a late press) is refused.
    """
    body = {"command": codec.dump(command)}

    def act(place: Place) -> None:
        _require_seen(place, body["command"], seen_lines)
        command_carry_out(place.encounter, viewer=place.viewer, command=command, user=user, seat=place.seat)

    return gesture(encounter_id=encounter_id, user=user, command_id=command_id, body=body, act=act)


def _require_seen(place: Place, command: Mapping[str, Any], seen_lines: int | None) -> None:
    if seen_lines is None:
        return
    about = subjects(command)
    for entry in entries_unseen(place, seen_lines):
        others = subjects(entry.detail.get("command", {}))
        if not about or not others or about & others:
            raise StaleCommand


def entries_unseen(place: Place, seen_lines: int) -> list[LogEntry]:
    """What was done, and stands, since the page showed that line."""
    unseen = []
    for entry in place.encounter.log.order_by("-number").only(
        "number", "kind", "lines", "detail", "undoable", "undone_by"
    ):
        if line_count(entry.lines, place.viewer) <= seen_lines:
            break
        if entry.undone_by is None and (entry.undoable or entry.kind == LogEntry.Kind.UNDO):
            unseen.append(entry)
    return unseen


def subjects(command: Mapping[str, Any]) -> frozenset[str]:
    """Whom a command orders or touches; empty: the whole table."""
    by = command.get("by")
    if by:
        return frozenset({str(by)})
    named = command.get("combatants") or [command.get("combatant")]
    return frozenset(one if isinstance(one, str) else str(one.get("id")) for one in named if one)
