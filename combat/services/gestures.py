"""One press of one person: done once, however often its id arrives, and answered the same each time."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404

from combat.engine.errors import IllegalCommand
from combat.models import Encounter, EncounterStatus, Receipt, User
from combat.selectors import Place, line_count, place_at
from combat.services import clock
from combat.services.locking import locked
from combat.services.refusals import StaleCommand, not_running, reused_id

GESTURE = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""An id that a page made for one press."""
Act = Callable[[Place], None]


def gesture(*, encounter_id: int | UUID, user: User, command_id: str, body: Mapping[str, Any], act: Act) -> int:
    """Do it under the lock of the table. Returns the number of the sender's newest log line.

    Raises IllegalCommand, and Http404 for whoever has no place at the table.

    A refusal is remembered too: the same press delivered again must not be judged by another moment.
    """
    if not GESTURE.fullmatch(command_id):
        raise IllegalCommand("bad_value", "Reload the page, then press again.")
    with transaction.atomic():
        place = _place(encounter_id, user)
        receipt = Receipt.objects.filter(encounter=place.encounter, command_id=command_id).first()
        if receipt is None:
            receipt = _answered(place, user, command_id, fingerprint(body), act)
        elif (receipt.body_hash, receipt.user_id) != (fingerprint(body), user.pk):
            raise reused_id()
    if receipt.code:
        raise StaleCommand(receipt.words) if receipt.code == "stale" else IllegalCommand(receipt.code, receipt.words)
    return line_count(place.encounter.lines, place.viewer)


def _place(encounter_id: int | UUID, user: User) -> Place:
    try:
        return place_at(locked(encounter_id), user)
    except Encounter.DoesNotExist as error:
        raise Http404 from error


def _answered(place: Place, user: User, command_id: str, body_hash: str, act: Act) -> Receipt:
    encounter = place.encounter
    if encounter.status == EncounterStatus.PLANNED:
        raise not_running()
    clock.catch_up(encounter)
    code = words = ""
    try:
        act(place)
    except IllegalCommand as refusal:
        code, words = refusal.code, refusal.words
    return Receipt.objects.create(
        encounter=encounter, command_id=command_id, user=user, body_hash=body_hash,
        code=code, words=words[:300], version=encounter.version,
    )  # fmt: skip


def fingerprint(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).hexdigest()
