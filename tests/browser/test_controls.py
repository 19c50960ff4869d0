"""Every step that a scenario may have can be given in the browser, by whoever may give it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from combat import codec
from combat.registry import SYSTEMS
from tests.browser.conftest import GOBLIN, MARA, TOMA
from tests.browser.playing import Pages, headline, pressing, taken

LASTING = {**MARA, "sheet": {**MARA["sheet"], "max_health": 900}}
"""Mara, who has to be awake whenever she is asked something."""
SCARY = {
    **GOBLIN,
    "sheet": {
        **GOBLIN["sheet"], "max_health": 200,
        "abilities": [{"name": "Scare", "cost": "action", "target": "enemy",
                       "effects": [{"do": "discard", "count": 1, "how": "choice"}]}],
    },
}  # fmt: skip


class Hands(Pages):
    def turn_of(self, name: str) -> None:
        """Gwen ends turns until it is this one's."""
        for _ in range(60):
            expect(self.gwen.locator("#banner h1")).not_to_have_text("")
            if headline(self.gwen).startswith(f"{name} acts."):
                return
            newest = self.gwen.locator("#log-lines li").last
            before = newest.get_attribute("id") or ""
            if taken(self.gwen, "end_turn", "n"):
                expect(newest).not_to_have_attribute("id", before)
            else:  # her page had not seen the newest change yet: she looks again
                self.gwen.wait_for_timeout(100)
        raise AssertionError(f"The turn never came to {name}.")

    def mine(self) -> Any:
        """Pia's page, on her turn, with an action left."""
        self.turn_of("Goblin")
        self.turn_of("Mara Quill")
        expect(self.pia.locator("#banner h1")).to_contain_text("Your turn")
        return self.pia

    def foe_attacks(self) -> None:
        """Until Mara is asked: without cards, or after a reaction in the same round, nobody asks her."""
        for _ in range(8):
            self.turn_of("Toma Reyes-Achterberg")
            self.turn_of("Goblin")
            self.gwen.locator("#tray form.attack .ticket", has_text="Mara Quill").click()
            newest = self.gwen.locator("#log-lines li").last
            before = newest.get_attribute("id") or ""
            with pressing(self.gwen, "attack"):
                self.gwen.keyboard.press("a")
            expect(newest).not_to_have_attribute("id", before)
            if self.gwen.locator("#requests form[data-do=timeout]").count():
                expect(self.pia.locator("#window .window")).to_be_visible()
                return
        raise AssertionError("Mara was never asked.")


def _start(hands: Hands) -> None:
    with pressing(hands.gwen, "start"):
        hands.gwen.get_by_role("button", name=re.compile("Start the fight")).click()
    expect(hands.pia.locator("#tray .hand > li")).not_to_have_count(0)


# ---- what players do ----


def _attack(hands: Hands) -> None:
    page = hands.mine()
    with pressing(page, "attack"):
        page.keyboard.press("a")


def _action(hands: Hands) -> None:
    page = hands.mine()
    with pressing(page, "action"):
        page.get_by_role("button", name="Defend").first.click()


def _ability(hands: Hands) -> None:
    page = hands.mine()
    with pressing(page, "ability"):
        page.get_by_role("button", name="Steady").first.click()


def _bonus(hands: Hands) -> None:
    page = hands.mine()
    page.keyboard.press("b")
    panel = hands.opens(page, "^Aim$")
    with pressing(page, "bonus"):
        panel.locator("button[type=submit]").click()


def _move(hands: Hands) -> None:
    page = hands.mine()
    page.keyboard.press("m")
    page.locator("#drawer-move input[name=feet]").fill("5")
    with pressing(page, "move"):
        page.locator("#drawer-move button[type=submit]").first.click()


def _free(hands: Hands) -> None:
    panel = hands.opens(hands.pia, "Say something")
    panel.locator("input[name=text]").fill("Over here!")
    with pressing(hands.pia, "free"):
        panel.locator("button[type=submit]").click()


def _end_turn(hands: Hands) -> None:
    page = hands.mine()
    with pressing(page, "end_turn"):
        page.keyboard.press("e")


