"""What others see (R23, R97, R98)."""

from combat import codec
from combat.engine.viewers import GM, SPECTATOR, player
from combat.systems.ctg import CTG
from combat.systems.ctg.sheet import Duration, Effect
from combat.systems.ctg.wording import one_of
from tests.systems.ctg.fight import Fight, hero, someone


def test_ctg_R97_exact_health_by_house_rule():
    view = Fight(someone("orc", temporary_health=3), start=False, npc_health="exact").seen_by("spectator")
    orc = view.combatants["orc"]
    assert (orc.health, orc.temporary_health, orc.band, orc.armour_class) == (40, 3, None, None)


def test_ctg_R97_no_health_by_house_rule():
    orc = Fight(someone("orc"), start=False, npc_health="hidden").seen_by("p1").combatants["orc"]
    assert (orc.health, orc.max_health, orc.band, orc.health_words) == (None, None, None, "")


def test_ctg_R97_a_foes_weapons_show_once_they_are_used():
    fight = Fight(hero("ana"), someone("orc"), cards=["2C", "KC"], dice=["d20:2"])
    assert fight.seen_by("p1").combatants["orc"].weapons == ()
    fight.do("attack", "orc", weapon="Club", target="ana")
    (club,) = fight.seen_by("p1").combatants["orc"].weapons
    assert (club.name, club.damage, club.note) == ("Club", None, "")
    assert fight.seen_by("gm").combatants["orc"].weapons[0].note == "+0 · 1d6 + 10"


def test_ctg_R97_what_the_gm_sets_on_a_foe_is_a_line_without_the_number():
    fight = Fight(someone("orc"), start=False)
    (event,) = fight.do("set", combatant="orc", health=17)
    seen = CTG.redact(event, player("p1"))
    assert (seen.what, seen.value, seen.before) == ("health", None, None)
    (event,) = fight.do("heal", combatant="orc", amount=2)
    assert CTG.redact(event, SPECTATOR).amount is None


def test_ctg_R98_a_tie_against_somebody_hidden_shows_no_roll():
    fight = Fight(hero("ana"), someone("lurk", hidden=True), cards=["KC", "KD"], dice=["d20:3", "d20:8"])
    events = fight.entries[-1].events
    shown = codec.dump_text(tuple(seen for event in events if (seen := CTG.redact(event, player("p1"))) is not None))
    assert "tie_rolled" not in shown
    assert "lurk" not in shown.lower()
    assert fight.seen_by("p1").between_turns


def test_ctg_R98_numbers_of_requests_have_no_gap():
    fight = Fight(hero("ana"), someone("lurk", hidden=True), cards=["2C", "KC"])
    fight.do("action", "lurk", action="hide")
    fight.do("end_turn", "lurk")
    fight.do("action", "ana", action="search")
    assert [one.id for one in fight.seen_by("p1").requests] == [1]
    assert [one.id for one in fight.view.requests] == [1, 2]


def test_ctg_R98_who_is_hidden_later_is_in_no_view_at_once():
    fight = Fight(hero("ana"), someone("orc"), cards=["KC", "2C"], dice=["d20:15", "d6:1"])
    fight.do("attack", "ana", weapon="Club", target="orc")
    fight.do("hide", combatant="orc")
    for viewer in (player("p1"), SPECTATOR):
        assert "orc" not in codec.dump_text(CTG.project(fight.state, viewer)).lower()
        assert "orc" not in codec.dump_text(CTG.options(fight.state, viewer)).lower()


def test_ctg_R98_revealed_in_its_turn_the_round_is_seen():
    fight = Fight(hero("ana"), someone("lurk", hidden=True), cards=["2C", "KC"])
    assert (fight.seen_by("p1").turn, fight.seen_by("p1").round) == (None, None)
    fight.do("reveal", combatant="lurk")
    assert (fight.seen_by("p1").turn, fight.seen_by("p1").round) == ("lurk", "K")


def test_ctg_R98_the_deck_of_the_hidden_is_absent():
    cards = {"ana": ("KC",), "lurk": ("2C",)}
    fight = Fight(hero("ana"), someone("lurk", hidden=True), cards=cards, deck="own")
    assert fight.seen_by("p1").pile == {"ana": 53}
    assert fight.seen_by("gm").pile == {"ana": 53, "lurk": 53}


