"""A fight to test with: Pia plays Mara, Paul plays Ilse, Gwen plays two goblins and one who hides."""

import re
import secrets
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import reverse

from combat import codec
from combat.engine.system import Newcomer, Setup
from combat.models import Encounter, LogEntry, MemberRole, Seat
from combat.plan import Opening
from combat.registry import SYSTEMS
from combat.services.encounters import table_lay
from combat.services.locking import locked

HIDDEN_ID, HIDDEN_NAME = "zq7lurker", "Zq7canary"
NOTE = "Xw4secretnote"
CTG = "ctg"

PISTOL = {"name": "Pistol", "kind": "firearm", "damage": "1d8", "proficient": True}
CLUB = {"name": "Club", "kind": "melee", "damage": "1d6", "proficient": True}
SHEETS: dict[str, dict[str, Any]] = {
    "mara": {"agility": 16, "max_health": 60, "weapons": [PISTOL, CLUB]},
    "ilse": {"agility": 12, "max_health": 70, "weapons": [CLUB]},
    "goblin-1": {"agility": 13, "max_health": 40, "weapons": [CLUB]},
    "goblin-2": {"agility": 9, "max_health": 40, "weapons": [CLUB]},
    HIDDEN_ID: {"agility": 18, "max_health": 50, "weapons": [CLUB]},
}


def people(*, autoplay: Iterable[str] = (), hidden: bool = True) -> tuple[Newcomer, ...]:
    system = SYSTEMS[CTG]

    def one(id: str, name: str, side: str, owner: str | None = None, is_hidden: bool = False) -> Newcomer:
        sheet = codec.load(system.sheet_type, SHEETS[id])
        return Newcomer(
            id=id, name=name, side=side, owner=owner, hidden=is_hidden, sheet=sheet, autoplay=id in set(autoplay)
        )

    everybody = [
        one("mara", "Mara", "party", "1"),
        one("ilse", "Ilse", "party", "2"),
        one("goblin-1", "Goblin 1", "foes"),
        one("goblin-2", "Goblin 2", "foes"),
    ]
    return (*everybody, one(HIDDEN_ID, HIDDEN_NAME, "foes", None, True)) if hidden else tuple(everybody)


def lay(
    cast: Any, *, setup: Setup | None = None, house_rules: dict[str, Any] | None = None, system: str = CTG, **named: Any
) -> Encounter:
    """An open table in its setup phase, with Pia in seat 1 and Paul in seat 2. `setup`: what to lay instead."""
    rules = codec.load(SYSTEMS[system].house_rules_type, {"reaction_seconds": 0, **(house_rules or {})})
    setup = setup or Setup(house_rules=rules, combatants=people(**named))
    made = Encounter.objects.create(campaign=cast.campaign, name="Under the Bell", system=system, notes=NOTE)
    players = cast.campaign.memberships.filter(role=MemberRole.PLAYER).order_by("pk")
    for number, member in enumerate(players, start=1):
        Seat.objects.create(encounter=made, membership=member, number=number)
    with transaction.atomic():
        table_lay(locked(made.pk), Opening(setup=setup), cast.gwen)
    return Encounter.objects.get(pk=made.pk)


def press(client: Client, encounter: Encounter, do: str, *, command_id: str | None = None, **fields: Any) -> Any:
    """One press, as the page sends it."""
    data = {name: value for name, value in fields.items() if value is not None}
    url = reverse("command", kwargs={"public_id": encounter.public_id, "kind": do})
    return client.post(url, {"command_id": command_id or secrets.token_hex(16), **data})


def started(cast: Any, browse: Any, **named: Any) -> Encounter:
    encounter = lay(cast, **named)
    assert press(browse(cast.gwen), encounter, "start").status_code == 204
    return fresh(encounter)


def fresh(encounter: Encounter) -> Encounter:
    return Encounter.objects.select_related("campaign").get(pk=encounter.pk)


def state(encounter: Encounter) -> Any:
    from combat.documents import state_of

    return state_of(fresh(encounter))


def owner_client(cast: Any, browse: Any, encounter: Encounter, combatant: str) -> Client:
    """The browser of whoever plays it."""
    owner = state(encounter)[combatant].owner
    return browse({"1": cast.pia, "2": cast.paul, None: cast.gwen}[owner])


def turn_of(encounter: Encounter) -> str:
    turn = state(encounter).turn
    assert turn is not None
    return str(turn.combatant)


def replayed(encounter: Encounter) -> Any:
    """The state that the stored log leads to, from nothing."""
    from combat.engine import history
    from combat.services.rewind import history_of

    return history.replay(SYSTEMS[encounter.system], history_of(encounter))


def kinds(encounter: Encounter) -> list[str]:
    return list(LogEntry.objects.filter(encounter=encounter).order_by("number").values_list("do", flat=True))


def cards_in(text: str) -> set[str]:
    """Every card that a page or frame names, however it is drawn."""
    named = re.findall(r'data-card="(\w+)"|href=.#f-(\w+)|card=\\?"(\w+)', text)
    return {code for found in named for code in found if code}
