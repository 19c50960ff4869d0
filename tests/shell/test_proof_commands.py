"""The commands that prove things: `scenario`, `verify`, `replay_check`."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from combat.documents import stored_state
from combat.models import Encounter
from combat.registry import SYSTEMS
from tests.shell.fight import press, replayed, started

FIGHTER = {"proficiency_bonus": 0, "weapons": [{"name": "Club", "kind": "melee", "damage": "1d6"}]}
FILE = {
    "format": 1,
    "name": "a short fight",
    "system": "ctg",
    "combatants": [
        {"id": "ana", "name": "Ana", "side": "party", "player": "p1", "sheet": FIGHTER},
        {"id": "orc", "name": "Orc", "side": "foes", "player": None, "sheet": FIGHTER},
    ],
    "cards": ["KC", "2C", "3C", "4C", "5C", "QC"],
    "steps": [{"do": "start"}, {"expect": {"turn": "ana"}}],
}


@pytest.fixture
def written(tmp_path):
    def write(name, data):
        path = tmp_path / name
        path.write_text(data if isinstance(data, str) else json.dumps(data))
        return str(path)

    return write


def run(*arguments, **options):
    """(exit code, standard output, standard error)"""
    out, err = StringIO(), StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err, **options)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_a_line_a_file(written):
    good = written("good.json", FILE)
    bad = written("bad.json", {**FILE, "name": "a bad one", "steps": [{"do": "start"}, {"expect": {"turn": "orc"}}]})
    assert run("scenario", good) == (0, "ok a short fight\n", "")
    assert run("scenario", good, bad, good) == (
        1,
        "ok a short fight\nFAIL a bad one: step 1: turn: expected 'orc', got 'ana'\nok a short fight\n",
        "",
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            {**FILE, "steps": [{"by": "ana", "do": "attack", "weapon": "Club", "target": "x"}]},
            "steps[0].target: no combatant 'x'",
        ),
        ("{", "this is no JSON"),
    ],
)
def test_a_malformed_file_is_exit_2_and_the_others_are_played(written, content, words):
    code, out, err = run("scenario", written("bad.json", content), written("good.json", FILE))
    assert (code, out) == (2, "ok a short fight\n")
    assert words in err


def test_a_file_that_is_not_there_is_exit_2(tmp_path):
    code, _, err = run("scenario", str(tmp_path / "nothing.json"))
    assert code == 2
    assert "nothing.json" in err


def test_json_has_the_state_the_events_and_every_view(written):
    code, out, _ = run("scenario", "--json", written("good.json", FILE))
    shown = json.loads(out)
    assert (code, shown["ok"], shown["state"]["turn"]) == (0, True, "ana")
    assert list(shown["views"]) == ["gm", "p1", "spectator"]
    assert shown["views"]["spectator"]["combatants"]["ana"]["hand"] is None
    assert shown["state"]["combatants"]["ana"]["hand"] == ["KC", "5C", "4C", "3C", "2C"]
    assert [event["type"] for event in shown["events"]][-1:] != []


def test_json_of_two_files_is_refused(written):
    with pytest.raises(CommandError, match="one file"):
        run("scenario", "--json", written("a.json", FILE), written("b.json", FILE))


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_fight_that_played_itself_is_proven(tmp_path, system):
    fight = tmp_path / "fight.json"
    run("selfplay", "--system", system, "--seed", "07", "--out", str(fight))
    code, out, _ = run("verify", str(fight))
    assert code == 0
    assert out.startswith("ok ")


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_changed_die_is_found(tmp_path, system):
    fight = tmp_path / "fight.json"
    run("selfplay", "--system", system, "--seed", "07", "--out", str(fight))
    record = json.loads(fight.read_text())
    die = next(use for use in record["fairness"]["uses"] if use["kind"] == "die")
    die["result"] = die["result"] % die["n"] + 1
    fight.write_text(json.dumps(record))
    code, out, _ = run("verify", str(fight))
    assert code == 1
    assert "result: the stream gives" in out


def test_what_is_no_fight_is_refused(written):
    assert run("verify", written("a.json", "[]"))[0] == 1
    assert run("verify", written("b.json", "{"))[0] == 2


@pytest.mark.django_db
def test_every_stored_fight_is_what_its_log_leads_to(cast, browse):
    encounter = started(cast, browse)
    press(browse(cast.gwen), encounter, "damage", combatant="mara", amount=3)
    assert run("replay_check") == (0, "1 fights replayed, 0 of them stored otherwise\n", "")


@pytest.mark.django_db
def test_a_state_that_was_tampered_with_is_found_and_written_anew(cast, browse):
    encounter = started(cast, browse)
    spoiled = encounter.document.replace('"health":60', '"health":59')
    assert spoiled != encounter.document
    Encounter.objects.filter(pk=encounter.pk).update(document=spoiled)
    code, out, _ = run("replay_check")
    assert code == 1
    assert "is not what its log leads to" in out
    assert run("replay_check", "--write")[0] == 0
    assert run("replay_check")[0] == 0
    after = Encounter.objects.get(pk=encounter.pk)
    assert stored_state(after) == replayed(after)
