"""A log tells which table did what and how long it took, and nothing that is somebody's own."""

import io
import json
import logging
import logging.config
import random
import re
import urllib.error
import urllib.request

import pytest
from django.urls import reverse

from combat.engine.cards import FULL_PACK, card_name
from combat.engine.errors import IllegalCommand
from combat.models import Invite
from ctg_site.logs import Discreet, JsonLines, Text
from tests.shell.fight import HIDDEN_ID, HIDDEN_NAME, NOTE, fresh, lay, press, state
from tests.shell.servers import Server, post, session_of
from tests.shell.test_privacy import VIEWERS, as_form, random_press

FORMATS = ["text", "json"]
SPOKEN, TYPED = "Xw5 he lies about the bell", "Xw6 my own cut"
CARDS = re.compile(r"\b(" + "|".join(FULL_PACK) + r")\b")


@pytest.fixture
def written(settings):
    """`written("json")` begins to write all that the product logs, and returns the pages so far when called."""
    handlers = []

    def begin(form: str):
        config = settings.LOGGING
        made = logging.config.DictConfigurator(config)
        handler = logging.StreamHandler(io.StringIO())
        handler.setFormatter(made.configure_formatter(dict(config["formatters"][form])))
        handler.addFilter(Discreet())
        logging.getLogger().addHandler(handler)
        handlers.append(handler)
        return handler.stream.getvalue

    logging.getLogger("combat").setLevel("DEBUG")
    yield begin
    logging.getLogger("combat").setLevel("INFO")
    for handler in handlers:
        logging.getLogger().removeHandler(handler)


def a_fight(cast, browse, seed):
    """Presses, refusals, words, cuts, an undo, a stranger, and the looks of everybody."""
    clients = {name: browse(getattr(cast, name)) for name in VIEWERS}
    encounter, rng = lay(cast, house_rules={"gm_sees_hands": "never"}), random.Random(seed)
    base = f"/encounters/{encounter.public_id}/"
    press(clients["gwen"], encounter, "start")
    for step in range(40):
        client, do, fields = random_press(rng, state(encounter), clients)
        if do != "end":
            press(client, encounter, do, **as_form(fields))
        if step % 10 == 5:
            clients["pia"].post(f"{base}say/", {"command_id": f"gesture-say-{step}", "words": SPOKEN})
            clients["paul"].post(f"{base}cut/", {"command_id": f"gesture-cut-{step}", "cut": TYPED})
            press(clients["gwen"], encounter, "undo", steps=1)
            press(clients["sam"], encounter, "attack", by="mara", target="ilse")
            for name in VIEWERS:
                assert clients[name].get(base).status_code == 200
            assert browse(cast.olaf).get(base).status_code == 404
    return encounter, clients


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("form", FORMATS)
def test_no_line_of_a_whole_fight_holds_what_is_private(cast, browse, written, form):
    lines = written(form)
    encounter, clients = a_fight(cast, browse, seed=7)
    text = lines()
    assert text.count(f"encounter={encounter.pk} version=") > 20, "it is this fight's log"
    secrets = [
        SPOKEN, TYPED, NOTE, HIDDEN_ID, HIDDEN_NAME, encounter.chance["seed"], str(encounter.public_id),
        *(session_of(client) for client in clients.values()), *(card_name(code) for code in FULL_PACK),
    ]  # fmt: skip
    for secret in secrets:
        assert secret not in text
    without_times = re.sub(r"\d\d:\d\d:\d\d[.,]\d+|\d{4}-\d\d-\d\d", "", text)
    assert CARDS.findall(without_times) == []


@pytest.mark.django_db(transaction=True)
def test_as_json_each_line_is_an_object_and_its_values_have_names(cast, browse, written):
    lines = written("json")
    encounter = lay(cast)
    press(browse(cast.gwen), encounter, "start")
    found = [json.loads(line) for line in lines().splitlines()]
    start = next(line for line in found if line.get("command") == "start")
    assert start["encounter"] == encounter.pk
    assert start["version"] == fresh(encounter).version
    assert (start["actor"], start["level"], start["events"] > 0, start["ms"] > 0) == ("gm", "INFO", True, True)
    assert start["time"].endswith("+00:00")
    assert start["message"].startswith(f"encounter={encounter.pk} ")


def record(message: str, *values: object, error: BaseException | None = None, **more: object) -> logging.LogRecord:
    made = logging.LogRecord(
        "combat", logging.ERROR, "", 0, message, values, (type(error), error, None) if error else None
    )
    made.__dict__.update(more)
    return made


@pytest.mark.parametrize("formatter", [Text(), JsonLines()])
def test_of_an_exception_only_the_place_is_told_unless_it_speaks_of_the_machine(formatter):
    hand = ["QS", "10H"]
    try:
        try:
            hand.remove("AC")
        except ValueError as error:
            raise IllegalCommand("not_in_hand", f"You hold {hand}, not {error}.") from error
    except IllegalCommand as raised:
        failed = raised
    made = record("it failed: %s", failed)
    made.exc_info = (type(failed), failed, failed.__traceback__)
    made.exc_text = f"what another handler made of it: {failed}"
    Discreet().filter(made)
    text = formatter.format(made)
    assert "IllegalCommand" in text
    assert "ValueError" in text, "and what it came from"
    assert "test_logs.py" in text
    assert not any(private in text for private in ("QS'", "10H'", "hold ["))
    assert "Errno 111" in formatter.format(record("away", error=ConnectionRefusedError(111, "Errno 111")))


def test_a_value_without_a_name_stays_in_the_message():
    line = json.loads(JsonLines().format(record("next try in %.1f s: %s, table=%s", 2.5, "no", 7)))
    assert line["message"] == "next try in 2.5 s: no, table=7"
    assert set(line) == {"time", "level", "logger", "message", "table"}
    assert json.loads(JsonLines().format(record("100% sure")))["message"] == "100% sure"
    assert json.loads(JsonLines().format(record("level=%s", "mine")))["level"] == "ERROR"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("form", FORMATS)
def test_a_served_site_writes_down_no_address_with_a_secret_in_it(cast, browse, tmp_path, form):
    invite = Invite.objects.create(campaign=cast.campaign, token="bell-k7m2q-x4h9r")
    encounter = lay(cast)
    server = Server(tmp_path, HIGH_CARD_LOG="DEBUG", HIGH_CARD_LOG_FORMAT=form).start()
    try:
        for path in (reverse("join", args=[invite.token]), f"/join/{invite.token}/more/", f"/{invite.token}"):
            for data in (None, b"name=Nobody"):
                refused_or_not(server.base + path, data)
        press_path = reverse("command", kwargs={"public_id": encounter.public_id, "kind": "start"})
        assert post(server, browse(cast.gwen), press_path) == 204
    finally:
        server.stop()
    text = server.log.read_text()
    assert invite.token not in text
    assert "Forbidden" in text, "a post without our cookie is told"
    assert "join/<str:token>/" in text
    assert "command=start" in text
    if form == "json":
        assert all(json.loads(line) for line in text.splitlines())


def refused_or_not(url: str, data: bytes | None) -> None:
    try:
        urllib.request.urlopen(urllib.request.Request(url, data=data), timeout=20).close()
    except urllib.error.HTTPError as error:
        error.close()
