"""axe finds nothing serious on any page, wide and on a phone, by night and by day."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import GOBLIN, MARA, PHONE, TOMA, WIDE

HOSTILE = {**GOBLIN, "name": "שומרת הפעמון הגדולה 🦉 von Achterberg-Quill-Ombersley"}


def problems(page: Any) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url} {one['id']}: {one['nodes'][0]['html'][:120]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def looks(page: Any) -> list[str]:
    """By day and by night; nothing scrolls sideways, nothing is smaller than 12 px."""
    found = []
    for theme in ("dark", "light"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found += problems(page)
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.append(f"{page.url} scrolls sideways")
    found += [f"{page.url} small text: {text}" for text in page.evaluate(SMALL)]
    return found


SMALL = """() => [...document.querySelectorAll('body *')].filter((one) =>
  one.getClientRects().length && !one.closest('svg, .vh') &&
  [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) &&
  parseFloat(getComputedStyle(one).fontSize) < 12).map((one) => one.className + ' ' + one.textContent.slice(0, 30))"""


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_serious_at_the_table(lay: Any, viewport: dict[str, int]) -> None:
    table = lay(combatants=[MARA, TOMA, GOBLIN, HOSTILE], start=True)
    found = []
    for who in ("gwen", "pia", "sam"):
        found += looks(table.page(who, viewport))
    assert not found


def test_axe_finds_nothing_serious_in_the_dialogs(lay: Any) -> None:
    gwen = lay(combatants=[MARA, GOBLIN], start=True).page("gwen")
    found = []
    for opener in ("[data-dialog=help]", "[data-dialog=menu]", "[data-dialog=add]", "[data-dialog=combatant]"):
        gwen.locator(opener).first.click()
        found += problems(gwen)
        gwen.keyboard.press("Escape")
    assert not found


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_serious_off_the_table(lay: Any, viewport: dict[str, int]) -> None:
    table = lay(combatants=[MARA, GOBLIN], open=False)
    nobody, gwen = table.context(None, viewport).new_page(), table.context("gwen", viewport).new_page()
    found = []
    for path in ("/", "/sign-in/", "/sign-up/", table.paths["invite"]):
        assert nobody.goto(path).ok, path
        found += looks(nobody)
    for path in ("/", table.paths["campaign"], table.paths["table"] + "prep/"):
        assert gwen.goto(path).ok, path
        found += looks(gwen)
    assert not found
