"""What the runner says of a file that is wrong, and of a fight that comes out otherwise."""

import copy
import json

import pytest

from combat.scenarios import Malformed, play, read

CLUB = {"name": "Club", "kind": "melee", "damage": "1d6"}
SHEET = {"proficiency_bonus": 0, "modifiers": {"agility": -8}, "armour": 8, "max_health": 40, "weapons": [CLUB]}
FILE = {
    "format": 1,
    "name": "a fight",
    "system": "ctg",
    "combatants": [
        {"id": "ana", "name": "Ana", "side": "party", "player": "p1", "sheet": SHEET},
        {"id": "orc", "name": "Orc", "side": "foes", "player": None, "sheet": SHEET},
    ],
    "cards": ["KC", "QC"],
    "dice": ["d20:11", "d6:1"],
    "steps": [
        {"do": "start"},
        {"expect": {"turn": "ana"}},
        {"by": "ana", "do": "attack", "weapon": "Club", "target": "orc"},
        {"expect": {"combatants": {"orc": {"health": 29}}}},
    ],
}


def changed(*path, value):
    """The file with one value changed; a place beyond the end of a list is added."""
    file = copy.deepcopy(FILE)
    place = file
    for step in path[:-1]:
        place = place[step]
    if isinstance(place, list) and path[-1] == len(place):
        place.append(value)
    else:
        place[path[-1]] = value
    return json.dumps(file)


def with_step(**step):
    return changed("steps", 4, value=step)


def own_decks(cards):
    return json.dumps({**FILE, "house_rules": {"deck": "own"}, "cards": cards})


def failure(text):
    return play(read(text)).failure


