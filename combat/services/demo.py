"""The demo: a campaign with a fight ready to start, one of each rule system in the middle, and five people to be.

Local mode only.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from combat import codec
from combat.documents import state_of, system_of
from combat.engine.records import replace
from combat.exchange import CharacterFile
from combat.library import library
from combat.models import Campaign, Character, Encounter, MemberRole, Membership, PersonalLink, User
from combat.plan import PARTY
from combat.registry import SYSTEMS
from combat.services.campaigns import member_add
from combat.services.characters import character_create
from combat.services.commands import command_submit
from combat.services.compose import planned_character
from combat.services.encounters import encounter_open
from combat.services.people import token_hash
from combat.services.tryout import fight_start

CAMPAIGN = "The Bell Cellar"
READY, RUNNING = "Under the Bell", "The Cellar Door"
DEMO = "demo"
FOREVER = timedelta(days=365 * 50)
MOST_COMMANDS = 120
LEAST_COMMANDS = 20


@dataclass(frozen=True)
class Part:
    """Somebody of the demo: name to sign in with, name at the table, what for, and who they play."""

    username: str
    name: str
    role: MemberRole
    plays: str = ""


CAST = (
    Part("demo-gm", "Robin", MemberRole.GM),
    Part("demo-ana", "Ana", MemberRole.PLAYER, "Mara Quill"),
    Part("demo-kofi", "Kofi", MemberRole.PLAYER, "Ilse Varn"),
    Part("demo-jude", "Jude", MemberRole.PLAYER, "Bracken Dow"),
    Part("demo-lin", "Lin", MemberRole.SPECTATOR),
)


@dataclass(frozen=True)
class SeatAtDemo:
    words: str
    path: str


def demo_lay() -> list[SeatAtDemo]:
    """Lay what is missing; what people have done to the demo stays. The links are the same at every start."""
    if not Campaign.objects.filter(name=CAMPAIGN, memberships__user__username=CAST[0].username).exists():
        _lay()
    return [_seat(part) for part in CAST]


def _lay() -> None:
    with transaction.atomic():
        campaign = Campaign.objects.create(name=CAMPAIGN, blurb="Something under the old bell tower rings back.")
        members = {part.name: _member(part, campaign) for part in CAST}
        first, *others = (key for key in SYSTEMS if DEMO in library(key).encounters)
        characters = {key: _characters(key, campaign, members) for key in (first, *others)}
        _fight(campaign, first, READY, characters[first])
        # The youngest table is the one that people are led to first.
        named = [(key, library(key).encounters[DEMO].name) for key in others]
        running = [_fight(campaign, key, name, characters[key]) for key, name in (*named, (first, RUNNING))]
    robin = members["Robin"].user
    for fight in running:
        encounter_open(encounter_id=fight.pk, user=robin)
        fight_start(encounter=fight, user=robin)
        _play_on(fight, robin)


def _member(part: Part, campaign: Campaign) -> Membership:
    user, made = User.objects.get_or_create(
        username=part.username, defaults={"display_name": part.name, "is_guest": False}
    )
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return member_add(campaign=campaign, user=user, role=part.role, name=part.name)


def _characters(system: str, campaign: Campaign, members: dict[str, Membership]) -> dict[str, Character]:
    """The party of the system's demo fight, as far as there are players."""
    shelf = library(system)
    players = [members[part.name] for part in CAST if part.role == MemberRole.PLAYER]
    made = {}
    for one, owner in zip(shelf.encounters[DEMO].party, players, strict=False):
        ready = shelf.characters[one.name]
        file = CharacterFile(name=ready.name, system=system, colour=ready.colour, sheet=codec.dump(ready.sheet))
        made[one.name] = character_create(campaign=campaign, owner=owner, file=file)
    return made


def _fight(campaign: Campaign, system: str, name: str, characters: dict[str, Character]) -> Encounter:
    """The library's demo fight. Who is played comes from the characters, so that their sheets belong to it."""
    plan = library(system).plan(DEMO, autoplay=())
    people = []
    for one in plan.combatants:
        character = characters.get(one.name) if one.side == PARTY else None
        people.append(replace(planned_character(character), key=one.key) if character else one)
    plan = replace(plan, combatants=tuple(people))
    return Encounter.objects.create(campaign=campaign, system=system, name=name, plan=codec.dump(plan))


def _play_on(encounter: Encounter, gm: User) -> None:
    """Some turns by the shipped tactics, as the game master would press them, until a player's turn has come."""
    system = system_of(encounter)
    for count in range(MOST_COMMANDS):
        encounter.refresh_from_db()
        state = state_of(encounter)
        mover = next((one for one in state.combatants if system.suggest(state, one.id) is not None), None)
        if mover is None or (count >= LEAST_COMMANDS and mover.owner is not None and system.deadline(state) is None):
            return
        command = system.suggest(state, mover.id)
        assert command is not None
        command_submit(encounter_id=encounter.pk, user=gm, command=command, command_id=secrets.token_hex(16))


def _seat(part: Part) -> SeatAtDemo:
    """A link that works again and again. Its token follows from the site's secret, so bookmarks last."""
    user = User.objects.get(username=part.username)
    token = salted_hmac("high-card-demo", part.username, algorithm="sha256").hexdigest()[:20]
    PersonalLink.objects.update_or_create(
        token_hash=token_hash(token),
        defaults={"user": user, "reusable": True, "expires_at": timezone.now() + FOREVER},
    )
    what = {MemberRole.GM: "the game master", MemberRole.SPECTATOR: "a spectator"}.get(part.role, part.plays)
    return SeatAtDemo(f"{part.name}, {what}", reverse("seat_link", args=[token]))
