"""Proofs (b) and (c) for d100: over a whole random fight no page and no frame holds what is the GM's.

The foes' skills, Wounds and armour are numbers that nothing else in the fight can come to, so a leak is seen at once,
also where something was added to it or taken off.
"""

import json
import random
import re

import pytest

from combat import codec
from combat.engine.system import Newcomer, Setup
from combat.engine.viewers import GM, SPECTATOR, player
from combat.registry import SYSTEMS
from tests.shell.fight import HIDDEN_ID, HIDDEN_NAME, NOTE, fresh, lay, press, state
from tests.shell.pages import in_thread, opened
from tests.systems.options import filled

D100 = "d100"
VIEWERS = {"gwen": GM, "pia": player("1"), "paul": player("2"), "sam": SPECTATOR}
STEPS = 40
SECRET = range(650, 6600)
"""Skills of 800, Wounds of 6000 and armour of 90 with all that a fight adds or takes; nothing of the players' is so much."""
ADDRESSES = ("", "panels/", "panels/?act=1", "log/?before=60", "fairness/", "export/")
MINE = {"weapons": ["sword", "bow"], "spells": ["spark_dart"], "prayers": ["mend"], "wounds": 400}
SKILLS = ("melee_basic", "dodge", "arcana", "pray", "heal")


def secretive(number: int) -> dict[str, object]:
    skills = dict.fromkeys((*SKILLS, "athletics", "cool", "endurance", "perception", "stealth"), 800 + number)
    characteristics = dict.fromkeys(("ws", "bs", "t", "i", "ag", "dex", "int", "wp", "fel"), 800 + number)
    return {
        "skills": skills, "characteristics": {**characteristics, "s": 40}, "wounds": 6000 + number,
        "weapons": ["sword", "shield"],
    }  # fmt: skip


def setup() -> Setup:
    system = SYSTEMS[D100]

    def one(id: str, name: str, owner: str | None, sheet: dict[str, object], hidden: bool = False) -> Newcomer:
        made = codec.load(system.sheet_type, sheet)
        side = "party" if owner else "foes"
        return Newcomer(id=id, name=name, side=side, owner=owner, hidden=hidden, sheet=made)

    mine = {**MINE, "skills": dict.fromkeys(SKILLS, 60), "characteristics": {"t": 40, "i": 50}}
    return Setup(
        house_rules=codec.load(system.house_rules_type, {"defence_seconds": 12}),
        combatants=(
            one("signe", "Signe", "1", mine),
            one("aldous", "Aldous", "2", mine),
            one("brute", "Brute", None, secretive(21)),
            one("warden", "Warden", None, secretive(43)),
            one(HIDDEN_ID, HIDDEN_NAME, None, secretive(65), True),
        ),
    )


def numbers_in(text: str) -> set[int]:
    """All numbers that a page shows, in its words and in its attributes; not those inside of names, links and drawings."""
    text = re.sub(r"<symbol\b.*?</symbol>|<svg\b.*?</svg>|<script\b.*?</script>|<link\b[^>]*>", "", text, flags=re.S)
    text = re.sub(r"\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{16,}\b", "", text)
    text = re.sub(r'(?:max|maxlength|points|d|x|y|viewBox|content|datetime|data-deadline)=\\?"[^"]*"', "", text)
    return {int(found) for found in re.findall(r"(?<![\w.:/#-])(\d{3,4})(?![\w.:/-])", text)}


def check(name: str, text: str, where: str) -> None:
    if name == "gwen":
        return
    assert NOTE not in text, f"{name} was shown the note by {where}"
    assert HIDDEN_NAME not in text, f"{name} was shown a hidden name by {where}"
    assert HIDDEN_ID not in text, f"{name} was shown a hidden id by {where}"
    leaked = numbers_in(text) & set(SECRET)
    assert not leaked, f"{name} was shown {sorted(leaked)} by {where}"


