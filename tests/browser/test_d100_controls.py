"""Every step that a d100 scenario may have can be given in the browser, by whoever may give it."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from combat import codec
from combat.registry import SYSTEMS
from tests.browser.d100_people import ALDOUS, BRUTE, SIGNE, WARDEN
from tests.browser.playing import Pages, pressing
from tests.browser.test_d100 import laid, strike, turn_of


class Hands(Pages):
    def mine(self) -> Any:
        """Pia's page, at the beginning of a turn of hers."""
        turn_of(self.gwen, "Hill Brute")
        turn_of(self.gwen, "Signe Tallow")
        expect(self.pia.locator("#banner h1")).to_contain_text("Your turn")
        expect(self.pia.locator("#tray form.attack")).to_be_visible()
        return self.pia

    def attacked(self) -> None:
        """The brute strikes at Signe, who has not answered."""
        turn_of(self.gwen, "Aldous Penn")
        turn_of(self.gwen, "Hill Brute")
        strike(self.gwen, "Signe Tallow")
        expect(self.pia.locator("#window .window")).to_be_visible()


def _start(hands: Hands) -> None:
    with pressing(hands.gwen, "start"):
        hands.gwen.get_by_role("button", name=re.compile("Start the fight")).click()
    expect(hands.pia.locator("#banner h1")).to_contain_text("Your turn")


# ---- what players do ----


def _move(hands: Hands) -> None:
    hands.pia.keyboard.press("m")
    hands.pia.locator("#drawer-move input[name=yards]").fill("2")
    with pressing(hands.pia, "move"):
        hands.pia.locator("#drawer-move button[type=submit]").first.click()


def _free(hands: Hands) -> None:
    panel = hands.opens(hands.pia, "Free action")
    panel.locator("input[name=text]").fill("Stand where you are!")
    with pressing(hands.pia, "free"):
        panel.locator("button[type=submit]").click()


def _attack(hands: Hands) -> None:
    strike(hands.pia, "Hill Brute")
    expect(hands.gwen.locator("#window .window")).to_be_visible()
    with pressing(hands.gwen, "defend"):
        hands.gwen.keyboard.press("p")
    expect(hands.pia.locator("#window .window")).to_have_count(0)


def _action(hands: Hands) -> None:
    page = hands.mine()
    with pressing(page, "action"):
        page.get_by_role("button", name="Sprint").first.click()


def _end_turn(hands: Hands) -> None:
    with pressing(hands.pia, "end_turn"):
        hands.pia.keyboard.press("e")


def _cast(hands: Hands) -> None:
    page = hands.mine()
    panel = hands.opens(page, "^Cast$")
    page.locator(f"#{panel.get_attribute('id')}").get_by_role("button", name="Stone Ward").click()
    with pressing(page, "cast"):
        page.locator(".drawer.js-open button[type=submit]").click()


def _pray(hands: Hands) -> None:
    page = hands.mine()
    hands.opens(page, "^Pray$").get_by_role("button", name="Mend").click()
    with pressing(page, "pray"):
        page.locator(".drawer.js-open button[type=submit]").click()


# ---- what answers others ----


def _defend(hands: Hands) -> None:
    hands.attacked()
    with pressing(hands.pia, "defend"):
        hands.pia.get_by_role("button", name=re.compile("^Dodge")).click()


def _timeout(hands: Hands) -> None:
    hands.attacked()
    with pressing(hands.gwen, "timeout"):
        hands.gwen.get_by_role("button", name="Take the better defence").click()


def _cancel_attack(hands: Hands) -> None:
    hands.attacked()
    with pressing(hands.gwen, "cancel_attack"):
        hands.gwen.get_by_role("button", name="Cancel it").click()
    expect(hands.pia.locator("#log-lines")).to_contain_text("is called off")


def _retarget(hands: Hands) -> None:
    hands.attacked()
    panel = hands.opens(hands.gwen, "Another target")
    panel.locator(".ticket", has_text="Aldous Penn").click()
    with pressing(hands.gwen, "retarget"):
        panel.locator("button[type=submit]").click()
    expect(hands.pia.locator("#window .window")).to_have_count(0)
    with pressing(hands.gwen, "timeout"):
        hands.gwen.get_by_role("button", name="Take the better defence").click()


def _correct_attack(hands: Hands) -> None:
    panel = hands.opens(hands.gwen, "Correct it")
    panel.locator("input[name=modifier]").fill("-10")
    with pressing(hands.gwen, "correct_attack"):
        panel.locator("button[type=submit]").click()
    expect(hands.pia.locator("#log-lines")).to_contain_text("The newest attack is corrected")


# ---- what the game master does ----


def _set(hands: Hands) -> None:
    for name, value in (("Wounds", "20"), ("Advantage", "2"), ("Critical wounds", "1")):
        dialog = hands.about("Hill Brute")
        dialog.get_by_label(name, exact=True).fill(value)
        with pressing(hands.gwen, "set"):
            dialog.get_by_role("button", name=f"Set {name}", exact=True).click()
    expect(hands.pia.locator("#c-hill-brute .adv")).to_contain_text("2")


def _select(hands: Hands, number: str, do: str) -> None:
    hands.gwen.keyboard.press("Escape")
    hands.gwen.locator("[data-select=hill-brute]").check(force=True)
    hands.gwen.locator("#selection-n").fill(number)
    with pressing(hands.gwen, do):
        hands.gwen.keyboard.press("Enter")


