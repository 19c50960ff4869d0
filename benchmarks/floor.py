"""The floor: the same card action for six viewers with nothing around it. `python -m benchmarks.floor PORT`.

A bare socket server, state in memory, no database, no rules, no markup: whoever presses plays a card, draws another
and rolls a die; each of the six at the table is sent the table as they may see it, as JSON.
"""

import asyncio
import json
import random
import sys
from collections import defaultdict
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

PLAYERS, HAND, KEPT = 5, 7, 8


class Table:
    def __init__(self) -> None:
        self.number = self.drawn = 0
        self.newest = ""
        self.hands = [[self._card(seat) for _ in range(HAND)] for seat in range(PLAYERS)]
        self.health = [20] * PLAYERS
        self.discards: list[str] = []
        self.log: list[dict[str, Any]] = []
        self.viewers: dict[ServerConnection, int] = {}

    def _card(self, seat: int) -> str:
        self.drawn += 1
        return f"secret-{seat}-{self.drawn:05d}"

    def play(self, seat: int, place: int, press: str) -> None:
        card = self.hands[seat].pop(place % HAND)
        self.hands[seat].append(self._card(seat))
        roll = random.randint(1, 20)
        self.number, self.newest = self.number + 1, press
        self.health[seat] = (self.health[seat] + roll) % 21
        self.discards = [*self.discards, f"played-{card[7:]}"][-KEPT:]
        self.log = [*self.log, {"n": self.number, "who": seat, "what": "play", "roll": roll}][-KEPT:]

    def seen_from(self, seat: int) -> str:
        players = [
            {"seat": other, "name": f"Player {other}", "health": health, "cards": HAND}
            for other, health in enumerate(self.health)
        ]
        hands = {other: hand for other, hand in enumerate(self.hands) if seat in (other, PLAYERS)}
        return json.dumps(
            {
                "n": self.number,
                "newest": self.newest,
                "players": players,
                "discards": self.discards,
                "log": self.log,
                "hands": hands,
            }
        )


tables: defaultdict[str, Table] = defaultdict(Table)


async def viewer(socket: ServerConnection) -> None:
    assert socket.request is not None
    _, name, seat = socket.request.path.split("/")
    table, place = tables[name], int(seat)
    table.viewers[socket] = place
    try:
        await socket.send(table.seen_from(place))
        async for message in socket:
            said = json.loads(message)
            table.play(place, said["card"], said["press"])
            for other, where in list(table.viewers.items()):
                await other.send(table.seen_from(where))
    except ConnectionClosed:
        pass
    finally:
        del table.viewers[socket]


async def main() -> None:
    async with serve(viewer, "127.0.0.1", int(sys.argv[1]), compression=None, ping_interval=None, backlog=4096):
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    import uvloop

    uvloop.run(main())
