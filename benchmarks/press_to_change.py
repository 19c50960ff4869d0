"""From a press in one browser to the change in every open page of the table.

    python benchmarks/press_to_change.py [--presses 60]

Serves the site on a free port with a database of its own, opens the pages of a game master, two players and a
spectator in real browsers, and presses. Prints one table: milliseconds from the press to the moment at which the
change is in the page, for each page. All clocks are this machine's.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import json
import os

from playwright.sync_api import sync_playwright

from tests.browser.conftest import GOBLIN, MARA, PHONE, TOMA, WIDE, Site, browser_path, connected, free_port

WATCH = """() => {
  window.changes = [];
  new MutationObserver((records) => {
    if (records.some((record) => record.addedNodes.length)) window.changes.push(performance.timeOrigin + performance.now());
  }).observe(document.getElementById('log-lines'), { childList: true });
}"""
PRESS = """([id, amount]) => {
  const form = document.getElementById('gm-set-temporary_health');
  form.querySelector('[name=combatant]').value = id;
  form.querySelector('[name=temporary_health]').value = amount;
  const at = performance.timeOrigin + performance.now();
  form.requestSubmit();
  return at;
}"""
SPEC = {"combatants": [MARA, TOMA, *[GOBLIN] * 5], "start": True, "house_rules": {"reaction_seconds": 0}}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--presses", type=int, default=60)
    presses = options.parse_args().presses
    with tempfile.TemporaryDirectory(prefix="high-card-") as folder:
        site = Site(folder=Path(folder), port=free_port())
        site.python("manage.py", "migrate", "-v0")
        site.start()
        try:
            paths = json.loads(site.python("-m", "tests.browser.laying", json.dumps(SPEC)))
            report(measure(site, paths, presses), presses)
        finally:
            site.kill()


def measure(site: Site, paths: dict[str, Any], presses: int) -> dict[str, list[float]]:
    args = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=args)
        pages = {}
        for who in ("gwen", "pia", "paul", "sam"):
            context = browser.new_context(base_url=site.url, viewport=PHONE if who == "paul" else WIDE)
            context.add_cookies([{"name": "sessionid", "value": paths["sessions"][who], "url": site.url}])
            pages[who] = context.new_page()
            pages[who].goto(paths["table"])
            connected(pages[who])
            pages[who].evaluate(WATCH)
        found: dict[str, list[float]] = {who: [] for who in pages}
        for count in range(presses + 5):
            at = pages["gwen"].evaluate(PRESS, ["mara-quill", str(count % 7 + 1)])
            for who, page in pages.items():
                seen = changes_of(page)
                if count >= 5:  # the first presses warm up templates and connections
                    found[who].append(seen - at)
            pages["gwen"].wait_for_timeout(150)
        browser.close()
        return found


def changes_of(page: Any) -> float:
    """When the change came, on the page's own clock."""
    while not (seen := page.evaluate("() => window.changes.splice(0)")):
        page.wait_for_timeout(10)
    return float(seen[0])


def report(found: dict[str, list[float]], presses: int) -> None:
    names = {"gwen": "GM, presses", "pia": "player", "paul": "player, phone", "sam": "spectator"}
    print(f"{presses} presses; milliseconds from the press to the change in the page")
    print(f"{'page':<16}{'seen':>6}{'median':>9}{'95 %':>9}{'most':>9}")
    for who, times in found.items():
        ordered = sorted(times)
        late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
        print(f"{names[who]:<16}{len(ordered):>6}{statistics.median(ordered):>9.1f}{late:>9.1f}{ordered[-1]:>9.1f}")


if __name__ == "__main__":
    main()
