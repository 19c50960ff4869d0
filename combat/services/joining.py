"""The one-line parser at a running table: "3 goblins" joins the fight."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404

from combat import codec
from combat.documents import state_of, system_of
from combat.engine.errors import IllegalCommand
from combat.engine.records import replace
from combat.engine.system import Newcomer
from combat.models import Encounter, User
from combat.plan import FOES, PARTY, Named, Planned, named, newcomer
from combat.selectors import Place
from combat.services.carrying import command_carry_out
from combat.services.compose import line_planned
from combat.services.gestures import Press


def joining_press(
    *, encounter_id: int | UUID, user: User, command_id: str, line: str, side: str = "", hidden: bool = False
) -> Press:
    """One press, one `add` for each newcomer: all of them or none."""
    body = {"line": line, "side": side, "hidden": hidden}

    def act(place: Place) -> None:
        if not place.viewer.is_gm:
            raise Http404
        people = line_planned(encounter=place.encounter, line=line, side=side if side in (PARTY, FOES) else "")
        people = tuple(replace(one, key=key, hidden=hidden and one.member is None) for key, one in enumerate(people))
        for one in _newcomers(place.encounter, people):
            add = codec.command_types(system_of(place.encounter))["add"](combatant=one)
            command_carry_out(place.encounter, viewer=place.viewer, command=add, user=user, seat=place.seat)

    return Press(encounter_id=encounter_id, user=user, command_id=command_id, body=body, act=act)


def _newcomers(encounter: Encounter, people: tuple[Planned, ...]) -> list[Newcomer]:
    there = state_of(encounter).combatants
    twice = next((one for one in people if one.character and any(other.name == one.name for other in there)), None)
    if twice is not None:
        raise IllegalCommand("bad_value", f"{twice.name} is there already.")
    seats = {membership: str(number) for membership, number in encounter.seats.values_list("membership_id", "number")}
    ids = [one.id for one in there]
    groups = named(people, names=[one.name for one in there if not one.hidden], ids=ids)
    return [_newcomer(encounter, one, seats) for one in groups]


def _newcomer(encounter: Encounter, one: Named, seats: Mapping[int, str]) -> Newcomer:
    sheets: Mapping[int, Any] = {}
    return newcomer(system_of(encounter), one, seats=seats, sheets=sheets)
