"""Undo is exact, guarded, and adds to the log."""

import pytest

from combat import codec
from combat.engine.system import Newcomer, Setup
from combat.fairness import check_fight
from combat.records import fight_file
from combat.registry import SYSTEMS
from combat.selectors import table_for
from tests.shell.fight import fresh, lay, press, replayed, started, state

pytestmark = pytest.mark.django_db


def without_d18(value):
    """The state but for what ctg D18 leaves: the pile's order, and how far the random stream has gone."""
    from combat.engine.records import replace

    return replace(value, piles={key: tuple(sorted(pile)) for key, pile in value.piles.items()}, sunk={})


def test_b13_undo_restores_the_state_and_adds_an_entry(cast, browse):
    encounter = started(cast, browse)
    gwen = browse(cast.gwen)
    before = state(encounter)
    press(gwen, encounter, "damage", combatants=["goblin-1", "goblin-2", "mara"], amount=7)
    press(gwen, encounter, "end_turn")
    assert press(gwen, encounter, "undo", steps=2).status_code == 204
    assert without_d18(state(encounter)) == without_d18(before)
    after = fresh(encounter)
    assert after.version == 5
    assert [entry.undone_by for entry in after.log.order_by("number")] == [None, None, 4, 4, None]
    assert replayed(after) == state(after)


def test_b13_only_the_game_master_takes_back(cast, browse):
    encounter = started(cast, browse)
    for who in (cast.pia, cast.sam):
        assert press(browse(who), encounter, "undo", steps=1)["X-Refusal"] == "gm_only"
    assert fresh(encounter).version == 2


def test_b13_more_steps_than_there_are_is_refused(cast, browse):
    encounter = started(cast, browse)
    assert press(browse(cast.gwen), encounter, "undo", steps=2)["X-Refusal"] == "bad_value"


def test_undo_to_a_line_needs_to_have_seen_the_table(cast, browse):
    encounter = started(cast, browse)
    gwen = browse(cast.gwen)
    press(gwen, encounter, "damage", combatant="goblin-1", amount=7)
    seen = fresh(encounter).lines["gm"]
    press(gwen, encounter, "damage", combatant="goblin-2", amount=7)
    assert press(gwen, encounter, "undo", to=2)["X-Refusal"] == "stale"
    assert press(gwen, encounter, "undo", to=2, seen=seen)["X-Refusal"] == "stale"
    assert press(gwen, encounter, "undo", to=2, seen=fresh(encounter).lines["gm"]).status_code == 204
    now = state(encounter)
    assert (now["goblin-1"].health, now["goblin-2"].health) == (40, 40)


def test_talk_is_no_step_and_makes_no_undo_late(cast, browse):
    encounter = started(cast, browse)
    gwen = browse(cast.gwen)
    press(gwen, encounter, "damage", combatant="goblin-1", amount=7)
    seen = fresh(encounter).lines["gm"]
    browse(cast.pia).post(f"/encounters/{encounter.public_id}/say/", {"command_id": "a" * 16, "words": "wait"})
    assert press(gwen, encounter, "undo", to=2, seen=seen).status_code == 204
    assert state(encounter)["goblin-1"].health == 40


def test_the_preview_says_what_would_change(cast, browse):
    encounter = started(cast, browse)
    gwen = browse(cast.gwen)
    press(gwen, encounter, "damage", combatant="goblin-1", amount=7)
    page = gwen.get(f"/encounters/{encounter.public_id}/undo-preview/?to=2").content.decode()
    assert "one step back" in page
    assert "Goblin 1" in page
    assert "33" in page
    assert "40" in page
    assert fresh(encounter).version == 3
    assert browse(cast.pia).get(f"/encounters/{encounter.public_id}/undo-preview/?to=2").status_code == 404


