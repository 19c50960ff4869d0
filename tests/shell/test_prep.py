"""Encounter prep: the typed line, the party, hidden numbers, the deal, opening, and joining later."""

import uuid

import pytest
from django.urls import reverse

from combat.codec import dump
from combat.documents import state_of
from combat.library import library
from combat.lineup import Found, Missing, read_line
from combat.models import Character, Encounter
from combat.plan import Planned, marked, named
from combat.services.compose import encounter_create, plan_change, plan_of


@pytest.fixture
def encounter(cast):
    return encounter_create(campaign=cast.campaign, system="ctg", name="Under the Bell")


@pytest.fixture
def party(cast):
    made = []
    for who, name in (("pia", "Mara Quill"), ("paul", "Ilse Varn")):
        ready = library("ctg").characters[name]
        made.append(
            Character.objects.create(
                campaign=cast.campaign, owner=cast.member(who), system="ctg", name=name, colour=ready.colour,
                sheet=dump(ready.sheet),
            )
        )  # fmt: skip
    return made


def address(encounter):
    return reverse("prep", args=[encounter.public_id])


def press(client, encounter, act, **fields):
    answer = client.post(address(encounter), {"act": act, **fields}, headers={"HX-Request": "true"})
    encounter.refresh_from_db()
    return answer


def names(encounter):
    return [one.name for one in named(plan_of(encounter).combatants)]


# The line, without a database.

SHELF = ("Goblin", "Goblin slinger", "The Bell Warden", "Rat swarm", "Wolf", "Watchman", "Harpy", "Salt and Iron")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("5 goblins", [(5, "Goblin")]),
        ("5goblins", [(5, "Goblin")]),
        ("12wolves and 2x rat swarm", [(12, "Wolf"), (2, "Rat swarm")]),
        ("five Goblins", [(5, "Goblin")]),
        ("goblin x3", [(3, "Goblin")]),
        ("3x goblin", [(3, "Goblin")]),
        ("a bell warden", [(1, "The Bell Warden")]),
        ("THE BELL WARDEN", [(1, "The Bell Warden")]),
        ("2 rat swarms, 3 wolves and 2 watchmen", [(2, "Rat swarm"), (3, "Wolf"), (2, "Watchman")]),
        ("harpies", [(1, "Harpy")]),
        ("2 salt and iron", [(2, "Salt and Iron")]),
        ("  ", []),
    ],
)
def test_a_line_names_singular_plural_and_several(line, found):
    read = read_line(line, SHELF)
    assert all(isinstance(one, Found) for one in read)
    assert [(one.wish.count, one.name) for one in read] == found


def test_a_number_that_is_a_rank_is_part_of_the_name():
    (missing,) = read_line("3rd guard", SHELF)
    assert (missing.wish.count, missing.wish.name) == (1, "3rd guard")


def test_an_unknown_name_comes_with_suggestions():
    (missing,) = read_line("4 slingers", SHELF)
    assert isinstance(missing, Missing)
    assert missing.suggestions[0] == "Goblin slinger"
    assert "Goblin" in read_line("gobblins", SHELF)[0].suggestions
    (dragon,) = read_line("dragon", SHELF)
    assert dragon.suggestions == ()
    assert "own foe" in dragon.words


def people(*hidden, name="Goblin"):
    return [Planned(key=key, name=name, hidden=bool(is_hidden)) for key, is_hidden in enumerate(hidden, start=1)]


@pytest.mark.parametrize(
    ("hidden", "visible"),
    [
        ((0, 0, 0), ["Goblin 1", "Goblin 2", "Goblin 3"]),
        ((0, 1, 0, 1), ["Goblin 1", "Goblin 2"]),
        ((1, 0), ["Goblin"]),
        ((1, 1), []),
    ],
)
def test_b19_hidden_ones_leave_no_gap_in_names_or_ids(hidden, visible):
    made = named(people(*hidden))
    shown = [one for one in made if not one.planned.hidden]
    assert [one.name for one in shown] == visible
    alone = named(people(*[0] * len(visible)))
    assert [(one.name, one.id) for one in shown] == [(one.name, one.id) for one in alone]
    assert len({one.id for one in made}) == len(made)
    assert len({one.name for one in made}) == len(made)


def test_b19_newcomers_count_on_from_those_that_are_seen():
    made = named(people(0, 0), names=["Goblin 1", "Goblin 2"], ids=["goblin-1", "goblin-2", "goblin-3-h3"])
    assert [(one.name, one.id) for one in made] == [("Goblin 3", "goblin-3"), ("Goblin 4", "goblin-4")]


# The page.


