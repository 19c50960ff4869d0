"""The first sentence that a viewer reads: what is going on, and who is waited for."""

from combat.engine.standing import standing_words
from combat.systems.ctg.knowledge import Knowledge
from combat.systems.ctg.legal import owed_cards
from combat.systems.ctg.state import Combatant, Window
from combat.systems.ctg.values import tier_name, tier_of
from combat.systems.ctg.view import Banner
from combat.systems.ctg.wording import listed, one_of, ordinal


def banner(knows: Knowledge) -> Banner:
    state = knows.state
    if state.phase == "setup":
        return _setup(knows)
    if state.phase == "ended":
        standing = standing_words(one.side for one in knows.seen if one.status == "active")
        return Banner(eyebrow="The fight is over", title="Cards on the table", headline=standing)
    if state.window is not None and knows.sees(state.window.strike.target):
        return _window(knows, state.window)
    acting = state.acting
    if acting is None or not knows.sees(acting.id):
        return _nobody(knows)
    return _turn(knows, acting)


def _setup(knows: Knowledge) -> Banner:
    detail = "Start it when everybody is here." if knows.is_gm else "The GM starts it when everybody is here."
    return Banner(
        eyebrow="Before the fight",
        title="Take your seats",
        headline="The cards are not dealt yet.",
        detail=detail,
        yours=knows.viewer.is_gm,
    )


def _eyebrow(knows: Knowledge) -> str:
    state = knows.state
    if state.phase == "surprise":
        return "Before the first draw"
    which = f"the {ordinal(state.draw)} draw"
    return f"Round {knows.round_number} of {which}" if knows.round_number else which.capitalize()


def _title(knows: Knowledge) -> str:
    if knows.state.phase == "surprise":
        return "Surprise"
    return f"The {tier_name(tier_of(knows.round, knows.state.house_rules))}" if knows.round is not None else "The draw"


def _nobody(knows: Knowledge) -> Banner:
    standing = knows.state.turn is None
    headline = "Nobody can act." if standing else "Between turns."
    detail = "The GM decides how it goes on." if standing else "In a moment it goes on."
    return Banner(eyebrow=_eyebrow(knows), title=_title(knows), headline=headline, detail=detail)


def _turn(knows: Knowledge, acting: Combatant) -> Banner:
    yours = knows.owns(acting)
    mine = yours and not knows.viewer.is_gm
    headline = f"Your turn, {acting.name}." if mine else f"{acting.name} acts."
    return Banner(
        eyebrow=_eyebrow(knows),
        title=_title(knows),
        headline=headline,
        detail=_what_to_do(knows, acting, mine=mine) if knows.sees_hand(acting) else "",
        waiting_for=("you",) if mine else (acting.name,),
        yours=yours,
    )


def _what_to_do(knows: Knowledge, acting: Combatant, *, mine: bool) -> str:
    turn = knows.state.turn
    assert turn is not None
    whose = "your" if mine else "its"
    if turn.surprise:
        return "One action before the cards are dealt. It costs no card."
    owed = owed_cards(knows.state, acting)
    if turn.actions_left and owed:
        actions = "two actions" if turn.two_actions and turn.actions_taken == 0 else "one action"
        return f"Play {one_of(owed)} for {actions}."
    if turn.actions_left:
        return "An action is left, and it costs no card."
    if acting.hand:
        return f"The action is taken. Other cards buy bonus actions, or end {whose} turn."
    return f"The action is taken. Move, or end {whose} turn."


def _window(knows: Knowledge, window: Window) -> Banner:
    state, strike = knows.state, window.strike
    target = state[strike.target]
    attacker = state[strike.by].name if knows.sees(strike.by) else "Somebody"
    waiting = tuple(one for one in map(state.get, window.waiting) if one is not None and knows.sees(one.id))
    yours = any(knows.owns(one) for one in waiting)
    mine = yours and not knows.viewer.is_gm
    whom = "you" if mine and knows.owns(target) else target.name
    names = tuple("you" if knows.owns(one) and mine else one.name for one in waiting)
    return Banner(
        eyebrow="Reaction",
        title=_title(knows),
        headline=f"{attacker} attacks {whom}.",
        detail="Spend a card to answer it, or let it come." if yours else f"{listed(names)} may answer it.",
        waiting_for=names,
        yours=yours,
    )
