"""Small things that every page is made of: icon, card, die, token, health, chips, ring.

Called `draw` in the templates. Pages that use them include combat/_sprite.html once, and combat/_faces.html if they
show cards. Much of it is drawn again and again with the same words, so what was drawn is kept.
"""

from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from combat.engine.cards import card_name

SUITS: Final = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
RANKS: Final = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
PAINTS: Final = ("plum", "teal", "umber", "slate", "olive", "rose")
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"
BANDS: Final = {
    "unhurt": ("Unhurt", 4), "hurt": ("Hurt", 3), "bloodied": ("Bloodied", 2), "failing": ("Failing", 1),
    "down": ("Down", 0), "dead": ("Dead", 0),
}  # fmt: skip
DIE_Y: Final = {2: "56", 4: "68", 6: "62", 8: "56", 10: "52", 12: "60", 20: "59.5"}
"""Where the number stands on the drawing of a die."""

__all__ = [
    "BANDS", "armour_class", "backs", "card", "card_back", "card_button", "card_name", "chip", "die", "dotted", "hand",
    "health_band", "health_bar", "icon", "initials", "mark", "number_die", "paint", "rank_name", "ring", "signed", "suit_of",
    "token",
]  # fmt: skip


@lru_cache(maxsize=256)
def icon(name: str, extra: str = "") -> Markup:
    """A drawing of the sprite that `base.html` lays into every page: `draw.icon("cards")`."""
    return Markup(f'<svg class="{_classes("icon", extra)}" aria-hidden="true"><use href="#i-{escape(name)}"/></svg>')


def _classes(*names: str) -> Markup:
    return escape(" ".join(name for name in names if name))


# ---- cards ----


def rank_name(code: str) -> str:
    """`King`, `7`, `Joker`"""
    return "Joker" if code in ("RJ", "BJ") else RANKS.get(code[:-1], code[:-1])


def suit_of(code: str) -> str:
    return {"RJ": "heart", "BJ": "spade"}.get(code) or SUITS[code[-1]]


def _face(code: str) -> str:
    return (
        '<svg class="card__face" viewBox="0 0 100 140" aria-hidden="true">'
        f'<use href="#f-{escape(code)}" width="100" height="140"/></svg>'
    )


def _mini_face(code: str) -> str:
    rank = escape(code[:-1])
    narrow = ' textLength="80" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
    return (
        '<svg class="card__face" viewBox="0 0 100 140" aria-hidden="true">'
        f'<text class="card__big" x="50" y="70"{narrow}>{rank}</text>'
        f'<use href="#{suit_of(code)}" x="25" y="80" width="50" height="50"/></svg>'
    )


@lru_cache(maxsize=512)
def card(code: str, size: str = "", extra: str = "") -> Markup:
    """A card that lies there, face up. size: `mini`, `sm`, `md`"""
    suit = suit_of(code)
    face = _mini_face(code) if size == "mini" and code not in ("RJ", "BJ") else _face(code)
    classes = _classes("card", f"card--{suit}", size and f"card--{size}", extra)
    return Markup(f'<span class="{classes}">{face}<span class="vh">{card_name(code)}</span></span>')


def card_back(extra: str = "") -> Markup:
    return Markup(
        f'<span class="{_classes("card card--back", extra)}">'
        '<svg class="card__face" viewBox="0 0 100 140" aria-hidden="true">'
        '<use href="#back" width="100" height="140"/></svg></span>'
    )


@lru_cache(maxsize=512)
def card_button(code: str, owed: bool = False, flag: str = "") -> Markup:
    """A card of a hand, that can be pressed."""
    shown = f'<span class="card__flag">{escape(flag)}</span>' if flag else ""
    return Markup(
        f'<button class="{_classes("card", f"card--{suit_of(code)}", "is-owed" if owed else "")}" type="button"'
        f' data-card="{escape(code)}" aria-pressed="false">{_face(code)}<span class="vh">{card_name(code)}</span>'
        f"{shown}</button>"
    )


@lru_cache(maxsize=512)
def hand(codes: tuple[str, ...], owed: str = "", is_gms: bool = False) -> Markup:
    """The cards that somebody holds, highest first; the first one of the owed kind is marked."""
    count, first = len(codes), codes.index(owed) if owed in codes else -1
    flag = "Owed" if is_gms else "You owe this"
    cards = "".join(
        f"<li>{card_button(code, place == first, flag if place == first else '')}</li>"
        for place, code in enumerate(codes)
    )
    words = f"{'Hand' if is_gms else 'Your hand'}, {count} {'card' if count == 1 else 'cards'}"
    classes = f"hand hand--{min(count, 16)}{' hand--gm' if is_gms else ''}"
    return Markup(f'<ul class="{classes}" aria-label="{words}">{cards}</ul>')


@lru_cache(maxsize=64)
def backs(count: int) -> Markup:
    """How many cards somebody holds."""
    none, cards = "" if count else " backs--none", "card" if count == 1 else "cards"
    return Markup(
        f'<span class="backs{none}"><i aria-hidden="true"></i>{count}<span class="vh"> {cards} in hand</span></span>'
    )


# ---- dice ----


