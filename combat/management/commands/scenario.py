"""Play written scenarios: a line a file, exit 1 if one failed, 2 if one is malformed."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from combat.scenarios import Malformed, Outcome, play, read

FAILED, MALFORMED = 1, 2


class Command(BaseCommand):
    help = "Play scenario files through the rules and check what they expect."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--json", action="store_true", help="of one file: the final state, the events and every view as JSON"
        )

    def handle(self, *args: Any, files: list[Path], json: bool, **options: Any) -> None:
        if json and len(files) > 1:
            raise CommandError("--json takes one file.", returncode=MALFORMED)
        worst = max(self._play(file, as_json=json) for file in files)
        if worst:
            sys.exit(worst)

    def _play(self, file: Path, *, as_json: bool) -> int:
        try:
            outcome = play(read(file.read_bytes()))
        except (Malformed, OSError, UnicodeDecodeError) as error:
            self.stderr.write(f"{file}: {error}")
            return MALFORMED
        return self._show_json(outcome) if as_json else self._show_line(outcome)

    def _show_line(self, outcome: Outcome) -> int:
        self.stdout.write(f"FAIL {outcome.name}: {outcome.failure}" if outcome.failure else f"ok {outcome.name}")
        return FAILED if outcome.failure else 0

    def _show_json(self, outcome: Outcome) -> int:
        shown = {
            "name": outcome.name,
            "ok": outcome.failure is None,
            "failure": outcome.failure,
            "state": outcome.state,
            "events": outcome.events,
            "views": outcome.views,
        }
        self.stdout.write(json.dumps(shown, ensure_ascii=False, indent=2))
        return FAILED if outcome.failure else 0