def _switch(hands: Hands) -> None:
    panel = hands.opens(hands.pia, "My sheet")
    with pressing(hands.pia, "switch"):
        panel.get_by_role("switch", name=re.compile("End my turn")).click()
    expect(hands.pia.locator("#switch-auto_end [role=switch]")).to_have_attribute("aria-checked", "true")


def _react(hands: Hands) -> None:
    hands.foe_attacks()
    with pressing(hands.pia, "react"):
        hands.pia.keyboard.press("r")


def _pass(hands: Hands) -> None:
    hands.foe_attacks()
    with pressing(hands.pia, "pass"):
        hands.pia.keyboard.press("p")


def _discard_choice(hands: Hands) -> None:
    hands.turn_of("Toma Reyes-Achterberg")
    hands.turn_of("Goblin")
    panel = hands.opens(hands.gwen, "^Scare$")
    panel.locator(".ticket", has_text="Mara Quill").click()
    with pressing(hands.gwen, "ability"):
        panel.locator("button[type=submit]").click()
    form = hands.pia.locator("#tray form[data-do=discard_choice]")
    with pressing(hands.pia, "discard_choice"):
        form.locator("button[type=submit]").click()


# ---- what the game master does ----


def _timeout(hands: Hands) -> None:
    hands.foe_attacks()
    with pressing(hands.gwen, "timeout"):
        hands.gwen.get_by_role("button", name="Go on without an answer").click()


def _set(hands: Hands) -> None:
    dialog = hands.about("Goblin")
    dialog.locator("input[name=health]").fill("150")
    with pressing(hands.gwen, "set"):
        dialog.get_by_role("button", name="Set Health", exact=True).click()
    expect(hands.gwen.locator("#c-goblin .health__n")).to_contain_text("150")


def _by_selection(hands: Hands, do: str, typed: str) -> None:
    for name in ("Goblin", "Toma Reyes-Achterberg"):
        hands.gwen.get_by_role("checkbox", name=f"Select {name}", exact=True).check()
    hands.gwen.locator("#selection-n").fill(typed)
    with pressing(hands.gwen, do):
        hands.gwen.keyboard.press("Enter")
    expect(hands.gwen.locator("#selection")).to_be_hidden()


def _damage(hands: Hands) -> None:
    _by_selection(hands, "damage", "-7")


def _heal(hands: Hands) -> None:
    _by_selection(hands, "heal", "+5")


def _effect(hands: Hands) -> None:
    hands.about("Goblin").get_by_role("button", name="Give an effect").click()
    dialog = hands.gwen.locator("#effect")
    dialog.get_by_label("Effect", exact=True).fill("Dazzled")
    dialog.get_by_label("Attack", exact=True).fill("-2")
    dialog.get_by_label("Forbids").select_option("cannot_react")
    with pressing(hands.gwen, "effect"):
        dialog.get_by_role("button", name="Give the effect").click()
    expect(hands.pia.locator("#c-goblin .chips")).to_contain_text("Dazzled")


def _remove_effect(hands: Hands) -> None:
    with pressing(hands.gwen, "remove_effect"):
        hands.about("Goblin").get_by_role("button", name="Remove Dazzled").click()
    expect(hands.pia.locator("#c-goblin .chips")).not_to_contain_text("Dazzled")


def _in_dialog(do: str, button: str) -> Callable[[Hands], None]:
    def use(hands: Hands) -> None:
        with pressing(hands.gwen, do):
            hands.about("Goblin").get_by_role("button", name=button, exact=True).click()

    return use


def _add(hands: Hands) -> None:
    hands.gwen.get_by_role("button", name="Add", exact=True).click()
    dialog = hands.gwen.locator("#add")
    dialog.get_by_label("Name", exact=True).fill("Ghost")
    with pressing(hands.gwen, "add"):
        dialog.get_by_role("button", name="Add", exact=True).click()
    dialog.get_by_role("button", name="Close").click()
    expect(hands.pia.locator("#c-ghost")).to_be_visible()


