"""Presses: each is done once, however often its id arrives, and answered the same each time.

Presses of different tables go through one transaction together (`presses_carry_out`); a press that comes alone is a
batch of one.
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

import orjson
from django.db import transaction
from django.http import Http404

from combat.engine.errors import IllegalCommand
from combat.models import Encounter, EncounterStatus, Receipt, User
from combat.selectors import Place, line_count, places_at
from combat.services import clock
from combat.services.locking import rows_locked
from combat.services.recording import changes_flush, changes_hold, changes_tell, whole_or_nothing
from combat.services.refusals import StaleCommand, not_running, reused_id

GESTURE = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""An id that a page made for one press."""
Act = Callable[[Place], None]


@dataclass(frozen=True, slots=True)
class Press:
    """Who presses what, at which table."""

    encounter_id: int | UUID
    user: User
    command_id: str
    body: Mapping[str, Any]
    """What it says, to know it again."""
    act: Act
    """Does it, under the lock of the table. Raises IllegalCommand, and Http404 as if there were no table."""


class Elsewhere(Exception):
    """Somebody else has the table in hand. Nothing was done; try again."""


Outcome = int | Exception
"""The number of the sender's newest log line; or IllegalCommand, Http404, Elsewhere."""


def gesture(press: Press) -> int:
    """Do it now, in this thread. Returns the number of the sender's newest log line; raises what refuses it."""
    with transaction.atomic():
        (outcome,) = _together([press], wait=True)
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def presses_carry_out(presses: Sequence[Press]) -> list[Outcome]:
    """All in one transaction, each at a table of its own; what becomes of each, in their order. Waits for no lock.

    What nobody expected is raised, and then nothing at all was written.
    """
    with transaction.atomic():
        return _together(presses, wait=False)


def _together(presses: Sequence[Press], *, wait: bool) -> list[Outcome]:
    """Read once, judge each, write once; inside a transaction."""
    rows = rows_locked([press.encounter_id for press in presses], wait=wait)
    for row in rows.values():
        changes_hold(row)
    places = places_at([(rows[press.encounter_id], press.user.pk) for press in presses if press.encounter_id in rows])
    receipts = _receipts(presses, rows)
    judged = [_judged(press, rows, places, receipts) for press in presses]
    changed = [row for row in rows.values() if row.fresh_entries]
    changes_flush(changed)
    Receipt.objects.bulk_create(one for one in receipts.values() if one.pk is None)
    transaction.on_commit(partial(changes_tell, changed))
    return judged


def _receipts(presses: Sequence[Press], rows: Mapping[int | UUID, Encounter]) -> dict[tuple[int, str], Receipt]:
    """The answers that these ids got already. Read under the locks."""
    wanted = Receipt.objects.filter(
        encounter__in=[row.pk for row in rows.values()], command_id__in=[press.command_id for press in presses]
    )
    return {(one.encounter_id, one.command_id): one for one in wanted}


def _judged(
    press: Press,
    rows: Mapping[int | UUID, Encounter],
    places: Mapping[tuple[int, int], Place],
    receipts: dict[tuple[int, str], Receipt],
) -> Outcome:
    row = rows.get(press.encounter_id)
    if row is None:
        return Elsewhere()
    place = places.get((row.pk, press.user.pk))
    if place is None:
        return Http404()
    if not GESTURE.fullmatch(press.command_id):
        return IllegalCommand("bad_value", "Reload the page, then press again.")
    try:
        known = (row.pk, press.command_id)
        receipt = receipts.get(known)
        if receipt is None:
            receipt = receipts[known] = _answered(place, press)
        elif (receipt.body_hash, receipt.user_id) != (fingerprint(press.body), press.user.pk):
            raise reused_id()
        return _outcome(receipt, place)
    except (IllegalCommand, Http404) as refusal:
        return refusal


def _outcome(receipt: Receipt, place: Place) -> Outcome:
    if receipt.code == "stale":
        return StaleCommand(receipt.words)
    return (
        IllegalCommand(receipt.code, receipt.words) if receipt.code else line_count(place.encounter.lines, place.viewer)
    )


def _answered(place: Place, press: Press) -> Receipt:
    """A refusal is remembered too: the same press delivered again must not be judged by another moment."""
    encounter = place.encounter
    if encounter.status == EncounterStatus.PLANNED:
        raise not_running()
    clock.catch_up(encounter)
    code = words = ""
    try:
        with whole_or_nothing(encounter):
            press.act(place)
    except IllegalCommand as refusal:
        code, words = refusal.code, refusal.words
    return Receipt(
        encounter_id=encounter.pk, command_id=press.command_id, user_id=press.user.pk,
        body_hash=fingerprint(press.body), code=code, words=words[:300], version=encounter.version,
    )  # fmt: skip


def fingerprint(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS, default=str)).hexdigest()