def random_press(rng, now, clients):
    """What somebody is offered, mostly in the fight itself; nobody ends it, and who is hidden stays so."""
    system = SYSTEMS[D100]
    unwanted = (
        "end",
        "reveal",
        "remove",
        "hide",
        "set",
        "damage",
        "heal",
        "resolve",
    )  # of these the GM types the numbers
    offered = [
        (name, option)
        for name, viewer in VIEWERS.items() for option in system.options(now, viewer)
        if option.enabled and option.do not in unwanted
    ]  # fmt: skip
    fighting = [
        pair for pair in offered if pair[1].do in ("attack", "defend", "end_turn", "cast", "pray", "correct_attack")
    ]
    name, option = rng.choice(fighting if fighting and rng.random() < 0.75 else offered)
    return clients[name], option.do, filled(option, rng)


def as_form(fields):
    return {name: json.dumps(value) if isinstance(value, dict) else value for name, value in fields.items()}


@pytest.fixture
def clients(cast, browse):
    return {name: browse(getattr(cast, name)) for name in (*VIEWERS, "olaf")}


def laid(cast, clients):
    encounter = lay(cast, setup=setup(), system=D100)
    assert press(clients["gwen"], encounter, "start").status_code == 204
    return encounter


def page_of(client, encounter, address=""):
    return client.get(f"/encounters/{encounter.public_id}/{address}")


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1, 2])
def test_b18_no_d100_page_shows_what_its_viewer_may_not_know(cast, clients, seed):
    rng, encounter, done = random.Random(seed), laid(cast, clients), 0
    for step in range(STEPS):
        client, do, fields = random_press(rng, state(encounter), clients)
        answer = press(client, encounter, do, **as_form(fields))
        done += answer.status_code == 204
        who = next(name for name, other in clients.items() if other is client)
        check(who, answer.content.decode(), f"the answer to {do}")
        if step % 8 == 7:
            for name in VIEWERS:
                for address in ADDRESSES:
                    page = page_of(clients[name], encounter, address)
                    assert page.status_code == 200
                    check(name, page.content.decode(), f"{address or 'the page'} at step {step}")
            assert all(page_of(clients["olaf"], encounter, address).status_code == 404 for address in ADDRESSES)
    assert done > STEPS / 2
    assert len(fresh(encounter).lines) == 4


def texts_of(frame):
    """The markup in a frame's parts; the numbers of a patch count pieces and say nothing."""
    for change in frame.get("parts", {}).values():
        yield from [change] if isinstance(change, str) else [hunk[2] for hunk in change if len(hunk) == 3]


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", [3, 4])
async def test_b18_no_d100_frame_holds_what_its_audience_may_not_know(cast, clients, seed):
    rng = random.Random(seed)
    encounter = await in_thread(laid)(cast, clients)
    pages = {name: await opened(encounter, clients[name]) for name in VIEWERS}
    stranger = await opened(encounter, clients["olaf"])
    for _ in range(STEPS):
        now = await in_thread(state)(encounter)
        client, do, fields = random_press(rng, now, clients)
        await in_thread(press)(client, encounter, do, **as_form(fields))
        for page in pages.values():
            await page.quiet(0.02)
    for name, page in pages.items():
        await page.quiet()
        assert page.n > 3
        for text in page.texts:
            frame = json.loads(text)
            shown = [*texts_of(frame), *frame.get("log", ()), json.dumps(frame.get("notes", {}))]
            check(name, "\n".join(shown), "a frame")
        check(name, "\n".join(page.parts.values()), "the page after all frames")
        await page.shut()
    assert (stranger.closed, stranger.texts) == (4403, [])
    await stranger.shut()


@pytest.mark.django_db
def test_the_d100_proof_itself_sees_a_leak(cast, clients):
    """The GM's page, shown to Pia, would be found out: by the number, and by the name."""
    encounter = laid(cast, clients)
    page = page_of(clients["gwen"], encounter).content.decode()
    assert numbers_in(page) & set(SECRET)
    for text in (page.replace(HIDDEN_NAME, "").replace(HIDDEN_ID, "").replace(NOTE, ""), f"<p>{HIDDEN_NAME}</p>"):
        with pytest.raises(AssertionError, match="pia was shown"):
            check("pia", text, "Gwen's page")
