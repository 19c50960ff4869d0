"""The shape of a log line, and the words and numbers inside. Called `tell` in the templates.

Sentences live in log/<event type>.html: `{% call tell.line(e.combatant, e.name) %}...{% endcall %}`. Every press sends
some lines to everybody at the table, so they are kept short: what a page can work out by itself is left to it
(live-log.js, log-lines.js), attributes stand in single quotes, which JSON leaves as they are, and `</p></li>` is left
out, which ends by itself where the next line begins.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from combat.engine import cards as engine_cards
from ctg_site.drawing import initials, suit_of
from ctg_site.drawing import signed as written

if TYPE_CHECKING:
    from combat.lines import Reader

TIERS: Final = {
    "Joker": "The Jokers", "A": "The Aces", "K": "The Kings", "Q": "The Queens", "J": "The Jacks", "10": "The Tens",
    "9": "The Nines", "8": "The Eights", "7": "The Sevens", "6": "The Sixes", "5": "The Fives", "4": "The Fours",
    "3": "The Threes", "2": "The Twos", "1": "The Aces",
}  # fmt: skip
DOES: Final = {
    "dash": "dashes", "defend": "defends", "aid": "aids", "hide": "hides", "search": "searches",
    "use_item": "uses something", "grapple": "grapples", "shove": "shoves", "ready": "gets ready",
    "improvise": "improvises", "first_aid": "gives first aid to", "draw_weapon": "draws a weapon",
    "reload": "reloads", "aim": "aims", "dodge": "dodges", "opportunity": "strikes at",
    "interpose": "steps in front of",
}  # fmt: skip
CHANGES: Final = {"armour_class": "AC"}
NOBODYS: Final = "<i class='token token--slate'>♠</i>"
SPEECH: Final = "<i class='token token--slate'>“</i>"
BY_HAND: Final = "<span class='override' title='Set by hand'>GM</span> "
ONLY_YOU: Final = " <span class='vh'>(only you see this)</span>"

__all__ = [
    "all_named", "card", "cards", "codes", "count", "does", "heading", "ledger", "line", "line_of", "modifiers", "named",
    "names", "plus", "row", "signed", "speech", "tier", "undone", "who", "words",
]  # fmt: skip


# ---- words and numbers ----


@lru_cache(maxsize=4096)
def who(name: str | None) -> Markup:
    return Markup(f"<bdi>{escape('Somebody' if name is None else name)}</bdi>")


def named(known: "Reader", id: str | None) -> str | None:
    """Somebody who is gone, or hidden since, is named by the id that was public then."""
    return (known.get(id) or id.replace("-", " ").title()) if id else None


def words(text: str) -> Markup:
    """What somebody has typed."""
    return Markup(f"<span dir='auto'>{escape(text)}</span>")


def signed(number: int) -> str:
    """In a sum: `17 + 2`, `17 − 1`."""
    return f"− {-number}" if number < 0 else f"+ {number}"


def plus(number: int) -> str:
    return written(number, plus=True)


@lru_cache(maxsize=64)
def card(code: str) -> Markup:
    return Markup(f"<span class='nowrap'>{engine_cards.card_name(code)}</span>")


def codes(some: Iterable[str]) -> Markup:
    """`the King of Spades, the 7 of Clubs and the 2 of Hearts`"""
    return _listed([Markup("the {}").format(card(code)) for code in some])


def names(some: Iterable[str | None]) -> Markup:
    return _listed([who(name) for name in some])


def all_named(known: "Reader", ids: Iterable[str]) -> Markup:
    return names(named(known, id) for id in ids)


def _listed(some: Sequence[Markup]) -> Markup:
    if len(some) < 2:
        return Markup("").join(some)
    return Markup("{} and {}").format(Markup(", ").join(some[:-1]), some[-1])


def count(number: int) -> str:
    return f"{number} {'card' if number == 1 else 'cards'}"


def cards(seen: Sequence[str], number: int) -> Markup:
    return Markup("{}: {}").format(count(number), codes(seen)) if seen else Markup(count(number))


def tier(key: str) -> str:
    return TIERS.get(key, key)


def does(action: str) -> str:
    return DOES.get(action) or action.replace("_", " ")


def modifiers(changes: Mapping[str, int]) -> str:
    return ", ".join(f"{plus(value)} {CHANGES.get(what, what)}" for what, value in changes.items())


# ---- lines ----


@pass_context
def line(
    context: Context, id: str | None, name: str | None, paid: str = "", why: str = "", override: bool = False,
    secret: bool = False, *, caller: Callable[[], str],
) -> Markup:  # fmt: skip
    """`paid`: code of the card that paid. `why`: the ledger. `override`: the GM set it by hand."""
    return line_of(context["e"], context["viewer"], id, name, caller(), paid, why, override, secret)


def line_of(
    event: Any, reader: "Reader", id: str | None, name: str | None, sentence: str, paid: str = "", why: str = "",
    override: bool = False, secret: bool = False,
) -> Markup:  # fmt: skip
    """`sentence` and `why` are markup."""
    chip = reader.chip(id) if id else None
    is_secret = secret or (_is_hidden(event) and reader.is_gm)
    sign = _card(paid) if paid else _token(name, chip)
    sums = f"<details><summary>why?</summary>{escape(why)}</details>" if why else ""
    return Markup(
        f"{_li('log-line is-secret' if is_secret else 'log-line', id if chip else '')}{sign}"
        f"<p>{BY_HAND if override else ''}{escape(sentence)}{ONLY_YOU if is_secret else ''}{sums}"
    )


def _is_hidden(event: Any) -> bool:
    return getattr(event, "hidden", False) or getattr(event, "audience", "") == "gm"


@lru_cache(maxsize=4096)
def _token(name: str | None, chip: tuple[str, str] | None) -> str:
    """The chip that stands for somebody, in the size of a line: no more than its look is said."""
    if chip is None and not name:
        return NOBODYS
    side, colour = chip or ("party", "slate")
    painted = colour if side == "party" else "foe"
    return f"<i class='token token--{painted}'>{escape(initials(name or '?'))}</i>"


@lru_cache(maxsize=64)
def _card(code: str) -> str:
    """The sign of a card beside a sentence that names it; where its parts stand says the style sheet."""
    suit = suit_of(code)
    narrow = " textLength='80%' lengthAdjust='spacingAndGlyphs'" if code[:-1] == "10" else ""
    is_joker = code in ("RJ", "BJ")
    face = f"<use href='#f-{code}'/>" if is_joker else f"<text{narrow}>{escape(code[:-1])}</text><use href='#{suit}'/>"
    return f"<svg class='card card--{suit}'>{face}</svg>"


def _li(classes: str, by: str | None = "") -> str:
    """Its number it gets where it is shown (combat/lines.py, live-log.js). Whose line it is the page marks by `by`."""
    whose = f" data-by='{escape(by)}'" if by else ""
    return f"<li class='{classes}'{whose}>"


def heading(said: str) -> Markup:
    return Markup(f"{_li('log-round')}<span>{escape(said)}</span>")


@pass_context
def undone(context: Context, name: str, number: int) -> Markup:
    several = number > 1 and context["viewer"].is_gm
    said = f"took {number} things back" if several else "took something back"
    return Markup(f"{_li('undo-mark')}<span>{words(name)} {said}</span>")


def speech(name: str, role: str, said: str) -> Markup:
    """Framed as speech: it cannot look like a line of the table."""
    by = f"{words(name)}{' (game master)' if role == 'gm' else ''} says"
    return Markup(
        f"{_li('log-line log-line--say')}{SPEECH}<p><span class='log-line__by'>{by}</span> <q>{words(said)}</q>"
    )


# ---- ledgers: what a number was made of ----


def row(term: str, value: Any, is_sum: bool = False) -> str:
    """A line of text that reads well as it is; log-lines.js lays it out."""
    return f"{term}\t{'= ' if is_sum else ''}{value}\n"


def ledger(*rows: str) -> Markup:
    """Several that follow each other are parted by an empty line."""
    return escape("".join(rows) + "\n")
