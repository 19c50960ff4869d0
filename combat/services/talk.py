"""What people add to a fight beside its commands: cuts of the deck, and words."""

import re
from uuid import UUID

from combat.documents import state_of
from combat.engine.chance import Cut
from combat.engine.errors import IllegalCommand
from combat.models import EncounterStatus, LogEntry, User
from combat.selectors import Place
from combat.services.chance import position_keep, position_of
from combat.services.gestures import Press
from combat.services.recording import Change, change_write
from combat.throttle import allowed
from combat.words import TooLong, short

LONGEST_CUT = 64
LONGEST_SPEECH = 300
MOST_CUTS = 3
"""Of one seat before one draw."""


def cut_press(*, encounter_id: int | UUID, user: User, command_id: str, text: str = "", hex_bytes: str = "") -> Press:
    """Mix typed text or 16 bytes of the browser's into what the next draw is made of. A public line."""

    def act(place: Place) -> None:
        encounter = place.encounter
        if place.seat is None:
            raise IllegalCommand("not_yours", "Only who has a seat at this table cuts the deck.")
        if encounter.status != EncounterStatus.RUNNING:
            raise IllegalCommand("ended", "The fight is over: nothing is drawn any more.")
        cut = _cut(place.seat, text, hex_bytes)
        position = position_of(encounter)
        if sum(1 for given in position.cuts if given.seat == place.seat) >= MOST_CUTS:
            raise IllegalCommand("bad_value", "You have cut often enough for the next draw.")
        position_keep(encounter, position.with_cut(cut))
        detail = {"who": place.membership.name, "seat": cut.seat, "cut": cut.cut, "typed": cut.typed}
        _write(place, user, LogEntry.Kind.CUT, detail)

    body = {"cut": text, "hex": hex_bytes}
    return Press(encounter_id=encounter_id, user=user, command_id=command_id, body=body, act=act)


def _cut(seat: int, text: str, hex_bytes: str) -> Cut:
    if hex_bytes:
        if not re.fullmatch(r"[0-9a-f]{32}", hex_bytes):
            raise IllegalCommand("bad_value", "A cut is 16 bytes, or words of your own.")
        return Cut(seat=seat, cut=hex_bytes, typed=False)
    try:
        words = short(text, LONGEST_CUT)
    except TooLong as error:
        raise IllegalCommand("bad_value", f"For a cut {error}.") from error
    if not words:
        raise IllegalCommand("bad_value", "Type a few words, or let the browser choose.")
    return Cut(seat=seat, cut=words)


def speech_press(*, encounter_id: int | UUID, user: User, command_id: str, words: str) -> Press:
    """A line of talk. Everybody at the table reads it, marked as speech."""

    def act(place: Place) -> None:
        try:
            said = short(words, LONGEST_SPEECH)
        except TooLong as error:
            raise IllegalCommand("bad_value", f"To say it in one line {error}.") from error
        if not said:
            raise IllegalCommand("bad_value", "There are no words to say.")
        if not allowed("say", f"{place.encounter.pk}:{user.pk}", most=10, seconds=20):
            raise IllegalCommand("bad_value", "That is a lot of talk at once. Wait a few seconds.")
        _write(
            place, user, LogEntry.Kind.SAY, {"who": place.membership.name, "role": place.membership.role, "words": said}
        )

    body = {"say": words}
    return Press(encounter_id=encounter_id, user=user, command_id=command_id, body=body, act=act)


def _write(place: Place, user: User, kind: str, detail: dict[str, object]) -> None:
    encounter = place.encounter
    change = Change(kind=kind, do=kind, state=state_of(encounter), user=user, seat=place.seat, detail=detail)
    change_write(encounter, change)
