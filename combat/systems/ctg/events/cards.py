"""Cards that move."""

from typing import Literal

from combat.engine.records import record


@record
class DeckShuffled:
    """A new draw pile lies there, face down: nobody is shown its order."""

    type: Literal["deck_shuffled"] = "deck_shuffled"
    deck: str = ""
    reason: Literal["start", "draw", "empty", "pack", "join"]
    packs: int
    """Of the deck from now on."""
    cards: tuple[str, ...]
    count: int
    hidden: bool = False


@record
class DrawBegan:
    """A combat draw: everybody draws afresh (R20, R21)."""

    type: Literal["draw_began"] = "draw_began"
    draw: int


@record
class CardsDrawn:
    type: Literal["cards_drawn"] = "cards_drawn"
    combatant: str
    name: str
    cards: tuple[str, ...] | None
    count: int
    deck: str = ""
    reason: Literal["draw", "join", "ability", "gm"] = "draw"
    seen_by: tuple[str, ...] = ()
    hidden: bool = False


@record
class CardsPicked:
    """The GM dealt named cards: out of the pile, else out of the discards (R95)."""

    type: Literal["cards_picked"] = "cards_picked"
    combatant: str
    name: str
    from_pile: tuple[str, ...] | None
    from_discards: tuple[str, ...]
    count: int
    deck: str = ""
    seen_by: tuple[str, ...] = ()
    hidden: bool = False


@record
class CardsDiscarded:
    """Cards leave a hand without being played."""

    type: Literal["cards_discarded"] = "cards_discarded"
    combatant: str
    name: str
    cards: tuple[str, ...]
    deck: str = ""
    reason: Literal["passed", "forced", "chosen", "gm", "removed", "skipped"]
    hidden: bool = False


@record
class CardPlayed:
    type: Literal["card_played"] = "card_played"
    combatant: str
    name: str
    card: str
    deck: str = ""
    pays: Literal["action", "bonus", "reaction", "turn"]
    """`turn`: the owed card of a turn that ended without an action."""
    hidden: bool = False


@record
class DamageCardDrawn:
    type: Literal["damage_card_drawn"] = "damage_card_drawn"
    combatant: str
    name: str
    card: str
    deck: str = ""
    value: int
    hidden: bool = False


@record
class CardsSunk:
    """Cards that undone commands drew lie at the bottom of the pile (D18)."""

    type: Literal["cards_sunk"] = "cards_sunk"
    decks: dict[str, tuple[str, ...]]


@record
class HandLooked:
    type: Literal["hand_looked"] = "hand_looked"
    combatant: str
    name: str
    cards: tuple[str, ...] | None
    count: int
    hidden: bool = False
