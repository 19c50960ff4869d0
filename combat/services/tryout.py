"""A fight for somebody who has just come by: no account, one press, foes that play themselves."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from combat import codec
from combat.engine.records import replace
from combat.engine.system import RuleSystem
from combat.library import library
from combat.models import Campaign, Encounter, MemberRole, Membership, User
from combat.plan import PARTY, Plan
from combat.registry import SYSTEMS
from combat.services.campaigns import member_add
from combat.services.commands import command_submit
from combat.services.encounters import encounter_open, surprisers_of
from combat.services.people import guest_create

LIFE = timedelta(days=1)
HOUSE = "the-house"
TRY = "try"


def tried_out() -> tuple[RuleSystem, ...]:
    """The systems with a ready-made fight for whoever comes by; the first of them is the one to begin with."""
    return tuple(system for key, system in SYSTEMS.items() if TRY in library(key).encounters)


def tryout_open(*, user: User | None, system: str = "") -> tuple[User, Encounter]:
    """A fresh table, dealt and running, with the visitor in it; nobody is made a guest who is somebody already."""
    known = [one.key for one in tried_out()]
    key = system if system in known else known[0]
    tryouts_purge()
    visitor = user or guest_create(name="Guest")
    house = _house()
    with transaction.atomic():
        campaign = Campaign.objects.create(name="Try-out", expires_at=timezone.now() + LIFE)
        member_add(campaign=campaign, user=house, role=MemberRole.GM, name="The house")
        member = member_add(campaign=campaign, user=visitor, role=MemberRole.PLAYER)
        encounter = _planned(campaign, member, key)
    encounter_open(encounter_id=encounter.pk, user=house)
    fight_start(encounter=encounter, user=house)
    return visitor, encounter


def _planned(campaign: Campaign, member: Membership, system: str) -> Encounter:
    ready = library(system).encounters[TRY]
    plan: Plan = library(system).plan(TRY)
    party = tuple(replace(one, member=member.pk) if one.side == PARTY else one for one in plan.combatants)
    return Encounter.objects.create(
        campaign=campaign, system=system, name=ready.name, plan=codec.dump(replace(plan, combatants=party))
    )


def fight_start(*, encounter: Encounter, user: User) -> None:
    """The first draw of an open table, as its game master would press it."""
    encounter.refresh_from_db()
    system = SYSTEMS[encounter.system]
    command = codec.parse_command(system, "start", {system.start_marks: surprisers_of(encounter)})
    command_submit(encounter_id=encounter.pk, user=user, command=command, command_id=secrets.token_hex(16))


def _house() -> User:
    """The game master of all try-outs. Nobody can sign in as the house."""
    house, made = User.objects.get_or_create(username=HOUSE, defaults={"display_name": "The house", "is_guest": True})
    if made:
        house.set_unusable_password()
        house.save(update_fields=["password"])
    return house


def tryouts_purge() -> int:
    """Try-out tables that are over a day old, and the guests who were nowhere else."""
    old = Campaign.objects.filter(expires_at__lte=timezone.now())
    guests = list(
        User.objects.filter(is_guest=True, memberships__campaign__in=old)
        .exclude(username=HOUSE)
        .values_list("pk", flat=True)
    )
    count = old.count()
    old.delete()
    User.objects.filter(pk__in=guests, is_guest=True, memberships=None).delete()
    return count
