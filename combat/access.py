"""The door to what is prepared: who may see and change characters and planned encounters. A stranger finds nothing."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from combat.models import Campaign, Character, Encounter, MemberRole, Membership

Whom = Any
"""A signed-in user, or nobody."""


def membership_of(user: Whom, campaign: Campaign) -> Membership:
    """The user's place in a campaign that they have not left. Raises Http404."""
    found = None
    if user.is_authenticated and not expired(campaign):
        found = campaign.memberships.filter(user=user, left_at=None).select_related("user").first()
    if found is None:
        raise Http404("There is no such campaign.")
    found.campaign = campaign
    return found


def expired(campaign: Campaign) -> bool:
    return campaign.expires_at is not None and campaign.expires_at <= timezone.now()


def campaign_door(user: Whom, public_id: UUID) -> Membership:
    campaign = Campaign.objects.filter(public_id=public_id).first()
    if campaign is None:
        raise Http404("There is no such campaign.")
    return membership_of(user, campaign)


def gm_door(user: Whom, public_id: UUID) -> Membership:
    member = campaign_door(user, public_id)
    if not is_gm(member):
        raise Http404("There is no such page.")
    return member


def is_gm(member: Membership) -> bool:
    return member.role == MemberRole.GM


def characters_of(member: Membership) -> QuerySet[Character]:
    """A GM sees all, a player their own, a spectator none."""
    everyone = Character.objects.filter(campaign=member.campaign).select_related("owner").order_by("name", "id")
    if is_gm(member):
        return everyone
    if member.role == MemberRole.PLAYER:
        return everyone.filter(owner=member)
    return everyone.none()


def character_door(user: Whom, number: int) -> tuple[Character, Membership]:
    """A character that the user may see and change, and the user's place there. Raises Http404."""
    character = Character.objects.filter(pk=number).select_related("campaign", "owner").first()
    if character is None:
        raise Http404("There is no such character.")
    member = membership_of(user, character.campaign)
    if not characters_of(member).filter(pk=number).exists():
        raise Http404("There is no such character.")
    return character, member


def encounter_gm_door(user: Whom, public_id: UUID) -> tuple[Encounter, Membership]:
    """An encounter of a campaign that the user runs. Raises Http404."""
    encounter = Encounter.objects.filter(public_id=public_id).select_related("campaign").first()
    if encounter is None:
        raise Http404("There is no such encounter.")
    member = membership_of(user, encounter.campaign)
    if not is_gm(member):
        raise Http404("There is no such encounter.")
    return encounter, member


def encounters_of(member: Membership) -> QuerySet[Encounter]:
    """Planned ones are the GM's alone: even a name may betray what is coming."""
    everything = Encounter.objects.filter(campaign=member.campaign).order_by("-created_at", "-id")
    return everything if is_gm(member) else everything.exclude(status="planned")
