"""What nobody may see in ctg: foreign cards and the piles, hidden ones, the numbers of the GM's combatants."""

import re

from combat import codec
from combat.engine.viewers import Role
from tests.systems.ctg.pack import JOKERS, PACK

CANARY_HEALTH = 4000
"""Health from here on is that of a foe whose numbers stay with the GM."""


def check_view(state, viewer, view, text: str) -> None:
    """`text` is all that this viewer gets of the present: the view and the options."""
    secrets = _unseen(state, viewer) - _seen(state, viewer) - _on_the_table(state)
    _assert_no_card(secrets, text)
    if viewer.role is Role.GM:
        return
    _assert_nobody_hidden((one for one in state.combatants if one.hidden), text)
    for one in state.combatants:
        if one.owner is None and not one.hidden:
            _check_foe(state, one, view["combatants"][one.id])
    _check_canaries(state, view)


def _check_foe(state, one, shown) -> None:
    assert shown["armour_class"] is None
    assert shown["weapons"] is None or {weapon["name"] for weapon in shown["weapons"]} <= set(one.weapons_shown)
    if state.house_rules.npc_health != "exact":
        assert (shown["health"], shown["max_health"], shown["temporary_health"]) == (None, None, None)
    assert (shown["band"] is not None) == (state.house_rules.npc_health == "bands")


def _check_canaries(state, data) -> None:
    exact = state.house_rules.npc_health == "exact"
    for one in state.combatants:
        if one.owner is None and one.sheet.max_health >= CANARY_HEALTH:
            numbers = {one.armour_class}
            if not exact:
                numbers |= {one.sheet.max_health, one.health, one.temporary_health}
            numbers -= {other.armour_class for other in state.combatants if other.owner is not None}
            numbers -= {len(pile) for pile in state.piles.values()}  # everybody sees how high it is
            found = {number for number in _numbers(data) if number > 60} & numbers
            assert not found, (one.id, found)


def check_sent(before, after, viewer, events, sent: list, text: str) -> None:
    """`sent` is what this viewer gets of the events of one command."""
    known = _seen(before, viewer) | _seen(after, viewer) | _made_public(events)
    known |= {card for deck in before.discards.values() for card in deck}
    for event in events:
        if event.type in ("cards_drawn", "cards_picked", "hand_looked") and _may_know(before, after, viewer, event):
            known |= set(_codes(codec.dump(event)))
    secrets = (_unseen(before, viewer) | _unseen(after, viewer)) - known
    _assert_no_card(secrets, text)
    if viewer.role is Role.GM:
        return
    _assert_nobody_hidden((one for one in after.combatants if one.hidden), text)
    _assert_nobody_hidden((one for one in before.combatants if one.hidden and after.get(one.id) is None), text)
    for event in sent:
        _check_canaries(after, event)
        if event["type"] == "attack_rolled":
            target = before.get(event["last"]["target"])
            assert target.owner is not None or event["last"]["armour_class"] is None


def _may_know(before, after, viewer, event) -> bool:
    if event.type in ("hand_looked", "cards_picked") and viewer.role is Role.GM:
        return True
    owners = {state.get(event.combatant).owner for state in (before, after) if state.get(event.combatant)}
    if after.house_rules.gm_sees_hands == "always" and viewer.role is Role.GM:
        return True
    return any(viewer.owns(owner) for owner in owners)


def _sees_hand(state, viewer, one) -> bool:
    always = state.house_rules.gm_sees_hands == "always" and viewer.role is Role.GM
    return always or viewer.owns(one.owner)


def _seen(state, viewer) -> set[str]:
    return {card for one in state.combatants if _sees_hand(state, viewer, one) for card in one.hand}


def _unseen(state, viewer) -> set[str]:
    hands = {card for one in state.combatants if not _sees_hand(state, viewer, one) for card in one.hand}
    return hands | {card for pile in state.piles.values() for card in pile}


def _on_the_table(state) -> set[str]:
    """Face up now, or named in the newest rolls."""
    shown = {card for pile in state.discards.values() for card in pile}
    newest = (state.last, state.last_seen, state.played, state.played_seen)
    return shown | {code for one in newest if one is not None for code in _codes(codec.dump(one))}


def _made_public(events) -> set[str]:
    public: set[str] = set()
    for event in events:
        match event.type:
            case "card_played" | "damage_card_drawn":
                public.add(event.card)
            case "cards_discarded":
                public |= set(event.cards)
            case "cards_picked":
                public |= set(event.from_discards)
    return public


def _codes(data):
    """Every text in the data that is a card's code."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list | tuple):
        for item in data:
            yield from _codes(item)
    elif isinstance(data, str) and (data in PACK or data in JOKERS):
        yield data


def _numbers(data):
    """Every number in the data but distances, which may be any."""
    if isinstance(data, dict):
        data = [
            value for key, value in data.items() if key not in ("feet", "moved", "movement", "speed", "house_rules")
        ]
    if isinstance(data, list | tuple):
        for item in data:
            yield from _numbers(item)
    elif isinstance(data, int) and not isinstance(data, bool):
        yield data


WORDS = {
    "J": "Jack",
    "Q": "Queen",
    "K": "King",
    "A": "Ace",
    "C": "Clubs",
    "D": "Diamonds",
    "H": "Hearts",
    "S": "Spades",
}
NAMES = {f"{WORDS.get(card[:-1], card[:-1])} of {WORDS[card[-1]]}".lower(): card for card in PACK}
NAME = re.compile(r"(?:\b\d+|jack|queen|king|ace) of (?:clubs|diamonds|hearts|spades)", re.IGNORECASE)
CODE = re.compile(r'"((?:\d+|[JQKA])[CDHS]|[BR]J)"')


def _assert_no_card(secrets: set[str], text: str) -> None:
    """Neither as a code nor in words."""
    told = secrets & {*CODE.findall(text), *(NAMES.get(name.lower(), "") for name in NAME.findall(text))}
    assert not told, [(card, text[max(0, text.find(f'"{card}"') - 200) :][:260]) for card in told]


def _assert_nobody_hidden(ones, text: str) -> None:
    for one in ones:
        assert one.id not in text, one.id
        assert one.name not in text, one.name
