"""`manage.py demo`: a campaign to look around in, and who can sit down at it from where."""

import logging
import socket
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from combat.services.demo import SeatAtDemo, demo_lay
from combat.services.tryout import tryouts_purge

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - what HOST may say, not what we listen on


class Command(BaseCommand):
    help = "Lays the demo campaign if it is not there, and prints its links. Only in local mode."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--migrate", action="store_true", help="bring the database up to date first")
        parser.add_argument("--host", default="0.0.0.0", help="the address that the server will listen on")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, migrate: bool, host: str, port: int, **options: Any) -> None:
        if not settings.LOCAL:
            raise CommandError("The demo's links let anybody in who has them, so they exist in local mode only.")
        _require_free(host, port)
        logging.getLogger("combat").setLevel(logging.WARNING)
        if migrate:
            call_command("migrate", verbosity=0)
        tryouts_purge()
        seats = demo_lay()
        for line in _poster(seats, _addresses(host, port)):
            self.stdout.write(line)


def _require_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            hint = f"PORT={port + 1} ./run" if 0 < port < 65535 else "PORT=8000 ./run"
            raise CommandError(
                f"Cannot listen on {host}:{port} ({error.strerror}). Another program may be there: try {hint}"
            ) from error


def _addresses(host: str, port: int) -> list[str]:
    """Where the pages are reached: from this machine, and from the others on its network."""
    if host not in EVERYWHERE:
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}"]
    lan = [f"http://{settings.LAN_ADDRESS}:{port}"] if settings.LAN_ADDRESS else []
    return [f"http://localhost:{port}", *lan]


def _poster(seats: list[SeatAtDemo], addresses: list[str]) -> list[str]:
    lines = ["", "  High Card", f"  {addresses[0]}/", ""]
    for number, address in enumerate(addresses):
        where = "On this machine" if number == 0 else "From phones and laptops on the same network"
        lines += [f"  {where}, sit down at the demo table as", ""]
        lines += [f"    {seat.words:<28} {address}{seat.path}" for seat in seats]
        lines.append("")
    return [*lines, "  Use a private window for each of them. Stop with Ctrl-C.", ""]