def test_the_file_itself_is_fine():
    assert failure(json.dumps(FILE)) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "this is no JSON"),
        ("[]", "give an object"),
        (changed("format", value=2), "format: only format 1"),
        (changed("format", value="1"), "format: give a whole number"),
        (changed("system", value="dice"), "system: no rule system 'dice'"),
        (changed("colour", value="red"), "colour: there is no such field"),
        (changed("combatants", 0, "hat", value="red"), r"combatants\[0\]\.hat: there is no such field"),
        (changed("combatants", 1, "id", value="ana"), r"combatants\[1\]\.id: 'ana' is there already"),
        (changed("combatants", 1, "player", value="gm"), r"combatants\[1\]\.player: "),
        (changed("combatants", 0, "sheet", "max_health", value="40"), r"combatants\[0\]\.sheet\.max_health: give a"),
        (changed("combatants", 0, "sheet", "hat", value=1), r"combatants\[0\]\.sheet\.hat: there is no such field"),
        (
            changed("combatants", 0, "sheet", "weapons", 0, "kind", value="spoon"),
            r"combatants\[0\]\.sheet\.weapons\[0\]\.kind: that is not one of the choices",
        ),
        (
            changed("combatants", 0, "sheet", "weapons", 0, "damage", value="1d7"),
            r"combatants\[0\]\.sheet\.weapons\[0\]\.damage: dice are 1 to",
        ),
        (changed("house_rules", value={"ace": "middle"}), r"house_rules\.ace: that is not one of the choices"),
        (changed("house_rules", value={"aces": "low"}), r"house_rules\.aces: there is no such field"),
        (changed("environment", value="the moon"), "environment: "),
        (changed("cards", 1, value="1C"), r"cards\[1\]: no card '1C'"),
        (changed("cards", value={"ana": ["KC"]}), "cards: with one deck for all give a list"),
        (own_decks(["KC"]), "cards: with decks of their own give an object"),
        (own_decks({"zed": ["KC"]}), r"cards\.zed: no combatant 'zed'"),
        (changed("reshuffles", value=[["KC", "XX"]]), r"reshuffles\[0\]\[1\]: no card 'XX'"),
        (changed("dice", 0, value="d20:21"), r"dice\[0\]: a d20 cannot show 21"),
        (changed("dice", 1, value=6), r"dice\[1\]: give text"),
        (
            changed("environment", value={"name": "a", "round_damage": {"dice": 1}}),
            r"environment\.round_damage\.dice: ",
        ),
        (
            with_step(do="environment", environment={"name": "a", "attack": {"melee": "x"}}),
            r"steps\[4\]\.environment\.attack\.melee: give a whole number",
        ),
        (with_step(do="environment", environment={"speed": 1}), r"steps\[4\]\.environment\.name: this has to"),
        (changed("combatants", 1, "name", value=" "), r"combatants\[1\]\.name: give 1 to 60"),
        (changed("combatants", 0, "hidden", value=True), r"combatants\[0\]\.hidden: only the GM's"),
        (
            changed("combatants", 0, "sheet", "modifiers", value={"agility": 10**9}),
            r"combatants\[0\]\.sheet\.modifiers: ",
        ),
        (changed("combatants", 0, "sheet", "armour", value=21), r"combatants\[0\]\.sheet\.armour: armour is from"),
        (changed("house_rules", value={"reaction_seconds": 601}), r"house_rules\.reaction_seconds: reaction"),
        (changed("steps", 1, value={}), r"steps\[1\]: "),
        (changed("steps", 1, value={"hope": {}}), r"steps\[1\]\.hope: "),
        (changed("steps", 1, value={"expect": {}, "do": "start", "x": 1}), r"steps\[1\]\.expect: "),
        (changed("steps", 1, value={"expect": {"turn": "zed"}}), r"steps\[1\]\.expect\.turn: no combatant 'zed'"),
        (
            changed("steps", 1, value={"expect_view": {"as": "p1", "combatants": {"zed": None}}}),
            r"steps\[1\]\.expect_view\.combatants\.zed: no combatant 'zed'",
        ),
        (changed("steps", 1, value={"expect_view": {"as": "p7"}}), r"steps\[1\]\.expect_view\.as: no player 'p7'"),
        (changed("steps", 1, value={"expect_view": {}}), r"steps\[1\]\.expect_view\.as: "),
        (
            changed("steps", 1, value={"expect_view": {"as": "gm", "absent": "KC"}}),
            r"steps\[1\]\.expect_view\.absent: give a list",
        ),
        (changed("steps", 2, "target", value="x"), r"steps\[2\]\.target: no combatant 'x'"),
        (changed("steps", 2, "by", value="x"), r"steps\[2\]\.by: no combatant 'x'"),
        (changed("steps", 2, "as", value="p9"), r"steps\[2\]\.as: no player 'p9'"),
        (changed("steps", 2, "hat", value="x"), r"steps\[2\]\.hat: the step attack has no such field"),
        (changed("steps", 2, "weapon", value=7), r"steps\[2\]\.weapon: give text"),
        (changed("steps", 2, "do", value="dance"), r"steps\[2\]\.do: no step 'dance'"),
        (with_step(do="undo", count=1), r"steps\[4\]\.count: the step undo has no such field"),
        (with_step(do="undo", steps="1"), r"steps\[4\]\.steps: give a whole number"),
        (with_step(do="damage", combatants=["ana", "zed"], amount=1), r"steps\[4\]\.combatants\[1\]: no combatant"),
        (
            with_step(do="add", combatant={"id": "cy", "name": "Cy", "side": "party", "sheet": {"hat": 1}}),
            r"steps\[4\]\.combatant\.sheet\.hat: there is no such field",
        ),
        (with_step(do="dance", refused="bad_value"), r"steps\[4\]\.do: no step 'dance'"),
        (with_step(do="start", hat=1, refused="already_started"), r"steps\[4\]\.hat: "),
        (with_step(do="start", refused=1), r"steps\[4\]\.refused: give text"),
    ],
)
def test_a_malformed_file_is_refused_with_the_path(text, words):
    with pytest.raises(Malformed, match=f"^{words}"):
        play(read(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (changed("steps", 1, value={"expect": {"turn": "orc"}}), "step 1: turn: expected 'orc', got 'ana'"),
        (
            changed("steps", 3, "expect", "combatants", "orc", "health", value=40),
            "step 3: combatants.orc.health: expected 40, got 29",
        ),
        (
            changed("steps", 1, value={"expect": {"discards": ["KC"]}}),
            "step 1: discards: expected ['KC'], got []",
        ),
        (changed("steps", 1, value={"expect": {"spell": "fire"}}), "step 1: spell: expected 'fire', got None"),
        (changed("steps", 1, value={"expect": {"pile": True}}), "step 1: pile: expected True, got 52"),
        (
            changed("steps", 2, "refused", value="not_yours"),
            "step 2: expected the refusal not_yours, and it was accepted",
        ),
        (with_step(by="ana", do="end_turn", **{"as": "p1"}, refused="not_started"), "and it was accepted"),
        (with_step(do="start"), "step 4: refused: already_started"),
        (with_step(do="start", refused="ended"), "step 4: expected the refusal ended, got already_started"),
        (changed("dice", 2, value="d4:1"), "at the end: dice are left over: d4:1"),
        (changed("dice", value=["d20:11"]), "step 2: dice: none is left, and a d6 is asked for"),
        (changed("dice", value=["d8:8"]), "step 2: dice[0]: a d8 is written, and a d20 is asked for"),
        (changed("cards", value=["KC", "KC"]), "step 0: cards: KC is not among the cards"),
        (
            changed("steps", 3, value={"expect_view": {"as": "p1", "absent": ["Orc"]}}),
            "step 3: absent: 'Orc' was shown to p1",
        ),
    ],
)
def test_a_fight_that_comes_out_otherwise_has_failed(text, words):
    assert words in failure(text)


def test_dice_may_be_left_when_the_file_says_so():
    file = {**FILE, "dice": [*FILE["dice"], "d4:1"], "dice_left": True}
    assert failure(json.dumps(file)) is None


def test_ids_that_are_nowhere_may_be_refused():
    text = with_step(by="zed", do="end_turn", refused="unknown_combatant")
    assert failure(text) is None


def test_a_value_of_the_wrong_type_may_be_refused():
    assert failure(with_step(do="undo", steps="two", refused="bad_value")) is None


def test_what_was_once_shown_is_not_absent_later():
    file = copy.deepcopy(FILE)
    file["steps"] = [
        {"do": "start"},
        {"expect_view": {"as": "spectator", "absent": ["KC"]}},
        {"by": "ana", "do": "end_turn"},
        {"by": "orc", "do": "end_turn"},
        {"expect": {"draw": 2, "discards": []}},
        {"expect_view": {"as": "spectator", "absent": ["KC"]}},
    ]
    file["dice"] = []
    assert failure(json.dumps(file)) == "step 5: absent: 'KC' was shown to spectator"