def _remove(hands: Hands) -> None:
    with pressing(hands.gwen, "remove"):
        hands.about("Ghost").get_by_role("button", name="Remove from the fight").click()
    expect(hands.pia.locator("#c-ghost")).to_have_count(0)


def _assign(hands: Hands) -> None:
    dialog = hands.about("Goblin")
    dialog.get_by_label("Played by").select_option(label="Paul")
    with pressing(hands.gwen, "assign"):
        dialog.get_by_role("button", name="Give", exact=True).click()
    with pressing(hands.gwen, "assign"):
        dialog = hands.about("Goblin")
        dialog.get_by_label("Played by").select_option(value="")
        dialog.get_by_role("button", name="Give", exact=True).click()


def _resolve(hands: Hands) -> None:
    page = hands.mine()
    page.keyboard.press("o")
    panel = hands.opens(page, "Something else")
    panel.locator("input[name=text]").fill("I swing from the chandelier.")
    with pressing(page, "action"):
        panel.locator("button[type=submit]").click()
    hands.gwen.locator("#requests").get_by_role("button", name="Ask for a check").click()
    with pressing(hands.gwen, "resolve"):
        hands.gwen.get_by_role("button", name="Roll the check").click()


def _environment(hands: Hands) -> None:
    hands.gwen.get_by_role("button", name="Menu").click()
    hands.gwen.get_by_role("button", name="Change the place").click()
    hands.gwen.locator("#place select").select_option("Darkness")
    with pressing(hands.gwen, "environment"):
        hands.gwen.locator("#place").get_by_role("button", name="Change the place").click()
    expect(hands.pia.locator("#middle .place")).to_contain_text("Darkness")


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


Use = Callable[[Hands], None]
PLAYING: dict[str, Use] = {
    "start": _start, "move": _move, "bonus": _bonus, "action": _action, "attack": _attack, "ability": _ability,
    "free": _free, "end_turn": _end_turn, "switch": _switch,
}  # fmt: skip
ANSWERING: dict[str, Use] = {"react": _react, "pass": _pass, "timeout": _timeout, "discard_choice": _discard_choice}
RUNNING: dict[str, Use] = {
    "set": _set, "damage": _damage, "heal": _heal, "effect": _effect, "remove_effect": _remove_effect,
    "deal": _in_dialog("deal", "Deal"), "discard": _in_dialog("discard", "Discard"),
    "look": _in_dialog("look", "Look at the hand (everybody is told)"),
    "hide": _in_dialog("hide", "Hide from the players"), "reveal": _in_dialog("reveal", "Reveal"),
    "add": _add, "remove": _remove, "assign": _assign, "environment": _environment, "resolve": _resolve,
    "undo": _undo, "end": _end,
}  # fmt: skip


def test_every_step_name_is_in_these_tables() -> None:
    assert set(PLAYING) | set(ANSWERING) | set(RUNNING) == {*codec.command_types(SYSTEMS["ctg"]), "undo"}


def _hands(lay: Any, **spec: Any) -> Hands:
    table = lay(**{"combatants": [LASTING, TOMA, SCARY], **spec})
    return Hands(table.page("gwen"), table.page("pia"))


def test_what_a_player_does_has_a_control(lay: Any) -> None:
    hands = _hands(lay)
    for use in PLAYING.values():
        use(hands)


def test_what_answers_others_has_a_control(lay: Any) -> None:
    hands = _hands(lay, start=True, house_rules={"reaction_seconds": 60})
    for use in ANSWERING.values():
        use(hands)


def test_what_the_game_master_does_has_a_control(lay: Any) -> None:
    hands = _hands(lay, start=True)
    for use in RUNNING.values():
        use(hands)


@pytest.mark.parametrize("typed", ["left hand", ""], ids=["words", "bytes"])
def test_everybody_cuts_the_deck_before_the_start(lay: Any, typed: str) -> None:
    pia = lay().page("pia")
    pia.locator("#cut-words").fill(typed)
    pia.get_by_role("button", name="Cut the deck").click()
    expect(pia.locator("#log-lines")).to_contain_text("Pia cuts the deck")
