"""What is on its way to one page: in order, at once where the line is free, and never in anybody's way."""

import asyncio

import pytest

from combat.outbox import MOST_WAITING, TRY_AGAIN, Outbox

pytestmark = pytest.mark.asyncio


def texts(sent):
    return [message.get("text", message.get("code")) for message in sent]


async def test_in_order_and_closed_last():
    sent = []

    async def send(message):
        await asyncio.sleep(0)
        sent.append(message)

    box = Outbox(send)
    for number in range(3):
        box.text(str(number))
    box.close(4403)
    box.text("too late")
    await asyncio.sleep(0.05)
    assert texts(sent) == ["0", "1", "2", 4403]


async def test_a_slow_page_holds_up_nobody_and_is_let_go_in_the_end():
    free = asyncio.Event()
    slow, quick = [], []

    async def stuck(message):
        await free.wait()
        slow.append(message)

    async def at_once(message):
        quick.append(message)

    boxes = Outbox(stuck), Outbox(at_once)
    for number in range(MOST_WAITING + 10):
        for box in boxes:
            box.text(str(number))
        await asyncio.sleep(0)
    assert len(quick) == MOST_WAITING + 10
    assert not boxes[0].open
    free.set()
    await asyncio.sleep(0.05)
    assert texts(slow)[-1] == TRY_AGAIN
    assert len(slow) < 10, "what it missed it gets anew when it comes back"


async def test_a_page_that_has_gone_raises_nothing():
    async def gone(message):
        raise OSError("gone")

    box = Outbox(gone)
    box.text("hello")
    await asyncio.sleep(0.01)
    assert not box.open
