"""The pages: each is made from first to last in one of a few threads, and the others wait their turn.

Django's own way begins a thread with connections and helpers of its own for each request, and goes back and forth
between it and the loop for whatever is not asynchronous, which here is everything. When a whole club opens its tables
at the same moment, hundreds of threads would only be in each other's way, and most would find no connection.
Only the work itself is counted, not the time in which a slow line sends its request or takes its answer.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

AT_ONCE = 8

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Pages(ASGIHandler):
    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="pages")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        answer = asyncio.get_running_loop().run_in_executor(self._threads, self._answer, scope, body)
        if not await _gone_before(answer, receive):
            await self.send_response(answer.result(), send)

    def _answer(self, scope: Message, body: IO[bytes]) -> HttpResponse:
        """Whole, and with its connection given back: else that would be held until the slowest line has its page."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=Pages, scope=scope)
        request, response = self.create_request(scope, body)
        if request is not None:
            response = self.get_response(request)
        response._handler_class = Pages
        try:
            return whole(response)
        finally:
            response.close()
            body.close()


async def _gone_before(answer: "asyncio.Future[HttpResponse]", receive: Receive) -> bool:
    """Whether the browser has gone before the answer is there; what waits for a thread is then not made at all."""
    gone = asyncio.ensure_future(receive())  # after its request a browser says nothing but that it goes
    try:
        await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
        return answer.cancel()
    finally:
        gone.cancel()


def whole(response: HttpResponseBase) -> HttpResponse:
    """Files come piece by piece; ours are small."""
    if isinstance(response, HttpResponse):
        return response
    made = HttpResponse(b"".join(response), status=response.status_code, headers=response.headers)  # type: ignore[call-overload]
    made.cookies = response.cookies
    return made
