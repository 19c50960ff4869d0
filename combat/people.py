"""Lists of people and of the campaigns that they are in."""

from combat.access import expired
from combat.models import Campaign, Encounter, EncounterStatus, MemberRole, Membership, User

ORDER = [MemberRole.GM, MemberRole.PLAYER, MemberRole.SPECTATOR]


def campaigns_of(user: User) -> list[Membership]:
    """The places that a person has, the youngest campaign first."""
    places = Membership.objects.filter(user=user, left_at=None).select_related("campaign")
    return [place for place in places.order_by("-campaign__created_at") if not expired(place.campaign)]


def members_of(campaign: Campaign) -> list[Membership]:
    """Game masters first, then players, then those who watch; each by name."""
    members = campaign.memberships.filter(left_at=None).select_related("user")
    return sorted(members, key=lambda member: (ORDER.index(MemberRole(member.role)), member.name.casefold(), member.pk))


def open_tables(places: list[Membership]) -> dict[int, list[Encounter]]:
    """The fights that go on, by campaign, the youngest first."""
    found: dict[int, list[Encounter]] = {}
    fights = Encounter.objects.filter(
        campaign__in=[place.campaign_id for place in places], status=EncounterStatus.RUNNING
    ).only("name", "public_id", "campaign")
    for fight in fights.order_by("-opened_at"):
        found.setdefault(fight.campaign_id, []).append(fight)
    return found
