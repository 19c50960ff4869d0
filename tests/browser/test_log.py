"""The log: it is the same for a page that was there all along and for one that is opened now."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GOBLIN, MARA, TOMA
from tests.browser.d100_people import ALDOUS, BRUTE, SIGNE, WARDEN
from tests.browser.playing import is_mine, press_next

LINES = """(list) => [...list.querySelectorAll("li")].map((line) => {
  line.querySelector(".log-line__undo")?.remove();
  return [line.id, line.className, line.dataset.entry, line.hasAttribute("data-undone"), line.innerHTML];
})"""
TOUGH = {**GOBLIN, "sheet": {**GOBLIN["sheet"], "max_health": 90}}
TABLES = {
    "ctg": {"combatants": [MARA, TOMA, TOUGH]},
    "d100": {"combatants": [SIGNE, ALDOUS, BRUTE, WARDEN], "house_rules": {"defence_seconds": 0}},
}


def lines(page: Any) -> Any:
    return page.locator("#log-lines").evaluate(LINES)


def fought(gwen: Any, pages: tuple[Any, ...]) -> None:
    """Until somebody has attacked, so that there is a sum."""
    gwen.get_by_role("button", name=re.compile("Start the fight")).click()
    for _ in range(60):
        if gwen.locator("#log-lines summary").count() > 1:
            return
        for page in pages:
            if is_mine(page):
                page.evaluate("() => document.querySelector('#stage .combatant.js-target:not(.is-down)')?.click()")
                press_next(page)
                break
        gwen.wait_for_timeout(150)
    raise AssertionError("Nobody has attacked.")


@pytest.mark.parametrize("system", TABLES)
def test_lines_that_came_one_by_one_are_those_that_a_fresh_page_shows(lay: Callable[..., Any], system: str) -> None:
    table = lay(system=system, **TABLES[system])
    gwen, pia, paul = table.page("gwen"), table.page("pia"), table.page("paul")
    fought(gwen, (pia, paul, gwen))
    gwen.keyboard.press("u")
    gwen.locator("#undo-preview button[type=submit]").click()
    for page in (gwen, pia):
        expect(page.locator("#log-lines .undo-mark")).to_have_count(1)
        expect(page.locator("#log-lines [data-undone]")).not_to_have_count(0)
    for who, page in (("gwen", gwen), ("pia", pia)):
        fresh = lines(table.page(who))
        shown = [line for line in lines(page) if line[0]]
        assert shown[-len(fresh) :] == fresh, who
    assert gwen.locator("#log-lines [data-undone] [data-undo-here]").count() == 0


def test_a_sum_opens_by_key_and_stays_open_when_its_line_is_taken_back(lay: Callable[..., Any]) -> None:
    table = lay(**TABLES["ctg"])
    gwen, pia, paul = table.page("gwen"), table.page("pia"), table.page("paul")
    fought(gwen, (pia, paul, gwen))
    sum_of = pia.locator("#log-lines details").last
    sum_of.locator("summary").focus()
    pia.keyboard.press("Enter")
    expect(sum_of.locator("dl .sum").first).to_be_visible()
    expect(sum_of.locator("dl").first).to_contain_text("d20 rolled")
    gwen.keyboard.press("u")
    gwen.locator("#undo-preview button[type=submit]").click()
    expect(pia.locator("#log-lines .undo-mark")).to_have_count(1)
    expect(sum_of.locator("dl .sum").first).to_be_visible()


def test_without_scripts_a_line_and_its_sum_are_there_to_read(lay: Callable[..., Any]) -> None:
    table = lay(**TABLES["ctg"])
    gwen, pia, paul = table.page("gwen"), table.page("pia"), table.page("paul")
    fought(gwen, (pia, paul, gwen))
    plain = table.context("pia", java_script_enabled=False).new_page()
    plain.goto(table.paths["table"])
    plain.locator("#log-lines summary").last.click()
    sums = plain.locator("#log-lines details").last.inner_text()
    assert re.search(r"^d20 rolled\s\d+$", sums, re.MULTILINE)
    assert re.search(r"^Attack: (hits|misses) = -?\d+$", sums, re.MULTILINE)


def test_in_the_replay_a_step_has_its_lines_and_sums(lay: Callable[..., Any]) -> None:
    table = lay(**TABLES["ctg"])
    gwen, pia, paul = table.page("gwen"), table.page("pia"), table.page("paul")
    fought(gwen, (pia, paul, gwen))
    gwen.locator("[data-dialog=menu]").click()
    gwen.locator("#menu [data-dialog=end]").click()
    gwen.locator("#end button[type=submit]").click()
    expect(gwen.locator("#banner h1")).not_to_contain_text("acts")
    replay = table.context("pia").new_page()
    replay.goto(f"{table.paths['table']}replay/")
    for _ in range(30):
        if replay.locator("#log-lines dl.ledger .sum").count():
            break
        replay.locator("[data-step='1']").click()
        replay.wait_for_timeout(100)
    replay.locator("#log-lines summary").last.click()
    expect(replay.locator("#log-lines dl.ledger .sum").last).to_be_visible()
