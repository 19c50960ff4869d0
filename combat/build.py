"""Which build of the pages this is: one that was loaded before an update asks to be reloaded."""

import hashlib
from pathlib import Path

from django.conf import settings


def build_id(folders: list[Path]) -> str:
    """The same on every machine that serves the same files."""
    digest = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".html", ".js", ".css"):
                digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


BUILD = build_id([settings.BASE_DIR / "templates" / "combat", settings.BASE_DIR / "static" / "combat"])
