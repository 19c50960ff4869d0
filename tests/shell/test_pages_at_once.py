"""A whole club opens its tables at once: a few pages are made at a time, the others wait, and all are served."""

import asyncio
import time
from threading import Lock

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core import signals
from django.http import HttpResponse, StreamingHttpResponse

from ctg_site.pages import AT_ONCE, Pages, whole

SCOPE = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}


@pytest.fixture
def pages(monkeypatch):
    """Makes its pages of what a test says."""

    def made_by(make):
        made = Pages()
        monkeypatch.setattr(made, "get_response", make)
        return made

    return made_by


async def opened(pages):
    browser = ApplicationCommunicator(pages, SCOPE)
    await browser.send_input({"type": "http.request", "body": b""})
    return browser


async def shown(browser):
    start, body = await browser.receive_output(5), await browser.receive_output(5)
    return start["status"], body["body"]


@pytest.mark.asyncio
async def test_no_more_than_a_few_pages_are_made_at_once(pages):
    inside, most, lock = 0, 0, Lock()

    def page(request):
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        time.sleep(0.005)
        with lock:
            inside -= 1
        return HttpResponse(request.path)

    many = pages(page)
    browsers = [await opened(many) for _ in range(AT_ONCE * 5)]
    assert [await shown(browser) for browser in browsers] == [(200, b"/")] * len(browsers)
    assert most == AT_ONCE


@pytest.mark.asyncio
async def test_a_page_that_fails_gives_its_turn_back(pages):
    def broken(request):
        raise ValueError

    many = pages(broken)
    for _ in range(AT_ONCE * 2):
        with pytest.raises(ValueError):
            await (await opened(many)).wait(5)


@pytest.mark.asyncio
async def test_for_whoever_has_gone_before_its_turn_no_page_is_made(pages):
    made, busy = [], Lock()

    def page(request):
        made.append(request)
        with busy:
            return HttpResponse()

    many = pages(page)
    with busy:
        browsers = [await opened(many) for _ in range(AT_ONCE)]
        gone = await opened(many)
        await asyncio.sleep(0.05)
        await gone.send_input({"type": "http.disconnect"})
        await gone.wait(5)
    assert [await shown(browser) for browser in browsers] == [(200, b"")] * AT_ONCE
    assert await gone.receive_nothing()
    assert len(made) == AT_ONCE


@pytest.mark.asyncio
async def test_a_page_is_closed_before_its_line_takes_it(pages):
    """So that its connection to the database is somebody else's while a slow line reads."""
    told = []

    def closed(**_):
        told.append("closed")

    async def send(message):
        told.append(message["type"])

    heard = iter([{"type": "http.request"}])

    async def receive():
        return next(heard, None) or await asyncio.sleep(60)

    signals.request_finished.connect(closed)
    try:
        await pages(lambda request: HttpResponse("page"))(SCOPE, receive, send)
    finally:
        signals.request_finished.disconnect(closed)
    assert told == ["closed", "http.response.start", "http.response.body"]


def test_what_comes_in_pieces_is_sent_whole():
    pieces = StreamingHttpResponse([b"a", b"b"], status=206, content_type="text/css", headers={"X-Name": "1"})
    pieces.set_cookie("seen", "yes")
    found = whole(pieces)
    assert (found.content, found.status_code, found["Content-Type"], found["X-Name"]) == (b"ab", 206, "text/css", "1")
    assert found.cookies["seen"].value == "yes"
