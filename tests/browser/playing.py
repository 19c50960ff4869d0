"""What people do at a table, in the words of the tests."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

WATCH = """() => {
  const root = document.documentElement;
  delete root.dataset.pressed;
  if (root.dataset.watched) return;
  root.dataset.watched = "";
  document.addEventListener("hc:sent", (event) => (root.dataset.pressed = event.detail.form.dataset.do));
}"""


@contextmanager
def pressing(page: Any, do: str) -> Iterator[None]:
    """`with pressing(page, "attack"): ...` waits for the answer to the press and holds that it was taken."""
    settled(page)
    page.evaluate(WATCH)
    yield
    page.locator(f"html[data-pressed={do}]").wait_for(state="attached")


def taken(page: Any, do: str, key: str) -> bool:
    """Whether what a key presses was done; it may be refused where the page has not seen the newest change yet."""
    settled(page)
    page.evaluate(WATCH)
    page.keyboard.press(key)
    settled(page)
    return bool(page.locator(f"html[data-pressed={do}]").count())


def settled(page: Any) -> None:
    """Nothing that was pressed before is still under way: a press would be dropped."""
    page.locator("html:not([data-sending])").wait_for(state="attached")


def is_mine(page: Any) -> bool:
    """It is this page's turn to press something."""
    return bool(page.locator("#tray .btn--go:visible, #window .btn--go:visible").count())


def press_next(page: Any) -> None:
    """The one obvious button, if it is still there: what was pressed before may only now have come back."""
    settled(page)
    page.evaluate(
        """() => [...document.querySelectorAll('#window .btn--go, #tray .btn--go')]
               .find((button) => button.getClientRects().length)?.click()"""
    )


def headline(page: Any) -> str:
    return str(page.locator("#banner h1").inner_text())


class Pages:
    """Gwen's and Pia's pages of one table."""

    def __init__(self, gwen: Any, pia: Any) -> None:
        self.gwen = gwen
        self.pia = pia

    def opens(self, page: Any, words: str) -> Any:
        """The panel behind a button."""
        button = page.locator("[data-opens]:visible", has_text=re.compile(words)).first
        panel = button.get_attribute("data-opens")
        button.click()
        return page.locator(f"#{panel}")

    def about(self, name: str) -> Any:
        """The dialog that the three dots of a combatant open."""
        self.gwen.keyboard.press("Escape")
        self.gwen.get_by_role("button", name=f"All about {name}", exact=True).click()
        return self.gwen.locator("#combatant")
