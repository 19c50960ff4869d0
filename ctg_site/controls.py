"""Options of the rules as forms and buttons. Called `controls` in the templates; no rule is known here."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from combat.engine.cards import card_name
from combat.engine.system import Choice, Option, Slot
from ctg_site.drawing import icon
from ctg_site.fields import NOTHING, chosen, field, first_value, unusual

__all__ = [
    "Grouped", "across", "any_enabled", "button", "chosen", "close", "field", "first_of", "first_value", "fixed", "fixing",
    "form", "form_id", "needs_panel", "option_form", "press", "said", "same_card", "says", "slots_of", "speaking", "unusual",
]  # fmt: skip


class Grouped:
    """Options by what they do and by where their buttons stand, looked through once."""

    def __init__(self, options: Iterable[Option]) -> None:
        self.all = tuple(options)
        self._does: dict[str, list[Option]] = {}
        self._stands: dict[str, list[Option]] = {}
        for option in self.all:
            self._does.setdefault(option.do, []).append(option)
            self._stands.setdefault(option.group, []).append(option)

    def does(self, do: str) -> Sequence[Option]:
        return self._does.get(do, ())

    def first(self, do: str) -> Option | None:
        return next(iter(self.does(do)), None)

    def can(self, do: str) -> Sequence[Option]:
        return [option for option in self.does(do) if option.enabled]

    def main(self, do: str) -> Option | None:
        """The obvious one of a kind, else its first."""
        found = self.does(do)
        return next((option for option in found if option.obvious), found[0] if found else None)

    def stands(self, group: str) -> Sequence[Option]:
        return self._stands.get(group, ())


def fixed(option: Option, name: str) -> str:
    """What the option fixes for a field: `controls.fixed(option, "action")`."""
    return next((value for field, value in option.fixed if field == name), "")


def fixing(options: Iterable[Option], name: str, value: str) -> list[Option]:
    return [option for option in options if fixed(option, name) == value]


def across(options: Iterable[Option], slot: str, field: str) -> list[tuple[Choice, str]]:
    """Every choice that some of the options have in a slot, with what those fix for a field, between spaces."""
    found: dict[str, tuple[Choice, list[str]]] = {}
    for option in options:
        for choice in (choice for one in option.slots if one.name == slot for choice in one.choices):
            found.setdefault(choice.value, (choice, []))[1].append(fixed(option, field))
    return [(choice, " ".join(fits)) for choice, fits in found.values()]


def slots_of(options: Iterable[Option], name: str) -> list[Slot]:
    return [slot for option in options for slot in option.slots if slot.name == name]


def any_enabled(options: Iterable[Option]) -> bool:
    return any(option.enabled for option in options)


def needs_panel(option: Option) -> bool:
    """A slot for one of several equal owed cards does not ask again: the card picked in the attack's form is meant."""
    return any(slot.name != "card" or not slot.optional for slot in option.slots)


def first_of(option: Option, name: str) -> Choice:
    """What is picked at first in the slot of this name."""
    return next((chosen(slot) for slot in option.slots if slot.name == name), NOTHING)


# ---- words ----


def says(option: Option) -> str:
    """What its button says; {slot} is filled in by tray.js as choices change."""
    names = {slot.name for slot in option.slots}
    target = " on {target}" if option.do in ("cast", "pray") else " {target}"
    card = " with the {card}" if "card" in names and option.do in ("bonus", "react") else ""
    return f"{option.label}{target if 'target' in names else ''}{card}"


def said(option: Option) -> str:
    words = says(option)
    for slot in option.slots:
        first = chosen(slot)
        shown = card_name(first.value) if slot.name == "card" and first.value else first.label
        words = words.replace(f"{{{slot.name}}}", shown)
    return words


# ---- forms and buttons ----


def form_id(option: Option, place: str = "") -> str:
    """A name for an option's form that stays the same from one state to the next."""
    fixed = "".join(f"-{value.lower().replace(' ', '_').replace(chr(34), '')}" for _, value in option.fixed)
    return f"o{place}-{option.do}{f'-{option.by}' if option.by else ''}{fixed}"


def form(option: Option, extra: str = "", place: str = "") -> Markup:
    """Opens the option's form, with what it fixes; whoever asks for it closes it. The page knows where to send it."""
    by = f'<input type="hidden" name="by" value="{escape(option.by)}">' if option.by else ""
    fixed = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in option.fixed
    )
    return Markup(
        f'<form class="command{f" {extra}" if extra else ""}" id="{escape(form_id(option, place))}"'
        f' data-do="{option.do}" autocomplete="off">{by}{fixed}'
    )


def option_form(option: Option, kind: str = "go", extra: str = "") -> Markup:
    """A whole option: its slots and its button."""
    id = form_id(option)
    fields = "".join(field(slot, id) for slot in option.slots)
    note = f"<small>{escape(option.note)}</small>" if option.note else ""
    return Markup(
        f'{form(option, extra)}{fields}<button class="btn{f" btn--{kind}" if kind else ""}" type="submit">'
        f"{icon(option.icon) if option.icon else ''}<span>{speaking(option)}{note}</span></button></form>"
    )


def speaking(option: Option) -> Markup:
    """The words of its button."""
    return Markup(f'<span data-says="{escape(says(option))}">{escape(said(option))}</span>')


def same_card(option: Option) -> Markup:
    return Markup('<input type="hidden" name="card" value="" data-same-card>' if option.slots else "")


def button(option: Option, kind: str = "", key: str = "", place: str = "", panel: str = "") -> Markup:
    """It does it at once, or opens the panel where its slots are filled in, or says why not."""
    classes = f"btn btn--sm btn--{kind}" if kind else "btn btn--sm"
    shown = f"{icon(option.icon) if option.icon else ''}<span>{escape(option.label)}</span>"
    if not option.enabled:
        why = escape(option.reason)
        return Markup(
            f'<button class="{classes}" type="button" aria-disabled="true" title="{why}">{shown}'
            f'<span class="vh">, not now: {why}</span></button>'
        )
    keys, shown = (_keys(key), shown + _key(key)) if key else ("", shown)
    if panel or needs_panel(option):
        opens = escape(panel or f"p-{form_id(option, place)}")
        return Markup(
            f'<button class="{classes}" type="button" data-opens="{opens}" aria-expanded="false"{keys}>{shown}</button>'
        )
    title = f' title="{escape(option.note)}"' if option.note else ""
    return Markup(
        f"{form(option, 'command--one', place)}{same_card(option)}"
        f'<button class="{classes}" type="submit"{keys}{title}>{shown}</button></form>'
    )


def press(option: Option, kind: str, key: str, place: str = "") -> Markup:
    """A press at once, though the option would let one choose something more. kind: `go` for the obvious one."""
    if not option.enabled:
        return button(option, kind, key, place)
    note = f"<small>{escape(option.note)}</small>" if kind == "go" and option.note else ""
    return Markup(
        f"{form(option, 'command--one', place)}{same_card(option)}"
        f'<button class="btn {"" if kind == "go" else "btn--sm "}btn--{kind}" type="submit"{_keys(key)}>'
        f"{icon(option.icon or 'end')}<span>{escape(option.label)}{note}</span>{_key(key)}</button></form>"
    )


def _keys(key: str) -> str:
    return f' data-key="{key}" aria-keyshortcuts="{key}"'


def _key(key: str) -> str:
    return f'<kbd aria-hidden="true">{key.upper()}</kbd>'


def close() -> Markup:
    return Markup(f'<button class="tool" type="button" data-closes aria-label="Close">{icon("cross")}</button>')
