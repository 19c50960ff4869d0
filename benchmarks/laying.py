"""Lays tables in the database of the server that is to be measured: `python -m benchmarks.laying 100`.

Prints, as JSON, where each table is and with which personal links its five players and its game master sign in. A
process of its own with the environment of the server, and nothing but the app's own services: people, a campaign,
a plan, the opening and the first draw come about as they do on the pages, only without 20 requests for each table.
What has happened before (`--past`) is pressed by the game masters, and goes through the door that batches of presses
from the sockets go through: one press of each table in one transaction.

    python -m benchmarks.laying 100 [--past 1000]   lay them; each with so many presses in its log
    python -m benchmarks.laying --count             how many log entries each encounter has
"""

import argparse
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ctg_site.settings")

import django

django.setup()

from django.db import transaction
from django.db.models import Count

from combat import codec
from combat.codec import dump
from combat.engine.records import replace
from combat.library import library
from combat.models import Encounter, MemberRole, User
from combat.plan import FOES, PARTY, Plan, Planned, slug, with_combatants
from combat.registry import SYSTEMS
from combat.services.campaigns import campaign_create, member_add
from combat.services.commands import command_press
from combat.services.encounters import encounter_open
from combat.services.gestures import Press, presses_carry_out
from combat.services.people import personal_link_create
from combat.services.tryout import fight_start

PARTY_OF_FIVE = (
    ("Mara Quill", "Mara Quill"),
    ("Ilse Varn", "Ilse Varn"),
    ("Bracken Dow", "Bracken Dow"),
    ("Toma Reyes", "Toma Reyes-Achterberg"),
    ("Wren Hale", "Mara Quill"),
)
"""Name, and the ready-made character whose sheet it is."""
PARTY_IDS = [slug(name) for name, _ in PARTY_OF_FIVE]
CANARY = "Nightjar"
"""Somebody hidden at every table. No player may ever be sent this word."""
RULES = {"reaction_seconds": 0, "gm_sees_hands": "always"}
"""Nobody is asked to answer an attack, so that no table pauses; and the game master sees every hand."""


@dataclass(frozen=True)
class Laid:
    encounter: Encounter
    gm: User
    players: Sequence[User]

    def told(self, entries: int) -> dict[str, Any]:
        return {
            "encounter": self.encounter.pk,
            "page": f"/encounters/{self.encounter.public_id}/",
            "links": [f"/seat/{personal_link_create(user=one)}/" for one in (*self.players, self.gm)],
            "party": PARTY_IDS,
            "canary": CANARY,
            "entries": entries,
        }


def lay(number: int) -> Laid:
    people = [_person(f"Player {seat + 1}") for seat in range(len(PARTY_OF_FIVE))]
    gm = _person("Game master")
    campaign = campaign_create(user=gm, name=f"Table {number}")
    members = [member_add(campaign=campaign, user=one, role=MemberRole.PLAYER) for one in people]
    plan = with_combatants(Plan(house_rules=RULES), _combatants([member.pk for member in members], number))
    encounter = Encounter.objects.create(campaign=campaign, system="ctg", name=f"Fight {number}", plan=dump(plan))
    encounter_open(encounter_id=encounter.pk, user=gm)
    fight_start(encounter=encounter, user=gm)
    return Laid(encounter, gm, people)


def laid(count: int, *, past: int) -> list[dict[str, Any]]:
    with transaction.atomic():  # one commit for all: nobody else is here yet
        tables = [lay(number) for number in range(count)]
    play(tables, past)
    there = counts()
    with transaction.atomic():
        return [table.told(entries=there[table.encounter.pk]) for table in tables]


def play(tables: Sequence[Laid], rounds: int) -> None:
    """In each round every game master presses once. A round is committed, so the next finds its states at hand."""
    for number in range(rounds):
        outcomes = presses_carry_out([_press(table, number) for table in tables])
        refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        assert not refused, refused


def _press(table: Laid, number: int) -> Press:
    fields = {"combatant": PARTY_IDS[number % len(PARTY_IDS)], "temporary_health": number}
    command = codec.parse_command(SYSTEMS["ctg"], "set", fields)
    return command_press(
        encounter_id=table.encounter.pk,
        user=table.gm,
        read=lambda _: command,
        body={"command": codec.dump(command)},
        command_id=secrets.token_hex(16),
    )


def _person(name: str) -> User:
    user = User(username=f"bench-{secrets.token_hex(8)}", display_name=name)
    user.set_unusable_password()
    user.save()
    return user


def _combatants(members: list[int], number: int) -> list[Planned]:
    """Five hands of seven, a foe's, and one card in the dark: one pack is enough, so every face is there once."""
    shelf = library("ctg")
    plain = {"proficiency_bonus": 2, "agility": 10, "modifiers": {}, "max_health": 9999, "health": None}
    party = [
        Planned(
            key=0, name=name, side=PARTY, member=member, colour=shelf.characters[ready].colour,
            sheet=dump(replace(shelf.characters[ready].sheet, **plain)),
        )
        for member, (name, ready) in zip(members, PARTY_OF_FIVE, strict=True)
    ]  # fmt: skip
    foe = shelf.foes["Goblin"].sheet
    # Unconscious, so that it holds a card and is passed over without anybody's press.
    hidden = replace(foe, proficiency_bonus=0, agility=1, modifiers={"agility": -10}, max_health=9999, health=-1)
    return [
        *party,
        Planned(key=0, name="Goblin", side=FOES, kind="Goblin", sheet=dump(replace(foe, **plain))),
        Planned(key=0, name=f"{CANARY} {number}", side=FOES, kind="Goblin", hidden=True, sheet=dump(hidden)),
    ]


def counts() -> dict[int, int]:
    return dict(Encounter.objects.annotate(entries=Count("log")).values_list("pk", "entries"))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("tables", type=int, nargs="?", default=0)
    options.add_argument("--past", type=int, default=0)
    options.add_argument("--count", action="store_true")
    wanted = options.parse_args()
    if wanted.count:
        print(json.dumps(counts()))
        return
    print(json.dumps(laid(wanted.tables, past=wanted.past)))


if __name__ == "__main__":
    main()
