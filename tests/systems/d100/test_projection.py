"""What others see, and what they do not (D8, R97, R98)."""

import pytest

from combat import codec
from combat.engine.viewers import GM, SPECTATOR, player
from combat.systems.d100 import D100
from tests.systems.d100.fights import Fight, ana, brig, person

PIA, PAUL = player("p1"), player("p2")
OTHERS = (PIA, PAUL, SPECTATOR)


def sent(events, viewer):
    return [shown for event in events if (shown := D100.redact(event, viewer)) is not None]


@pytest.mark.parametrize(
    "wounds, band, pips",
    [
        (25, "unhurt", 4),
        (24, "hurt", 3),
        (14, "hurt", 3),
        (13, "bloodied", 2),
        (8, "bloodied", 2),
        (7, "failing", 1),
        (0, "down", 0),
    ],
)
def test_bands_round_up(wounds, band, pips):
    fight = Fight(ana(), brig(wounds=25))
    fight.do("set", combatant="brig", wounds=wounds)
    shown = D100.project(fight.state, PIA).combatants["brig"]
    assert (shown.wounds, shown.max_wounds, shown.band, shown.pips) == (None, None, band, pips)


@pytest.mark.parametrize(
    "npc_health, numbers, band",
    [("exact", (40, 40), None), ("hidden", (None, None), None), ("bands", (None, None), "unhurt")],
)
def test_npc_health(npc_health, numbers, band):
    fight = Fight(ana(), brig(), rules={"npc_health": npc_health})
    shown = D100.project(fight.state, SPECTATOR).combatants["brig"]
    assert ((shown.wounds, shown.max_wounds), shown.band) == (numbers, band)
    assert (shown.armour, shown.holds) == (None, None)


def test_a_players_numbers_are_everybodys():
    fight = Fight(ana(ap={"body": 2}), brig())
    for viewer in OTHERS:
        shown = D100.project(fight.state, viewer).combatants["ana"]
        assert (shown.wounds, shown.armour["body"], shown.sub) == (12, 2, "sword")
    assert D100.project(fight.state, PIA).combatants["ana"].is_yours
    assert not D100.project(fight.state, PAUL).combatants["ana"].is_yours


def test_of_the_gms_blow_others_see_what_came_of_it():
    fight = Fight(brig(characteristics={"i": 60}), ana(), dice=[34, 90])
    fight.do("attack", by="brig", weapon="sword", target="ana")
    events = fight.do("defend", by="ana", with_="dodge")
    for viewer in OTHERS:
        last = D100.project(fight.state, viewer).last
        assert (last.attack.target, last.attack.parts, last.attack.sl) == (None, (), 1)
        assert last.defence.target == 40
        assert [(part.what, part.value) for part in last.damage] == [("damage", 13), ("soaked", -3)]
        settled = next(event for event in sent(events, viewer) if event.type == "attack_settled")
        assert settled.last == last
    assert D100.project(fight.state, GM).last.attack.target == 40


def test_the_gms_wounds_stay_with_the_gm():
    fight = Fight(ana(), brig(), dice=[34, 90])
    events = fight.do("attack", by="ana", weapon="sword", target="brig")
    events += fight.do("defend", by="brig", with_="dodge")
    events += fight.do("set", combatant="brig", wounds=7)
    for viewer in OTHERS:
        lost = [event for event in sent(events, viewer) if event.type == "wounds_lost"]
        assert [(event.amount, event.left) for event in lost] == [(12, None)]
        assert not [event for event in sent(events, viewer) if event.type == "values_set"]


def test_what_a_redacted_event_bears_gives_nothing_away():
    fight = Fight(
        ana(),
        brig(hidden=True),
        person("cole", {"characteristics": {"i": 20}, "weapons": ["bow"]}, side="foes"),
        start=False,
    )
    events = fight.do("start", surprised=["cole"])
    for event in sent(events, PIA):
        assert (event.audience, event.closed, event.unseen) == ("all", (), ())
    order = next(event for event in sent(events, PIA) if event.type == "initiative_set")
    assert order.order == ("ana", "cole")
    assert order.places["cole"].value == 0
    assert not {"die_rolled", "round_began"} & {event.type for event in sent(events, PIA)}


