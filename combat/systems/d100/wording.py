"""Words for the page: what is asked of whom, and what things mean in a few words."""

from collections.abc import Mapping
from typing import Literal

from combat.engine.standing import standing_words
from combat.engine.viewers import Viewer
from combat.systems.d100 import body
from combat.systems.d100.last import Last
from combat.systems.d100.state import Combatant, Lasting, State
from combat.systems.d100.table_view import Banner, WindowView

PIPS: Mapping[str, int] = {"unhurt": 4, "hurt": 3, "bloodied": 2, "failing": 1, "down": 0, "dead": 0}

CONDITIONS = {
    "ablaze": "Burns at the end of each round; an Action may put it out.",
    "bleeding": "Loses a Wound for each level at the end of the round.",
    "blinded": "-10 a level to what needs sight; melee attackers gain 10 a level.",
    "broken": "-10 a level; may only get away and hide.",
    "deafened": "-10 a level to hearing; attackers from behind gain 10.",
    "entangled": "-10 a level to fighting and moving; no Move.",
    "fatigued": "-10 a level to all Tests.",
    "poisoned": "-10 a level; loses a Wound for each level at the end of the round.",
    "prone": "On the ground: -20 to fighting and moving; melee attackers gain 20.",
    "stunned": "-10 a level; no Action, half movement; still defends.",
    "surprised": "No Move, no Action, no defence; melee attackers gain 20.",
    "unconscious": "Out cold: blows hit for certain.",
}
SCOPES = {
    "all": "all Tests", "defence": "defence", "this_arm": "Tests with this arm", "two_handed": "two-handed Tests",
    "strength_agility": "Strength and Agility", "agility": "Agility", "hearing": "hearing", "speech": "speech",
    "sight": "sight", "first_impression": "first impressions", "next_test": "the next Test",
}  # fmt: skip
PLACES = {
    "head": "head", "left_arm": "left arm", "right_arm": "right arm", "body": "body", "left_leg": "left leg",
    "right_leg": "right leg",
}  # fmt: skip


