"""What a process counts, who may read it, and that no label says whom it is about."""

import json
import re

import pytest
from django.db import OperationalError
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from combat import metrics
from tests.shell.fight import HIDDEN_ID, press, started
from tests.shell.machines import asked
from tests.shell.pages import in_thread, opened

TOKEN = "a token of sixteen signs or more"
LABELS = {"system", "command", "code", "door", "error", "build", "le"}
LOOPBACK = {"client": "127.0.0.1", "host": "localhost:8000"}


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.mark.asyncio
async def test_without_a_token_it_is_not_there(settings):
    settings.METRICS_TOKEN = ""
    assert settings.LOCAL is False
    assert (await asked("/metrics", **LOOPBACK)).status == 404


@pytest.mark.asyncio
async def test_with_a_token_only_whoever_has_it_may_read(settings):
    settings.METRICS_TOKEN, settings.LOCAL = TOKEN, True
    for given in ({}, {"authorization": "Bearer something else"}, {"authorization": TOKEN}, LOOPBACK):
        answer = await asked("/metrics", **given)
        assert (answer.status, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert "high_card" not in answer.text
    answer = await asked("/metrics", authorization=f"Bearer {TOKEN}")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "given",
    [
        {"client": "192.168.1.20", "host": "localhost:8000"},
        {"client": "127.0.0.1", "host": "rebound.example.org"},
        {"client": "127.0.0.1", "host": "localhost.example.org"},
        {**LOOPBACK, "x_forwarded_for": "127.0.0.1"},
        {**LOOPBACK, "forwarded": "for=127.0.0.1"},
        {**LOOPBACK, "via": "1.1 somebody"},
    ],
)
async def test_in_local_mode_only_this_machine_itself_may_read(settings, given):
    settings.METRICS_TOKEN, settings.LOCAL = "", True
    answer = await asked("/metrics", **given)
    assert answer.status in (400, 404)
    assert "high_card" not in answer.text


@pytest.mark.asyncio
@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
async def test_in_local_mode_this_machine_may_read(settings, host):
    settings.METRICS_TOKEN, settings.LOCAL = "", True
    assert (await asked("/metrics", client="127.0.0.1", host=host)).status == 200


def test_every_figure_is_there_once_something_has_happened():
    metrics.action("ctg", "attack", 0.004)
    metrics.refusal("stale")
    metrics.press("socket", 0.02)
    metrics.push(0.03)
    metrics.batch(3)
    metrics.database_error(OSError())

    found = {family.name: family for family in text_string_to_metric_families(metrics.written().decode())}
    ours = {name.removeprefix("high_card_") for name in found if name.startswith("high_card_")}
    assert ours == {
        "actions", "action_seconds", "refusals", "press_seconds", "push_seconds", "batch_presses", "database_errors",
        "sockets", "tables", "presses_waiting", "hints_waiting", "build_info",
    }  # fmt: skip
    assert "process_cpu_seconds" in found or "python_info" in found, "and what the library knows of the process"


@pytest.mark.django_db(transaction=True)
def test_presses_and_refusals_are_counted_without_saying_whose(cast, browse):
    encounter, gwen = started(cast, browse), browse(cast.gwen)
    done = value("high_card_actions_total", system="ctg", command="damage")
    refused = value("high_card_refusals_total", code="bad_value")
    answered = value("high_card_press_seconds_count", door="http")
    assert press(gwen, encounter, "damage", combatant="mara", amount=3).status_code == 204
    assert press(gwen, encounter, "damage", combatant="mara", amount="a lot").status_code == 422
    assert value("high_card_actions_total", system="ctg", command="damage") == done + 1
    assert value("high_card_refusals_total", code="bad_value") == refused + 1
    assert value("high_card_press_seconds_count", door="http") == answered + 2
    ours = [line for line in metrics.written().decode().splitlines() if line.startswith("high_card_")]
    assert {name for line in ours for name in re.findall(r'(\w+)="', line)} <= LABELS
    for private in ("mara", "Mara", "gwen", HIDDEN_ID, str(encounter.public_id)):
        assert all(private not in line for line in ours)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_press_over_the_socket_is_timed_to_its_answer_and_to_the_last_page(cast, browse):
    encounter = await in_thread(started)(cast, browse)
    pages = [await opened(encounter, await in_thread(browse)(who)) for who in (cast.gwen, cast.pia)]
    names = ("high_card_push_seconds_count", "high_card_batch_presses_count")
    before = [value(name) for name in names]
    answered = value("high_card_press_seconds_count", door="socket")
    assert (value("high_card_sockets"), value("high_card_tables")) == (2, 1)
    asked = {"do": "press", "kind": "damage", "id": "gesture-1234", "fields": {"combatant": ["mara"], "amount": ["3"]}}
    await pages[0].say(json.dumps(asked))
    await pages[0].until(lambda: any("done" in frame for frame in pages[0].frames))
    await pages[1].until(lambda: any("c-mara" in frame.get("parts", {}) for frame in pages[1].frames[1:]))
    assert all(value(name) > was for name, was in zip(names, before, strict=True))
    assert value("high_card_press_seconds_count", door="socket") == answered + 1
    assert value("high_card_presses_waiting") == 0
    for page in pages:
        await page.shut()
    assert (value("high_card_sockets"), value("high_card_tables")) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_a_page_that_the_database_fails_is_counted(cast, browse, monkeypatch):
    def away(*_: object) -> None:
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr("combat.views.home.campaigns_of", away)
    client = browse(cast.pia)
    client.raise_request_exception = False
    before = value("high_card_database_errors_total", error="OperationalError")
    assert client.get("/").status_code == 500
    assert value("high_card_database_errors_total", error="OperationalError") == before + 1
