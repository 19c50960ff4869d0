"""Nothing is cut off at a laptop's size, and the usual choice stands in front."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import GOBLIN, MARA, TOMA

WARDEN = {**GOBLIN, "name": "The Bell Warden"}
ILSE = {**MARA, "name": "Ilse Varn", "player": "paul", "colour": "teal"}
EIGHT = [MARA, ILSE, TOMA, WARDEN, GOBLIN, GOBLIN, GOBLIN, GOBLIN]

CUT_OFF = """() => {
  const stage = document.getElementById("stage");
  const cut = [...stage.querySelectorAll(".combatant, .combatant .chip, .combatant__name, .combatant .backs")]
    .filter((e) => { const r = e.getBoundingClientRect(), s = stage.getBoundingClientRect();
      return r.bottom > s.bottom + 1 || r.left < s.left || r.right > s.right + 1; });
  return [stage.scrollHeight > stage.clientHeight + 1, ...cut.map((e) => e.textContent.trim())].filter(Boolean);
}"""


def test_eight_combatants_fit_on_a_laptop_for_gm_and_player(lay: Any) -> None:
    table = lay(combatants=EIGHT, start=True)
    for who in ("gwen", "pia"):
        page = table.page(who)
        expect(page.locator("#stage article.combatant")).to_have_count(8)
        assert page.evaluate(CUT_OFF) == []
    lefts = page.locator("#tray .hand .card").evaluate_all("cards => cards.map((c) => c.getBoundingClientRect().left)")
    assert lefts and min(lefts) >= 3, "the owed card and its frame stay on the screen"
    assert (
        page.locator("#c-the_bell_warden .token, article[data-name='The Bell Warden'] .token").first.inner_text()
        == "BW"
    )


def test_ones_own_side_is_behind_a_disclosure_and_opens_when_picked(lay: Any) -> None:
    table = lay(combatants=[{**MARA, "sheet": {**MARA["sheet"], "agility": 24}}, TOMA, GOBLIN], start=True)
    page = table.page("gwen")
    own = page.locator("form.attack details.tickets__more")
    act = page.locator("[data-acts-for]")
    for _ in range(40):  # whose turn comes first is in the cards; the goblin has nobody on its side
        if act.count():
            break
        page.locator("form[data-do=end_turn] button:visible").first.click()
        page.wait_for_timeout(400)
    act.click()
    expect(own).not_to_have_attribute("open", re.compile(".*"))
    attacker = page.locator("form.attack input[name=by]").get_attribute("value")
    friend = own.locator("input[name=target]").first.get_attribute("value")
    assert friend and friend != attacker
    page.locator(f"#c-{friend} .combatant__name").click()
    expect(own).to_have_attribute("open", re.compile(".*"))
    expect(own.locator(f'input[value="{friend}"]')).to_be_checked()


def test_a_gms_long_hand_stays_in_its_column(lay: Any) -> None:
    quick = {**GOBLIN, "sheet": {**GOBLIN["sheet"], "agility": 30, "proficiency_bonus": 4}}
    table = lay(combatants=[quick, MARA], start=True)
    page = table.page("gwen")
    for _ in range(40):
        if page.locator("#tray .hand--gm [data-card]").count() >= 9 and page.locator("#tray form.attack").count():
            break
        page.locator("form[data-do=end_turn] button:visible").first.click()
        page.wait_for_timeout(400)
    hand = page.locator("#tray .hand--gm .card").evaluate_all(
        "cs => Math.max(...cs.map((c) => c.getBoundingClientRect().right))"
    )
    weapons = page.locator("#tray form.attack").bounding_box()
    assert hand <= weapons["x"] + 4


def test_a_name_of_sixty_letters_does_not_push_the_table_off_the_screen(lay: Any) -> None:
    long = {**MARA, "name": "<img src=x onerror=alert(1)> \u0645\u0631\u062d\u0628\u0627 " + "W" * 25}
    table = lay(combatants=[long, {**GOBLIN, "sheet": {**GOBLIN["sheet"], "agility": 30}}], start=True)
    page = table.page("gwen")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 1440


MEETS = """() => [...document.querySelectorAll(".combatant__open")].flatMap((button) => {
  const at = button.getBoundingClientRect();
  return [...button.closest(".combatant").querySelectorAll(
    ".ac, .health > *, .backs, .adv, .combatant__name, .combatant__sub, .chip")]
    .filter((e) => { const r = e.getBoundingClientRect();
      return r.width && r.right > at.left && r.left < at.right && r.bottom > at.top && r.top < at.bottom; })
    .map((e) => `${button.closest(".combatant").dataset.name}: ${e.className}`);
})"""


def test_the_way_to_all_about_somebody_lies_on_nothing(lay: Any) -> None:
    long = {**TOMA, "sheet": {**TOMA["sheet"], "class": "Brawler"}}
    table = lay(combatants=[MARA, long, ILSE, {**MARA, "name": "Bracken Dow"}, *[GOBLIN] * 5, WARDEN], start=True)
    page = table.page("gwen")
    assert page.evaluate(MEETS) == []
    assert page.evaluate(CUT_OFF) == []