@lru_cache(maxsize=1024)
def die(sides: int, shows: int, theirs: bool = False, big: bool = False) -> Markup:
    """A die that shows a number; sides that we have no drawing for are shown on a cube."""
    if sides == 100:
        return die(10, shows // 10 % 10, theirs, big) + die(10, shows % 10, theirs, big)
    return _die(sides if sides in DIE_Y else 6, shows, f"d{sides}: {shows}", theirs, big)


@lru_cache(maxsize=256)
def number_die(shows: int, theirs: bool = False) -> Markup:
    """A die of which only the number is known: on a cube."""
    return _die(6, shows, f"die: {shows}", theirs, big=False)


def _die(drawn: int, shows: int, words: str, theirs: bool, big: bool) -> Markup:
    classes = _classes("die", f"die--d{drawn}", "die--big" if big else "", "die--theirs" if theirs else "")
    return Markup(
        f'<span class="{classes}"><svg viewBox="0 0 100 100" aria-hidden="true"><use href="#d{drawn}"/>'
        f'<text class="die__n" x="50" y="{DIE_Y[drawn]}">{shows}</text></svg><span class="vh">{words}</span></span>'
    )


# ---- people ----


@lru_cache(maxsize=4096)
def initials(name: str) -> str:
    """Up to two letters: of "Goblin 3" G3, of "The Bell Warden" BW."""
    words = name.split()
    if len(words) > 1 and words[0].lower() in ("the", "a", "an"):
        del words[0]
    if not words:
        return "?"
    return (words[0][:1] + (words[-1][:1] if len(words) > 1 else "")).upper()


@lru_cache(maxsize=4096)
def paint(id: str | int) -> str:
    """The same paint for the same id, always."""
    return PAINTS[sum(LETTERS.find(letter) + 1 for letter in str(id).lower()) % len(PAINTS)]


@lru_cache(maxsize=4096)
def token(name: str, id: str | int = "", foe: bool = False, size: str = "", colour: str = "") -> Markup:
    """The chip that stands for somebody. size: `sm`, `lg`, `xl`"""
    painted = "foe" if foe else colour or paint(id or name)
    classes = _classes("token", f"token--{painted}", size and f"token--{size}")
    return Markup(f'<span class="{classes}" aria-hidden="true">{escape(initials(name))}</span>')


def health_bar(now: int, most: int | None, temporary: int | None = 0) -> Markup:
    """Health in numbers: bar, number, and the word for those who do not see colour."""
    part = max(0, min(100, round(100 * now / most))) if most else 0
    over = min(100 - part, round(100 * (temporary or 0) / most)) if most else 0
    more = f'<rect class="health__temp" x="{part}" width="{over}" height="7"/>' if over > 0 else ""
    return Markup(
        '<svg class="health__bar" viewBox="0 0 100 7" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="{part}" height="7"/>{more}</svg><span class="health__n"><span class="vh">health </span>'
        f'{signed(now)}<small><span aria-hidden="true"> / </span><span class="vh"> of </span>{most}</small></span>'
    )


@lru_cache(maxsize=8)
def health_band(band: str) -> Markup:
    """Health in a word and four pips."""
    word, full = BANDS[band]
    pips = "".join('<i class="on"></i>' if pip < full else "<i></i>" for pip in range(4))
    return Markup(f'<span class="health__band">{word}</span><span class="pips" aria-hidden="true">{pips}</span>')


@lru_cache(maxsize=128)
def armour_class(value: int) -> Markup:
    return Markup(
        f'<span class="ac" title="Armour class">{icon("shield")}{value}<span class="vh"> armour class</span></span>'
    )


def chip(name: str, number: str | int = "", time: str = "", kind: str = "", sign: str = "") -> Markup:
    """kind: `good`, `bad`, `secret`, `rail`"""
    said = " ".join(str(one) for one in (name, number, time) if one)
    title = f' title="{escape(said)}"' if number or time else ""
    return Markup(
        f'<span class="{_classes("chip", kind and f"chip--{kind}")}"{title}>{icon(sign) if sign else ""}{escape(name)}'
        f"{f' <b>{escape(number)}</b>' if number else ''}{f' <small>{escape(time)}</small>' if time else ''}</span>"
    )


# ---- words, numbers and marks ----


def dotted(*words: str) -> str:
    """Those that say something, in one line."""
    return " · ".join(word for word in words if word)


def signed(number: int, plus: bool = False) -> str:
    """`+3`, `−2`, `0`, with a real minus."""
    return f"−{-number}" if number < 0 else f"+{number}" if plus else str(number)


def ring(deadline: str, seconds: int = 0) -> Markup:
    """It empties until `deadline` (UTC ISO text); the browser counts."""
    whole = f' data-seconds="{seconds}"' if seconds else ""
    return Markup(
        f'<span class="ring" data-deadline="{escape(deadline)}"{whole} role="timer" aria-label="Seconds left">'
        '<svg viewBox="0 0 50 50" aria-hidden="true"><circle class="ring__track" cx="25" cy="25" r="21"/>'
        '<circle class="ring__left" cx="25" cy="25" r="21" pathLength="100" stroke-dasharray="100 100"/></svg>'
        '<span class="ring__n"></span></span>'
    )


def mark() -> Markup:
    return Markup(
        '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M16 2v5m-3 0h6l7 11c-6 3-14 3-20 0Z"/>'
        '<circle cx="16" cy="20.500" r="2.200"/><path d="M4 29h24"/></svg>'
    )