@pytest.mark.django_db
def test_b20_prep_is_the_gms_alone(cast, browse, encounter):
    for who in (cast.pia, cast.paul, cast.sam, cast.olaf):
        client = browse(who)
        for name in ("prep", "prep_search", "prep_says"):
            assert client.get(reverse(name, args=[encounter.public_id])).status_code == 404
        for name in ("prep", "encounter_add", "encounter_copy", "encounter_delete", "aftermath"):
            assert client.post(reverse(name, args=[encounter.public_id]), {"act": "party"}).status_code == 404
    assert browse(cast.gwen).get(address(encounter)).status_code == 200
    assert Encounter.objects.count() == 1


@pytest.mark.django_db
def test_b18_a_planned_encounter_is_in_no_players_list(cast, browse, encounter):
    where = reverse("encounters", args=[cast.campaign.public_id])
    assert "Under the Bell" in browse(cast.gwen).get(where).content.decode()
    for who in (cast.pia, cast.sam):
        assert "Under the Bell" not in browse(who).get(where).content.decode()
    assert browse(cast.olaf).get(where).status_code == 404
    assert browse(cast.pia).post(reverse("encounter_new", args=[cast.campaign.public_id])).status_code == 404


@pytest.mark.django_db
def test_five_goblins_in_one_line_and_the_party_in_one_click(cast, browse, encounter, party):
    gwen = browse(cast.gwen)
    press(gwen, encounter, "add", line="5 goblins")
    text = press(gwen, encounter, "party").content.decode()
    press(gwen, encounter, "party")
    assert names(encounter) == [*(f"Goblin {n}" for n in range(1, 6)), "Mara Quill", "Ilse Varn"]
    assert [one.side for one in plan_of(encounter).combatants] == ["foes"] * 5 + ["party"] * 2
    assert "5 combatants" in text


@pytest.mark.django_db
def test_the_shelf_says_how_many_it_does_not_show(cast, browse, encounter):
    client = browse(cast.gwen)
    everybody = len(library("ctg").foes) + len(library("ctg").characters)
    page = client.get(address(encounter)).content.decode()
    assert page.count('value="fix:') == 6
    assert f"{everybody - 6} more: search." in page
    found = client.get(reverse("prep_search", args=[encounter.public_id]), {"q": "vermin"}).content.decode()
    assert found.count('value="fix:') == 1
    assert " more: " not in found


def test_the_line_says_what_it_would_add(cast, browse, encounter):
    goblin = library("ctg").foes["Goblin"].sheet
    where = reverse("prep_says", args=[encounter.public_id])
    text = browse(cast.gwen).get(where, {"line": "5 goblins"}).content.decode()
    assert "Goblin 1" in text
    assert "Goblin 5" in text
    assert f"health {goblin.max_health}" in text
    assert plan_of(encounter).combatants == ()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("3 goblins and 2 dragons", "There is no “dragons” in the library"),
        ("0 goblins", "Add 1 to 30"),
        ("900000 goblins", "Add 1 to 30"),
        ("", "Type who is to come"),
        ("<script>alert(1)</script>", "&lt;script&gt;"),
    ],
)
def test_b22_a_line_that_cannot_be_adds_nothing_and_stays(cast, browse, encounter, line, words):
    text = press(browse(cast.gwen), encounter, "add", line=line).content.decode()
    assert words in text
    assert "<script>alert" not in text
    assert plan_of(encounter).combatants == ()
    if line.isalnum():
        assert f'value="{line}"' in text


@pytest.mark.django_db
def test_a_fight_holds_sixty(cast, browse, encounter):
    gwen = browse(cast.gwen)
    for _ in range(2):
        press(gwen, encounter, "add", line="30 rat swarms")
    text = press(gwen, encounter, "add", line="1 wolf").content.decode()
    assert "A fight holds 60 combatants" in text
    assert len(plan_of(encounter).combatants) == 60


@pytest.mark.django_db
def test_marks_order_and_removal(cast, browse, encounter, party):
    gwen = browse(cast.gwen)
    press(gwen, encounter, "add", line="3 goblins")
    press(gwen, encounter, "party")
    press(gwen, encounter, "hidden:1")
    assert names(encounter)[:3] == ["Goblin 3", "Goblin 1", "Goblin 2"]
    press(gwen, encounter, "surprises:2")
    press(gwen, encounter, "autoplay:2")
    press(gwen, encounter, "side:3")
    press(gwen, encounter, "down:1")
    first = {one.key: one for one in plan_of(encounter).combatants}
    assert (first[2].surprises, first[2].autoplay, first[3].side) == (True, True, "party")
    assert [one.key for one in plan_of(encounter).combatants if one.side == "foes"] == [2, 1]
    press(gwen, encounter, "remove:2")
    assert [one.key for one in plan_of(encounter).combatants] == [1, 3, 4, 5]
    assert "a player’s" in press(gwen, encounter, "hidden:4").content.decode().replace("&#39;", "’").replace("'", "’")
    assert "no longer in the plan" in press(gwen, encounter, "remove:99").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("foes", [1, 5, 12])
