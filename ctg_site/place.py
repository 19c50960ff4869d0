"""What the settings find out about the machine that they run on."""

import contextlib
import os
import secrets
import socket
from pathlib import Path


def secret_key(folder: Path) -> str:
    """The site's secret, made once and kept where only its owner can read it."""
    file = folder / "secret_key"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:  # another process was quicker
            pass
        else:
            with os.fdopen(handle, "w") as out:
                out.write(secrets.token_urlsafe(64))
    return file.read_text().strip()


def lan_address(listening: str = "") -> str | None:
    """The address by which others on the same network reach a server here, if it has one and listens on it."""
    if listening not in ("", "0.0.0.0", "::"):  # noqa: S104 - what HOST may say, not what we listen on
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # chooses a route; sends nothing
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def own_addresses() -> list[str]:
    """The names under which this machine may be asked for pages in local mode."""
    names = ["localhost", "127.0.0.1", "[::1]"]
    host = socket.gethostname().lower()
    names += [host, f"{host}.local"]
    with contextlib.suppress(OSError):
        names += socket.gethostbyname_ex(host)[2]
    address = lan_address()
    return sorted({*names, *([address] if address else [])})
