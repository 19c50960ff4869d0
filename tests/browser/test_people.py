"""People in real browsers: a game master opens a campaign, a guest joins by link on a phone, a visitor tries a fight."""

import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import PHONE, WIDE, Site

PASSWORD = "a long enough secret"
Open = Callable[..., Any]


@pytest.fixture
def visit(site: Site, browser: Any) -> Iterator[Open]:
    """`visit()` opens a browser of its own. At the end none of them has heard a complaint about a page."""
    contexts, complaints = [], []

    def open_browser(view: dict[str, int] = WIDE, **options: Any) -> Any:
        context = browser.new_context(viewport=view, base_url=site.url, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_browser
    for context in contexts:
        context.close()
    assert complaints == []


def is_complaint(message: Any) -> bool:
    """That a link does not open is no fault of the page that says so."""
    return message.type == "error" and "(Not Found)" not in message.text


def sign_up(page: Any, name: str) -> None:
    page.goto("/sign-up/")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("E-mail address").fill(f"{secrets.token_hex(6)}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Open my account").click()
    page.get_by_role("link", name=name, exact=True).wait_for()


def open_campaign(page: Any, name: str) -> str:
    page.get_by_role("link", name="New campaign").click()
    page.get_by_label("Name of the campaign").fill(name)
    page.get_by_role("button", name="Open the campaign").click()
    page.get_by_role("heading", name=name, level=1).wait_for()
    return str(page.url)


def invite_link(page: Any) -> str:
    page.get_by_role("button", name="Make a link").click()
    return str(page.get_by_label("Invite link for players", exact=True).input_value())


def no_sideways_scroll(page: Any) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_guest_joins_by_link_on_a_phone(site: Site, visit: Open) -> None:
    gwen = visit()
    sign_up(gwen, "Gwen")
    campaign = open_campaign(gwen, "The Long Draw")
    link = invite_link(gwen)
    assert re.search(r"/join/[a-z]+-\w{5}-\w{5}/$", link)

    phone = visit(PHONE, has_touch=True, is_mobile=True)
    phone.goto(re.sub(r"http://[^/]+", "", link))
    assert no_sideways_scroll(phone)
    phone.get_by_label("Your name").fill("Pia 🂡")
    phone.get_by_role("button", name="Join").tap()
    phone.wait_for_url("**/campaigns/**")
    assert phone.get_by_text("Pia 🂡").first.is_visible()
    assert no_sideways_scroll(phone)
    gwen.goto(campaign)
    assert gwen.locator("#members b").filter(has_text="Pia 🂡").is_visible()


def test_a_guests_place_outlives_the_browser_and_moves_to_another_device(visit: Open, browser: Any) -> None:
    gwen = visit()
    sign_up(gwen, "Gwen")
    open_campaign(gwen, "The Long Draw")
    phone = visit(PHONE)
    phone.goto(re.sub(r"http://[^/]+", "", invite_link(gwen)))
    phone.get_by_label("Your name").fill("Paul")
    phone.get_by_role("button", name="Join").click()
    phone.wait_for_url("**/campaigns/**")
    place = phone.url

    session = next(cookie for cookie in phone.context.cookies() if cookie["name"] == "sessionid")
    assert session["expires"] > 0, "a cookie that ends with the browser would lose the seat"
    reopened = visit(PHONE, storage_state=phone.context.storage_state())
    reopened.goto(place)
    assert reopened.get_by_role("heading", name="The Long Draw").is_visible()

    reopened.goto("/me/")
    reopened.get_by_role("button", name="Make the link").click()
    personal = reopened.get_by_label("Your personal link", exact=True).input_value()
    laptop = visit()
    laptop.goto(re.sub(r"http://[^/]+", "", personal))
    laptop.get_by_role("button", name="Sit down as Paul").click()
    laptop.wait_for_url(place)
    assert laptop.get_by_role("link", name="Paul").first.is_visible()


def test_a_link_can_be_copied_or_is_selected(visit: Open) -> None:
    gwen = visit()
    sign_up(gwen, "Gwen")
    open_campaign(gwen, "The Long Draw")
    link = invite_link(gwen)
    gwen.get_by_role("button", name="Copy the link").click()
    gwen.get_by_text(re.compile("Copied|It is selected")).wait_for()
    assert gwen.evaluate("() => document.getSelection().toString() || document.activeElement.value") == link


def test_try_a_fight_is_one_press(visit: Open) -> None:
    visitor = visit(PHONE, has_touch=True, is_mobile=True)
    visitor.goto("/")
    visitor.get_by_role("button", name=re.compile("Try a fight now")).tap()
    visitor.wait_for_url("**/encounters/**")
    visitor.get_by_text("Mara Quill").first.wait_for()
    visitor.locator("[data-card]").first.wait_for()
    assert no_sideways_scroll(visitor)


def test_four_colours_and_daylight_are_remembered(visit: Open) -> None:
    gwen = visit()
    sign_up(gwen, "Gwen")
    gwen.goto("/me/")
    gwen.get_by_text("Day", exact=True).click()
    gwen.get_by_label("Suits in four colours").check()
    gwen.goto("/")
    root = gwen.locator("html")
    assert root.get_attribute("data-theme") == "light"
    assert root.get_attribute("data-suits") == "four"


def all_pages(visit: Open, view: dict[str, int], theme: str) -> Iterator[tuple[Any, str]]:
    """Each page about people, opened one after the other by a game master with long names and by a stranger."""
    gwen, stranger = visit(view, bypass_csp=True), visit(view, bypass_csp=True)
    for page in (gwen, stranger):
        page.add_init_script(f"localStorage.setItem('high-card-taste', JSON.stringify({{theme: '{theme}'}}))")
    sign_up(gwen, "Maximiliane von und zu Hohenstaufen-Achterberg")
    campaign = open_campaign(gwen, "שומרת הפעמון הגדולה of the unbelievably long way down")
    link = re.sub(r"http://[^/]+", "", invite_link(gwen))
    pages = [(stranger, path) for path in ("/", "/sign-in/", "/sign-up/", "/password/", link, "/join/bell-none-none/")]
    pages += [(gwen, path) for path in ("/", campaign, f"{campaign}house-rules/ctg/", f"{campaign}edit/", "/me/", link)]
    for page, path in pages:
        page.goto(path)
        assert page.locator("html").get_attribute("data-theme") == theme
        yield page, path


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("view", [WIDE, PHONE])
def test_axe_finds_nothing(visit: Open, theme: str, view: dict[str, int]) -> None:
    found = []
    for page, path in all_pages(visit, view, theme):
        found += [
            f"{path}: {one['id']} {one['nodes'][0]['html'][:120]}" for one in Axe().run(page).response["violations"]
        ]
    assert found == []


@pytest.mark.parametrize("width", [1440, 1024, 768, 390, 360])
def test_nothing_scrolls_sideways(visit: Open, width: int) -> None:
    pages = all_pages(visit, {"width": width, "height": 800}, "dark")
    assert [path for page, path in pages if not no_sideways_scroll(page)] == []
