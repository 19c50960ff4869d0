"""When a fight is over: what goes back to the sheets, as one step that can be taken back."""

import pytest
from django.urls import reverse

from combat import codec
from combat.codec import dump
from combat.documents import system_of
from combat.library import library
from combat.models import Character
from combat.services.commands import command_submit
from combat.services.compose import encounter_create, line_add, party_add
from combat.services.encounters import encounter_open

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(cast):
    made = []
    for who, name in (("pia", "Mara Quill"), ("paul", "Ilse Varn"), (None, "Bracken Dow")):
        ready = library("ctg").characters[name]
        made.append(
            Character.objects.create(
                campaign=cast.campaign, owner=cast.member(who) if who else None, system="ctg", name=name, colour="plum",
                sheet=dump(ready.sheet),
            )
        )  # fmt: skip
    return made


@pytest.fixture
def fought(cast, party):
    """A fight that is over: Mara lost 30, Bracken 12, Ilse nothing."""
    encounter = encounter_create(campaign=cast.campaign, system="ctg", name="Under the Bell")
    line_add(encounter=encounter, line="2 goblins and Bracken Dow")
    party_add(encounter=encounter)
    encounter_open(encounter_id=encounter.pk, user=cast.gwen)
    order(encounter, cast.gwen, "start")
    order(encounter, cast.gwen, "damage", combatant="mara-quill", amount=30)
    order(encounter, cast.gwen, "damage", combatant="bracken-dow", amount=12)
    order(encounter, cast.gwen, "damage", combatant="goblin-1", amount=99)
    return encounter


def order(encounter, user, do, **fields):
    command = codec.parse_command(system_of(encounter), do, fields)
    command_submit(encounter_id=encounter.pk, user=user, command=command, command_id=f"{do}-{len(fields)}-{id(fields)}")
    encounter.refresh_from_db()


def end(encounter, cast):
    order(encounter, cast.gwen, "end")


def health(*characters):
    for one in characters:
        one.refresh_from_db()
    return [one.sheet["health"] for one in characters]


def most(character):
    return character.sheet["max_health"]


def where(encounter):
    return reverse("aftermath", args=[encounter.public_id])


def test_players_characters_are_ticked_others_not(cast, browse, fought, party):
    end(fought, cast)
    page = browse(cast.gwen).get(where(fought)).content.decode()
    mara, ilse, bracken = party
    assert f'value="{mara.pk}" checked' in page
    assert f'value="{ilse.pk}" disabled' in page  # unharmed
    assert f'value="{bracken.pk}">' in page
    assert "Goblin" not in page
    assert f"<s>{most(mara)}</s>" in page
    assert health(*party) == [None, None, None]


def test_b15_wounds_go_to_the_chosen_sheets_and_come_back(cast, browse, fought, party):
    end(fought, cast)
    gwen = browse(cast.gwen)
    gwen.post(where(fought), {"act": "give", "character": [party[0].pk]})
    assert health(*party) == [most(party[0]) - 30, None, None]
    assert "Take it back" in gwen.get(where(fought)).content.decode()
    gwen.post(where(fought), {"act": "back"})
    assert health(*party) == [None, None, None]
    gwen.post(where(fought), {"act": "give", "character": [one.pk for one in party]})
    assert health(*party) == [most(party[0]) - 30, None, most(party[2]) - 12]


def test_b02_given_twice_counts_once(cast, browse, fought, party):
    end(fought, cast)
    gwen = browse(cast.gwen)
    gwen.post(where(fought), {"act": "give", "character": [party[0].pk]})
    answer = gwen.post(where(fought), {"act": "give", "character": [party[0].pk]}, follow=True)
    assert "done already" in answer.content.decode()
    assert health(party[0]) == [most(party[0]) - 30]
    gwen.post(where(fought), {"act": "back"})
    answer = gwen.post(where(fought), {"act": "back"}, follow=True)
    assert "Nothing of this fight" in answer.content.decode()
    assert health(party[0]) == [None]


def test_what_was_changed_since_stays(cast, browse, fought, party):
    end(fought, cast)
    gwen = browse(cast.gwen)
    gwen.post(where(fought), {"act": "give", "character": [party[0].pk]})
    Character.objects.filter(pk=party[0].pk).update(sheet={**party[0].sheet, "health": 60, "strength": 14})
    answer = gwen.post(where(fought), {"act": "back"}, follow=True).content.decode()
    assert "Mara Quill has been changed since" in answer
    assert health(party[0]) == [60]
    assert party[0].sheet["strength"] == 14


def test_b20_only_the_gm_and_only_after_the_end(cast, browse, fought, party):
    gwen = browse(cast.gwen)
    assert gwen.post(where(fought), {"act": "give", "character": [party[0].pk]}).status_code == 302
    assert health(party[0]) == [None]
    end(fought, cast)
    for who in (cast.pia, cast.paul, cast.sam, cast.olaf):
        client = browse(who)
        assert client.get(where(fought)).status_code == 404
        assert client.post(where(fought), {"act": "give", "character": [party[0].pk]}).status_code == 404
    assert health(party[0]) == [None]


def test_nobody_chosen_is_refused_in_words(cast, browse, fought):
    end(fought, cast)
    answer = browse(cast.gwen).post(where(fought), {"act": "give"}, follow=True)
    assert "Tick somebody" in answer.content.decode()


def test_characters_of_another_campaign_are_never_written(cast, browse, fought, party):
    stranger = Character.objects.create(campaign=cast.elsewhere, system="ctg", name="Mara Quill", sheet=party[0].sheet)
    end(fought, cast)
    browse(cast.gwen).post(where(fought), {"act": "give", "character": [stranger.pk, party[0].pk]})
    assert health(stranger, party[0]) == [None, most(party[0]) - 30]


def test_past_encounters_lead_to_log_replay_and_fairness(cast, browse, fought):
    end(fought, cast)
    page = browse(cast.pia).get(reverse("encounters", args=[cast.campaign.public_id])).content.decode()
    for name in ("table", "replay", "fairness"):
        assert reverse(name, args=[fought.public_id]) in page
    assert where(fought) not in page
    assert (
        where(fought) in browse(cast.gwen).get(reverse("encounters", args=[cast.campaign.public_id])).content.decode()
    )
