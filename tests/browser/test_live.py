"""The life of a page's connection (behaviour 24), and the proof of fair dice in the browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GOBLIN, MARA, connected
from tests.browser.playing import pressing

COUNT_SOCKETS = """
window.sockets = [];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) { super(...given); window.sockets.push(this); }
};
"""
OPEN = "window.sockets.filter((one) => one.readyState < 2).length"


def watched(table: Any, who: str) -> Any:
    context = table.context(who)
    context.add_init_script(COUNT_SOCKETS)
    page = context.new_page()
    page.goto(table.paths["table"])
    connected(page)
    return page


def test_b24_a_page_keeps_one_socket_and_looks_afresh_when_it_wakes(lay: Any) -> None:
    page = watched(lay(combatants=[MARA, GOBLIN], start=True), "pia")
    page.evaluate(
        "document.addEventListener('hc:frame', (event) => { window.full = (window.full || 0) + (event.detail.full ? 1 : 0); })"
    )
    for wake in (
        "dispatchEvent(new Event('online'))",
        "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
    ):
        before = page.evaluate("window.full || 0")
        page.evaluate(wake)
        page.wait_for_function(f"() => (window.full || 0) > {before}")
        assert page.evaluate(OPEN) == 1
    page.evaluate("window.sockets.at(-1).close()")
    page.wait_for_function(f"() => {OPEN} === 1 && window.sockets.length === 2")
    connected(page)
    assert page.evaluate(OPEN) == 1


def test_b24_a_gap_is_seen_and_healed(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN], start=True)
    pia, gwen = watched(table, "pia"), table.page("gwen")
    # The first change is lost on the way: the page is told of the second and asks for everything.
    pia.evaluate("""() => {
      let lost = false;
      const old = JSON.parse;
      JSON.parse = (text, ...rest) => {
        const value = old(text, ...rest);
        if (!lost && value && value.parts && !value.full) { lost = true; return {}; }
        return value;
      };
    }""")
    for words in ("first words", "second words"):
        gwen.locator("#say-words").fill(words)
        gwen.locator("#say button").click()
        expect(gwen.locator("#log-lines")).to_contain_text(words)
    expect(pia.locator("#log-lines")).to_contain_text("second words")
    expect(pia.locator("#log-lines")).to_contain_text("first words")
    assert pia.locator("#log-lines").inner_text().count("first words") == 1


def test_b24_who_comes_back_hears_how_much_was_missed(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN], start=True)
    pia, gwen = table.page("pia"), table.page("gwen")
    pia.context.set_offline(True)
    expect(pia.locator("#connection")).to_contain_text("lost")
    for words in ("one", "two", "three"):
        gwen.locator("#say-words").fill(words)
        gwen.locator("#say button").click()
        expect(gwen.locator("#log-lines .log-line--say")).to_have_count(["one", "two", "three"].index(words) + 1)
    pia.context.set_offline(False)
    expect(pia.locator("#connection")).to_contain_text("You missed 3 events", timeout=15000)
    expect(pia.locator("#log-lines .log-line--say")).to_have_count(3)


def test_b24_a_final_close_ends_the_trying(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN], start=True)
    page = watched(table, "pia")
    page.context.clear_cookies()
    page.evaluate("window.sockets.at(-1).close()")
    expect(page.locator("#connection")).to_contain_text("no longer at this table", timeout=15000)
    tried = page.evaluate("window.sockets.length")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(1500)
    assert page.evaluate("window.sockets.length") == tried
    assert page.evaluate(OPEN) == 0


OLD_BUILD = """
if (!sessionStorage.reloaded) new MutationObserver((_, watcher) => {
  const table = document.getElementById("table");
  if (table) { table.dataset.build = "old"; watcher.disconnect(); sessionStorage.reloaded = "1"; }
}).observe(document, { childList: true, subtree: true });
"""


def test_b24_an_old_page_asks_to_be_loaded_again(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN], start=True)
    context = table.context("pia")
    context.add_init_script(OLD_BUILD)
    page = context.new_page()
    page.goto(table.paths["table"])
    expect(page.locator("#connection")).to_contain_text("has been updated")
    page.locator("#connection button").click()
    connected(page)
    expect(page.locator("#connection")).not_to_contain_text("has been updated")


def test_b24_a_slow_answer_is_shown_as_pending_and_a_second_press_is_dropped(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN], start=True)
    gwen = table.context("gwen").new_page()
    held: list[Any] = []

    def slowly(socket: Any) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: held.append((server, text)) if '"press"' in text else server.send(text))

    gwen.route_web_socket(re.compile("/ws/"), slowly)
    gwen.goto(table.paths["table"])
    connected(gwen)
    gwen.locator("#say-words").fill("once")
    gwen.evaluate("document.getElementById('say').requestSubmit()")
    expect(gwen.locator("#say .is-pending")).to_be_visible()
    gwen.evaluate("document.getElementById('say').requestSubmit()")
    [(server, text)] = held
    server.send(text)
    expect(gwen.locator("#log-lines")).to_contain_text("once")
    expect(gwen.locator("#say .is-pending")).to_have_count(0)
    assert len(held) == 1


def test_b24_a_press_goes_out_when_the_one_before_is_shown_though_its_answer_is_late(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN], start=True)
    gwen = table.context("gwen").new_page()
    late: list[Any] = []

    def slowly(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: late.append((socket, text)) if '"done"' in text else socket.send(text))

    gwen.route_web_socket(re.compile("/ws/"), slowly)
    gwen.goto(table.paths["table"])
    connected(gwen)
    for _ in range(3):
        shown = gwen.locator("#log-lines li").count()
        gwen.keyboard.press("n")
        expect(gwen.locator("#log-lines li")).not_to_have_count(shown)
    while len(late) < 3:
        gwen.wait_for_timeout(50)
    expect(gwen.locator("html[data-sending]")).to_have_count(1)
    for socket, text in late:
        socket.send(text)
    expect(gwen.locator("html[data-sending]")).to_have_count(0)
    expect(gwen.locator(".is-pending, .refusal")).to_have_count(0)


def test_b24_browser_back_shows_the_table_as_it_is_now(lay: Any) -> None:
    table = lay(combatants=[MARA, GOBLIN], start=True)
    pia, gwen = table.page("pia"), table.page("gwen")
    pia.goto(table.paths["campaign"])
    gwen.locator("#say-words").fill("while you were away")
    gwen.locator("#say button").click()
    expect(gwen.locator("#log-lines")).to_contain_text("while you were away")
    pia.go_back()
    expect(pia.locator("#log-lines")).to_contain_text("while you were away")


@pytest.mark.parametrize("secure", [True, False])
def test_b21_the_fairness_page_works_every_card_and_die_out_again(lay: Any, secure: bool) -> None:
    """Also on plain http, where a browser gives no WebCrypto."""
    table = lay(combatants=[MARA, GOBLIN], start=True)
    gwen = table.page("gwen")
    for _ in range(3):
        with pressing(gwen, "end_turn"):
            gwen.keyboard.press("n")
        gwen.wait_for_timeout(150)
    gwen.evaluate(
        """async (url) => {
          const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
          await fetch(url + "commands/end/", { method: "POST", headers: { "X-CSRFToken": token },
            body: new URLSearchParams({ command_id: "end-of-the-fight" }) });
        }""",
        table.paths["table"],
    )
    context = table.context("sam")
    if not secure:
        context.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page = context.new_page()
    page.goto(table.paths["table"] + "fairness/")
    assert page.evaluate("crypto.subtle !== undefined") is secure
    page.locator("#check").click()
    expect(page.locator("#verdict")).to_contain_text("✓")
    page.route("**/export/", lambda route: tampered(route))
    page.locator("#check").click()
    expect(page.locator("#verdict")).to_contain_text("✗")


def tampered(route: Any) -> None:
    record = route.fetch().json()
    use = next(one for one in record["fairness"]["uses"] if one["kind"] == "shuffle")
    use["result"][0], use["result"][1] = use["result"][1], use["result"][0]
    route.fulfill(json=record)