def test_b19_a_hidden_turn_sends_nothing_to_others():
    fight = Fight(ana(), brig(hidden=True), person("cole", {"characteristics": {"i": 20}}, side="foes"))
    before = [codec.dump_text(D100.project(fight.state, viewer)) for viewer in OTHERS]
    fight.do("end_turn")
    between = [codec.dump_text(D100.project(fight.state, viewer)) for viewer in OTHERS]
    assert before != between
    events = fight.do("action", by="brig", action="aim") + fight.do("move", by="brig", yards=2)
    assert [sent(events, viewer) for viewer in OTHERS] == [[], [], []]
    assert between == [codec.dump_text(D100.project(fight.state, viewer)) for viewer in OTHERS]


def test_b19_a_line_keeps_the_audience_that_it_had():
    fight = Fight(ana(), brig(hidden=True, characteristics={"i": 60}))
    hidden = fight.do("free", by="brig", text="hush")
    fight.do("reveal", combatant="brig")
    open_ = fight.do("free", by="brig", text="boo")
    fight.do("hide", combatant="brig")
    assert sent(hidden, PIA) == []
    assert [event.text for event in sent(open_, PIA)] == ["boo"]


def test_the_strength_of_what_holds_you_stays_with_the_gm():
    fight = Fight(ana(), brig(), dice=[31, 66])
    events = fight.do("effect", combatant="ana", effect={"condition": "entangled", "strength": 61})
    events += fight.do("action", by="ana", action="break_free")
    assert all("61" not in codec.dump_text(event) for event in sent(events, PIA))


def test_the_banner_says_who_is_asked_for_what():
    fight = Fight(ana(), brig(), dice=[34, 90], start=False)
    assert D100.project(fight.state, GM).banner.yours
    fight.do("start")
    assert D100.project(fight.state, PIA).banner.headline == "Your turn, Ana."
    assert D100.project(fight.state, PAUL).banner.headline == "Ana's turn."
    fight.do("attack", by="ana", weapon="sword", target="brig")
    banner = D100.project(fight.state, GM).banner
    assert (banner.headline, banner.waiting_for, banner.yours) == ("Ana strikes at Brig.", ("you",), True)
    assert D100.project(fight.state, PIA).banner.waiting_for == ("Brig",)
    fight.do("defend", by="brig", with_="dodge")
    assert D100.project(fight.state, PIA).banner.detail == "You hit. Move or end your turn."


def test_at_most_one_option_is_the_obvious_one():
    fight = Fight(ana(), brig(), dice=[34, 90])
    for viewer, do in ((GM, None), (PIA, "attack")):
        obvious = [option.do for option in D100.options(fight.state, viewer) if option.obvious]
        assert obvious == ([do] if do else [])
    fight.do("attack", by="ana", weapon="sword", target="brig")
    assert [option.do for option in D100.options(fight.state, GM) if option.obvious] == ["defend"]
    assert D100.options(fight.state, SPECTATOR) == ()


def test_the_order_gives_its_reasons():
    fight = Fight(ana(), brig(), rules={"initiative_option": 2}, dice=["d10:5", "d10:2"])
    places = D100.project(fight.state, PIA).initiative
    assert [(place.id, place.value, place.reason, place.state) for place in places] == [
        ("ana", 45, "Initiative 40 + 5", "acting"), ("brig", None, "", "waiting"),
    ]  # fmt: skip
    assert D100.project(fight.state, GM).initiative[1].reason == "Initiative 30 + 2"


def test_a_condition_and_a_wound_say_what_they_do():
    fight = Fight(ana(), brig(), dice=[33, 90, 26, "d10:4"])
    fight.strike(with_="dodge")
    fight.do("effect", combatant="brig", effect={"condition": "bleeding", "levels": 2})
    shown = D100.project(fight.state, PIA).combatants["brig"]
    assert [(one.label, one.levels, one.counted) for one in shown.condition_list] == [("Bleeding", 2, True)]
    assert [one.words for one in shown.effect_list] == ["-10 to Tests with this arm; 4 rounds"]
