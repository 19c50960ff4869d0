"""The benchmark plays the real product, and its checks can fail. Nothing is timed here."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
import pytest

from combat.models import LogEntry
from tests.shell.servers import Server

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "the benchmark's client needs aiohttp: pip install -r tests/requirements.txt"
Spoil = Callable[[Any, int, bytes], list[bytes]]
"""What becomes of a frame on its way to a seat."""


@dataclass
class Found:
    """What one round of presses found."""

    lost: int
    doubled: int
    leaked: int
    own: int


@pytest.fixture
def laid():
    pytest.importorskip("aiohttp", reason=WHY)
    from benchmarks.laying import laid

    return laid(2, past=3)


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path).start()
    yield server
    server.stop()


def playing(server: Server, laid: list[dict[str, Any]], work: Any, **more: Any) -> Any:
    from benchmarks.client import Load
    from benchmarks.high_card import HighCard

    async def play() -> Any:
        adapter = HighCard("127.0.0.1", server.port, 6, laid=laid, proxied=False, **more)
        load = Load(adapter, port=server.port, tables=len(laid), pids={})
        await load.connect_all()
        try:
            return await work(load)
        finally:
            load.leave_all()

    return asyncio.run(play())


async def a_round(load: Any, presses: int, spoil: Spoil | None = None) -> Found:
    """So many presses at each table, one after the other."""
    adapter = load.adapter
    gaps, leaks, load.dup, load.own = adapter.gaps, adapter.leaks, 0, 0
    if spoil is not None:
        for conn in load.conns.values():
            conn.on_frame = lambda conn, data: [load._frame(conn, one) for one in spoil(load, conn.key[1], data)]
    for _ in range(presses):
        for table in range(load.count):
            load.act(table)
        try:
            async with asyncio.timeout(60):
                while load.under_way:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            left = {press.table: f"{press.missing:06b}" for press in load.under_way.values()}
            pytest.fail(f"presses without an effect, and for whom: {left}; refused otherwise: {adapter.odd}")
    await asyncio.sleep(0.1)
    for conn in load.conns.values():
        conn.on_frame = load._frame
    return Found(lost=adapter.gaps - gaps, doubled=load.dup, leaked=adapter.leaks - leaks, own=load.own)


@pytest.mark.parametrize("door", ["socket", "http"])
def test_two_tables_are_played_and_nothing_is_lost_doubled_or_leaked(server, laid, door):
    async def work(load):
        found = await a_round(load, 12)
        return found, await load.adapter.verify(load.conns)

    found, check = playing(server, laid, work, door=door)
    assert found == Found(lost=0, doubled=0, leaked=0, own=found.own)
    assert found.own > 0
    assert {name: check[name] for name in ("behind", "gaps", "twice", "leaks", "odd")} == {
        "behind": 0, "gaps": 0, "twice": 0, "leaks": 0, "odd": 0
    }, check["examples"]  # fmt: skip
    assert check["pages"] == 12
    assert check["judged"] > 0
    for table in laid:
        pressed = LogEntry.objects.filter(encounter=table["encounter"], kind=LogEntry.Kind.COMMAND).exclude(
            do__in=["start", "set"]
        )
        assert pressed.count() == check["accepted"][str(table["encounter"])] == 12
        assert {"attack"} <= set(pressed.values_list("do", flat=True)) <= {"attack", "end_turn"}


def test_the_game_master_sets_values_as_often_as_wanted(server, laid):
    async def work(load):
        load.adapter.mode = "sets"
        return await a_round(load, 5), await load.adapter.verify(load.conns)

    found, check = playing(server, laid, work)
    assert (found.lost, found.doubled, found.leaked, check["behind"]) == (0, 0, 0, 0)
    assert set(check["accepted"].values()) == {5}


def test_the_checks_find_what_is_planted(server, laid, monkeypatch):
    from benchmarks import high_card

    monkeypatch.setattr(high_card, "JUDGED", 1)

    def twice(load, seat, data):
        return [data, data] if b'"n":' in data and seat == 2 else [data]

    def a_card_of_the_first_player(load, seat, data):
        frame = orjson.loads(data)
        card = min(load.adapter.tables[0].hands()[0] - {"RJ", "BJ"}, default="")
        return (
            [orjson.dumps({**frame, "log": [f'<use href="#f-{card}"/>']})] if "lines" in frame and seat == 3 else [data]
        )

    def the_hidden_one(load, seat, data):
        frame = orjson.loads(data)
        return [orjson.dumps({**frame, "log": ["Nightjar 0 waits."]})] if "lines" in frame and seat == 4 else [data]

    def one_is_missing(load, seat, data):
        frame = orjson.loads(data)
        skipped = "n" in frame and not frame.get("full") and seat == 1
        return [orjson.dumps({**frame, "n": frame["n"] + 1})] if skipped else [data]

    async def work(load):
        await a_round(load, 1)
        told = load.adapter.found
        return told, {
            "twice": await a_round(load, 3, twice),
            "card": await a_round(load, 6, a_card_of_the_first_player),
            "hidden": await a_round(load, 2, the_hidden_one),
            "missing": await a_round(load, 1, one_is_missing),
        }

    told, found = playing(server, laid, work)
    assert found["twice"].doubled >= 3
    assert found["twice"].leaked == 0, told
    assert found["card"].leaked >= 1
    assert found["hidden"].leaked >= 2
    assert found["missing"].lost >= 1


def test_what_a_page_missed_shows_in_the_check_at_the_end(server, laid):
    async def work(load):
        await a_round(load, 1)
        texts = load.adapter.tables[0].viewers[1].texts
        texts |= {part: f"{text}<b>old</b>" for part, text in texts.items()}
        return await load.adapter.verify(load.conns)

    assert playing(server, laid, work)["behind"] == 1


def test_forms_and_faces_are_read_as_a_browser_shows_them():
    pytest.importorskip("aiohttp", reason=WHY)
    from benchmarks.markup import faces, fields_of, form

    html = (
        '<form class="command" data-do="attack"><input type="hidden" name="by" value="mara">'
        '<input type="radio" name="target" value="goblin" checked><details><input type="radio" name="target" value="paul">'
        '</details></form>'
    )  # fmt: skip
    assert fields_of(form(html, "attack") or "", spread=("target",)) == {"by": ["mara"], "target": ["goblin"]}
    assert form(html, "end_turn") is None
    assert faces('#f-KS" 10 of Hearts, Red Joker, AC 14, data-card="AC"') == {"KS", "10H", "RJ", "AC"}
