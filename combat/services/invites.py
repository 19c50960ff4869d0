"""Links that let people in."""

import re
import secrets

from django.db import transaction
from django.utils import timezone

from combat.access import expired
from combat.engine.errors import IllegalCommand
from combat.models import Campaign, Invite, MemberRole, Membership, User
from combat.services.campaigns import member_add

WORDS = [
    "bell",
    "lamp",
    "felt",
    "ace",
    "deuce",
    "trey",
    "knave",
    "crown",
    "spade",
    "heart",
    "club",
    "diamond",
    "joker",
    "shuffle",
    "cut",
    "deal",
    "trick",
    "stack",
    "table",
    "chair",
    "cellar",
    "stair",
    "rope",
    "anchor",
    "lantern",
    "candle",
    "copper",
    "silver",
    "iron",
    "velvet",
    "oak",
    "ash",
    "elm",
    "cedar",
]
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
MOST_OPEN = 20


def invite_create(*, campaign: Campaign, role: str) -> Invite:
    """A link for many people. It opens one role and can be taken back."""
    if role == MemberRole.GM:
        raise IllegalCommand("role", "Invite people as players or spectators; make one a game master afterwards.")
    if campaign.invites.filter(revoked_at=None).count() >= MOST_OPEN:
        raise IllegalCommand("too_many", "Take back some of the open links first.")
    return Invite.objects.create(campaign=campaign, role=MemberRole(role), token=new_token())


def new_token() -> str:
    """Easy to read out, and one of 10^15: `bell-k7m2q-x4h9r`."""
    parts = ["".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(2)]
    return "-".join([secrets.choice(WORDS), *parts])


def invite_revoke(*, invite: Invite) -> None:
    if invite.revoked_at is None:
        invite.revoked_at = timezone.now()
        invite.save(update_fields=["revoked_at"])


def invite_find(token: str) -> Invite | None:
    """The open invite of this token. A campaign that has expired lets nobody in."""
    invite = Invite.objects.select_related("campaign").filter(token=token.strip().lower(), revoked_at=None).first()
    return None if invite is None or expired(invite.campaign) else invite


def token_in(text: str) -> str:
    """The token in what somebody pasted: the whole link, or only its code."""
    found = re.search(r"/join/([\w-]+)", text)
    return (found[1] if found else text.strip()).lower()[:64]


@transaction.atomic
def invite_accept(*, invite: Invite, user: User, name: str = "") -> Membership:
    """Join, or find the place that one already has: a link never changes the role of a member."""
    member = Membership.objects.filter(campaign=invite.campaign, user=user).first()
    if member and member.left_at is None:
        return member
    if member and invite.created_at <= member.left_at:
        raise IllegalCommand("left", "You are no longer part of this campaign. Ask its game master for a new link.")
    return member_add(campaign=invite.campaign, user=user, role=invite.role, name=name)
