"""Who has which table open: kept as rows that expire by themselves, written for many at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from combat import broadcast, frames

log = logging.getLogger(__name__)

Pair = tuple[int, int]
"""Encounter and membership."""


class Attendance:
    """Gathers who comes and goes for a moment, so that a whole group that opens its pages is one look, not six."""

    GATHER = 0.15

    def __init__(self, loop: asyncio.AbstractEventLoop, run: Callable[..., Awaitable[Any]]) -> None:
        self._loop = loop
        self._run = run
        self._here: dict[Pair, bool] = {}
        self._writing: asyncio.Task[None] | None = None

    def came(self, encounter_id: int, membership_id: int) -> None:
        self._note((encounter_id, membership_id), True)

    def left(self, encounter_id: int, membership_id: int) -> None:
        self._note((encounter_id, membership_id), False)

    def _note(self, pair: Pair, here: bool) -> None:
        self._here[pair] = here
        if self._writing is None:
            self._writing = self._loop.create_task(self._write_soon())

    async def _write_soon(self) -> None:
        try:
            while self._here:
                await asyncio.sleep(self.GATHER)
                noted, self._here = self._here, {}
                await self._write(noted)
        finally:
            self._writing = None

    async def _write(self, noted: dict[Pair, bool]) -> None:
        try:
            await self._run(frames.presence_note, noted)
        except Exception:  # the database is away: the pulse notes again who is here, and the rest expires
            log.warning("who is here could not be noted", exc_info=True)
            return
        for encounter_id in {encounter for encounter, _ in noted}:
            broadcast.people_changed(encounter_id)
