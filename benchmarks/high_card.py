"""Plays High Card as six browsers at each table would: over its pages, its socket, its forms. Nothing else is known.

The class has the methods of a load client's adapter (`client.py`, or the one of a harness beside the project):
`prepare`, `path`, `headers` and `control` until a viewer has joined, `actor` and `perform` for a press, `seen`,
`refused`, `own` and `leaked` for what comes in. `verify` is called when all is over.

What is pressed is the form that the acting viewer's page offers, with what is picked in it at first. One press is
under way at a table; a viewer has seen it when a frame brings a higher number of log lines than before.
"""

import asyncio
import re
import secrets
import time
from typing import Any
from urllib.parse import urlencode

import aiohttp
import orjson

from benchmarks.markup import faces, fields_of, form, hand_in
from combat.page_texts import PageTexts

KEPT = frozenset({"tray", "hand", "acts"})
"""Parts that are kept as a page keeps them: what a player holds, and what may be pressed."""
WHOLE = 5
"""At so many tables all parts are kept, so that at the end every patch is proved against a fresh page."""
JUDGED = 8
"""Every so many-th press of a table: are the faces in all six frames such as may be seen?"""
VALUE_SET = re.compile(rb"temporary health of .{0,200}? to <b>(\d{1,4})</b>")
SHUFFLED = re.compile(rb"shuffled (?:together|into|in)")
PATIENCE = 60.0
"""Seconds for which a fresh look is waited for."""
SAID = frozenset({"RJ", "BJ"})
"""Whose turn begins is told with the rank that is owed, and a joker is known by its rank."""
CALM = 3
"""So many presses after a shuffle: a card that still lies face up may be in a hand again."""


class Viewer:
    """One browser: what its page knows."""

    __slots__ = ("_texts", "checked", "cookie", "lines", "n", "newest", "turn", "whole")

    def __init__(self, whole: bool) -> None:
        self.cookie = ""
        self.whole = whole
        self.n = -1
        self.newest = self.lines = 0
        """The newest line that frames brought, and the newest that is known (an answer may be faster)."""
        self.turn = False
        self._texts = PageTexts()
        self.checked: asyncio.Future[str] | None = None

    @property
    def texts(self) -> dict[str, str]:
        return self._texts.newest

    def show(self, frame: dict[str, Any]) -> None:
        """Everything anew, or what is different."""
        if self.whole:
            self._texts.show(frame)
        else:
            parts = {part: change for part, change in frame.get("parts", {}).items() if part in KEPT}
            self._texts.show({**frame, "parts": parts, "gone": ()})
        self._note(frame)

    def kept(self) -> str:
        return "".join(text for part, text in self.texts.items() if part in KEPT)

    def _note(self, frame: dict[str, Any]) -> None:
        self.n, self.newest = frame["n"], frame["lines"]
        if "notes" in frame:
            self.turn = bool(frame["notes"]["turn"])
        self.lines = max(self.lines, self.newest)

    def differs_from(self, frame: dict[str, Any]) -> str:
        """In what this page differs from a fresh look; empty: in nothing."""
        pairs: dict[str, tuple[Any, Any]] = {"n": (self.n, frame["n"]), "lines": (self.newest, frame["lines"])}
        fresh = {part: text for part, text in frame["parts"].items() if self.whole or part in KEPT}
        pairs |= {part: (self.texts.get(part), fresh.get(part)) for part in {*self.texts, *fresh}}
        return "; ".join(
            f"{name} is {here}, not {there}"[:300] for name, (here, there) in pairs.items() if here != there
        )


class Table:
    __slots__ = (
        "accepted",
        "calm",
        "finished",
        "laid",
        "presses",
        "sample",
        "under_way",
        "values",
        "viewers",
        "waiting",
    )

    def __init__(self, laid: dict[str, Any], viewers: int, whole: bool) -> None:
        self.laid = laid
        self.viewers = [Viewer(whole) for _ in range(viewers)]
        self.under_way: int | None = None
        self.waiting = 0
        self.values: dict[int, int] = {}
        """Presses of the game master under way: the value that is set, and the press."""
        self.sample: dict[int, str] | None = None
        self.calm = CALM
        self.presses = self.accepted = self.finished = 0

    def hands(self) -> list[set[str]]:
        """Of the players, as their own pages show them."""
        return [hand_in(viewer.kept()) for viewer in self.viewers[:-1]]


