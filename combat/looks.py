"""What one audience may be shown of a table at one version: all that the parts of its pages are made of."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from combat.documents import state_of, system_of
from combat.engine.system import Option
from combat.engine.viewers import Viewer
from combat.models import Encounter, EncounterStatus, MemberRole, Membership

NOT_DEEDS = frozenset({"free", "answer", "reaction", "also"})
"""Groups of options that are no use of one's turn, or say again what another option says."""
CALLS = frozenset({"start", "end_turn"})


class Nothing:
    """Where there is nobody to look at: whatever is asked, None. So a template may read one field, not the whole."""

    def __getattr__(self, name: str) -> None:
        if name.startswith("__"):
            raise AttributeError(name)


NOTHING = Nothing()


@dataclass(frozen=True)
class Table:
    """Plain facts of a table that every page of an audience has in common."""

    id: str
    name: str
    campaign: str
    system: str
    is_gm: bool
    is_player: bool
    ended: bool
    tryout: bool
    """Laid for one visitor, who may begin another."""
    deadline: str | None
    """When the open window closes by itself, in UTC; only if this audience sees a window."""
    url: str
    command_url: str
    cut_url: str
    say_url: str
    undo_preview_url: str
    log_url: str
    fairness_url: str
    replay_url: str
    export_url: str
    campaign_url: str
    commitment: str


@dataclass(frozen=True)
class Person:
    """Somebody at the table, for the list of who is here."""

    id: int
    name: str
    role: str
    seat: str | None
    here: bool


@dataclass(frozen=True)
class Look:
    version: int
    viewer: Viewer
    table: Table
    view: Any
    options: tuple[Option, ...]
    people: tuple[Person, ...]

    @cached_property
    def names(self) -> dict[str, str]:
        return {key: one.name for key, one in self.view.combatants.items()}

    @cached_property
    def acting(self) -> Any:
        """The combatant whose turn it is, as this viewer sees it; None between turns."""
        return self.view.combatants.get(self.view.turn)

    @cached_property
    def mine(self) -> tuple[Any, ...]:
        """The viewer's own combatants."""
        return tuple(one for one in self.view.combatants.values() if one.is_yours)

    @cached_property
    def me(self) -> Any:
        """Whom this viewer's tray is about: the one who acts, if it is theirs to play, else the first of their own."""
        if self.viewer.role == "spectator":
            return NOTHING
        if self.acting is not None and (self.viewer.is_gm or self.acting.is_yours):
            return self.acting
        if self.viewer.is_gm or not self.mine:
            return NOTHING
        return next((one for one in self.mine if one.status != "dead"), self.mine[0])

    @cached_property
    def turn(self) -> Any:
        """The view, while that one acts: a tray reads here what others' turns must not change."""
        return self.view if self.me.is_acting else NOTHING

    @cached_property
    def deeds(self) -> tuple[Option, ...]:
        """What that one may do with its turn, and what not, while it has it."""
        return self._of_me(lambda one: one.group not in NOT_DEEDS) if self.me.is_acting else ()

    @cached_property
    def frees(self) -> tuple[Option, ...]:
        """What costs that one nothing."""
        return self._of_me(lambda one: one.group == "free")

    @cached_property
    def answer(self) -> Option | None:
        """What that one has to choose before anything else."""
        return next(iter(self._of_me(lambda one: one.group == "answer" and one.enabled)), None)

    def _of_me(self, fits: Callable[[Option], bool]) -> tuple[Option, ...]:
        by = self.me.id
        return tuple(one for one in self.options if one.by == by and fits(one)) if by else ()

    @cached_property
    def reactions(self) -> tuple[Option, ...]:
        """How the viewer's own may answer an attack."""
        kinds = {option.do for option in self.options if option.group == "reaction"}
        mine = {one.id for one in self.mine} if kinds else set()
        return tuple(one for one in self.options if one.enabled and one.do in kinds and one.by in mine)

    @cached_property
    def ending(self) -> Any:
        """How the fight has ended, in the banner's words."""
        return self.view.banner if self.view.phase == "ended" else NOTHING

    @cached_property
    def calls(self) -> tuple[Option, ...]:
        """What is called out for the whole table: the start, the next turn."""
        return tuple(one for one in self.options if one.enabled and one.by is None and one.do in CALLS)

    @cached_property
    def fixed(self) -> dict[int, dict[str, str]]:
        return {id(option): dict(option.fixed) for option in self.options}

    def option(self, do: str, by: str | None = None, **fixed: str) -> Option | None:
        """The first option of this kind; `fixed` names what it must fix: `option("action", action="dash")`."""
        for option in self.options:
            mine = self.fixed[id(option)]
            if option.do == do and by in (None, option.by) and all(mine.get(name) == fixed[name] for name in fixed):
                return option
        return None


