"""One writer at a time for each table."""

from combat.models import Encounter


def locked(encounter_id: int, *, skip_locked: bool = False) -> Encounter:
    """The row, for this transaction alone. On SQLite the whole database is (BEGIN IMMEDIATE)."""
    rows = Encounter.objects.select_for_update(of=("self",), no_key=True, skip_locked=skip_locked)
    return rows.select_related("campaign").get(pk=encounter_id)