class HighCard:
    op, cumulative = 1, False

    def __init__(
        self,
        host: str,
        port: int,
        viewers: int,
        *,
        laid: list[dict[str, Any]],
        door: str = "socket",
        proxied: bool = True,
    ) -> None:
        """`laid`: what `benchmarks.laying` printed. `door`: whether presses go over the socket or over http.

        `proxied`: say what a web server in front would: that it speaks TLS, and that each table is another house.
        """
        self.site = f"http://{host}:{port}"
        self.proxied = proxied
        self.door, self.gm, self.everybody = door, viewers - 1, (1 << viewers) - 1
        self.tables = [Table(one, viewers, number < WHOLE) for number, one in enumerate(laid)]
        self.canaries = [one["canary"].encode() for one in laid]
        self.run = secrets.token_hex(4)
        self.mode = "turns"
        """`turns`: whoever has the turn presses. `sets`: the game master sets values, any number of times at once."""
        self.gaps = self.twice = self.leaks = self.judged = self._told = 0
        self.found: list[str] = []
        self.odd: list[str] = []
        """Leaks, and refusals of a kind that should not come."""
        self._text: bytes = b""
        self._frame: dict[str, Any] = {}
        self._http: aiohttp.ClientSession | None = None
        self._posts: set[asyncio.Task[None]] = set()

    # ---- joining

    async def prepare(self, http: aiohttp.ClientSession, tables: int) -> None:
        """Everybody signs in with a personal link, as on a second device."""
        began = time.perf_counter()
        gate = asyncio.Semaphore(16)

        async def sign_in(number: int, seat: int) -> None:
            token = secrets.token_hex(16)
            headers = {"Cookie": f"csrftoken={token}", "X-CSRFToken": token, **self.origin(number)}
            async with (
                gate,
                http.post(
                    self.site + self.tables[number].laid["links"][seat], headers=headers, allow_redirects=False
                ) as answer,
            ):
                assert answer.status == 302, f"signing in: {answer.status}"
                self.tables[number].viewers[seat].cookie = f"sessionid={answer.cookies['sessionid'].value}"

        await asyncio.gather(*(sign_in(n, seat) for n in range(tables) for seat in range(self.gm + 1)))
        self.sign_in_s = time.perf_counter() - began

    def origin(self, number: int) -> dict[str, str]:
        if not self.proxied:
            return {"Origin": self.site}
        house = f"10.{number >> 8 & 255}.{number & 255}.1"
        return {"Origin": f"https{self.site[4:]}", "X-Forwarded-Proto": "https", "X-Forwarded-For": house}

    async def path(self, http: aiohttp.ClientSession, table: int, seat: int) -> str:
        """Load the table's page; it names the socket and the newest line that it shows."""
        viewer, laid = self.tables[table].viewers[seat], self.tables[table].laid
        headers = {"Cookie": viewer.cookie, **self.origin(table)}
        async with http.get(self.site + laid["page"], headers=headers, allow_redirects=False) as answer:
            assert answer.status == 200, f"the table's page: {answer.status}"
            page = await answer.text()
        head = re.search(r'<main [^>]*id="table"[^>]*>', page)
        assert head is not None, "the page holds no table"
        said = dict(re.findall(r'data-([a-z]+)="([^"]*)"', head[0]))
        viewer.newest = viewer.lines = int(said["lines"])
        if seat != self.gm and laid["canary"] in page:
            self.leaks += 1
        return f"{said['socket']}?lines={viewer.newest}"

    def headers(self, table: int, seat: int) -> dict[str, str]:
        return {"Cookie": self.tables[table].viewers[seat].cookie, **self.origin(table)}

    def control(self, conn: Any, data: bytes) -> bool:
        """True for the frame with which a page is complete."""
        frame = self._read(data)
        if not frame.get("full"):
            return False
        self._full(conn, frame)
        return True

    # ---- pressing

    def actor(self, table: int) -> int | None:
        at = self.tables[table]
        if self.mode == "sets":
            return self.gm
        if at.under_way is not None:
            return None
        return next((seat for seat, viewer in enumerate(at.viewers) if viewer.turn), None)

    def perform(self, conn: Any, table: int, seat: int, aid: int, n: int) -> None:
        at = self.tables[table]
        viewer = at.viewers[seat]
        if self.mode == "sets":
            value = aid % 9999 + 1
            at.values[value] = aid
            # The combatants in turn, so that only presses on the same one come too late for each other.
            kind, fields = "set", {"combatant": [at.laid["party"][aid // len(self.tables) % 5]]}
            fields["temporary_health"] = [str(value)]
        else:
            kind, fields = self._offered(viewer)
            at.under_way, at.waiting = aid, self.everybody
            at.presses += 1
            at.sample = {} if at.presses % JUDGED == 0 else None
        press = {"do": "press", "kind": kind, "id": f"{self.run}-{aid:08d}", "seen": viewer.lines, "fields": fields}
        if self.door == "socket":
            conn.send(orjson.dumps(press), self.op)
        else:
            task = asyncio.ensure_future(self._post(conn, at, viewer, press))
            self._posts.add(task)
            task.add_done_callback(self._posts.discard)

    def _offered(self, viewer: Viewer) -> tuple[str, dict[str, list[str]]]:
        """The form that a page puts first: the attack, or the end of the turn."""
        text = viewer.kept()
        for kind in ("attack", "end_turn"):
            found = form(text, kind)
            if found is not None:
                return kind, fields_of(found, spread=("target",))
        raise AssertionError(f"somebody has the turn and is offered nothing: {text[:300]}")

    async def _post(self, conn: Any, at: Table, viewer: Viewer, press: dict[str, Any]) -> None:
        """The other door. What it answers is handed on as the socket would have said it."""
        if self._http is None:
            self._http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        token = "x" * 32
        number = self.tables.index(at)
        headers = {"Cookie": f"{viewer.cookie}; csrftoken={token}", "X-CSRFToken": token, **self.origin(number)}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = urlencode({**press["fields"], "command_id": press["id"], "seen": press["seen"]}, doseq=True)
        url = f"{self.site}{at.laid['page']}commands/{press['kind']}/"
        async with self._http.post(url, data=body, headers=headers) as answer:
            if answer.status == 204:
                said: dict[str, Any] = {"done": press["id"], "lines": int(answer.headers["X-Lines"])}
            else:
                code = {409: "stale", 503: "busy"}.get(answer.status, str(answer.status))
                said = {"refused": press["id"], "code": code, "words": await answer.text()}
        conn.on_frame(conn, orjson.dumps(said))

    # ---- what comes in

    def refused(self, conn: Any, data: bytes) -> int | None:
        """The press that this frame refuses. An acceptance is noted on the way."""
        frame = self._read(data)
        answered = frame.get("done") or frame.get("refused")
        if not answered:
            return None
        table, seat = conn.key
        at, aid = self.tables[table], int(answered.rpartition("-")[2])
        if "done" in frame:
            at.accepted += 1
            at.viewers[seat].lines = max(at.viewers[seat].lines, frame["lines"])
            return None
        if frame["code"] not in ("stale", "busy"):
            self.odd.append(f"{frame['code']}: {frame['words']}"[:200])
        at.values = {value: other for value, other in at.values.items() if other != aid}
        if at.under_way == aid:
            at.under_way = None
        return aid

    def seen(self, conn: Any, data: bytes) -> list[int]:
        """The presses whose effect this frame shows to its viewer. One that came before names a press that was seen."""
        frame = self._read(data)
        table, seat = conn.key
        at, viewer = self.tables[table], self.tables[table].viewers[seat]
        if seat != self.gm and self.canaries[table] in data:
            self.leaks += 1
        if "n" not in frame:
            if frame.get("beat", -1) > viewer.n:
                self._missed(conn, frame["beat"] - viewer.n)
            return []
        before = viewer.newest
        if frame.get("full"):
            self._full(conn, frame)
        elif frame["n"] <= viewer.n:
            self.twice += 1
            return [at.finished if at.under_way is None or at.waiting >> seat & 1 else at.under_way]
        else:
            if frame["n"] > viewer.n + 1:
                self._missed(conn, frame["n"] - viewer.n - 1)
            viewer.show(frame)
        if self.mode == "sets":
            return [at.values[int(value)] for value in VALUE_SET.findall(data) if int(value) in at.values]
        return self._saw(at, seat, data) if viewer.newest > before else []

    def own(self, conn: Any, data: bytes) -> bool:
        """Does the viewer's page show a hand of its own, now that the frame is in it? Frames bring what differs."""
        table, seat = conn.key
        return bool(hand_in(self.tables[table].viewers[seat].kept()))

    def leaked(self, conn: Any, data: bytes) -> int:
        """What has been found since somebody asked last."""
        found, self._told = self.leaks - self._told, self.leaks
        return found

    # ---- the end

    async def verify(self, conns: dict[tuple[int, int], Any]) -> dict[str, Any]:
        """Everybody asks for everything: does each page show what the server says, and nothing of anybody else's?"""
        await asyncio.gather(*self._posts)
        wrong: list[str] = []
        keys = sorted(conns)
        for some in (keys[at : at + 48] for at in range(0, len(keys), 48)):
            for key in some:
                self._viewer(key).checked = asyncio.get_running_loop().create_future()
                self._resync(conns[key])
            checks = {key: checked for key in some if (checked := self._viewer(key).checked) is not None}
            open_ones = [checked for key, checked in checks.items() if not conns[key].closed]
            if open_ones:
                await asyncio.wait(open_ones, timeout=PATIENCE)
            for (table, seat), checked in checks.items():
                conn = conns[table, seat]
                why = f"closed by the server {getattr(conn, 'code', '')}" if conn.closed else "no answer"
                said = checked.result() if checked.done() else why
                wrong += [f"table {table} seat {seat}: {said}"] if said else []
        if self._http is not None:
            await self._http.close()
        return {
            "pages": len(conns), "behind": len(wrong), "gaps": self.gaps, "twice": self.twice, "leaks": self.leaks,
            "judged": self.judged, "examples": [*wrong[:3], *self.found[:3], *self.odd[:3]], "odd": len(self.odd),
            "accepted": {str(at.laid["encounter"]): at.accepted for at in self.tables},
        }  # fmt: skip

    # ---- inside

    def _read(self, data: bytes) -> dict[str, Any]:
        if data is not self._text:
            self._text, self._frame = data, orjson.loads(data)
        return self._frame

    def _viewer(self, key: tuple[int, int]) -> Viewer:
        return self.tables[key[0]].viewers[key[1]]

    def _full(self, conn: Any, frame: dict[str, Any]) -> None:
        viewer, at = self._viewer(conn.key), self.tables[conn.key[0]]
        if viewer.checked is not None and not viewer.checked.done():
            viewer.checked.set_result(viewer.differs_from(frame))
            shown = " ".join(text for part, text in frame["parts"].items())
            self._judge(at, {conn.key[1]: shown})
        viewer.show(frame)

    def _missed(self, conn: Any, count: int) -> None:
        self.gaps += count
        self._resync(conn)

    def _resync(self, conn: Any) -> None:
        conn.send(orjson.dumps({"do": "resync", "lines": self._viewer(conn.key).newest}), self.op)

    def _saw(self, at: Table, seat: int, data: bytes) -> list[int]:
        aid = at.under_way
        if aid is None or not at.waiting >> seat & 1:
            return []
        if SHUFFLED.search(data):
            at.calm = 0
        if at.sample is not None:
            at.sample[seat] = data.decode()
        at.waiting &= ~(1 << seat)
        if not at.waiting:
            if at.sample is not None:
                self._judge(at, at.sample)
            at.calm += 1
            at.finished, at.under_way, at.sample = aid, None, None
        return [aid]

    def _judge(self, at: Table, sent: dict[int, str]) -> None:
        """Faces are unique at a table, so one that lies in somebody's hand is to be seen by nobody else."""
        if at.calm < CALM:
            return
        hands = at.hands()
        for seat, text in sent.items():
            if seat == self.gm:
                continue
            self.judged += 1
            others = set().union(*(hand for other, hand in enumerate(hands) if other != seat)) - hands[seat] - SAID
            told = others & faces(text)
            if told:
                self.leaks += 1
                self.found.append(f"{at.laid['page']} seat {seat}: {sorted(told)}")
