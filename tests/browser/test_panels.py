"""Panels come when they are wanted, and stay while the table goes on."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import GOBLIN, MARA
from tests.browser.playing import pressing, taken

TOUGH = {**GOBLIN, "sheet": {**GOBLIN["sheet"], "max_health": 200}}


def on_maras_turn(lay: Any) -> tuple[Any, Any]:
    table = lay(combatants=[MARA, TOUGH], start=True)
    gwen, pia = table.page("gwen"), table.page("pia")
    for _ in range(40):
        if "Your turn" in pia.locator("#banner h1").inner_text():
            return gwen, pia
        taken(gwen, "end_turn", "n")
        gwen.wait_for_timeout(150)
    raise AssertionError("The turn never came to Mara.")


def harm(gwen: Any, amount: str) -> None:
    gwen.get_by_role("checkbox", name="Select Goblin", exact=True).check()
    gwen.locator("#selection-n").fill(amount)
    with pressing(gwen, "damage"):
        gwen.keyboard.press("Enter")


def test_an_open_panel_stays_with_what_was_picked_while_somebody_else_acts(lay: Any) -> None:
    gwen, pia = on_maras_turn(lay)
    pia.keyboard.press("o")
    pia.locator("#drawer-other").get_by_role("button", name="Something else").click()
    panel = pia.locator(".drawer.js-open")
    panel.locator("input[name=text]").fill("I swing from the chandelier")
    panel.locator(".ticket", has_text="Goblin").click()
    before = pia.locator("#log-lines li").count()
    with pia.expect_response(re.compile("/panels/")):
        harm(gwen, "-7")
    expect(pia.locator("#log-lines li")).not_to_have_count(before)
    expect(panel).to_be_visible()
    expect(panel.locator("input[name=text]")).to_have_value("I swing from the chandelier")
    expect(panel.locator("input[name=target][value=goblin]")).to_be_checked()
    with pressing(pia, "action"):
        panel.locator("button[type=submit]").click()
    expect(panel).to_have_count(0)


def test_a_panel_that_is_gone_closes(lay: Any) -> None:
    gwen, pia = on_maras_turn(lay)
    pia.keyboard.press("m")
    expect(pia.locator("#drawer-move")).to_be_visible()
    for _ in range(20):  # her next card may be the next one of all
        taken(gwen, "end_turn", "n")
        gwen.wait_for_timeout(200)
        if "Your turn" not in pia.locator("#banner h1").inner_text():
            break
    expect(pia.locator("#drawer-move")).to_have_count(0)


def test_without_a_connection_the_button_says_so_in_words(lay: Any) -> None:
    _, pia = on_maras_turn(lay)
    pia.context.set_offline(True)
    expect(pia.locator("#connection")).to_contain_text("lost")
    pia.keyboard.press("m")
    expect(pia.locator("#tray .refusal")).to_contain_text("connection is lost")
    pia.context.set_offline(False)
    expect(pia.locator("#table[data-linked]")).to_be_attached()
    pia.keyboard.press("m")
    expect(pia.locator("#drawer-move")).to_be_visible()
    expect(pia.locator("#tray .refusal")).to_have_count(0)


def test_the_game_master_acts_for_a_player_with_one_more_press(lay: Any) -> None:
    gwen, pia = on_maras_turn(lay)
    expect(gwen.locator("#tray form.attack")).to_have_count(0)
    gwen.keyboard.press("a")
    expect(gwen.locator("#acting form.attack")).to_be_visible()
    harm(gwen, "-3")
    expect(gwen.locator("#acting form.attack")).to_be_visible()
    with pressing(gwen, "attack"):
        gwen.keyboard.press("a")
    expect(pia.locator("#log-lines")).to_contain_text("attacks")
    gwen.keyboard.press("Escape")
    assert taken(gwen, "end_turn", "n")
    expect(gwen.locator("#acting form")).to_have_count(0)