def test_the_preview_says_how_long_an_effect_lasts(cast, browse):
    encounter = started(cast, browse)
    gwen = browse(cast.gwen)
    prone = {"effect.name": "Prone", "effect.flags": "prone", "effect.duration.unit": "removed"}
    assert press(gwen, encounter, "effect", combatant="mara", **prone).status_code == 204
    dazed = {"effect.name": "Dazed", "effect.duration.unit": "rounds", "effect.duration.count": 2}
    assert press(gwen, encounter, "effect", combatant="mara", **dazed).status_code == 204
    page = gwen.get(f"/encounters/{encounter.public_id}/undo-preview/?to=2").content.decode()
    assert "<td>effects</td><td><bdi>Prone, until removed; Dazed, 2 rounds</bdi></td><td><bdi>none</bdi></td>" in page


def test_the_preview_names_the_conditions_of_another_system(cast, browse):
    system = SYSTEMS["d100"]
    sheet = codec.load(system.sheet_type, {"wounds": 12, "weapons": ["sword"]})
    setup = Setup(
        house_rules=codec.load(system.house_rules_type, {}),
        combatants=(
            Newcomer(id="signe", name="Signe", side="party", owner="1", sheet=sheet),
            Newcomer(id="brute", name="Brute", side="foes", sheet=sheet),
        ),
    )
    encounter = lay(cast, setup=setup, system="d100")
    gwen = browse(cast.gwen)
    assert press(gwen, encounter, "start").status_code == 204
    for condition, levels in (("prone", 1), ("bleeding", 2)):
        given = {"effect.condition": condition, "effect.levels": levels}
        assert press(gwen, encounter, "effect", combatant="brute", **given).status_code == 204
    page = gwen.get(f"/encounters/{encounter.public_id}/undo-preview/?to=2").content.decode()
    assert "<td>conditions</td><td><bdi>Prone; Bleeding 2</bdi></td><td><bdi>none</bdi></td>" in page


def test_b21_the_end_opens_the_seed_and_undoing_it_commits_to_a_new_one(cast, browse):
    encounter = started(cast, browse)
    gwen, pia = browse(cast.gwen), browse(cast.pia)
    seed = encounter.chance["seed"]
    fairness = f"/encounters/{encounter.public_id}/fairness/"
    assert seed not in pia.get(fairness).content.decode()
    press(gwen, encounter, "end")
    assert seed in pia.get(fairness).content.decode()
    press(gwen, encounter, "undo", steps=1)
    after = fresh(encounter)
    assert after.status == "running"
    assert [set(stream) for stream in after.streams] == [{"commitment", "seed"}, {"commitment"}]
    assert after.chance["seed"] != seed
    press(gwen, encounter, "damage", combatant="goblin-1", amount=1)
    press(gwen, encounter, "end_turn")
    press(gwen, encounter, "end")
    record = fight_file(table_for(cast.pia, encounter.public_id))
    assert [bool(stream["seed"]) for stream in record["fairness"]["streams"]] == [True, True]
    assert check_fight(record) == len(record["fairness"]["uses"])


def test_a_fight_with_cuts_talk_and_undo_is_exported_and_verified(cast, browse):
    encounter = started(cast, browse)
    gwen, base = browse(cast.gwen), f"/encounters/{encounter.public_id}/"
    browse(cast.pia).post(base + "cut/", {"command_id": "b" * 16, "cut": "left hand"})
    for _ in range(3):
        press(gwen, encounter, "end_turn")
    press(gwen, encounter, "undo", steps=1)
    browse(cast.pia).post(base + "say/", {"command_id": "c" * 16, "words": "again"})
    press(gwen, encounter, "end_turn")
    press(gwen, encounter, "end")
    answer = browse(cast.sam).get(base + "export/")
    assert check_fight(answer.json()) > 0


def test_a_running_fight_is_exported_without_what_is_secret(cast, browse):
    from tests.shell.fight import HIDDEN_NAME

    encounter = started(cast, browse)
    text = browse(cast.pia).get(f"/encounters/{encounter.public_id}/export/").content.decode()
    assert encounter.chance["seed"] not in text
    assert HIDDEN_NAME not in text
    assert encounter.streams[0]["commitment"] in text
    assert '"k":' not in text
