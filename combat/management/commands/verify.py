"""Recompute every card and die of an exported fight."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from combat.fairness import Difference, Unopened, check_fight

DIFFERS, UNREADABLE = 1, 2


class Command(BaseCommand):
    help = "Check an exported fight against its opened seeds: exit 1 on the first difference."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FIGHT.json")

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        worst = max(self._check(file) for file in files)
        if worst:
            sys.exit(worst)

    def _check(self, file: Path) -> int:
        try:
            count = check_fight(json.loads(file.read_bytes()))
        except Difference as difference:
            self.stdout.write(f"DIFFERS {file}: {difference}")
            return DIFFERS
        except (Unopened, OSError, json.JSONDecodeError, UnicodeDecodeError) as error:
            self.stderr.write(f"{file}: {error}")
            return UNREADABLE
        self.stdout.write(f"ok {file}: {count} uses of chance are what the seeds give")
        return 0
