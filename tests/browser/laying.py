"""Lays a table in the served site's own database: `python -m tests.browser.laying SPEC` prints who may enter it.

Run as a process of its own, with the environment of the server: the tests' process has another database.
"""

import json
import os
import sys
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ctg_site.settings")

import django

django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from combat.codec import dump, load
from combat.models import Campaign, Encounter, Membership, User
from combat.plan import Plan, Planned, with_combatants
from combat.services.campaigns import member_add
from combat.services.encounters import encounter_open
from combat.services.invites import invite_create
from combat.services.tryout import fight_start

ROLES = {"gwen": "gm", "pia": "player", "paul": "player", "sam": "spectator", "olaf": "stranger"}


def lay(spec: dict[str, Any]) -> dict[str, Any]:
    """`combatants`: as a plan has them, `player` being a name of the cast; `start`: deal at once; `house_rules`."""
    campaign = Campaign.objects.create(name="The Long Draw")
    people = {name: _person(name, campaign, role) for name, role in ROLES.items()}
    seats = {name: member.pk for name, member in people.items() if member is not None}
    encounter = Encounter.objects.create(
        campaign=campaign, system=spec.get("system", "ctg"), name=spec.get("name", "The Bell Cellar"),
        plan=dump(_plan(spec, seats)),
    )  # fmt: skip
    gwen = people["gwen"]
    assert gwen is not None
    if spec.get("open", True):
        encounter_open(encounter_id=encounter.pk, user=gwen.user)
    if spec.get("start"):
        fight_start(encounter=encounter, user=gwen.user)
    invite = invite_create(campaign=campaign, role="player")
    return {
        "table": f"/encounters/{encounter.public_id}/",
        "campaign": f"/campaigns/{campaign.public_id}/",
        "invite": f"/join/{invite.token}/",
        "sessions": {name: _session(name) for name in ROLES},
    }


def _person(name: str, campaign: Campaign, role: str) -> Membership | None:
    user, _ = User.objects.get_or_create(username=name, defaults={"display_name": name.capitalize()})
    return None if role == "stranger" else member_add(campaign=campaign, user=user, role=role, name=name.capitalize())


def _plan(spec: dict[str, Any], seats: dict[str, int]) -> Plan:
    people = []
    for one in spec["combatants"]:
        one = dict(one)
        player = one.pop("player", None)
        people.append(load(Planned, {"key": 0, **one, "member": seats[player] if player else None}))
    return with_combatants(Plan(house_rules=spec.get("house_rules", {})), people)


def _session(name: str) -> str:
    user = User.objects.get(username=name)
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


if __name__ == "__main__":
    print(json.dumps(lay(json.loads(sys.argv[1]))))
