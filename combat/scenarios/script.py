"""The cards and dice of a file."""

import re
from typing import Any

from combat.engine.scripted import SHARED, Script, die
from combat.scenarios.file import Malformed, typed
from combat.scenarios.names import Names

CARD = re.compile(r"(?:[2-9]|10|[JQKA])[CDHS]|[RB]J")

Pile = tuple[str, ...]


def read_script(cards: Any, reshuffles: Any, dice: tuple[str, ...], names: Names, *, own_decks: bool) -> Script:
    """One list is the shared deck's; an object of lists those of decks of one's own, by combatant."""
    for path, raw in (("cards", cards), ("reshuffles", reshuffles)):
        if raw and isinstance(raw, dict) != own_decks:
            raise Malformed(
                path,
                f"with {'decks of their own' if own_decks else 'one deck for all'} give "
                f"{'an object of lists by combatant' if own_decks else 'a list'}",
            )
    return Script(
        cards=_by_deck(cards, Pile, "cards", names),
        reshuffles=_by_deck(reshuffles, tuple[Pile, ...], "reshuffles", names),
        dice=tuple(_die(text, f"dice[{index}]") for index, text in enumerate(dice)),
    )


def _by_deck(raw: Any, kind: Any, path: str, names: Names) -> dict[str, Any]:
    decks: dict[str, Any] = raw if isinstance(raw, dict) else {SHARED: raw}
    read: dict[str, Any] = {}
    for deck, value in decks.items():
        where = path if deck == SHARED else f"{path}.{deck}"
        if deck != SHARED:
            names.check_id(deck, where)
        read[deck] = typed(kind, value, where)
        _check_cards(read[deck], where)
    return read


def _check_cards(cards: tuple[Any, ...], path: str) -> None:
    for index, card in enumerate(cards):
        if isinstance(card, tuple):
            _check_cards(card, f"{path}[{index}]")
        elif not CARD.fullmatch(card):
            raise Malformed(f"{path}[{index}]", f"no card {card!r}")


def _die(text: str, path: str) -> tuple[int, int]:
    try:
        return die(text)
    except ValueError as error:
        raise Malformed(path, str(error)) from error
