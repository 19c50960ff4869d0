"""Run worked examples of the d100 rules: a line for each that differs, exit 1 if one does, 2 if the file is none."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from combat.systems.d100.examples import differences

FAILED, MALFORMED = 1, 2


class Command(BaseCommand):
    help = "Run worked examples through the d100 rules and check what they expect."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        worst = max(self._run(file) for file in files)
        if worst:
            sys.exit(worst)

    def _run(self, file: Path) -> int:
        try:
            examples = _examples(json.loads(file.read_bytes()))
        except (OSError, ValueError, RecursionError) as error:
            self.stderr.write(f"{file}: {error}")
            return MALFORMED
        found = differences(examples)
        unfit = [one for one in found if one.place]
        for one in unfit:
            self.stderr.write(f"{file}: {one.place}: {one.problem}")
        for one in found:
            if not one.place:
                self.stdout.write(str(one))
        self.stderr.write(f"{len(examples)} examples, {len(found) - len(unfit)} differ")
        if unfit:
            return MALFORMED
        return FAILED if found else 0


def _examples(data: Any) -> list[dict[str, Any]]:
    """Raises ValueError."""
    examples = data.get("vectors") if isinstance(data, dict) else data
    if not isinstance(examples, list):
        raise ValueError("this is no file of worked examples: a list `vectors` of objects with input and expect")
    for number, one in enumerate(examples):
        if not isinstance(one, dict):
            raise ValueError(f"vectors[{number}]: give an object with input and expect")
        for name in ("input", "expect"):
            if not isinstance(one.get(name), dict):
                raise ValueError(f"vectors[{number}].{name}: give an object")
    return examples