def _damage(hands: Hands) -> None:
    _select(hands, "-3", "damage")


def _heal(hands: Hands) -> None:
    _select(hands, "+2", "heal")


def _effect(hands: Hands) -> None:
    dialog = hands.about("Hill Brute")
    dialog.get_by_label("Condition").select_option("poisoned")
    dialog.get_by_label("Levels").fill("2")
    with pressing(hands.gwen, "effect"):
        dialog.get_by_role("button", name="Give the condition").click()
    expect(hands.pia.locator("#c-hill-brute .chips")).to_contain_text("Poisoned 2")


def _remove_effect(hands: Hands) -> None:
    with pressing(hands.gwen, "remove_effect"):
        hands.about("Hill Brute").get_by_role("button", name="Remove poisoned").click()


def _in_dialog(do: str, button: str) -> Callable[[Hands], None]:
    def use(hands: Hands) -> None:
        with pressing(hands.gwen, do):
            hands.about("Hill Brute").get_by_role("button", name=button, exact=True).click()

    return use


def _add(hands: Hands) -> None:
    hands.gwen.keyboard.press("Escape")
    hands.gwen.get_by_role("button", name="Add", exact=True).click()
    dialog = hands.gwen.locator("#add")
    dialog.get_by_label("Name", exact=True).fill("Ghost")
    with pressing(hands.gwen, "add"):
        dialog.get_by_role("button", name="Add", exact=True).click()
    dialog.get_by_label("How many of whom").fill("2 ash hounds")
    with pressing(hands.gwen, "add_line"):
        dialog.get_by_role("button", name="Add them").click()
    dialog.get_by_role("button", name="Close").click()
    for name in ("ghost", "ash-hound-1", "ash-hound-2"):
        expect(hands.pia.locator(f"#c-{name}")).to_be_visible()


def _remove(hands: Hands) -> None:
    with pressing(hands.gwen, "remove"):
        hands.about("Ghost").get_by_role("button", name="Remove from the fight").click()
    expect(hands.pia.locator("#c-ghost")).to_have_count(0)


def _assign(hands: Hands) -> None:
    dialog = hands.about("Gate Warden")
    dialog.get_by_label("Played by").select_option(label="Paul")
    with pressing(hands.gwen, "assign"):
        dialog.get_by_role("button", name="Give", exact=True).click()


def _resolve(hands: Hands) -> None:
    hands.gwen.keyboard.press("Escape")
    page = hands.mine()
    page.keyboard.press("o")
    panel = hands.opens(page, "^Improvise$")
    panel.locator("input[name=text]").fill("I kick the brazier over.")
    with pressing(page, "action"):
        panel.locator("button[type=submit]").click()
    hands.gwen.locator("#requests").get_by_role("button", name="Ask for a Test").click()
    with pressing(hands.gwen, "resolve"):
        hands.gwen.get_by_role("button", name="Roll the Test").click()


def _undo(hands: Hands) -> None:
    hands.gwen.keyboard.press("u")
    expect(hands.gwen.locator("#undo-box")).to_be_visible()
    with pressing(hands.gwen, "undo"):
        hands.gwen.locator("#undo-box button[type=submit]").click()


def _end(hands: Hands) -> None:
    hands.gwen.get_by_role("button", name="Menu").click()
    hands.gwen.locator("#menu [data-dialog=end]").click()
    with pressing(hands.gwen, "end"):
        hands.gwen.locator("#end button[type=submit]").click()
    expect(hands.pia.get_by_role("link", name="Check the cards and dice")).to_be_visible()


Use = Callable[[Hands], None]
PLAYING: dict[str, Use] = {
    "start": _start, "move": _move, "free": _free, "attack": _attack, "action": _action, "end_turn": _end_turn,
    "cast": _cast, "pray": _pray,
}  # fmt: skip
ANSWERING: dict[str, Use] = {
    "defend": _defend, "timeout": _timeout, "cancel_attack": _cancel_attack, "retarget": _retarget,
    "correct_attack": _correct_attack,
}  # fmt: skip
RUNNING: dict[str, Use] = {
    "set": _set, "damage": _damage, "heal": _heal, "effect": _effect, "remove_effect": _remove_effect,
    "hide": _in_dialog("hide", "Hide from the players"), "reveal": _in_dialog("reveal", "Reveal"),
    "add": _add, "remove": _remove, "assign": _assign, "resolve": _resolve, "undo": _undo, "end": _end,
}  # fmt: skip


def test_every_step_name_is_in_these_tables() -> None:
    assert set(PLAYING) | set(ANSWERING) | set(RUNNING) == {*codec.command_types(SYSTEMS["d100"]), "undo"}


def _hands(lay: Any, **spec: Any) -> Hands:
    table = laid(lay, SIGNE, ALDOUS, BRUTE, WARDEN, **spec)
    return Hands(table.page("gwen"), table.page("pia"))


def test_what_a_player_does_has_a_control(lay: Any) -> None:
    hands = _hands(lay)
    for use in PLAYING.values():
        use(hands)


def test_what_answers_others_has_a_control(lay: Any) -> None:
    hands = _hands(lay, start=True)
    for use in ANSWERING.values():
        use(hands)


def test_what_the_game_master_does_has_a_control(lay: Any) -> None:
    hands = _hands(lay, start=True)
    for use in RUNNING.values():
        use(hands)
