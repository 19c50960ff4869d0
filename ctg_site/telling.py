"""The shape of a log line, and the words and numbers inside. Called `tell` in the templates.

Sentences live in log/<event type>.html: `{% call tell.line(e.combatant, e.name) %}...{% endcall %}`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from combat.engine import cards as engine_cards
from ctg_site.drawing import card as drawn_card
from ctg_site.drawing import signed as written
from ctg_site.drawing import token

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
NOBODYS: Final = Markup('<span class="token token--sm token--slate" aria-hidden="true">♠</span>')
SPEECH: Final = Markup('<span class="token token--sm token--slate" aria-hidden="true">“</span>')
BY_HAND: Final = Markup('<span class="override" title="Set by hand">GM</span> ')
ONLY_YOU: Final = Markup(' <span class="vh">(only you see this)</span>')

__all__ = [
    "all_named", "attack_ledger", "card", "cards", "check_ledger", "codes", "count", "does", "heading", "line", "modifiers",
    "named", "names", "plus", "signed", "speech", "tier", "undone", "who", "words",
]  # fmt: skip


# ---- words and numbers ----


def who(name: str | None) -> Markup:
    return Markup(f"<b><bdi>{escape('Somebody' if name is None else name)}</bdi></b>")


def named(known: Mapping[str, str], id: str | None) -> str | None:
    """Somebody who is gone, or hidden since, is named by the id that was public then."""
    return (known.get(id) or id.replace("-", " ").title()) if id else None


def words(text: str) -> Markup:
    return Markup(f"<bdi>{escape(text)}</bdi>")


def signed(number: int) -> str:
    """In a sum: `17 + 2`, `17 − 1`."""
    return f"− {-number}" if number < 0 else f"+ {number}"


def plus(number: int) -> str:
    return written(number, plus=True)


def card(code: str) -> Markup:
    return Markup(f'<span class="nowrap">{engine_cards.card_name(code)}</span>')


def codes(some: Iterable[str]) -> Markup:
    """`the King of Spades, the 7 of Clubs and the 2 of Hearts`"""
    return _listed([Markup("the {}").format(card(code)) for code in some])


def names(some: Iterable[str | None]) -> Markup:
    return _listed([who(name) for name in some])


def all_named(known: Mapping[str, str], ids: Iterable[str]) -> Markup:
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
    one = context["view"].combatants.get(id)
    is_secret = secret or (context["viewer"].is_gm and _is_hidden(context["e"]))
    sign = drawn_card(paid, "mini") if paid else _token(one, id or "", name)
    ledger = f'<details class="why"><summary>why?</summary>{why}</details>' if why else ""
    return Markup(
        f"{_li(context, 'log-line is-secret' if is_secret else 'log-line', id if one is not None else '')}{sign}"
        f"<p>{BY_HAND if override else ''}{caller()}{ONLY_YOU if is_secret else ''}</p>{ledger}</li>"
    )


def _is_hidden(event: Any) -> bool:
    return getattr(event, "hidden", False) or getattr(event, "audience", "") == "gm"


def _token(one: Any, id: str, name: str | None) -> Markup:
    if one is not None:
        return token(name or "?", id, one.side != "party", "sm", one.colour)
    return token(name, id, False, "sm", "slate") if name else NOBODYS


def _li(context: Context, classes: str, by: str | None = "") -> str:
    """Whose line it is the page marks by `by`: all who may read a line get the same one. Where one may undo, too."""
    n, entry = context["n"], context["entry"]
    state = " is-undone" if context["undone"] else ""
    whose = f' data-by="{escape(by)}"' if by else ""
    number = f' data-entry="{entry}"' if entry is not None else ""
    undoable = " data-undoable" if context["undoable"] else ""
    return f'<li id="log-{n}" class="{classes}{state}"{whose}{number}{undoable}>'


@pass_context
def heading(context: Context, said: str) -> Markup:
    return Markup(f"{_li(context, 'log-round')}<span>{escape(said)}</span></li>")


@pass_context
def undone(context: Context, name: str, number: int) -> Markup:
    several = context["viewer"].is_gm and number > 1
    said = f"took {number} things back" if several else "took something back"
    return Markup(f"{_li(context, 'undo-mark')}<span>{words(name)} {said}</span></li>")


@pass_context
def speech(context: Context, name: str, role: str, said: str) -> Markup:
    """Framed as speech: it cannot look like a line of the table."""
    by = f"{words(name)}{' (game master)' if role == 'gm' else ''} says"
    return Markup(
        f'{_li(context, "log-line log-line--say")}{SPEECH}<p><span class="log-line__by">{by}</span>'
        f" <q>{words(said)}</q></p></li>"
    )


# ---- ledgers: what a number was made of ----


def _row(term: str, value: Any, kind: str = "") -> str:
    classes = f' class="{kind}"' if kind else ""
    return f"<div{classes}><dt>{escape(term)}</dt><dd>{escape(value)}</dd></div>"


def _ledger(*rows: str) -> Markup:
    return Markup(f'<dl class="ledger">{"".join(rows)}</dl>')


def _modifiers(given: Iterable[tuple[str, int]] | None) -> str:
    return "".join(
        _row("The game master" if what == "gm" else what.replace("_", " ").capitalize(), plus(value))
        for what, value in given or ()
    )


def attack_ledger(last: Any, damage_type: str) -> Markup:
    against = _row("Armour class", last.armour_class) if last.armour_class is not None else ""
    total = _row(f"Attack: {'hits' if last.hit else 'misses'}", last.total, "sum")
    attack = _ledger(_row("d20 rolled", last.roll), _modifiers(last.modifiers), against, total)
    return attack + _damage_ledger(last.damage, damage_type) if last.damage else attack


def _damage_ledger(damage: Any, damage_type: str) -> Markup:
    rows = [_row("Dice rolled", " + ".join(str(shows) for shows in damage.dice) or "0")]
    name = engine_cards.card_name(damage.card) if damage.card else ""
    if damage.modifier is not None:
        rows.append(_row(f"Card drawn, {name}" if name else "Added", plus(damage.modifier)))
    elif name:
        rows.append(_row("Card drawn", name))
    rows.append(_row(f"{damage_type} damage".strip().capitalize(), damage.total, "sum"))
    if damage.taken != damage.total:
        rows.append(_row("After resistance", damage.taken))
    return _ledger(*rows)


def check_ledger(last: Any, given: Iterable[tuple[str, int]] | None) -> Markup:
    works = _row("It works" if last.success else "It fails", last.total, "sum")
    return _ledger(_row("d20 rolled", last.roll), _modifiers(given), _row("To meet or beat", last.dc), works)
