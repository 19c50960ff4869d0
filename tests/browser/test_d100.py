"""A fight by opposed tests in four browsers."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE
from tests.browser.d100_people import ALDOUS, BRUTE, SIGNE, WARDEN
from tests.browser.playing import headline, pressing, settled, taken
from tests.browser.test_axe import looks, problems

WAITS = {"defence_seconds": 0}


def laid(lay: Callable[..., Any], *combatants: dict[str, Any], **spec: Any) -> Any:
    return lay(system="d100", combatants=list(combatants), house_rules=WAITS, **spec)


def turn_of(gwen: Any, name: str) -> None:
    """Gwen lets turns pass until it is this one's."""
    for _ in range(60):
        settled(gwen)
        if headline(gwen).startswith(f"{name}'s turn."):
            return
        lines = gwen.locator("#log-lines li").count()
        if taken(gwen, "end_turn", "n"):
            expect(gwen.locator("#log-lines li")).not_to_have_count(lines)
        else:  # her page had not seen the newest change yet: she looks again
            gwen.wait_for_timeout(100)
    raise AssertionError(f"The turn never came to {name}.")


def strike(page: Any, target: str) -> None:
    page.locator("#tray form.attack .ticket", has_text=target).click()
    with pressing(page, "attack"):
        page.keyboard.press("a")


def test_gm_and_two_players_fight_a_round_with_a_parry_a_critical_and_an_end_of_round_effect(lay: Any) -> None:
    weak = {**WARDEN, "sheet": {**WARDEN["sheet"], "wounds": 2}}
    table = laid(lay, SIGNE, ALDOUS, BRUTE, weak)
    gwen, pia, paul, sam = table.page("gwen"), table.page("pia"), table.page("paul", PHONE), table.page("sam")
    everybody = (gwen, pia, paul, sam)
    gwen.get_by_role("button", name=re.compile("Start the fight")).click()
    for page in everybody:
        expect(page.locator("#log-lines")).to_contain_text("Round 1")
    expect(pia.locator("#banner h1")).to_contain_text("Your turn, Signe Tallow.")

    _critical(gwen, pia, everybody)
    _parry(gwen, pia, everybody)
    _end_of_round(gwen, everybody)


def _critical(gwen: Any, pia: Any, everybody: tuple[Any, ...]) -> None:
    """Signe strikes the warden, who stands on 2 Wounds, until a blow takes them all: that is a critical wound."""
    deadline = time.monotonic() + 90
    while pia.locator("#log-lines li", has_text="Critical wound for Gate Warden").count() == 0:
        assert time.monotonic() < deadline, "no blow in 90 seconds"
        turn_of(gwen, "Signe Tallow")
        expect(pia.locator("#tray form.attack")).to_be_visible()
        strike(pia, "Gate Warden")
        expect(gwen.locator("#window .window")).to_be_visible()
        with pressing(gwen, "defend"):
            gwen.keyboard.press("p")
        expect(pia.locator("#tray form.attack")).to_have_count(0)
        settled(gwen)
        if not pia.locator("#log-lines li", has_text="Critical wound for Gate Warden").count():
            turn_of(gwen, "Aldous Penn")
    for page in everybody:
        expect(page.locator("#log-lines")).to_contain_text("Critical wound for Gate Warden")
        expect(page.locator("#middle .wound__critical b").first).to_be_attached()
        expect(page.locator("#c-gate-warden .chips")).to_contain_text("Critical")


def _parry(gwen: Any, pia: Any, everybody: tuple[Any, ...]) -> None:
    turn_of(gwen, "Hill Brute")
    strike(gwen, "Signe Tallow")
    expect(pia.locator("#banner h1")).to_contain_text("Hill Brute strikes at you, Signe Tallow.")
    for page in everybody:
        expect(page.locator("#middle")).to_contain_text("Signe Tallow chooses")
    with pressing(pia, "defend"):
        pia.get_by_role("button", name=re.compile("Parry with sword")).first.click()
    for page in everybody:
        expect(page.locator("#middle")).to_contain_text("Signe Tallow parries")
        expect(page.locator("#log-lines")).to_contain_text("parry with sword")
    kept = "stay with the game master"
    expect(gwen.locator("#middle")).not_to_contain_text(kept)
    for page in everybody[1:]:
        expect(page.locator("#middle .test").first).to_contain_text(kept)  # the brute's skill is the GM's


