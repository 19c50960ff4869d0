"""Proofs (b) and (c): over a whole random fight nothing private reaches a browser that may not know it.

What each viewer may know is worked out from the state, apart from `project` and `redact`: the cards of one's own
hands, what lies open, what was played or shown to one before. (a), without HTML, is in tests/systems.
"""

import json
import random
import re

import pytest

from combat.engine.viewers import GM, SPECTATOR, player
from combat.registry import SYSTEMS
from tests.shell.fight import CTG, HIDDEN_ID, HIDDEN_NAME, NOTE, fresh, lay, press, state
from tests.shell.pages import in_thread, opened
from tests.systems.options import filled
from tests.systems.samples import SAMPLES

VIEWERS = {"gwen": GM, "pia": player("1"), "paul": player("2"), "sam": SPECTATOR}
STEPS = 30
DRAWN = re.compile(r"(?:data-card=|#f-|value=)\\?&?(?:quot;|\")?(10[CDHS]|[2-9AJQK][CDHS]|[RB]J)\b")
RANKS = {"Ace": "A", "King": "K", "Queen": "Q", "Jack": "J"}
SAID = re.compile(r"\b(Ace|King|Queen|Jack|10|[2-9]) of (Spades|Hearts|Diamonds|Clubs)\b|\b(Red|Black) Joker\b")


def cards_named(text: str) -> set[str]:
    """Every card that is drawn, offered or spelled out. The faces that each page holds for drawing are not named."""
    found = set(DRAWN.findall(text))
    for rank, suit, joker in SAID.findall(" ".join(re.sub(r"<[^>]*>|&nbsp;", " ", text).split())):
        found.add(f"{joker[0]}J" if joker else RANKS.get(rank, rank) + suit[0])
    return found


class Ledger:
    """Which cards each viewer has had a right to see so far, and the secrets that nobody but the GM has."""

    def __init__(self) -> None:
        self.known: dict[str, set[str]] = {name: set() for name in VIEWERS}
        self.revealed = False

    def note(self, now) -> None:
        opened = {card for pile in now.discards.values() for card in pile}
        if now.turn is not None and now.turn.two_actions and not now[now.turn.combatant].hidden:
            opened.add("RJ")  # R42: everybody sees that there are two actions
        for name, viewer in VIEWERS.items():
            self.known[name] |= opened
            for one in now.combatants:
                if viewer.owns(one.owner) or (one.owner is None and viewer.is_gm):
                    self.known[name] |= set(one.hand)
        self.revealed = self.revealed or not now[HIDDEN_ID].hidden

    def check(self, name: str, text: str, where: str) -> None:
        strangers = cards_named(text) - self.known[name]
        assert not strangers, f"{name} was shown {sorted(strangers)} by {where}"
        assert NOTE not in text or name == "gwen", f"{name} was shown the note by {where}"
        if name != "gwen":
            assert HIDDEN_NAME not in text, f"{name} was shown a hidden name by {where}"
            assert HIDDEN_ID not in text, f"{name} was shown a hidden id by {where}"


def random_press(rng, now, clients):
    """Something that somebody may do now: mostly what is offered, sometimes the game master's own will."""
    system, sample = SYSTEMS[CTG], SAMPLES[CTG]
    if rng.random() < 0.25:
        do, fields = sample.gm_command(now, rng)
        return clients["gwen"], do, fields
    offered = [
        (name, option) for name, viewer in VIEWERS.items() for option in system.options(now, viewer)
        if option.enabled and option.do not in ("end", "reveal")
    ]  # fmt: skip
    if not offered:
        return clients["gwen"], *sample.gm_command(now, rng)
    name, option = rng.choice(offered)
    return clients[name], option.do, filled(option, rng)


def as_form(fields):
    return {name: json.dumps(value) if isinstance(value, dict) else value for name, value in fields.items()}


@pytest.fixture
def clients(cast, browse):
    return {name: browse(getattr(cast, name)) for name in (*VIEWERS, "olaf")}