def test_ctg_R98_a_window_shows_although_the_attacker_is_hidden():
    fight = Fight(hero("ana", 2), someone("lurk", hidden=True), cards=["2C", "3C", "KC"], reaction_seconds=9)
    fight.do("attack", "lurk", weapon="Club", target="ana")
    window = fight.seen_by("p1").window
    assert (window.waiting, window.attack.by, window.attack.weapon, window.is_yours) == (("ana",), None, None, True)
    assert (window.attack.armour_class, window.attack.armour_class_with_dodge) == (10, 13)
    assert fight.seen_by("p1").banner.headline == "Somebody attacks you."


def test_ctg_R23_drawn_cards_reach_only_those_who_see_the_hand():
    fight = Fight(hero("ana"), hero("bo", owner="p2"), someone("orc"), cards=["KC", "9D", "7S"])
    drawn = [event for event in fight.entries[-1].events if event.type == "cards_drawn"]
    seen = {who: [CTG.redact(event, who).cards for event in drawn] for who in (player("p1"), GM, SPECTATOR)}
    assert seen == {
        player("p1"): [("KC",), None, None],
        GM: [None, None, ("7S",)],
        SPECTATOR: [None, None, None],
    }


def test_ctg_R23_the_gm_is_not_offered_what_is_in_a_players_hand():
    fight = Fight(hero("ana", 3), someone("orc"), cards=["KC", "9D", "7S", "2C"])
    text = codec.dump_text(CTG.options(fight.state, GM)) + codec.dump_text(fight.seen_by("gm"))
    assert not [card for card in ("KC", "9D", "7S") if f'"{card}"' in text]
    always = Fight(hero("ana", 3), someone("orc"), cards=["KC", "9D", "7S", "2C"], gm_sees_hands="always")
    assert '"9D"' in codec.dump_text(CTG.options(always.state, GM))


def test_ctg_R97_the_page_words_its_effects_and_its_banner():
    fight = Fight(hero("ana", 2), someone("orc"), cards=["KC", "KS", "2C"])
    fight.do(
        "effect",
        combatant="ana",
        effect=Effect(name="Smoke", modifiers={"attack": -2}, duration=Duration(unit="rounds", count=2)),
    )
    view = fight.seen_by("p1")
    (smoke,) = view.combatants["ana"].effect_views
    assert (smoke.does, smoke.lasts, smoke.tone) == ("\u22122 attack", "2 rounds", "bad")
    banner = view.banner
    assert (banner.eyebrow, banner.title, banner.headline) == (
        "Round 1 of the first draw",
        "The Kings",
        "Your turn, Ana.",
    )
    assert banner.detail == "Play the King of Clubs or the King of Spades for one action."
    assert (view.owed, fight.seen_by("p2").owed, fight.seen_by("gm").owed) == (("KC", "KS"), None, None)
    assert [tier.state for tier in view.tiers][:4] == ["past", "past", "now", "to come"]


def test_ctg_R97_one_press_is_obvious():
    fight = Fight(
        hero("ana", 2), someone("orc", 2), cards=["KC", "QC", "JC", "10C"], dice=["d20:2"], reaction_seconds=9
    )

    def obvious(viewer):
        return [(option.do, option.by) for option in CTG.options(fight.state, viewer) if option.obvious]

    assert obvious(player("p1")) == [("attack", "ana")]
    assert obvious(GM) == []
    fight.do("attack", "ana", weapon="Club", target="orc")
    assert obvious(GM) == [("react", "orc")]
    assert obvious(SPECTATOR) == []


def test_ctg_R97_nobody_is_urged_to_strike_a_friend_or_the_fallen():
    fight = Fight(hero("ana", 2), hero("bo", owner="p2"), someone("orc", 2, health=-3), cards=["KC", "QC", "JC"])
    (obvious,) = (option for option in CTG.options(fight.state, player("p1")) if option.obvious)
    assert (obvious.do, obvious.by) == ("end_turn", "ana")


def test_ctg_R86_a_check_lies_in_the_middle_of_the_table():
    fight = Fight(hero("ana", 2), hero("bo", owner="p2", health=-3), cards=["KC", "3C", "2C"], dice=["d20:12"])
    fight.do("bonus", "ana", action="first_aid", card="3C", target="bo")
    played = fight.seen_by("spectator").played
    assert (played.verb, played.card, played.roll, played.total, played.hit) == ("First Aid", "3C", 12, 12, True)


def test_two_packs_do_not_name_the_same_card_twice():
    assert one_of(("QS", "QS")) == "the Queen of Spades"
    assert one_of(("QS", "QH")) == "the Queen of Spades or the Queen of Hearts"
