"""Links that are handed to other people, and their QR codes."""

import segno
from django.conf import settings
from django.http import HttpRequest
from markupsafe import Markup

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def outside_url(request: HttpRequest, path: str) -> str:
    """The full address of a path as others can reach it: not by the name that only this machine has for itself."""
    url = request.build_absolute_uri(path)
    host, _, port = request.get_host().rpartition(":") if ":" in request.get_host().strip("[]") else ("", "", "")
    if settings.LAN_ADDRESS and (host or request.get_host()) in LOOPBACK:
        return f"{request.scheme}://{settings.LAN_ADDRESS}{':' + port if port else ''}{path}"
    return url


def qr_code(text: str) -> Markup:
    """The text as a drawing in the page; our CSS says how large."""
    drawing = segno.make(text, error="m").svg_inline(border=2, svgclass="qr", lineclass=None, omitsize=True)
    return Markup(drawing)
