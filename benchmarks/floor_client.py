"""How the floor is played: see `floor.py`, and `high_card.py` for what the methods mean."""

import random
import re
from typing import Any

PRESS = re.compile(rb'"newest": "press-(\d+)"')


class Floor:
    op, cumulative, mode = 1, False, "turns"

    def __init__(self, host: str, port: int, viewers: int) -> None:
        self.gm = viewers - 1

    async def prepare(self, http: Any, tables: int) -> None:
        pass

    async def path(self, http: Any, table: int, seat: int) -> str:
        return f"/{table}/{seat}"

    def headers(self, table: int, seat: int) -> dict[str, str]:
        return {}

    def control(self, conn: Any, data: bytes) -> bool:
        return True

    def actor(self, table: int) -> int:
        return random.randrange(self.gm)

    def perform(self, conn: Any, table: int, seat: int, aid: int, n: int) -> None:
        conn.send(b'{"card": %d, "press": "press-%d"}' % (n, aid), self.op)

    def refused(self, conn: Any, data: bytes) -> None:
        return None

    def seen(self, conn: Any, data: bytes) -> list[int]:
        return [int(aid) for aid in PRESS.findall(data)]

    def own(self, conn: Any, data: bytes) -> bool:
        return b"secret-%d-" % min(conn.key[1], self.gm - 1) in data

    def leaked(self, conn: Any, data: bytes) -> bool:
        seat = conn.key[1]
        return seat != self.gm and any(b"secret-%d-" % other in data for other in range(self.gm) if other != seat)
