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
from django.utils import timezone

from combat import statements
from combat.engine.errors import IllegalCommand
from combat.models import Encounter, EncounterStatus, User
from combat.selectors import Place, line_count, place_of
from combat.services import clock
from combat.services.locking import rows_locked
from combat.services.recording import changes_flush, changes_hold, changes_tell, whole_or_nothing
from combat.services.refusals import StaleCommand, not_running, reused_id
from combat.statements import Asking, Receipt

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
    """Read, judge each, write; inside a transaction."""
    rows = rows_locked([press.encounter_id for press in presses], wait=wait)
    for row in rows.values():
        changes_hold(row)
    there = [(rows[press.encounter_id], press) for press in presses if press.encounter_id in rows]
    # Read when the rows are locked, and not with them: only then does it show what was answered until now.
    askings = statements.askings([(row.pk, press.user.pk, press.command_id) for row, press in there])
    fresh: list[Receipt] = []
    outcomes = [_judged(press, rows.get(press.encounter_id), askings, fresh) for press in presses]
    changed = [row for row in rows.values() if row.fresh_entries]
    changes_flush(changed, fresh)
    transaction.on_commit(partial(changes_tell, changed))
    return outcomes


def _judged(
    press: Press,
    row: Encounter | None,
    askings: Mapping[tuple[int, int, str], Asking],
    fresh: list[Receipt],
) -> Outcome:
    if row is None:
        return Elsewhere()
    user, command_id = press.user.pk, press.command_id
    asking = askings.get((row.pk, user, command_id))
    place = place_of(row, asking)
    if asking is None or place is None or place.is_kept_from_sight:
        return Http404()
    if not GESTURE.fullmatch(command_id):
        return IllegalCommand("bad_value", "Reload the page, then press again.")
    body_hash, receipt = fingerprint(press.body), asking.receipt
    if receipt is None:
        try:
            code, words = _answered(place, press)
        except (IllegalCommand, Http404) as refusal:
            return refusal
        receipt = Receipt(row.pk, command_id, user, body_hash, code, words[:300], row.version, timezone.now())
        fresh.append(receipt)
    elif (receipt.body_hash, receipt.user_id) != (body_hash, user):
        return reused_id()
    if receipt.code == "stale":
        return StaleCommand(receipt.words)
    return IllegalCommand(receipt.code, receipt.words) if receipt.code else line_count(row.lines, place.viewer)


def _answered(place: Place, press: Press) -> tuple[str, str]:
    """Code and words. A refusal is remembered too: the same press must not be judged by another moment."""
    if place.encounter.status == EncounterStatus.PLANNED:
        raise not_running()
    clock.catch_up(place.encounter)
    try:
        with whole_or_nothing(place.encounter):
            press.act(place)
    except IllegalCommand as refusal:
        return refusal.code, refusal.words
    return "", ""


def fingerprint(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS, default=str)).hexdigest()
