"""The cast. Gwen runs the game, Pia and Paul play, Sam watches, Olaf is a stranger at another table."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

import pytest
from asgiref.sync import SyncToAsync
from django.db import connections
from django.test import Client

PASSWORD = "a long enough secret"
HAS_BROWSER_TOOLS = find_spec("playwright") is not None and find_spec("pytest_playwright") is not None
HAS_ASYNC = find_spec("pytest_asyncio") is not None

collect_ignore = [] if HAS_BROWSER_TOOLS or os.environ.get("CI") else ["browser"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: once Playwright's loop runs in this thread, async tests cannot start theirs."""
    items.sort(key=lambda item: "browser" in item.path.parts)
    if not HAS_ASYNC and not os.environ.get("CI"):
        for item in items:
            if item.get_closest_marker("asyncio"):
                item.add_marker(pytest.mark.skip(reason="needs pytest-asyncio: pip install -r tests/requirements.txt"))


def pytest_report_header() -> list[str]:
    missing = []
    if not HAS_BROWSER_TOOLS:
        missing.append("BROWSER TESTS ARE LEFT OUT: pip install -r tests/requirements.txt")
    if not HAS_ASYNC:
        missing.append("SOCKET TESTS ARE LEFT OUT: pip install -r tests/requirements.txt")
    return missing


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The thread in which async tests ask the database outlives them: its connection must not keep the database."""
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@dataclass(frozen=True)
class Cast:
    """The people of one campaign, the campaign, and Olaf with a campaign of his own."""

    campaign: "object"
    gwen: "object"
    pia: "object"
    paul: "object"
    sam: "object"
    olaf: "object"
    elsewhere: "object"

    def member(self, who: str) -> "object":
        from combat.models import Membership

        return Membership.objects.get(campaign=self.campaign, user=getattr(self, who))


@pytest.fixture(scope="session", autouse=True)
def _a_clerk_that_soon_lets_go_of_the_database() -> None:
    """What is still connected keeps a test database from being taken down."""
    from combat.services import clerk

    clerk.QUIET = 0.05


@pytest.fixture
def cast(db: None) -> Cast:
    from combat.models import Campaign, MemberRole, Membership, User

    people = {}
    for name in ("gwen", "pia", "paul", "sam", "olaf"):
        people[name] = User.objects.create_user(name, f"{name}@example.org", PASSWORD, display_name=name.capitalize())
    campaign = Campaign.objects.create(name="The Long Draw")
    elsewhere = Campaign.objects.create(name="Another table")
    roles = {"gwen": MemberRole.GM, "pia": MemberRole.PLAYER, "paul": MemberRole.PLAYER, "sam": MemberRole.SPECTATOR}
    for name, role in roles.items():
        Membership.objects.create(campaign=campaign, user=people[name], role=role, name=name.capitalize())
    Membership.objects.create(campaign=elsewhere, user=people["olaf"], role=MemberRole.GM, name="Olaf")
    return Cast(campaign=campaign, elsewhere=elsewhere, **people)


@pytest.fixture
def browse() -> Callable[..., Client]:
    """`browse(cast.pia)` is Pia's browser, signed in; `browse()` is nobody's."""

    def open_browser(user: object = None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return open_browser