def _end_of_round(gwen: Any, everybody: tuple[Any, ...]) -> None:
    gwen.get_by_role("button", name="All about Aldous Penn", exact=True).click()
    dialog = gwen.locator("#combatant")
    dialog.get_by_label("Condition").select_option("bleeding")
    dialog.get_by_label("Levels").fill("2")
    with pressing(gwen, "effect"):
        dialog.get_by_role("button", name="Give the condition").click()
    gwen.keyboard.press("Escape")
    for page in everybody:
        expect(page.locator("#c-aldous-penn .chips")).to_contain_text("Bleeding 2")
    turn_of(gwen, "Signe Tallow")
    for page in everybody:
        expect(page.locator("#log-lines")).to_contain_text(re.compile(r"Aldous Penn loses 2 Wounds"))
    paul = everybody[2]
    expect(paul.locator("#c-aldous-penn .health")).to_contain_text("28")


def test_on_a_phone_the_next_press_needs_no_scrolling(lay: Any) -> None:
    table = laid(lay, SIGNE, ALDOUS, BRUTE, WARDEN, start=True)
    gwen, pia = table.page("gwen"), table.page("pia", PHONE)
    expect(pia.locator("#banner h1")).to_contain_text("Your turn, Signe Tallow.")
    assert _in_view(pia, "#banner h1")
    assert _in_view(pia, "#tray .btn--go")
    with pressing(pia, "attack"):
        pia.locator("#tray .btn--go:visible").click()
    turned = gwen.locator("#window .window .btn--go")
    expect(turned).to_be_visible()
    with pressing(gwen, "defend"):
        turned.click()
    expect(pia.locator("#tray .tray__wait .btn--go")).to_contain_text("End turn")
    assert _in_view(pia, "#tray .btn--go")
    turn_of(gwen, "Hill Brute")
    strike(gwen, "Signe Tallow")
    expect(pia.locator("#window .btn--go")).to_be_visible()
    assert _in_view(pia, "#window h2")
    assert _in_view(pia, "#window .btn--go")
    assert pia.locator(".btn--go:visible").count() == 1


def _in_view(page: Any, selector: str) -> bool:
    """As the page lies there, nothing scrolled."""
    box = page.locator(f"{selector}:visible").first.bounding_box()
    height = page.evaluate("innerHeight")
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_serious_at_the_table(lay: Any, viewport: dict[str, int]) -> None:
    table = laid(lay, SIGNE, ALDOUS, BRUTE, WARDEN, start=True)
    gwen, pia, sam = (table.page(who, viewport) for who in ("gwen", "pia", "sam"))
    found = []
    for page in (gwen, pia, sam):
        found += looks(page)
    with pressing(pia, "attack"):
        pia.locator("#tray .btn--go:visible").click()
    expect(gwen.locator("#window .window")).to_be_visible()
    for page in (gwen, pia, sam):
        found += looks(page)
    with pressing(gwen, "defend"):
        gwen.locator("#window .btn--go").click()
    expect(pia.locator("#tray .tray__wait .btn--go")).to_contain_text("End turn")
    for page in (gwen, pia, sam):
        found += looks(page)
    assert not found


def test_axe_finds_nothing_serious_in_the_dialogs_and_on_the_sheet(lay: Any) -> None:
    table = laid(lay, SIGNE, BRUTE, start=True)
    gwen = table.page("gwen")
    found = []
    for opener in ("[data-dialog=help]", "[data-dialog=menu]", "[data-dialog=add]", "[data-dialog=combatant]"):
        gwen.locator(opener).first.click()
        found += problems(gwen)
        gwen.keyboard.press("Escape")
    gwen.goto(table.paths["campaign"] + "characters/")
    gwen.get_by_role("radio", name=re.compile("Brother Ulmo")).check(force=True)
    gwen.get_by_role("button", name="Make the character").click()
    expect(gwen.locator("#felt")).to_contain_text("Wounds")
    found += looks(gwen)
    assert not found


def test_the_sheets_numbers_follow_what_is_written(lay: Any) -> None:
    table = laid(lay, SIGNE, BRUTE, open=False)
    page = table.context("gwen").new_page()
    page.goto(table.paths["campaign"] + "characters/")
    page.get_by_role("radio", name=re.compile("Signe Tallow")).check(force=True)
    page.get_by_role("button", name="Make the character").click()
    felt = page.locator("#felt")
    expect(felt.locator(".derived--draw dd").first).to_have_text("12")
    page.locator("[name='characteristics.t']").fill("51")
    page.locator("[name='characteristics.t']").press("Tab")
    expect(felt.locator(".derived--draw dd").first).to_have_text("16")
    page.locator("[name=m]").fill("5")
    page.locator("[name=m]").press("Tab")
    expect(felt).to_contain_text("10 / 20")
    page.locator("select[name='pick.weapon']").select_option("mace")
    page.get_by_role("button", name="From the library").click()
    expect(page.locator("#weapons")).to_contain_text("Mace")
    expect(page.locator("#saved")).to_have_text("Saved")
