"""How a combatant plays itself: sensible, from what it may know, and never by chance."""

import pytest

from combat.engine.chance import SeededChance
from combat.engine.history import fold
from combat.engine.records import replace
from combat.engine.scripted import ScriptedChance, shared_script
from combat.engine.system import Newcomer, Setup
from combat.engine.viewers import GM
from combat.library import library
from combat.plan import FOES, PARTY, opening
from combat.selfplay import LONGEST, play
from combat.systems.ctg import CTG
from combat.systems.ctg.commands import Attack, Bonus, DiscardChoice, Pass, React, Start, UseAbility
from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.sheet import Ability, AbilityEffect, Sheet, Weapon

CLUB = Weapon(name="Club", kind="melee", damage="1d6", proficient=True)
GUN = Weapon(name="Gun", kind="firearm", damage="2d10", proficient=True)
PICKPOCKET = Ability(name="Pickpocket", target="enemy", effects=(AbilityEffect(do="discard", count=2, how="choice"),))
LIBRARY = library("ctg")


def someone(id, side="party", owner=None, **sheet):
    sheet = {"weapons": (CLUB,), "modifiers": {"agility": -8}, "max_health": 80, **sheet}
    return Newcomer(id=id, name=id.title(), side=side, owner=owner, sheet=Sheet(**sheet))


def started(*people, cards, dice=(), seconds=0, environment=None, surprisers=()):
    """A fight after `start`. With an agility modifier of -8 everybody draws three cards."""
    rules = HouseRules(reaction_seconds=seconds)
    state = fold(CTG, CTG.empty(), CTG.open(Setup(house_rules=rules, combatants=people, environment=environment)))
    chance = ScriptedChance(shared_script(cards=cards, dice=dice))
    return after(state, Start(surprisers=surprisers), chance), chance


def after(state, command, chance):
    return fold(CTG, state, CTG.decide(state, GM, command, chance))


def test_a_turn_goes_to_the_foe_who_is_nearly_down():
    ana, fresh, hurt = someone("ana"), someone("fresh", "foes"), someone("hurt", "foes", health=6)
    state, _ = started(ana, fresh, hurt, cards=["KC", "3C", "2C"])
    assert CTG.suggest(state, "ana") == Attack(by="ana", weapon="Club", target="hurt")


def test_who_lies_down_is_not_attacked():
    ana, down, fresh = someone("ana"), someone("down", "foes", health=-5), someone("fresh", "foes")
    state, _ = started(ana, down, fresh, cards=["KC", "3C", "2C"])
    assert CTG.suggest(state, "ana").target == "fresh"


def test_nothing_is_left_to_do_when_no_foe_stands():
    ana, down = someone("ana"), someone("down", "foes", health=-5)
    state, _ = started(ana, down, cards=["KC", "3C", "2C"])
    assert CTG.suggest(state, "ana") is None


def test_nobody_acts_out_of_turn():
    state, _ = started(someone("ana"), someone("orc", "foes"), cards=["KC", "3C", "2C", "QC"])
    assert CTG.suggest(state, "orc") is None


def test_a_gun_is_left_alone_under_water():
    ana = someone("ana", weapons=(GUN, CLUB), strength=10)
    state, _ = started(ana, someone("orc", "foes"), cards=["KC", "3C", "2C"])
    assert CTG.suggest(state, "ana").weapon == "Gun"
    wet = LIBRARY.environments["Underwater"]
    state, _ = started(ana, someone("orc", "foes"), cards=["KC", "3C", "2C"], environment=wet)
    assert CTG.suggest(state, "ana").weapon == "Club"


def test_a_surpriser_attacks_in_its_slot():
    state, _ = started(someone("ana"), someone("orc", "foes"), cards=[], surprisers=("ana",))
    assert state.phase == "surprise"
    assert CTG.suggest(state, "ana") == Attack(by="ana", weapon="Club", target="orc")


@pytest.mark.parametrize(
    ("health", "answer"), [(80, Pass(by="orc")), (9, React(by="orc", reaction="dodge", card="2D"))]
)
def test_a_dodge_is_for_a_blow_that_would_fell(health, answer):
    ana, orc = someone("ana"), someone("orc", "foes", health=health)
    state, chance = started(ana, orc, cards=["KC", "3C", "2C", "QC", "JC", "2D"], seconds=12)
    state = after(state, Attack(by="ana", weapon="Club", target="orc"), chance)
    assert CTG.suggest(state, "ana") is None
    assert CTG.suggest(state, "orc") == answer


