"""Let the demo fight of a system play itself, and write it down as an exported fight."""

import hashlib
import json
import secrets
import uuid
from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from combat.engine.chance import Cut, Position, SeededChance
from combat.fairness import Stream, fight_record
from combat.library import library
from combat.plan import FOES, PARTY, opening
from combat.registry import SYSTEMS
from combat.selfplay import lines

SEED_BYTES = 32
FIGHT = "demo"


class Command(BaseCommand):
    help = "Let the demo fight of a system play itself and write its export, with seed and trail."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--system", required=True, choices=sorted(SYSTEMS))
        parser.add_argument("--seed", type=_seed, metavar="HEX", help="up to 32 bytes; without it a new one is drawn")
        parser.add_argument("--out", required=True, type=Path, metavar="FIGHT.json")

    def handle(self, *args: Any, system: str, seed: bytes | None, out: Path, **options: Any) -> None:
        record = fought(system, seed or secrets.token_bytes(SEED_BYTES))
        try:
            out.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")
        except OSError as error:
            raise CommandError(f"{out}: {error.strerror}") from error
        self.stdout.write(f"{out}: {len(record['log'])} lines, {len(record['fairness']['uses'])} uses of chance")


def fought(system_key: str, seed: bytes) -> dict[str, Any]:
    """The record of the demo fight with this seed. Everything in it but the times follows from the seed."""
    system, plan = SYSTEMS[system_key], library(system_key).plan(FIGHT, autoplay=(PARTY, FOES))
    name = library(system_key).encounters[FIGHT].name
    environment = next((place for place in system.environments if place.name == plan.environment), None)
    laid = opening(system, plan, house_rules={}, seats={}, sheets={}, environment=environment)
    encounter = str(uuid.UUID(bytes=_derived(seed, "encounter"), version=4))
    chance = SeededChance(seed=seed, encounter=encounter, position=Position(cuts=_cuts(seed)))
    fight = tuple(lines(system, laid.setup, chance, now=_now))
    return fight_record(system=system, name=name, encounter=encounter, streams=[Stream(seed=seed)], lines=fight)


def _cuts(seed: bytes) -> tuple[Cut, ...]:
    """Two seats that cut the deck, one by typing, so that the record shows both ways."""
    return (
        Cut(seat=1, cut=f"left hand {_derived(seed, 'left')[0]}"),
        Cut(seat=2, cut=_derived(seed, "right").hex(), typed=False),
    )


def _derived(seed: bytes, what: str) -> bytes:
    return hashlib.sha256(b"high-card-selfplay|" + what.encode() + b"|" + seed).digest()[:16]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError as error:
        raise ArgumentTypeError("a seed is written in hexadecimal") from error
    if not 1 <= len(seed) <= SEED_BYTES:
        raise ArgumentTypeError(f"a seed is 1 to {SEED_BYTES} bytes")
    return seed.rjust(SEED_BYTES, b"\0")
