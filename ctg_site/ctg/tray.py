"""What stands in the tray through a ctg fight. Options say what is legal; here they only get their places."""

from collections.abc import Sequence

from markupsafe import Markup, escape

from combat.engine.cards import card_name
from combat.engine.system import Option
from ctg_site import controls
from ctg_site.drawing import icon, rank_name

PLAIN = frozenset({"defend", "aid", "dash", "hide"})
"""Actions with a button of their own; the others are behind `Other`."""
WHY_OUT = {"unconscious": "You are unconscious", "stable": "You are stable, but out", "dead": "You are dead"}


def acting(
    deeds: Sequence[Option],
    frees: Sequence[Option],
    answer: Option | None,
    owed: Sequence[str] | None,
    feet_left: int,
) -> Markup:
    """The columns of somebody who acts: attack, the other actions, the rest of the turn."""
    own = controls.Grouped(deeds)
    attack, ends = own.first("attack"), own.first("end_turn")
    attacks = attack is not None and attack.enabled
    first = _first(answer, attack, ends, owed)
    also = f"Or use the {rank_name(owed[0])} to" if owed else "Or"
    free = "".join(
        f'<span class="only-phone">{controls.button(one, place="" if one.slots else "-phone")}</span>'
        for one in frees
        if one.enabled
    )
    end = controls.press(ends, "go" if ends.obvious else "quiet", "e") if ends and attacks else ""
    return Markup(
        f'{first}<div class="also">\n<div class="also__acts" id="drawer-actions"><span class="label" id="or-h">{also}'
        f'</span><button class="tool only-phone" type="button" data-closes aria-label="Close">{icon("cross")}</button>\n'
        f'<div class="acts" role="group" aria-labelledby="or-h">{_actions(own.does("ability"), own.does("action"))}{free}'
        "</div></div>\n"
        '<div class="acts acts--one also__turn" role="group" aria-label="The rest of the turn">\n'
        f"{_opener('Other action', 'shield', 'drawer-actions', extra=' only-phone')}\n"
        f"{_move(own.does('move'), feet_left)}\n{_bonus(own.stands('bonus'))}\n{end}</div>\n</div>"
    )


def _first(answer: Option | None, attack: Option | None, ends: Option | None, owed: Sequence[str] | None) -> str:
    """The one thing to do next."""
    if answer is not None:
        return controls.option_form(answer, "go", "attack")
    if attack is not None and attack.enabled:
        return _attack_form(attack, owed)
    why = f"<p>{escape(attack.reason)}</p>" if attack is not None and attack.reason else ""
    end = controls.press(ends, "go", "e", place="-go") if ends is not None and ends.enabled else ""
    return f'<div class="tray__wait">{why}{end}</div>'


def _attack_form(attack: Option, owed: Sequence[str] | None) -> str:
    id = controls.form_id(attack)
    labels = {"weapon": ("With", ""), "target": ("At", "Others")}
    fields = "".join(
        controls.field(slot, id, *labels.get(slot.name, ()))
        for slot in attack.slots
        if slot.name != "card" or len(slot.choices) > 1
    )
    pays = f"{card_name(owed[0])}. " if owed else ""
    return (
        f"{controls.form(attack, 'attack')}{fields}"
        f'<button class="btn {"btn--go" if attack.obvious else "btn--lg"}" type="submit" data-key="a"'
        f' aria-keyshortcuts="a">{icon("attack")}<span><span data-says="Attack {{target}}">'
        f"Attack {escape(controls.first_of(attack, 'target').label)}</span><small>{pays}"
        f'<span data-note-of="weapon">{escape(controls.first_of(attack, "weapon").note)}</span></small></span>'
        '<kbd aria-hidden="true">A</kbd></button></form>'
    )


def _actions(abilities: Sequence[Option], actions: Sequence[Option]) -> str:
    buttons = [controls.button(abilities[0])] if len(abilities) == 1 else []
    if len(abilities) > 1:
        buttons.append(_opener("Ability", "star", "drawer-abilities", abilities, extra=None))
    buttons += [controls.button(option) for option in actions if option.fixed[0][1] in PLAIN]
    if actions:
        buttons.append(_opener("Other", "more", "drawer-other", actions, "o", extra=None))
    return "".join(buttons)


def _opener(
    words: str,
    sign: str,
    opens: str,
    options: Sequence[Option] | None = None,
    key: str = "",
    *,
    extra: str | None = "",
) -> str:
    """It opens a list; where nothing in it can be done now, it says why."""
    quiet = "" if extra is None else f" btn--quiet{extra}"
    if options is not None and not controls.any_enabled(options):
        does = f' aria-disabled="true" title="{escape(options[0].reason)}"'
    else:
        keys = f' data-key="{key}" aria-keyshortcuts="{key}"' if key else ""
        does = f' data-opens="{opens}" aria-expanded="false"{keys}'
    return f'<button class="btn btn--sm{quiet}" type="button"{does}>{icon(sign)}<span>{words}</span></button>'


def _move(moves: Sequence[Option], feet_left: int) -> str:
    left = f'<span class="only-wide">,</span> {feet_left} ft<span class="only-wide"> left</span>'
    return _keyed(f"Move{left if feet_left > 0 else ''}", "boot", "m", "drawer-move", moves, "No movement left")


def _bonus(bonuses: Sequence[Option]) -> str:
    words = 'Bonus<span class="only-wide">: spend a card</span>'
    return _keyed(words, "cards", "b", "drawer-bonus", bonuses, "No other card to spend")


def _keyed(words: str, sign: str, key: str, opens: str, options: Sequence[Option], none: str) -> str:
    """Its key is shown also while it is closed: what is in it may be read then, too."""
    if controls.any_enabled(options):
        does = f' data-opens="{opens}" aria-expanded="false"'
    else:
        does = f' aria-disabled="true" title="{escape(options[0].reason if options else none)}"'
    return (
        f'<button class="btn btn--sm btn--quiet" type="button" data-key="{key}" aria-keyshortcuts="{key}"{does}>'
        f'{icon(sign)}<span>{words}</span><kbd aria-hidden="true">{key.upper()}</kbd></button>'
    )


def waiting(status: str, count: int, hand: Sequence[str] | None, answer: Option | None) -> Markup:
    """Not my turn."""
    if answer is not None:
        return controls.option_form(answer, "go", "attack")
    title, words = _why_waiting(status, count, hand)
    return Markup(f'<div class="tray__wait"><h2>{title}</h2><p>{words}</p></div>')


def _why_waiting(status: str, count: int, hand: Sequence[str] | None) -> tuple[str, str]:
    if status == "dead":
        return WHY_OUT[status], "The fight goes on without you."
    if status != "active":
        keeps = " You keep your cards." if count else ""
        return WHY_OUT.get(status, "You are out"), f"Somebody may give you first aid, or heal you.{keeps}"
    if not count:
        return "No cards left", "You draw again when every hand is empty."
    title = f"Your next turn: the {rank_name(hand[0])}" if hand else "Not your turn"
    return title, "Keep your cards for that, or spend one when you are attacked."
