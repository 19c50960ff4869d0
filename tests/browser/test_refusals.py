"""A "no" is said in words, where it was pressed."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import GOBLIN, MARA


def test_a_refusal_is_shown_at_the_button_in_words(lay: Any) -> None:
    gwen = lay(combatants=[MARA, GOBLIN], start=True).page("gwen")
    gwen.get_by_role("button", name="All about Goblin").click()
    dialog = gwen.locator("#combatant")
    dialog.locator("form[data-do=discard] input[name=cards]").fill("ZZ")
    dialog.get_by_role("button", name="Discard", exact=True).click()
    refusal = dialog.locator("form[data-do=discard] .refusal")
    expect(refusal).to_be_visible()
    assert len(refusal.inner_text().split()) > 3
    expect(dialog).to_be_visible()


def test_a_second_page_that_has_not_seen_the_change_is_told_so(lay: Any) -> None:
    """Two tabs of one player: the press of the second has one effect or a plain refusal."""
    table = lay(combatants=[MARA], start=True)
    first, second = table.page("pia"), table.page("pia")
    for page in (first, second):
        expect(page.locator("#banner h1")).to_contain_text("Your turn")
    for page in (first, second):
        page.evaluate("document.querySelector('#tray form[data-do=end_turn]').requestSubmit()")
    expect(first.locator("#log-lines")).to_contain_text("without an action")
    second.wait_for_timeout(500)
    said = second.locator(".refusal").count()
    taken = first.locator("#log-lines").inner_text().count("without an action")
    assert (taken, said) in ((1, 1), (2, 0))
