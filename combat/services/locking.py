"""One writer at a time for each table."""

from collections.abc import Collection
from uuid import UUID

from combat.models import Encounter

LONG = ("document", "plan", "notes", "aftermath")
"""Read only if somebody asks: the process mostly has the state already."""


def locked(encounter: int | UUID, *, skip_locked: bool = False) -> Encounter:
    """The row, for this transaction alone. On SQLite the whole database is (BEGIN IMMEDIATE)."""
    row = rows_locked([encounter], wait=not skip_locked).get(encounter)
    if row is None:
        raise Encounter.DoesNotExist
    return row


def rows_locked(encounters: Collection[int | UUID], *, wait: bool) -> dict[int | UUID, Encounter]:
    """Those that are there, by what they were asked for with; without `wait` only those that nobody else has in hand.

    In the order of their keys, so that two who want several of the same do not wait for each other.
    """
    named = [one for one in encounters if isinstance(one, UUID)]
    which = {"public_id__in": named} if named else {"pk__in": list(encounters)}
    rows = Encounter.objects.select_for_update(of=("self",), no_key=True, skip_locked=not wait)
    found = rows.select_related("campaign").defer(*LONG).filter(**which).order_by("pk")
    return {row.public_id if named else row.pk: row for row in found}