def band(one: Combatant) -> str:
    """Halves and quarters are rounded up: of 25, 13 is bloodied and 7 failing."""
    most = one.stats.max_wounds
    if one.dead:
        return "dead"
    if one.wounds == 0:
        return "down"
    if one.wounds == most:
        return "unhurt"
    if one.wounds <= -(-most // 4):
        return "failing"
    return "bloodied" if one.wounds <= -(-most // 2) else "hurt"


def health(one: Combatant, *, exact: bool, banded: bool) -> str:
    if exact:
        return "dead" if one.dead else f"{one.wounds} of {one.stats.max_wounds} Wounds"
    return band(one) if banded else ""


def status(one: Combatant) -> Literal["active", "unconscious", "dead"]:
    return "dead" if one.dead else "unconscious" if one.has("unconscious") else "active"


def place_state(state: State, one: Combatant) -> Literal["acting", "waiting", "done", "out"]:
    if state.turn is not None and state.turn.combatant == one.id:
        return "acting"
    if one.out:
        return "out"
    return "waiting" if one.id in state.waiting else "done"


def holds(one: Combatant) -> tuple[str, ...]:
    held = (weapon for weapon in body.in_hand(one).values() if weapon.id not in one.dropped)
    return tuple(dict.fromkeys(weapon.label for weapon in held))


def defence(defender: Combatant, with_: str) -> str:
    weapon = defender.stats.weapon(with_)
    return f"Parry with {weapon.label.lower()}" if weapon else with_.capitalize()


def lasting(one: Lasting) -> str:
    """What a lasting thing does, and until when."""
    does = [f"{value:+d} to {SCOPES.get(scope, scope)}" for scope, value in one.penalties]
    does += [f"{PLACES[one.location]} useless"] if one.useless and one.location else []
    does += ["half movement"] if one.half_move else []
    does += [f"a new wound there bleeds {one.reopens}"] if one.reopens else []
    does += [f"+{one.ap} armour everywhere"] if one.ap else []
    does += [f"{one.attack:+d} to attacks"] if one.attack else []
    does += [f"{one.holds} until treated"] if one.holds else []
    does += [f"loses the next {one.loses}"] if one.loses else []
    does += ["acts last next round"] if one.last_in is not None else []
    does += ["no prayer is heard"] if one.kind == "rebuked" else []
    until = _until(one)
    return "; ".join((*does, until) if until else does) or one.note


def _until(one: Lasting) -> str:
    if one.rounds is not None:
        return f"{one.rounds} round{'s' if one.rounds != 1 else ''}"
    if one.turns is not None:
        return "until the end of the next turn"
    return "until treated" if one.treated and not one.holds else ""


def banner(state: State, viewer: Viewer, *, acting: str | None, window: WindowView | None, last: Last | None) -> Banner:
    round = state.round if viewer.is_gm else state.seen_round
    match state.phase:
        case "setup":
            detail = "Start when everybody is here." if viewer.is_gm else "The game master starts the fight."
            return Banner(eyebrow="Before the fight", title="Setup", headline="Not begun yet.", detail=detail,
                          waiting_for=("the game master",), yours=viewer.is_gm)  # fmt: skip
        case "ended":
            seen = (one for one in state.combatants if viewer.is_gm or not one.hidden)
            standing = standing_words(one.side for one in seen if status(one) == "active")
            return Banner(eyebrow="The fight is over", title="Ended", headline=standing, detail="")
        case _:
            title = f"Round {round}" if round is not None else "The fight begins"
            return _in_the_fight(state, viewer, title, acting, window, last)


def _in_the_fight(
    state: State, viewer: Viewer, title: str, acting: str | None, window: WindowView | None, last: Last | None
) -> Banner:
    eyebrow = "The fight is on"
    if window is not None:
        return _asked(state, viewer, title, window)
    combatant = state.find(acting)
    if combatant is None:
        if state.turn is None and viewer.is_gm:
            return Banner(eyebrow=eyebrow, title=title, headline="Nobody can act.", detail="Let the next round pass.",
                          waiting_for=("the game master",), yours=True)  # fmt: skip
        return Banner(eyebrow=eyebrow, title=title, headline="Between turns.", detail="",
                      waiting_for=("the game master",))  # fmt: skip
    yours = viewer.owns(combatant.owner) and not viewer.is_gm
    headline = f"Your turn, {combatant.name}." if yours else f"{combatant.name}'s turn."
    mine = viewer.owns(combatant.owner)
    return Banner(
        eyebrow=eyebrow, title=title, headline=headline, detail=_todo(state, last) if mine else _doing(state, last),
        waiting_for=("you",) if mine else (combatant.name,), yours=mine,
    )  # fmt: skip


def _asked(state: State, viewer: Viewer, title: str, window: WindowView) -> Banner:
    attack = state.attack
    assert attack is not None, "a window needs an attack"
    attacker, defender = state.get(attack.by), state.get(attack.target)
    who = attacker.name if viewer.is_gm or not attacker.hidden else "Somebody unseen"
    mine = viewer.owns(defender.owner)
    verb = "shoots at" if _shoots(attacker, attack.weapon) else "strikes at"
    return Banner(
        eyebrow="An attack", title=title,
        headline=f"{who} {verb} you, {defender.name}." if mine and not viewer.is_gm else
        f"{who} {verb} {defender.name}.",
        detail="Parry, dodge, or let it come." if mine else f"{defender.name} chooses a defence.",
        waiting_for=("you",) if mine else (defender.name,), yours=mine,
    )  # fmt: skip


def _shoots(attacker: Combatant, weapon: str) -> bool:
    found = attacker.stats.weapon(weapon)
    return found is not None and found.ranged


def _doing(state: State, last: Last | None) -> str:
    turn = state.turn
    if turn is not None and turn.action == 0:
        return _what_came(state, last) or "The Action is spent."
    return ""


def _what_came(state: State, last: Last | None) -> str:
    if last is None or state.turn is None or last.by != state.turn.combatant or last.kind != "attack":
        return ""
    return "A hit." if last.hit else "No hit."


def _todo(state: State, last: Last | None) -> str:
    """What the acting one can still do, in one sentence."""
    turn, combatant = state.turn, state.acting
    if turn is None or combatant is None:
        return ""
    moves = body.yards_left(state) > 0
    if combatant.has("stunned"):
        return "Stunned: move if you can, or end your turn."
    if combatant.has("broken"):
        return "Broken: get away or hide."
    if turn.action:
        return "Move and act." if moves else "Act, or end your turn."
    came = {"A hit.": "You hit. ", "No hit.": "You missed. "}.get(_what_came(state, last), "")
    return f"{came}Move or end your turn." if moves else f"{came}End your turn."
