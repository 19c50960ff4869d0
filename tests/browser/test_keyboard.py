"""A fight with the keyboard alone."""

import time
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import GOBLIN, MARA


def test_a_fight_by_keyboard_only(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN, GOBLIN], house_rules={"reaction_seconds": 0})
    gwen, pia = table.page("gwen"), table.page("pia")
    gwen.keyboard.press("n")
    expect(pia.locator("#tray .hand > li")).not_to_have_count(0)
    foes = pia.locator("#stage .side-row:not(.side-row--party) .combatant")
    deadline = time.monotonic() + 90
    while pia.locator("#stage .side-row:not(.side-row--party) .combatant:not(.is-down)").count():
        assert time.monotonic() < deadline
        if "Your turn" in pia.locator("#banner h1").inner_text():
            standing = [place for place in range(2) if "is-down" not in (foes.nth(place).get_attribute("class") or "")]
            name = foes.nth(standing[0]).get_attribute("data-name") if standing else ""
            number = foes.nth(standing[0]).get_attribute("data-number") if standing else None
            if number:
                pia.keyboard.press(number)
                expect(pia.locator("#tray form.attack .btn--go, #tray .btn--go").first).to_contain_text(str(name))
            pia.keyboard.press("a" if pia.locator("#tray form.attack").count() else "e")
        else:
            gwen.keyboard.press("n")
        pia.wait_for_timeout(150)
    pia.keyboard.press("?")
    expect(pia.locator("#help")).to_be_visible()
    pia.keyboard.press("Escape")
    expect(pia.locator("#help")).to_be_hidden()


def test_focus_stays_where_it_was_when_the_table_changes(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN], start=True)
    gwen, pia = table.page("gwen"), table.page("pia")
    pia.locator("#say-words").fill("I was about to")
    for _ in range(3):
        lines = pia.locator("#log-lines li").count()
        shown = gwen.locator("#log-lines li").count()
        gwen.keyboard.press("n")
        expect(pia.locator("#log-lines li")).not_to_have_count(lines)
        expect(gwen.locator("#log-lines li")).not_to_have_count(shown)
    assert pia.evaluate("document.activeElement.id") == "say-words"
    expect(pia.locator("#say-words")).to_have_value("I was about to")