def look_of(encounter: Encounter, viewer: Viewer, people: tuple[Person, ...], *, brief: bool = True) -> Look:
    """`brief`: with the options that a page shows as it stands; what its buttons open wants all of them."""
    system, state = system_of(encounter), state_of(encounter)
    view = system.project(state, viewer)
    options = () if viewer.role == "spectator" else system.options(state, viewer, brief=brief)
    return Look(encounter.version, viewer, table_of(encounter, viewer, view), view, options, people)


def table_of(encounter: Encounter, viewer: Viewer, view: Any) -> Table:
    closes = encounter.window_closes_at if view.window is not None else None
    return _table(
        encounter.public_id,
        encounter.campaign.public_id,
        name=encounter.name,
        campaign=encounter.campaign.name,
        system=encounter.system,
        is_gm=viewer.is_gm,
        is_player=viewer.role == "player",
        ended=encounter.status == EncounterStatus.ENDED,
        tryout=encounter.campaign.expires_at is not None,
        deadline=closes.strftime("%Y-%m-%dT%H:%M:%S.%fZ") if closes else None,
        commitment=encounter.streams[-1]["commitment"] if encounter.streams else "",
    )


@lru_cache(maxsize=4096)
def _table(table: UUID, campaign_id: UUID, **facts: Any) -> Table:
    """Most changes of a fight leave these facts as they are."""
    return Table(id=str(table), **facts, **addresses(table, campaign_id))


@lru_cache(maxsize=2048)
def addresses(table: UUID, campaign: UUID) -> Mapping[str, str]:
    """They never change; working them out costs more than the rest of a frame."""
    key = {"public_id": table}
    return {
        "url": reverse("table", kwargs=key),
        "command_url": reverse("table", kwargs=key) + "commands/",
        "cut_url": reverse("cut", kwargs=key),
        "say_url": reverse("say", kwargs=key),
        "undo_preview_url": reverse("undo_preview", kwargs=key),
        "log_url": reverse("older_log", kwargs=key),
        "fairness_url": reverse("fairness", kwargs=key),
        "replay_url": reverse("replay", kwargs=key),
        "export_url": reverse("export_fight", kwargs=key),
        "campaign_url": reverse("campaign", kwargs={"campaign_id": campaign}),
    }


def people_of(encounter: Encounter) -> tuple[Person, ...]:
    """Everybody of the campaign with whether they have the table open now."""
    now = timezone.now()
    here = set(encounter.presences.filter(expires_at__gt=now).values_list("membership_id", flat=True))
    seats = dict(encounter.seats.values_list("membership_id", "number"))
    members = Membership.objects.filter(campaign_id=encounter.campaign_id, left_at=None)
    return tuple(_people(members, seats, here))


def _people(members: Iterable[Membership], seats: Mapping[int, int], here: set[int]) -> list[Person]:
    order = [MemberRole.GM, MemberRole.PLAYER, MemberRole.SPECTATOR]
    known = sorted(
        members, key=lambda member: (order.index(MemberRole(member.role)), member.name.casefold(), member.pk)
    )
    return [
        Person(
            id=member.pk,
            name=member.name,
            role=member.role,
            seat=str(seats[member.pk]) if member.pk in seats and member.role == MemberRole.PLAYER else None,
            here=member.pk in here,
        )
        for member in known
    ]
