"""One field of a form for one slot of an option."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from combat.engine.cards import card_name
from combat.engine.system import Choice, Slot
from ctg_site.drawing import card, icon

NOTHING = Choice(value="", label="")
MOST_TICKETS = 24
"""More choices than this come as a list."""


def chosen(slot: Slot) -> Choice:
    """What is picked at first: the preset, else the first one of a slot that must be filled."""
    for choice in slot.choices:
        if choice.preset:
            return choice
    return slot.choices[0] if slot.choices and not slot.optional else NOTHING


def first_value(slot: Slot) -> str:
    return chosen(slot).value


def unusual(slot: Slot) -> Sequence[Choice]:
    """Choices that may be put aside: none where that would leave nothing, or hide what is picked."""
    aside = [choice for choice in slot.choices if not choice.usual]
    return () if len(aside) == len(slot.choices) or chosen(slot) in aside else aside


def field(slot: Slot, form: str, label: str = "", aside: str = "") -> Markup:
    """`aside`: words behind which the unusual choices are put, so that the usual ones stand alone."""
    if slot.kind == "choices":
        return _many(slot)
    if slot.kind == "number":
        return _number(slot, form)
    if slot.kind == "text":
        return _text(slot, form)
    if slot.name == "card":
        return _card(slot)
    if len(slot.choices) > MOST_TICKETS:
        return _pick(slot, label, _list(slot, form))
    return _pick(slot, label, _tickets(slot, form, aside))


def _pick(slot: Slot, label: str, inside: str, cards: bool = False) -> Markup:
    words = escape(slot.label)
    return Markup(
        f'<fieldset class="pick{" pick--cards" if cards else ""}" data-slot="{slot.name}">'
        f'<legend class="vh">{words}</legend><span class="label" aria-hidden="true">{escape(label) or words}</span>'
        f"{inside}</fieldset>"
    )


def _input(slot: Slot, kind: str, value: str, is_checked: bool, more: str = "") -> str:
    checked = " checked" if is_checked else ""
    return f'<input class="vh" type="{kind}" name="{slot.name}" value="{escape(value)}"{more}{checked}>'


def _list(slot: Slot, form: str) -> str:
    first = first_value(slot)
    options = ['<option value="">nothing</option>'] if slot.optional else []
    for choice in slot.choices:
        selected = " selected" if choice.value == first else ""
        words = escape(f"{choice.label}: {choice.note}" if choice.note else choice.label)
        options.append(f'<option value="{escape(choice.value)}"{selected}>{words}</option>')
    return (
        f'<span class="selectish"><select name="{slot.name}" id="{escape(form)}-{slot.name}"'
        f' aria-label="{escape(slot.label)}">{"".join(options)}</select>{icon("chev")}</span>'
    )


def _tickets(slot: Slot, form: str, aside: str) -> str:
    first, behind = first_value(slot), unusual(slot) if aside else ()
    shown = [_ticket(slot, choice, first) for choice in slot.choices if choice not in behind]
    if slot.optional:
        words = "Nobody" if slot.name == "target" else "Not said"
        nothing = _input(slot, "radio", "", not first)
        shown.insert(0, f'<label class="ticket">{nothing}<span class="ticket__name">{words}</span></label>')
    if behind:
        more = "".join(_ticket(slot, choice, first) for choice in behind)
        shown.append(
            f'<details class="tickets__more" id="{escape(form)}-{slot.name}-more"><summary>{escape(aside)}</summary>'
            f'<div class="tickets tickets--small">{more}</div></details>'
        )
    small = "" if any(choice.note for choice in slot.choices) else " tickets--small"
    return f'<div class="tickets{small}">{"".join(shown)}</div>'


def _ticket(slot: Slot, choice: Choice, first: str, kind: str = "radio") -> str:
    note = f'<span class="ticket__num">{escape(choice.note)}</span>' if choice.note else ""
    is_checked = choice.value == first if kind == "radio" else choice.preset
    return (
        f'<label class="ticket">{_input(slot, kind, choice.value, is_checked)}'
        f'<span class="ticket__name"><bdi>{escape(choice.label)}</bdi></span>{note}</label>'
    )


def _card(slot: Slot) -> Markup:
    """A card out of a hand, as small cards to press."""
    first = first_value(slot)
    return _pick(slot, "", _row(_small_card(slot, one, one.value == first) for one in slot.choices), cards=True)


def _row(cards: Iterable[str]) -> str:
    return f'<div class="cardrow">{"".join(cards)}</div>'


def _small_card(slot: Slot, choice: Choice, is_checked: bool, kind: str = "radio") -> str:
    named = f' data-label="{card_name(choice.value)}"' if kind == "radio" else ""
    pressed = _input(slot, kind, choice.value, is_checked, named)
    return f'<label class="pickcard">{pressed}{card(choice.value, "mini")}</label>'


def _many(slot: Slot) -> Markup:
    if slot.name == "cards":
        return _pick(slot, "", _row(_small_card(slot, one, one.preset, "checkbox") for one in slot.choices), cards=True)
    tickets = "".join(_ticket(slot, choice, "", "checkbox") for choice in slot.choices)
    return _pick(slot, "", f'<div class="tickets tickets--small">{tickets}</div>', cards=True)


def _number(slot: Slot, form: str) -> Markup:
    required = "" if slot.optional else " required"
    value = slot.most if slot.name == "feet" and not slot.optional else ""
    return Markup(
        f'<label class="field"><span class="label">{escape(slot.label)}</span><input class="input input--n"'
        f' type="number" inputmode="numeric" name="{slot.name}" id="{escape(form)}-{slot.name}" min="{slot.least}"'
        f' max="{slot.most}" value="{value}"{required}></label>'
    )


def _text(slot: Slot, form: str) -> Markup:
    required = "" if slot.optional else " required"
    return Markup(
        f'<label class="field grow"><span class="label">{escape(slot.label)}</span><input class="input" type="text"'
        f' dir="auto" name="{slot.name}" id="{escape(form)}-{slot.name}" maxlength="{slot.most or 300}"{required}></label>'
    )
