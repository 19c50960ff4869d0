"""The table by thumb on a 390-pixel screen."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import GOBLIN, MARA, PHONE
from tests.browser.playing import pressing, settled


def _fits(page: Any) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_phone_shows_one_view_at_a_time_and_keeps_the_tray(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN], start=True)
    page = table.page("pia", PHONE, is_mobile=True, has_touch=True)
    _fits(page)
    expect(page.locator("#stage")).to_be_visible()
    expect(page.locator("#tray .hand > li").first).to_be_visible()
    page.get_by_role("button", name="Log", exact=True).tap()
    expect(page.locator("#stage")).to_be_hidden()
    page.locator("#say-words").fill("Hello from the sofa")
    page.locator("#say button[type=submit]").tap()
    expect(page.locator("#log-lines")).to_contain_text("Hello from the sofa")
    _fits(page)
    page.get_by_role("button", name="Me", exact=True).tap()
    expect(page.get_by_role("switch", name=re.compile("Always pass"))).to_be_visible()
    page.get_by_role("button", name="Table", exact=True).tap()
    expect(page.locator("#stage")).to_be_visible()


def test_a_bonus_action_by_thumb_with_the_card_that_was_touched(lay: Any) -> None:
    table = lay(combatants=[MARA], start=True)
    page = table.page("pia", PHONE, is_mobile=True, has_touch=True)
    expect(page.locator("#banner h1")).to_contain_text("Your turn")
    card = page.locator("#tray .hand [data-card]:not(.is-owed)").last
    code = card.get_attribute("data-card")
    card.tap()
    page.locator("#drawer-bonus").get_by_role("button", name="Aim").tap()
    chosen = page.locator(
        "form[data-do=bonus] input[name=card]:checked:visible, .drawer.js-open input[name=card]:checked"
    )
    expect(chosen.first).to_have_attribute("value", str(code))
    with pressing(page, "bonus"):
        page.locator(".drawer.js-open button[type=submit]").tap()
    settled(page)
    expect(page.locator(f'#tray .hand [data-card="{code}"]')).to_have_count(0)
    _fits(page)
