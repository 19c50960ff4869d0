"""The server dies in the middle of a turn, and comes back."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import GOBLIN, MARA, connected
from tests.browser.playing import pressing


def test_a_killed_server_loses_nothing_and_the_page_comes_back_by_itself(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN], start=True)
    gwen, pia = table.page("gwen"), table.page("pia")
    while "Mara Quill acts" not in gwen.locator("#banner h1").inner_text():
        with pressing(gwen, "end_turn"):
            gwen.keyboard.press("n")
        gwen.wait_for_timeout(200)
    expect(pia.locator("#banner h1")).to_contain_text("Your turn")
    with pressing(pia, "move"):
        pia.keyboard.press("m")
        pia.locator("#drawer-move button[type=submit]").first.click()
    hand = pia.locator("#tray .hand > li").count()
    pia.locator("#say-words").fill("half a sent")
    table.site.kill()
    expect(pia.locator("#connection")).to_contain_text("lost", timeout=12000)
    # Pressed while nobody listens: told so, and not sent later.
    pia.locator("#tray form.attack button[type=submit]").click()
    expect(pia.locator("#tray .refusal")).to_contain_text("connection is lost")
    table.site.start()
    connected(pia)
    expect(pia.locator("#connection")).not_to_contain_text("lost")
    expect(pia.locator("#say-words")).to_have_value("half a sent")
    expect(pia.locator("#banner h1")).to_contain_text("Your turn")
    assert pia.locator("#tray .hand > li").count() == hand
    with pressing(pia, "attack"):
        pia.locator("#tray form.attack button[type=submit]").click()
    connected(gwen)
    expect(gwen.locator("#log-lines")).to_contain_text("attacks")
    assert gwen.locator("#log-lines").inner_text().count("attacks") == 1
