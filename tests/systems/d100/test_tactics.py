"""Those who play themselves: every suggestion is legal, sensible, and fights come to an end."""

import pytest

from combat import codec
from combat.engine.chance import SeededChance
from combat.engine.history import fold
from combat.engine.system import Newcomer, Setup
from combat.engine.viewers import GM
from combat.systems.d100 import D100
from combat.systems.d100.commands import Act, Cast, Defend, EndTurn, Move, Pray, Strike
from combat.systems.d100.data import CONTENT
from combat.systems.d100.house_rules import HouseRules
from combat.systems.d100.sheet import Sheet
from tests.systems.d100.fights import Fight, ana, brig, person

MOST_COMMANDS = 1500


def foe(id, number, side):
    return Newcomer(id=f"{id}_{number}", name=f"{id} {number}", side=side, sheet=Sheet(foe=id))


@pytest.mark.parametrize("preset", ["literal", "bare", "classic"])
@pytest.mark.parametrize(
    "one, other",
    [
        ("hired_blade", "mire_hulk"),
        ("hedge_conjurer", "thicket_bowman"),
        ("shrine_speaker", "ash_hound"),
        ("marsh_skulker", "tunnel_gnawer"),
    ],
)
def test_a_fight_of_those_who_play_themselves_ends(preset, one, other):
    people = (foe(one, 1, "party"), foe(one, 2, "party"), foe(other, 1, "foes"), foe(other, 2, "foes"))
    rules = codec.load(HouseRules, {"preset": preset, "npc_sudden_death": True})
    state = fold(D100, D100.empty(), D100.open(Setup(house_rules=rules, combatants=people)))
    position, done = None, 0
    command = codec.parse_command(D100, "start", {})
    while command is not None:
        chance = SeededChance(seed=b"\x07" * 32, encounter="fight", position=position)
        state = fold(D100, state, D100.decide(state, GM, command, chance))
        position, done = chance.position, done + 1
        standing = {one.side for one in state.combatants if not one.out}
        if len(standing) < 2:
            return
        assert done < MOST_COMMANDS, "nobody wins"
        command = next((found for one in state.combatants if (found := D100.suggest(state, one.id))), None)
    raise AssertionError("everybody waits")


def test_every_foe_of_the_library_has_something_to_do():
    for id in CONTENT.foes:
        fight = Fight(person("foe", {"foe": id}, characteristics={"i": 90}), brig())
        command = D100.suggest(fight.state, "foe")
        assert isinstance(command, Strike | Act | Cast), (id, command)


def test_it_defends_with_the_better_number():
    fight = Fight(ana(), brig(skills={"dodge": 70}))
    fight.do("attack", by="ana", weapon="sword", target="brig")
    assert D100.suggest(fight.state, "brig") == Defend(by="brig", with_="dodge")
    assert D100.suggest(fight.state, "ana") is None


def test_it_gets_up_first_and_ends_its_turn_last():
    fight = Fight(ana(), brig())
    fight.do("effect", combatant="ana", effect={"condition": "prone"})
    assert D100.suggest(fight.state, "ana") == Move(by="ana", stand=True)
    fight.do("effect", combatant="ana", effect={"condition": "stunned"})
    fight.do("move", by="ana", stand=True)
    assert D100.suggest(fight.state, "ana") == EndTurn(by="ana")


def test_it_strikes_whoever_it_fights_with_already():
    other = person("cole", {"characteristics": {"i": 20}, "wounds": 1}, side="foes")
    fight = Fight(ana(), brig(), other, dice=[98])
    fight.strike()
    fight.round()
    assert D100.suggest(fight.state, "ana").target == "brig"


def test_a_priest_mends_the_worst_first():
    priest = person("priest", {"foe": "shrine_speaker"}, characteristics={"i": 90})
    fight = Fight(priest, ana(), brig())
    fight.do("damage", combatant="ana", amount=8)
    assert D100.suggest(fight.state, "priest") == Pray(by="priest", prayer="mend", target="ana")


def test_a_players_own_does_not_see_the_hidden():
    fight = Fight(ana(), brig(hidden=True))
    assert D100.suggest(fight.state, "ana") == EndTurn(by="ana")


def test_the_broken_flee():
    fight = Fight(ana(), brig())
    fight.do("effect", combatant="ana", effect={"condition": "broken"})
    assert D100.suggest(fight.state, "ana") == Move(by="ana", yards=16)
