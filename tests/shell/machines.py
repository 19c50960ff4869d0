"""What a machine that watches the server asks, without a browser and without a server."""

from dataclasses import dataclass

from asgiref.testing import ApplicationCommunicator

from ctg_site.asgi import application


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    text: str


async def asked(path: str, *, method: str = "GET", client: str = "10.1.2.3", **headers: str) -> Answer:
    """From another machine, and by the address of this one, if nothing else is said."""
    sent = {"host": "10.0.0.7:8000", **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": path, "query_string": b"",
        "raw_path": path.encode(), "root_path": "", "client": (client, 50000), "server": ("10.0.0.7", 8000),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }  # fmt: skip
    page = ApplicationCommunicator(application, scope)
    await page.send_input({"type": "http.request", "body": b""})
    start = await page.receive_output(5)
    text = b""
    while True:
        part = await page.receive_output(5)
        text += part.get("body", b"")
        if not part.get("more_body"):
            break
    await page.wait(5)
    return Answer(start["status"], {n.decode().lower(): v.decode() for n, v in start["headers"]}, text.decode())