def a_fight(cast, seed):
    """Hands of seven and own decks of one pack: few cards are in many places, so a leak is seen at once."""
    return lay(cast, house_rules={"gm_sees_hands": "never", "reaction_seconds": 12})


ADDRESSES = ("", "panels/", "panels/?act=1", "log/?before=40", "fairness/", "export/")


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1, 2])
def test_b18_no_page_shows_what_its_viewer_may_not_know(cast, clients, seed):
    rng, ledger, encounter = random.Random(seed), Ledger(), a_fight(cast, seed)
    press(clients["gwen"], encounter, "start")
    for step in range(STEPS):
        now = state(encounter)
        ledger.note(now)
        if step % 6 == 5:
            look_everywhere(ledger, encounter, clients, step)
        client, do, fields = random_press(rng, now, clients)
        if do in ("reveal", "end") or (fields.get("combatant") == HIDDEN_ID and do == "remove"):
            continue
        answer = press(client, encounter, do, **as_form(fields))
        who = next(name for name, other in clients.items() if other is client)
        ledger.note(state(encounter))
        ledger.check(who, answer.content.decode(), f"the answer to {do}")
    assert len(fresh(encounter).lines) == 4


def look_everywhere(ledger, encounter, clients, step):
    base = f"/encounters/{encounter.public_id}/"
    for name in VIEWERS:
        for address in ADDRESSES:
            page = clients[name].get(base + address)
            assert page.status_code == 200
            text = without_faces(page.content.decode())
            ledger.check(name, text, f"{address or 'the page'} at step {step}")
    assert all(clients["olaf"].get(base + address).status_code == 404 for address in ADDRESSES)


def without_faces(text: str) -> str:
    """The page without the drawings that every page has, whatever is in anybody's hand."""
    return re.sub(r"<symbol\b.*?</symbol>", "", text, flags=re.S)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", [3, 4])
async def test_b18_no_frame_holds_what_its_audience_may_not_know(cast, clients, seed):
    rng, ledger = random.Random(seed), Ledger()
    encounter = await in_thread(a_fight)(cast, seed)
    await in_thread(press)(clients["gwen"], encounter, "start")
    pages = {name: await opened(encounter, clients[name]) for name in VIEWERS}
    stranger = await opened(encounter, clients["olaf"])
    ledger.note(await in_thread(state)(encounter))
    for step in range(STEPS):
        now = await in_thread(state)(encounter)
        client, do, fields = random_press(rng, now, clients)
        if do in ("reveal", "end") or (fields.get("combatant") == HIDDEN_ID and do == "remove"):
            continue
        await in_thread(press)(client, encounter, do, **as_form(fields))
        ledger.note(await in_thread(state)(encounter))
        for name, page in pages.items():
            told = len(page.texts)
            await page.quiet(0.02)
            for text in page.texts[told:]:
                ledger.check(
                    name, without_faces(json.dumps(json.loads(text), ensure_ascii=False)), f"a frame at step {step}"
                )
    for name, page in pages.items():
        await page.quiet()
        assert page.n > 3
        ledger.check(
            name, without_faces(json.dumps([json.loads(text) for text in page.texts], ensure_ascii=False)), "all frames"
        )
        await page.shut()
    assert (stranger.closed, stranger.texts) == (4403, [])
    await stranger.shut()


@pytest.mark.django_db
def test_the_proof_itself_sees_a_leak(cast, clients):
    """A hand in somebody else's page, however it is drawn, is found."""
    encounter = a_fight(cast, 0)
    press(clients["gwen"], encounter, "start")
    ledger = Ledger()
    ledger.note(state(encounter))
    hand = state(encounter)["ilse"].hand
    card = next(code for code in hand if code not in ledger.known["pia"])
    page = clients["paul"].get(f"/encounters/{encounter.public_id}/").content.decode()
    assert set(hand) <= cards_named(without_faces(page))
    with pytest.raises(AssertionError, match="pia was shown"):
        ledger.check("pia", without_faces(page), "Paul's page")
    with pytest.raises(AssertionError, match="pia was shown"):
        ledger.check("pia", f'<button data-card="{card}">', "a part")
