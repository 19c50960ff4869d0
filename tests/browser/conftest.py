"""A served site, and the cast at its tables in real browsers."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def browser_path() -> str | None:
    """The system's browser: named by CHROMIUM, or on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    found = browser_path()
    if found is None:
        words = "NO BROWSER FOUND: install chromium, or name it in CHROMIUM. The browser tests did not run."
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    args = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {"executable_path": found, "args": args}


@dataclass
class Site:
    """A server process of its own, on a free port, with a data folder of its own."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        return {
            **kept, "HIGH_CARD_MODE": "local", "HIGH_CARD_DATA": str(self.folder),
            "DJANGO_SETTINGS_MODULE": "ctg_site.settings", "PYTHONPATH": str(ROOT),
        }  # fmt: skip

    def python(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ctg_site.serve"], cwd=ROOT, stdout=subprocess.DEVNULL,
            env={**self.environment, "HOST": "127.0.0.1", "PORT": str(self.port)},
            stderr=(self.folder / "server.log").open("ab"),
        )  # fmt: skip
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(self.url, timeout=1)
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise AssertionError((self.folder / "server.log").read_text())

    def kill(self) -> None:
        """As a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(folder=tmp_path_factory.mktemp("site"), port=free_port())
    served.python("manage.py", "migrate", "-v0")
    served.start()
    yield served
    served.kill()


MARA = {
    "name": "Mara Quill", "side": "party", "player": "pia", "colour": "plum",
    "sheet": {
        "strength": 12, "agility": 18, "max_health": 60, "proficiency_bonus": 3, "class": "Gunslinger",
        "weapons": [
            {"name": "Long pistol", "kind": "firearm", "damage": "2d6", "proficient": True},
            {"name": "Sabre", "kind": "melee", "damage": "1d6", "proficient": True},
        ],
        "abilities": [
            {"name": "Steady", "cost": "action", "target": "self",
             "effects": [{"do": "effect", "effect": {"name": "Steady", "modifiers": {"attack": 1}, "duration": {"unit": "draw"}}}]},
        ],
    },
}  # fmt: skip
TOMA = {
    "name": "Toma Reyes-Achterberg", "side": "party", "player": "paul", "colour": "olive",
    "sheet": {"strength": 16, "agility": 10, "max_health": 80, "weapons": [
        {"name": "Cudgel", "kind": "melee", "damage": "1d8", "proficient": True}]},
}  # fmt: skip
GOBLIN = {
    "name": "Goblin", "side": "foes",
    "sheet": {"strength": 8, "agility": 8, "max_health": 9, "proficiency_bonus": 0, "weapons": [
        {"name": "Cleaver", "kind": "melee", "damage": "1d4", "proficient": True}]},
}  # fmt: skip


@dataclass
class Table:
    """A laid table, and how the cast gets to it."""

    site: Site
    paths: dict[str, Any]
    new_context: Callable[..., Any]
    contexts: list[Any] = field(default_factory=list)

    def context(self, who: str | None, viewport: dict[str, int] | None = None, **more: Any) -> Any:
        context = self.new_context(base_url=self.site.url, viewport=viewport or WIDE, **more)
        context.set_default_timeout(20000)
        if who is not None:
            context.add_cookies([{"name": "sessionid", "value": self.paths["sessions"][who], "url": self.site.url}])
        self.contexts.append(context)
        return context

    def page(self, who: str, viewport: dict[str, int] | None = None, **more: Any) -> Any:
        """Somebody's page of the table, connected."""
        page = self.context(who, viewport, **more).new_page()
        page.goto(self.paths["table"])
        connected(page)
        return page


def connected(page: Any) -> None:
    page.locator("html[data-ready] #table[data-linked]").wait_for()


@pytest.fixture
def lay(site: Site, new_context: Callable[..., Any]) -> Callable[..., Table]:
    """`lay(combatants=[...], start=True)` is a fresh table with a campaign of its own."""

    def make(**spec: Any) -> Table:
        spec.setdefault("combatants", [MARA, TOMA, GOBLIN, GOBLIN])
        spec.setdefault("house_rules", {"reaction_seconds": 0})
        return Table(site, json.loads(site.python("-m", "tests.browser.laying", json.dumps(spec))), new_context)

    return make
