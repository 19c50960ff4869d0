"""Once in a few seconds, for all sockets of a process together: what is new, and who may still listen."""

from collections.abc import Mapping, Set
from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.utils import timezone

from combat.engine.viewers import Viewer
from combat.frames import presence_keep
from combat.models import Encounter, Membership, Presence, Seat
from combat.selectors import viewer_of

GONE, SIGNED_OUT, CHANGED = 4403, 4401, 4410
"""Close codes. Only the first is final; after the others the page asks again, as whoever it is then."""


@dataclass(frozen=True)
class Standing:
    """As whom a socket listens."""

    encounter_id: int
    campaign_id: int
    membership_id: int
    viewer: Viewer
    session: str


@dataclass(frozen=True)
class Pulse:
    versions: Mapping[int, int]
    sessions: Set[str]
    roles: Mapping[int, str]
    seats: Mapping[tuple[int, int], int]
    here: Mapping[int, Set[int]]
    """By table, the members who have it open; nothing where presence was not kept."""

    def verdict(self, standing: Standing) -> int | None:
        """The code with which a socket is to be closed; None: it may go on."""
        if standing.session not in self.sessions:
            return SIGNED_OUT
        role = self.roles.get(standing.membership_id)
        if role is None or standing.encounter_id not in self.versions:
            return GONE
        seat = self.seats.get((standing.encounter_id, standing.membership_id))
        return None if viewer_of(role, seat) == standing.viewer else CHANGED


def look_round(standings: Set[Standing], *, keep_presence: bool) -> Pulse:
    tables = {one.encounter_id for one in standings}
    members = {one.membership_id for one in standings}
    alive = Session.objects.filter(
        session_key__in={one.session for one in standings}, expire_date__gt=timezone.now()
    ).values_list("session_key", flat=True)
    roles = Membership.objects.filter(pk__in=members, left_at=None, user__is_active=True).values_list("pk", "role")
    seats = Seat.objects.filter(encounter_id__in=tables, membership_id__in=members)
    here: dict[int, set[int]] = {}
    pulse = Pulse(
        here=here,
        versions=dict(Encounter.objects.filter(pk__in=tables).values_list("pk", "version")),
        sessions=set(alive),
        roles=dict(roles),
        seats={
            (encounter, member): number
            for encounter, member, number in seats.values_list("encounter_id", "membership_id", "number")
        },
    )
    if keep_presence:
        presence_keep(
            sorted({(one.encounter_id, one.membership_id) for one in standings if pulse.verdict(one) is None})
        )
        present = Presence.objects.filter(encounter__in=tables, expires_at__gt=timezone.now())
        for encounter, member in present.values_list("encounter_id", "membership_id"):
            here.setdefault(encounter, set()).add(member)
    return pulse