def test_ctg_R13_prep_says_how_many_packs_it_takes(cast, browse, encounter, party, foes):
    gwen = browse(cast.gwen)
    press(gwen, encounter, "add", line=f"{foes} goblins")
    text = press(gwen, encounter, "party").content.decode()
    hands = [one.sheet for one in party] + [dump(library("ctg").foes["Goblin"].sheet)] * foes
    from combat.forms.sheets import DESKS

    dealt = sum(DESKS["ctg"].brief(sheet).cards for sheet in hands)
    packs = next(n for n in range(1, 99) if 54 * n - dealt >= 10)
    assert f"<b>{54 * packs}</b>" in text
    assert f"{dealt} cards to" in text
    text = press(gwen, encounter, "rules", deck="own").content.decode()
    assert f"<b>{54 * len(hands)}</b>" in text
    assert plan_of(encounter).house_rules == {"deck": "own"}


@pytest.mark.django_db
def test_house_rules_of_one_fight_are_kept_where_they_differ(cast, browse, encounter):
    cast.campaign.house_rules = {"ctg": {"naturals": "classic"}}
    cast.campaign.save()
    gwen = browse(cast.gwen)
    press(gwen, encounter, "rules", naturals="none", reaction_seconds="20", ace="high")
    assert plan_of(encounter).house_rules == {"naturals": "none", "reaction_seconds": 20}
    text = press(gwen, encounter, "rules", reaction_seconds="9999").content.decode()
    assert 'class="refusal"' in text
    assert plan_of(encounter).house_rules == {"naturals": "none", "reaction_seconds": 20}
    press(gwen, encounter, "rules", naturals="classic", reaction_seconds="12")
    assert plan_of(encounter).house_rules == {}


@pytest.mark.django_db
def test_ctg_R66_the_place_is_chosen_and_said_in_words(cast, browse, encounter):
    text = press(browse(cast.gwen), encounter, "place", environment="Confined space").content.decode()
    assert "Melee −1, ranged −2, half speed." in text
    assert "There is no such place" in press(browse(cast.gwen), encounter, "place", environment="Moon").content.decode()
    assert plan_of(encounter).environment == "Confined space"


@pytest.mark.django_db
def test_an_own_foe_is_written_on_its_own_sheet(cast, browse, encounter):
    gwen = browse(cast.gwen)
    answer = press(gwen, encounter, "own", line="Bog thing")
    sheet = answer.headers["HX-Redirect"]
    assert "At the table" in gwen.get(sheet).content.decode()
    for stranger in (cast.pia, cast.olaf):
        assert browse(stranger).get(sheet).status_code == 404
    from tests.shell.test_characters import form_of

    (one,) = plan_of(encounter).combatants
    seen = gwen.get(sheet).content.decode().split('id="seen" value="')[1].split('"')[0]
    stand_in = Character(name=one.name, colour="", sheet=dict(one.sheet))
    stand_in.updated_at = encounter.created_at
    answer = gwen.post(sheet, form_of(stand_in, seen=seen, name="Bog horror", max_health="44"))
    assert answer.status_code == 302
    encounter.refresh_from_db()
    (one,) = plan_of(encounter).combatants
    assert (one.name, one.sheet["max_health"]) == ("Bog horror", 44)
    assert "Load it again first" in gwen.post(sheet, form_of(stand_in, seen=seen)).content.decode()


@pytest.mark.django_db
def test_notes_are_cleaned_kept_and_the_gms_alone(cast, browse, encounter, party):
    gwen = browse(cast.gwen)
    press(gwen, encounter, "add", line="2 goblins")
    press(gwen, encounter, "party")
    press(gwen, encounter, "describe", name="The Trap", notes="The lid\u202e is a mimic.\r\n\r\n\r\n\r\nRun.")
    assert (encounter.name, encounter.notes) == ("The Trap", "The lid is a mimic.\n\nRun.")
    press(gwen, encounter, "open")
    for who in (cast.pia, cast.sam):
        assert "mimic" not in browse(who).get(reverse("table", args=[encounter.public_id])).content.decode()


@pytest.mark.django_db
def test_opening_seats_the_players_and_lays_the_table(cast, browse, encounter, party):
    gwen = browse(cast.gwen)
    press(gwen, encounter, "add", line="2 goblins")
    press(gwen, encounter, "party")
    press(gwen, encounter, "hidden:1")
    Character.objects.filter(pk=party[0].pk).update(sheet={**party[0].sheet, "max_health": 99})
    answer = press(gwen, encounter, "open")
    assert answer.headers["HX-Redirect"] == reverse("table", args=[encounter.public_id])
    state = state_of(encounter)
    found = {one.name: one for one in state.combatants}
    assert set(found) == {"Goblin", "Goblin 2", "Mara Quill", "Ilse Varn"}
    assert (found["Goblin"].hidden, found["Goblin 2"].hidden) == (False, True)
    assert found["Mara Quill"].sheet.max_health == 99
    assert found["Mara Quill"].owner is not None
    assert found["Goblin"].owner is None
    assert encounter.status == "running"
    assert gwen.get(address(encounter)).status_code == 302