def test_a_blow_in_answer_goes_to_the_attacker():
    """Even where a weaker foe stands beside."""
    counter = next(one for one in LIBRARY.classes["Brawler"].abilities if one.name == "Counterpunch")
    orc, imp = someone("orc", "foes"), someone("imp", "foes", health=3)
    toma = someone("toma", abilities=(counter,))
    cards = ["KC", "QC", "JC", "4C", "3C", "2C", "9C", "8C", "2D"]
    state, chance = started(orc, imp, toma, cards=cards, seconds=12)
    state = after(state, Attack(by="orc", weapon="Club", target="toma"), chance)
    answer = CTG.suggest(state, "toma")
    assert answer == React(by="toma", reaction="ability", ability="Counterpunch", card="2D", target="orc")


def test_a_fallen_friend_gets_first_aid_before_the_attack():
    ana = someone("ana", skills={"First Aid": 6})
    bo, orc = someone("bo", health=-5), someone("orc", "foes")
    state, _ = started(ana, bo, orc, cards=["KC", "3C", "2C"])
    assert CTG.suggest(state, "ana") == Bonus(by="ana", action="first_aid", card="2C", target="bo")


def test_who_has_not_learned_first_aid_fights_on():
    ana, bo, orc = someone("ana"), someone("bo", health=-5), someone("orc", "foes")
    state, _ = started(ana, bo, orc, cards=["KC", "3C", "2C"])
    assert CTG.suggest(state, "ana") == Attack(by="ana", weapon="Club", target="orc")


def test_extra_actions_wait_until_the_first_has_hit():
    mara = Newcomer(id="mara", name="Mara", side="party", sheet=LIBRARY.characters["Mara Quill"].sheet)
    cards = ["KC", "QC", "JC", "10C", "9C", "8C", "7C", "6C", "5C"]
    state, chance = started(
        mara, someone("orc", "foes", max_health=200), cards=cards, dice=["d20:20", "d10:5", "d10:5"]
    )
    first = CTG.suggest(state, "mara")
    assert isinstance(first, Attack | UseAbility)
    state = after(state, first, chance)
    assert CTG.suggest(state, "mara") == Bonus(by="mara", action="ability", ability="Fan the hammer", card="8C")


def test_who_must_discard_gives_up_the_lowest():
    thief, orc = someone("thief", abilities=(PICKPOCKET,)), someone("orc", "foes")
    state, chance = started(thief, orc, cards=["KC", "3C", "2C", "QC", "4C", "2D"])
    command = CTG.suggest(state, "thief")
    assert command.ability == "Pickpocket"
    state = after(state, command, chance)
    assert CTG.suggest(state, "orc") == DiscardChoice(by="orc", cards=("4C", "2D"))


def test_a_choice_depends_on_nothing_that_is_secret():
    """Other cards in the foe's hand and pile, another exact health in the same band: the same choice."""
    ana = someone("ana", owner="p1", skills={"First Aid": 3})
    state, _ = started(ana, someone("orc", "foes", health=60), someone("bat", "foes"), cards=["KC", "9C", "2C", "QC"])
    orc = state["orc"]
    changed = replace(orc, hand=("4S", "3S", "2S"), health=orc.health + 9, sheet=replace(orc.sheet, armour=7))
    others = tuple(changed if one.id == "orc" else one for one in state.combatants)
    piles = {deck: tuple(reversed(pile)) for deck, pile in state.piles.items()}
    assert CTG.suggest(replace(state, combatants=others, piles=piles), "ana") == CTG.suggest(state, "ana")


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_fight_of_nine_plays_itself_to_its_end(seed):
    """Every choice is accepted, one side is left standing, and it takes about one combat draw (R3)."""
    plan = LIBRARY.plan("demo", autoplay=(PARTY, FOES))
    laid = opening(CTG, plan, house_rules={}, seats={}, sheets={})
    moves = list(play(CTG, laid.setup, SeededChance(seed=bytes([seed] * 32), encounter="demo")))
    end = moves[-1].state
    assert len(moves) < LONGEST
    assert end.phase == "ended"
    assert len({one.side for one in end.combatants if one.is_awake}) == 1
    assert end.draw <= 3


@pytest.mark.parametrize(
    "endless",
    [
        Ability(name="Hum", cost="free", effects=(AbilityEffect(do="heal", dice="1d4"),)),
        Ability(name="Riffle", cost="bonus", effects=(AbilityEffect(do="draw", count=2),)),
        Ability(name="Again", cost="free", effects=(AbilityEffect(do="extra_action"),)),
    ],
    ids=lambda ability: ability.name,
)
def test_what_could_go_on_for_ever_does_not(endless):
    """Of somebody's own making: free and unlimited, or more cards than it costs."""
    people = (someone("ana", abilities=(endless,), health=60), someone("orc", "foes"))
    setup = Setup(house_rules=HouseRules(), combatants=people)
    moves = list(play(CTG, setup, SeededChance(seed=bytes(32), encounter="endless")))
    assert len(moves) < 300
    assert all(getattr(move.command, "ability", None) is None for move in moves)
