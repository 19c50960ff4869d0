"""One writer at a time for each table."""

from collections.abc import Collection
from uuid import UUID

from combat import statements
from combat.models import Encounter


def locked(encounter: int | UUID, *, skip_locked: bool = False) -> Encounter:
    """The row, for this transaction alone. On SQLite the whole database is (BEGIN IMMEDIATE)."""
    row = rows_locked([encounter], wait=not skip_locked).get(encounter)
    if row is None:
        raise Encounter.DoesNotExist
    return row


def rows_locked(encounters: Collection[int | UUID], *, wait: bool) -> dict[int | UUID, Encounter]:
    """Those that are there, by what they were asked for with; without `wait` only those that nobody else has in hand.

    Long texts are read only if somebody asks: the process mostly has the state already.
    """
    rows = statements.rows_locked(encounters, wait=wait)
    by_name = any(isinstance(one, UUID) for one in encounters)
    return {row.public_id if by_name else row.pk: row for row in rows}