@pytest.mark.django_db
def test_ctg_R30_start_now_carries_the_surprise(cast, browse, encounter, party):
    gwen = browse(cast.gwen)
    press(gwen, encounter, "add", line="2 goblins")
    press(gwen, encounter, "party")
    press(gwen, encounter, "surprises:1")
    press(gwen, encounter, "start")
    state = state_of(encounter)
    assert state.phase == "surprise"
    assert state.acting.name == "Goblin 1"


@pytest.mark.django_db
def test_a_copy_has_the_plan_and_the_notes(cast, browse, encounter):
    gwen = browse(cast.gwen)
    press(gwen, encounter, "add", line="2 goblins")
    press(gwen, encounter, "describe", name="Ambush", notes="At dusk.")
    gwen.post(reverse("encounter_copy", args=[encounter.public_id]))
    copy = Encounter.objects.exclude(pk=encounter.pk).get()
    assert (copy.name, copy.plan, copy.notes) == ("Ambush (copy)", encounter.plan, "At dusk.")
    gwen.post(reverse("encounter_delete", args=[copy.public_id]))
    assert Encounter.objects.count() == 1


@pytest.mark.django_db
def test_two_pages_of_the_gm_do_not_undo_each_other(cast, encounter):
    stale = Encounter.objects.get(pk=encounter.pk)
    from combat.services.compose import line_add

    line_add(encounter=encounter, line="1 goblin")
    line_add(encounter=stale, line="1 wolf")
    encounter.refresh_from_db()
    assert names(encounter) == ["Goblin", "Wolf"]


# At a running table.


def join(client, encounter, line, **fields):
    where = reverse("encounter_add", args=[encounter.public_id])
    answer = client.post(where, {"line": line, "command_id": uuid.uuid4().hex, **fields})
    encounter.refresh_from_db()
    return answer


@pytest.fixture
def running(cast, browse, encounter, party):
    gwen = browse(cast.gwen)
    press(gwen, encounter, "add", line="2 goblins")
    press(gwen, encounter, "party")
    press(gwen, encounter, "start")
    return encounter


@pytest.mark.django_db
def test_a_line_joins_a_running_fight(cast, browse, running):
    version = running.version
    assert join(browse(cast.gwen), running, "3 goblins and a wolf").status_code == 204
    assert [one.name for one in state_of(running).combatants][-4:] == ["Goblin 3", "Goblin 4", "Goblin 5", "Wolf"]
    assert running.version == version + 4
    assert all(one.hand for one in state_of(running).combatants[:2])


@pytest.mark.django_db
def test_b02_a_line_sent_twice_joins_once(cast, browse, running):
    gwen, gesture = browse(cast.gwen), uuid.uuid4().hex
    for _ in range(2):
        assert join(gwen, running, "2 wolves", command_id=gesture).status_code == 204
    assert len(state_of(running).combatants) == 6
    assert join(gwen, running, "3 wolves", command_id=gesture).status_code == 409


@pytest.mark.django_db
def test_an_unknown_name_joins_nobody(cast, browse, running):
    answer = join(browse(cast.gwen), running, "1 wolf and 2 dragons")
    assert answer.status_code == 422
    assert "dragons" in answer.content.decode()
    assert len(state_of(running).combatants) == 4
    assert join(browse(cast.gwen), running, "Mara Quill").status_code == 422  # she is there already


@pytest.mark.django_db
def test_b19_hidden_newcomers_are_counted_apart(cast, browse, running):
    gwen = browse(cast.gwen)
    join(gwen, running, "1 goblin", hidden="true")
    join(gwen, running, "1 goblin")
    shown = [(one.name, one.id) for one in state_of(running).combatants if not one.hidden and "oblin" in one.name]
    assert shown == [("Goblin 1", "goblin-1"), ("Goblin 2", "goblin-2"), ("Goblin 3", "goblin-3")]


@pytest.mark.django_db
def test_b20_only_the_gm_adds_to_a_fight(cast, browse, running):
    for who in (cast.pia, cast.sam, cast.olaf):
        assert join(browse(who), running, "1 wolf").status_code == 404
    assert len(state_of(running).combatants) == 4


@pytest.mark.django_db
def test_a_plan_is_closed_once_the_table_is_open(cast, running):
    from combat.engine.errors import IllegalCommand

    with pytest.raises(IllegalCommand, match="open already"):
        plan_change(encounter=running, change=lambda plan: marked(plan, 1, hidden=True))
