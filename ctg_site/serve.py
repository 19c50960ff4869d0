"""One server process on HOST and PORT: `python -m ctg_site.serve`. Several of them share the work by a database."""

import ctypes
import os

import uvicorn

LARGEST_MESSAGE = 64 * 1024
"""Bytes. A press is not longer than 16 k characters (`combat/services/presses.py`)."""
SECONDS_TO_END = 3
"""So long may pages that are being made go on when the process is asked to end. Sockets are closed at once."""


M_ARENA_MAX = -8


def one_heap() -> None:
    """Let all threads take memory from one place: else each keeps what its largest page has needed, for ever.

    Only one of them runs Python at a time, so they are not in each other's way. With glibc; elsewhere nothing.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_ARENA_MAX, 1)


def main() -> None:
    one_heap()
    uvicorn.run(
        "ctg_site.asgi:application",
        host=os.environ.get("HOST") or "127.0.0.1",
        port=int(os.environ.get("PORT") or "8000"),
        loop="auto",  # uvloop, wherever there is one
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # what goes out is small, and packing it costs more than all else together
        ws_max_size=LARGEST_MESSAGE,
        backlog=4096,  # a club comes back at once when its process was started anew
        # Whose address and scheme are believed, FORWARDED_ALLOW_IPS says; without it this machine's own.
        proxy_headers=os.environ.get("HIGH_CARD_BEHIND_PROXY") == "1",
        access_log=False,  # addresses hold invites
        log_config=None,  # the settings say what is logged
        server_header=False,
        timeout_keep_alive=75,  # longer than a web server in front keeps a line: else it may post into a closed one
        timeout_graceful_shutdown=SECONDS_TO_END,
    )


if __name__ == "__main__":
    main()
