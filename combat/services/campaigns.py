"""Campaigns and who belongs to them."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils import timezone

from combat.codec import load
from combat.engine.errors import IllegalCommand
from combat.models import Campaign, MemberRole, Membership, User
from combat.registry import SYSTEMS
from combat.services.encounters import seats_release

MOST_CAMPAIGNS = 50


@transaction.atomic
def campaign_create(*, user: User, name: str, blurb: str = "") -> Campaign:
    """A new campaign with its founder as game master."""
    if user.is_guest:
        raise IllegalCommand("guest", "Keep your place first: give an e-mail address and a password.")
    if active_memberships(user).count() >= MOST_CAMPAIGNS:
        raise IllegalCommand("too_many", f"You are in {MOST_CAMPAIGNS} campaigns. Leave one first.")
    campaign = Campaign.objects.create(name=name, blurb=blurb)
    member_add(campaign=campaign, user=user, role=MemberRole.GM)
    return campaign


def campaign_rename(*, campaign: Campaign, name: str, blurb: str = "") -> None:
    campaign.name, campaign.blurb = name, blurb
    campaign.save(update_fields=["name", "blurb"])


def campaign_set_house_rules(*, campaign: Campaign, system_key: str, chosen: Mapping[str, Any]) -> None:
    """Keep what differs from the defaults. Raises pydantic's ValidationError for a value that is no choice."""
    kind = SYSTEMS[system_key].house_rules_type
    default = asdict(kind())
    rules = asdict(load(kind, {**chosen}))
    differs = {key: value for key, value in rules.items() if value != default[key]}
    campaign.house_rules = {**campaign.house_rules, system_key: differs}
    campaign.save(update_fields=["house_rules"])


def active_memberships(user: User) -> Any:
    return user.memberships.filter(left_at=None)


def member_add(*, campaign: Campaign, user: User, role: str, name: str = "") -> Membership:
    """The user's place in the campaign: new, or taken up again."""
    member, _ = Membership.objects.update_or_create(
        campaign=campaign,
        user=user,
        defaults={"role": role, "left_at": None},
        create_defaults={"role": role, "name": name or user.display_name or user.username},
    )
    return member


@transaction.atomic
def member_set_role(*, member: Membership, role: str) -> None:
    if member.role == MemberRole.GM and role != MemberRole.GM:
        _keep_a_gm(member)
    was_playing = member.role == MemberRole.PLAYER
    member.role = MemberRole(role)
    member.save(update_fields=["role"])
    if was_playing and role != MemberRole.PLAYER:
        seats_release(member=member)


@transaction.atomic
def member_remove(*, member: Membership) -> None:
    """Out, by own wish or by a game master's. The row stays: fights and characters refer to it."""
    if member.role == MemberRole.GM:
        _keep_a_gm(member)
    member.left_at = timezone.now()
    member.save(update_fields=["left_at"])
    seats_release(member=member)


def _keep_a_gm(leaving: Membership) -> None:
    Campaign.objects.select_for_update().get(pk=leaving.campaign_id)  # two who leave at once go one after the other
    others = Membership.objects.filter(campaign_id=leaving.campaign_id, role=MemberRole.GM, left_at=None)
    if not others.exclude(pk=leaving.pk).exists():
        raise IllegalCommand("last_gm", "A campaign needs a game master. Make somebody else one first.")
