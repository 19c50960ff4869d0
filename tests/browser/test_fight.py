"""A whole fight in three browsers."""

import re
import time
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import GOBLIN, MARA, PHONE, TOMA
from tests.browser.playing import is_mine, press_next


def test_gm_and_two_players_finish_a_fight(lay: Any) -> None:
    table = lay(combatants=[MARA, TOMA, GOBLIN, GOBLIN])
    gwen, pia, paul = table.page("gwen"), table.page("pia"), table.page("paul", PHONE)
    sam = table.page("sam")
    gwen.get_by_role("button", name=re.compile("Start the fight")).click()
    for page in (gwen, pia, paul, sam):
        expect(page.locator("#log-lines")).to_contain_text("Combat draw 1")
    expect(pia.locator("#tray .hand > li")).not_to_have_count(0)
    expect(sam.locator("#tray .hand > li")).to_have_count(0)
    _play_until_down(gwen, pia, paul)
    gwen.locator("[data-dialog=menu]").click()
    gwen.locator("#menu [data-dialog=end]").click()
    gwen.locator("#end button[type=submit]").click()
    for page in (gwen, pia, paul, sam):
        expect(page.locator("#banner h1")).to_contain_text("The party stands.")
    expect(pia.get_by_role("link", name="Check the cards and dice")).to_be_visible()


def _play_until_down(gwen: Any, pia: Any, paul: Any) -> None:
    """Everybody presses what is obvious; foes end their turns, so that the party wins."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if gwen.locator("#stage .side-row:not(.side-row--party) .combatant:not(.is-down)").count() == 0:
            return
        if is_mine(pia):
            _attack_a_foe(pia)
        elif is_mine(paul):
            _attack_a_foe(paul)
        elif is_mine(gwen):
            gwen.keyboard.press("n")
        gwen.wait_for_timeout(120)
    raise AssertionError("Two goblins outlived two minutes.")


def _attack_a_foe(page: Any) -> None:
    page.evaluate("() => document.querySelector('#stage .combatant.js-target:not(.is-down)')?.click()")
    press_next(page)
