"""One writer at a time for each table."""

from uuid import UUID

from combat.models import Encounter


def locked(encounter: int | UUID, *, skip_locked: bool = False) -> Encounter:
    """The row, for this transaction alone. On SQLite the whole database is (BEGIN IMMEDIATE).

    Its long texts are read only if somebody asks: the process mostly has the state already.
    """
    rows = Encounter.objects.select_for_update(of=("self",), no_key=True, skip_locked=skip_locked)
    which = {"public_id": encounter} if isinstance(encounter, UUID) else {"pk": encounter}
    return rows.select_related("campaign").defer("document", "plan", "notes").get(**which)
