"""The cards and dice that a scenario writes down."""

import pytest

from combat.engine.scripted import Script, ScriptedChance, ScriptError, die, shared_script

PACK = ("2C", "3C", "2D", "BJ", "RJ")


def test_named_cards_lie_on_top_and_the_rest_follows_in_order():
    chance = ScriptedChance(shared_script(cards=["RJ", "2C"]))
    assert chance.shuffle(PACK, "draw", fresh=True) == ("RJ", "2C", "3C", "2D", "BJ")


def test_of_several_packs_a_named_card_is_taken_from_the_first():
    chance = ScriptedChance(shared_script(cards=["3C", "2C", "3C"]))
    assert chance.shuffle(PACK + PACK, "draw", fresh=True) == (
        "3C",
        "2C",
        "3C",
        "2D",
        "BJ",
        "RJ",
        "2C",
        "2D",
        "BJ",
        "RJ",
    )


def test_more_of_a_card_than_the_packs_hold_is_a_failure():
    chance = ScriptedChance(shared_script(cards=["3C", "3C"]))
    with pytest.raises(ScriptError, match=r"cards: 3C"):
        chance.shuffle(PACK, "draw", fresh=True)


def test_each_reshuffle_takes_the_next_list_and_then_none():
    chance = ScriptedChance(shared_script(cards=["RJ"], reshuffles=[["BJ"], ["2D"]]))
    assert [chance.shuffle(PACK, "reshuffle")[0] for _ in range(3)] == ["BJ", "2D", "2C"]


def test_a_new_start_deals_the_named_cards_again_and_used_reshuffles_stay_used():
    chance = ScriptedChance(shared_script(cards=["RJ"], reshuffles=[["BJ"]]))
    assert chance.shuffle(PACK, "draw", fresh=True) == chance.shuffle(PACK, "draw", fresh=True)
    assert chance.shuffle(PACK, "reshuffle")[0] == "BJ"
    assert chance.shuffle(PACK, "reshuffle")[0] == "2C"


def test_decks_of_ones_own_have_lists_of_their_own():
    chance = ScriptedChance(Script(cards={"ana": ("BJ",)}, reshuffles={"ana": (("2D",),), "orc": (("3C",),)}))
    assert chance.shuffle(PACK, "draw", deck="ana", fresh=True)[0] == "BJ"
    assert chance.shuffle(PACK, "draw", deck="orc", fresh=True)[0] == "2C"
    assert chance.shuffle(PACK, "again", deck="orc")[0] == "3C"
    assert chance.shuffle(PACK, "again", deck="ana")[0] == "2D"


def test_dice_come_in_order():
    chance = ScriptedChance(shared_script(dice=["d20:15", "d8:6"]))
    assert (chance.roll(20, "attack"), chance.dice_left) == (15, ("d8:6",))
    assert (chance.roll(8, "damage"), chance.dice_left) == (6, ())


def test_a_die_of_other_sides_or_one_too_many_is_a_failure():
    chance = ScriptedChance(shared_script(dice=["d20:15"]))
    with pytest.raises(ScriptError, match=r"dice\[0\]: a d20 is written, and a d8 is asked for \(damage\)"):
        chance.roll(8, "damage")
    chance.roll(20, "attack")
    with pytest.raises(ScriptError, match="none is left"):
        chance.roll(20, "attack")


@pytest.mark.parametrize("text", ["d20", "20:5", "d20:21", "d20:0", "d:1", "dx:1", "d20:-1", ""])
def test_what_is_no_die(text):
    with pytest.raises(ValueError):
        die(text)


def test_the_position_tells_whether_anything_was_used():
    chance = ScriptedChance(shared_script(dice=["d20:15"]))
    before = chance.position
    chance.mix_in_cuts()
    assert chance.position == before
    chance.shuffle(PACK, "again")
    assert chance.position != before
