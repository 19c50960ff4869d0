"""A web socket as a bare protocol: cheap enough that one core of clients can drive one core of server."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
ZEROES = b"\0\0\0\0"


class Socket(asyncio.Protocol):
    """One viewer's. Until `key` is set, what comes in waits."""

    def __init__(self, host: str, path: str, headers: dict[str, str], on_frame: Callable[[Any, bytes], None]) -> None:
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self._hello = "\r\n".join([*lines, "", ""]).encode()
        self.on_frame = on_frame
        loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[None] = loop.create_future()
        self.key: tuple[int, int] | None = None
        self.closed = False
        self.code = 0
        """With which the server closed it."""
        self.ended: asyncio.Future[str] = loop.create_future()
        """Why it is no longer open, in words."""
        self.bytes_in = 0
        self._early: list[bytes] = []
        self._buffer = b""
        self._part = b""
        self._transport: Any = None
        self._open = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._hello)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        self._end(f"lost: {error}")
        if not self.ready.done():
            self.ready.set_exception(error or ConnectionError("closed while it was being opened"))

    def _end(self, why: str) -> None:
        if not self.ended.done():
            self.ended.set_result(why)

    def begin(self, key: tuple[int, int]) -> None:
        self.key = key
        early, self._early = self._early, []
        for data in early:
            self.on_frame(self, data)

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        if self._buffer:
            data, self._buffer = self._buffer + data, b""
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if b" 101 " not in head[:16]:
                self.ready.set_exception(ConnectionError(head[:200].decode("latin-1")))
                self._transport.close()
                return
            self._open = True
            self.ready.set_result(None)
        self._buffer = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        """Take all whole frames; what is left of the last."""
        at, there = 0, len(data)
        while there - at >= 2:
            size, begin = data[at + 1] & 127, at + 2
            if size > 125:
                wide = 2 if size == 126 else 8
                begin += wide
                if there < begin:
                    break
                size = int.from_bytes(data[begin - wide : begin], "big")
            if there < begin + size:
                break
            self._frame(data[at], data[begin : begin + size])
            at = begin + size
        return data[at:]

    def _frame(self, first: int, payload: bytes) -> None:
        kind, last = first & 15, first & 128
        if kind == PING:
            self.send(payload, PONG)
        elif kind == CLOSE:
            self.code = int.from_bytes(payload[:2], "big")
            self._end(f"closed by the server with {self.code}")
            self.close()
        elif kind != PONG:
            if self._part or not last:
                self._part += payload
                if not last:
                    return
                payload, self._part = self._part, b""
            if self.key is None:
                self._early.append(payload)
            else:
                self.on_frame(self, payload)

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """With a mask of zeroes: allowed, and it costs the client nothing."""
        if self._transport.is_closing():
            return
        size = len(payload)
        long = b"\xfe" + size.to_bytes(2, "big") if size > 125 else bytes((128 | size,))
        self._transport.write(bytes((128 | kind,)) + long + ZEROES + payload)

    def close(self) -> None:
        self.send(b"\x03\xe8", CLOSE)
        self._transport.close()
