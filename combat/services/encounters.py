"""The table opens, people sit down and leave."""

from typing import Any

from django.db import transaction
from django.db.models import Max
from django.http import Http404
from django.utils import timezone

from combat import codec
from combat.documents import state_of, system_of
from combat.engine import history
from combat.engine.errors import IllegalCommand
from combat.engine.viewers import GM
from combat.library import library
from combat.models import Encounter, EncounterStatus, LogEntry, MemberRole, Membership, Seat, User
from combat.plan import Opening, Plan, opening
from combat.selectors import line_count, place_at
from combat.services.carrying import command_carry_out
from combat.services.chance import stream_commit
from combat.services.locking import locked
from combat.services.recording import Change, change_write, first_lines


def encounter_open(*, encounter_id: int, user: User) -> None:
    """Lay the table from the plan: commit to a seed, seat the players, write the opening. Raises IllegalCommand."""
    with transaction.atomic():
        encounter = locked(encounter_id)
        if not place_at(encounter, user).viewer.is_gm:
            raise Http404
        if encounter.status != EncounterStatus.PLANNED:
            raise IllegalCommand("already_started", "This table is open already.")
        table_lay(encounter, _opening(encounter, _seat_everybody(encounter)), user)


def table_lay(encounter: Encounter, laid: Opening, user: User) -> None:
    """Commit to a seed and write the opening; inside the transaction that has locked the row."""
    system = system_of(encounter)
    events = system.open(laid.setup)
    stream_commit(encounter)
    encounter.status = EncounterStatus.RUNNING
    encounter.opened_at = timezone.now()
    encounter.lines = first_lines(encounter.seats.values_list("number", flat=True))
    change_write(
        encounter,
        Change(
            kind=LogEntry.Kind.OPENING,
            do="open",
            state=history.fold(system, system.empty(), events),
            user=user,
            events=events,
            detail={"surprisers": list(laid.surprisers)},
        ),
    )


def _seat_everybody(encounter: Encounter) -> dict[int, int]:
    """Seats for all players of the campaign, by membership."""
    members = Membership.objects.filter(campaign_id=encounter.campaign_id, role=MemberRole.PLAYER, left_at=None)
    seats = {member.pk: number for number, member in enumerate(members.order_by("joined_at", "pk"), start=1)}
    Seat.objects.bulk_create(
        Seat(encounter=encounter, membership_id=member, number=number) for member, number in seats.items()
    )
    return seats


def _opening(encounter: Encounter, seats: dict[int, int]) -> Opening:
    plan: Plan = codec.load(Plan, encounter.plan)
    known = library(encounter.system)
    named = [one.character for one in plan.combatants if one.character is not None]
    characters = encounter.campaign.characters.filter(pk__in=named)
    environment = known.environments.get(plan.environment) if plan.environment else None
    return opening(
        system_of(encounter),
        plan,
        house_rules=encounter.campaign.house_rules.get(encounter.system, {}),
        seats={member: str(number) for member, number in seats.items()},
        sheets={one.pk: one.sheet for one in characters},
        environment=environment,
    )


def surprisers_of(encounter: Encounter) -> list[str]:
    """Whom the plan marked as having the surprise, for the command that starts the fight."""
    detail: dict[str, Any] = encounter.log.values_list("detail", flat=True).get(number=0)
    return list(detail.get("surprisers", []))


def seat_take(*, encounter_id: int, user: User) -> int | None:
    """A player's seat, taken when they first come to the open table. None for those who need none."""
    with transaction.atomic():
        encounter = locked(encounter_id)
        place = place_at(encounter, user)
        if place.membership.role != MemberRole.PLAYER or encounter.status == EncounterStatus.PLANNED:
            return None
        if place.seat is not None:
            return place.seat
        # Numbers are never used again: a seat's row stays when its member leaves.
        newest = encounter.seats.aggregate(newest=Max("number"))["newest"] or 0
        seat = Seat.objects.create(encounter=encounter, membership=place.membership, number=newest + 1)
        audience = f"player:{seat.number}"
        encounter.lines = {**encounter.lines, audience: line_count(encounter.lines, place.viewer)}
        _seat_line(encounter, place.membership, user, seat.number, "taken")
        return seat.number


def seats_release(*, member: Membership) -> None:
    """Who leaves, or only watches from now on, leaves their combatants in running fights to the game master."""
    for seat in member.seats.filter(encounter__status=EncounterStatus.RUNNING):
        with transaction.atomic():
            _release(locked(seat.encounter_id), member, seat.number)


def _release(encounter: Encounter, member: Membership, number: int) -> None:
    system, owned = system_of(encounter), [one.id for one in state_of(encounter).combatants if one.owner == str(number)]
    for combatant in owned:
        command = codec.parse_command(system, "assign", {"combatant": combatant})
        command_carry_out(encounter, viewer=GM, command=command)
    _seat_line(encounter, member, None, number, "released")


def _seat_line(encounter: Encounter, member: Membership, user: User | None, number: int, what: str) -> None:
    detail = {"who": member.name, "seat": number, "what": what}
    state = state_of(encounter)
    change_write(
        encounter, Change(kind=LogEntry.Kind.SEAT, do="seat", state=state, user=user, seat=number, detail=detail)
    )
