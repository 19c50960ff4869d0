"""People come late, leave, and are given what others played."""

import pytest
from django.http import Http404

from combat import codec
from combat.engine.errors import IllegalCommand
from combat.models import Encounter, MemberRole, Membership, User
from combat.plan import Plan, Planned, with_combatants
from combat.selectors import line_count, table_for
from combat.services.campaigns import member_remove, member_set_role
from combat.services.encounters import encounter_open
from tests.shell.fight import SHEETS, fresh, press, started, state

pytestmark = pytest.mark.django_db


def planned(cast):
    member = cast.member("paul")
    people = [
        Planned(key=0, name="Mara", side="party", member=member.pk, sheet=SHEETS["mara"]),
        Planned(key=0, name="Goblin", surprises=True, sheet=SHEETS["goblin-1"]),
        Planned(key=0, name="Goblin", hidden=True, autoplay=True, sheet=SHEETS["goblin-2"]),
    ]
    plan = codec.dump(with_combatants(Plan(house_rules={"reaction_seconds": 5}), people))
    return Encounter.objects.create(campaign=cast.campaign, name="Under the Bell", system="ctg", plan=plan)


def test_opening_seats_the_players_commits_to_a_seed_and_lays_the_plan(cast):
    encounter = planned(cast)
    encounter_open(encounter_id=encounter.pk, user=cast.gwen)
    after = fresh(encounter)
    assert after.status == "running"
    assert after.version == 1
    assert list(after.seats.order_by("number").values_list("number", "membership__name")) == [(1, "Pia"), (2, "Paul")]
    assert [set(stream) for stream in after.streams] == [{"commitment"}]
    mara, goblin, other = state(after).combatants
    assert (mara.owner, goblin.owner, other.hidden, other.autoplay) == ("2", None, True, True)
    with pytest.raises(IllegalCommand, match="already_started"):
        encounter_open(encounter_id=encounter.pk, user=cast.gwen)


def test_the_start_takes_the_surprise_from_the_plan(cast, browse):
    encounter = planned(cast)
    encounter_open(encounter_id=encounter.pk, user=cast.gwen)
    assert press(browse(cast.gwen), encounter, "start").status_code == 204
    assert state(encounter).phase == "surprise"


def test_only_the_game_master_opens_a_table(cast):
    encounter = planned(cast)
    for who in (cast.pia, cast.sam, cast.olaf):
        with pytest.raises(Http404):
            encounter_open(encounter_id=encounter.pk, user=who)
    assert fresh(encounter).status == "planned"


def test_a_late_player_takes_the_next_seat_and_reads_what_everybody_has_read(cast, browse):
    encounter = started(cast, browse)
    late = User.objects.create_user("lena", display_name="Lena")
    Membership.objects.create(campaign=cast.campaign, user=late, role=MemberRole.PLAYER, name="Lena")
    page = browse(late).get(f"/encounters/{encounter.public_id}/").content.decode()
    after = fresh(encounter)
    place = table_for(late, encounter.public_id)
    assert place.viewer.player == "3"
    assert after.version == encounter.version + 1
    assert line_count(after.lines, place.viewer) == after.lines["spectator"]
    assert "Lena" in page
    press(browse(cast.gwen), encounter, "assign", combatant="goblin-1", owner="3")
    assert press(browse(late), encounter, "free", by="goblin-1", text="hello").status_code == 204
    numbers = [line for line in range(1, 30) if f'id="log-{line}"' in page]
    assert numbers == list(range(numbers[0], line_count(after.lines, place.viewer) + 1))


@pytest.mark.parametrize("how", ["leaves", "watches"])
def test_who_leaves_or_only_watches_leaves_their_combatants_to_the_game_master(cast, browse, how):
    encounter = started(cast, browse)
    if how == "leaves":
        member_remove(member=cast.member("pia"))
    else:
        member_set_role(member=cast.member("pia"), role=MemberRole.SPECTATOR)
    now = state(encounter)
    assert now["mara"].owner is None
    assert now["ilse"].owner == "2"
    line = fresh(encounter).log.get(kind="seat")
    assert (line.detail["who"], line.detail["what"]) == ("Pia", "released")
    assert "leaves the seat" in browse(cast.paul).get(f"/encounters/{encounter.public_id}/").content.decode()
    assert press(browse(cast.gwen), encounter, "free", by="mara", text="I go on").status_code == 204


def test_an_ended_fight_is_replayed_step_by_step_with_all_cards_open(cast, browse):
    encounter = started(cast, browse)
    gwen, sam = browse(cast.gwen), browse(cast.sam)
    base = f"/encounters/{encounter.public_id}/replay/"
    hand = state(encounter)["ilse"].hand
    assert sam.get(base).status_code == 302
    assert sam.get(base + "1/").status_code == 404
    press(gwen, encounter, "damage", combatant="goblin-1", amount=7)
    press(gwen, encounter, "damage", combatant="goblin-1", amount=9)
    press(gwen, encounter, "undo", steps=1)
    press(gwen, encounter, "end")
    page = sam.get(base)
    assert page.status_code == 200
    assert 'max="3"' in page.content.decode()
    step = sam.get(base + "2/").json()
    assert "33" in step["parts"]["c-goblin-1"]
    assert step["log"]
    assert "ilse" in " ".join(step["parts"])
    assert len(hand) > 0
    assert sam.get(base + "9/").status_code == 404
    assert browse(cast.olaf).get(base + "2/").status_code == 404
