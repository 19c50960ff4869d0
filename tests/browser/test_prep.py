"""The sheet and the preparation of a fight in a real browser, from an empty campaign to the wounds on the sheet."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import GOBLIN, MARA, PHONE, WIDE, connected

PAGES = ("characters/", "encounters/")


def own_pages(table: Any, page: Any) -> Iterator[str]:
    """Every page of sheets and preparation, with things on it, opened one after the other."""
    campaign = table.paths["campaign"]
    character = new_character(page, campaign)
    for path in (*(campaign + part for part in PAGES), character, "/campaigns/import/", f"{table.paths['table']}prep/"):
        assert page.goto(path).ok, path
        for opener in page.locator("main details > summary").all()[:6]:
            if opener.is_visible():
                opener.click()
        yield path


def new_character(page: Any, campaign: str) -> str:
    page.goto(f"{campaign}characters/")
    page.get_by_role("textbox", name="Name").fill("Mara Quill")
    page.locator("label", has_text="Gunslinger").click()
    page.get_by_label("Played by").first.select_option("Pia")
    page.get_by_role("button", name="Make the character").click()
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    return re.sub(r"http://[^/]+", "", page.url)


def change(page: Any, field: str, value: str) -> None:
    """Type into a field and leave it."""
    page.locator(f"[name='{field}']").fill(value)
    page.keyboard.press("Tab")


def test_ctg_R20_R70_numbers_follow_the_typing_and_focus_stays(lay: Any) -> None:
    table = lay(combatants=[GOBLIN], open=False)
    page = table.context("gwen").new_page()
    path = new_character(page, table.paths["campaign"])
    change(page, "proficiency_bonus", "2")
    change(page, "agility", "16")
    expect(page.locator("#felt .derived--draw dd").first).to_have_text("9")
    change(page, "agility", "20")
    expect(page.locator("#felt .derived--draw dd").first).to_have_text("10")
    expect(page.locator("#mod-agility")).to_contain_text("+5")
    assert page.evaluate("document.activeElement.name") == "endurance"
    change(page, "strength", "99")
    expect(page.locator("#sheet-errors")).to_contain_text("strength is from 1 to 30")
    expect(page.locator("#saved")).to_have_text("Not saved")
    change(page, "strength", "12")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.get_by_role("button", name="Own weapon").click()
    expect(page.locator("[name='weapons.2.name']")).to_be_focused()
    page.keyboard.type("Old musket")
    page.keyboard.press("Enter")
    expect(page.locator("#felt")).to_contain_text("Old musket")
    page.goto(path)
    assert page.locator("[name=agility]").input_value() == "20"
    assert page.locator("[name='weapons.2.name']").input_value() == "Old musket"


def test_from_an_empty_plan_to_wounds_on_the_sheet(lay: Any) -> None:
    table = lay(combatants=[GOBLIN], open=False)
    page = table.context("gwen").new_page()
    character = new_character(page, table.paths["campaign"])
    page.goto(f"{table.paths['campaign']}encounters/")
    page.get_by_role("textbox", name="Name").fill("Under the Bell")
    page.get_by_role("button", name="Prepare it").click()
    page.wait_for_url("**/prep/")  # loaded, with the scripts that hear what is typed
    line = page.get_by_label("Add by typing, such as 5 goblins")
    line.fill("5 goblins")
    expect(page.locator("#says")).to_contain_text("Goblin 1 to Goblin 5")
    line.press("Enter")
    expect(page.locator(".place-at")).to_have_count(5)
    expect(line).to_be_focused()
    page.keyboard.type("2 dragons")
    page.keyboard.press("Enter")
    expect(page.locator("#says")).to_contain_text("There is no “dragons” in the library")
    expect(line).to_have_value("2 dragons")
    page.get_by_role("button", name="Add the party").click()
    expect(page.locator(".place-at")).to_have_count(6)
    hide = page.get_by_role("button", name="Hidden: Goblin 1")
    hide.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Hidden: Goblin 5")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Start and deal").click()
    connected(page)
    page.wait_for_load_state("load")
    page.locator("[data-dialog=add]:visible").first.click()
    joining = page.locator("#gm-add-line [name=line]")
    joining.fill("2 wolves")
    joining.press("Enter")
    expect(page.locator("#sides")).to_contain_text("Wolf 2")
    end_with_wounds(page)
    page.goto(re.sub(r"/$", "/aftermath/", page.url))
    expect(page.get_by_role("checkbox", name="Mara Quill")).to_be_checked()
    page.get_by_role("button", name="Write it on the sheets").click()
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    page.goto(character)
    assert int(page.locator("[name=health]").input_value()) == int(page.locator("[name=max_health]").input_value()) - 7


def end_with_wounds(page: Any) -> None:
    """Seven points of damage to Mara, then the end, by the commands that the desk sends."""
    for do, fields in (("damage", {"combatant": "mara-quill", "amount": "7"}), ("end", {})):
        answer = page.evaluate(
            """async ([do_, fields]) => {
              const token = document.querySelector('[name=csrfmiddlewaretoken]')?.value
                ?? document.cookie.match(/csrftoken=([^;]+)/)[1];
              const body = new URLSearchParams({...fields, command_id: 'press-' + do_ + Date.now()});
              const path = location.pathname + 'commands/' + do_ + '/';
              return (await fetch(path, {method: 'POST', body, headers: {'X-CSRFToken': token}})).status;
            }""",
            [do, fields],
        )
        assert answer == 204


def test_b24_a_lost_connection_keeps_what_was_typed(lay: Any) -> None:
    table = lay(combatants=[GOBLIN], open=False)
    context = table.context("gwen")
    page = context.new_page()
    page.goto(f"{table.paths['table']}prep/")
    context.set_offline(True)
    line = page.get_by_label("Add by typing, such as 5 goblins")
    line.fill("3 wolves")
    line.press("Enter")
    expect(page.locator("#says")).to_contain_text("No connection")
    expect(line).to_have_value("3 wolves")
    context.set_offline(False)
    expect(page.locator(".place-at")).to_have_count(1)
    line.press("Enter")
    expect(page.locator(".place-at")).to_have_count(4)


@pytest.mark.parametrize("view", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_on_sheets_and_prep(lay: Any, view: dict[str, int]) -> None:
    table = lay(combatants=[MARA, GOBLIN, GOBLIN], open=False)
    page = table.context("gwen", view, bypass_csp=True).new_page()
    found = []
    for path in own_pages(table, page):
        for one in Axe().run(page).response["violations"]:
            found.append(f"{path}: {one['id']} {one['nodes'][0]['html'][:120]}")
    assert found == []


@pytest.mark.parametrize("width", [1440, 1024, 768, 390, 360])
def test_sheets_and_prep_never_scroll_sideways(lay: Any, width: int) -> None:
    table = lay(combatants=[MARA, GOBLIN, GOBLIN], open=False)
    page = table.context("gwen", {"width": width, "height": 800}).new_page()
    wide = [
        path for path in own_pages(table, page) if page.evaluate("document.documentElement.scrollWidth > innerWidth")
    ]
    assert wide == []
