"""Replay every stored log and compare it with the stored state."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from combat import codec
from combat.documents import stored_state, system_of
from combat.engine import history
from combat.models import Encounter
from combat.services.rewind import history_of


class Command(BaseCommand):
    help = "Replay the log of every fight: exit 1 if a stored state is not what its log leads to."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="store what the log leads to")

    def handle(self, *args: Any, write: bool, **options: Any) -> None:
        numbers = list(Encounter.objects.filter(document__isnull=False).order_by("pk").values_list("pk", flat=True))
        wrong = [number for number in numbers if not self._check(number, write=write)]
        self.stdout.write(f"{len(numbers)} fights replayed, {len(wrong)} of them stored otherwise")
        if wrong and not write:
            sys.exit(1)

    @transaction.atomic
    def _check(self, number: int, *, write: bool) -> bool:
        encounter = Encounter.objects.select_for_update().get(pk=number)
        replayed = history.replay(system_of(encounter), history_of(encounter))
        if self._stored(encounter) == replayed:
            return True
        self.stdout.write(f"fight {number} ({encounter.name}) is not what its log leads to")
        if write:
            text = codec.dump_text(replayed)
            Encounter.objects.filter(pk=number).update(document=text, document_version=encounter.version)
        return False

    def _stored(self, encounter: Encounter) -> Any:
        """None where it cannot be read any more."""
        try:
            return stored_state(encounter)
        except ValueError as error:
            self.stdout.write(f"fight {encounter.pk}: {error}")
            return None
