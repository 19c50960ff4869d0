"""One editor for every sheet: a character's, and that of somebody in a planned encounter."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from markupsafe import Markup

from combat.codec import load
from combat.engine.errors import IllegalCommand
from combat.exchange import NAME, Reader, Unreadable
from combat.forms.fields import nested
from combat.forms.sheets import DESKS
from combat.models import Membership
from combat.registry import SYSTEMS
from combat.words import TooLong, cleaned, short

PAINTS = ("plum", "teal", "umber", "slate", "olive", "rose")


@dataclass
class Subject:
    """Whose sheet is edited."""

    system: str
    name: str
    colour: str
    sheet: Mapping[str, Any]
    rules: Any
    seen: str
    word: str
    about: str
    url: str
    save: Callable[["Draft"], str]
    """Writes it, and gives the new `seen`. Raises IllegalCommand."""
    crumbs: Sequence[tuple[str, str]] = ()
    owner: int | None = None
    owners: Sequence[Membership] | None = None
    """Who may play it; None: that is not for this page to say."""
    foe: bool = False
    file_url: str = ""
    export_url: str = ""
    copy_url: str = ""
    delete_url: str = ""
    table_url: str = ""


@dataclass
class Wrong:
    path: str
    where: str
    words: str


@dataclass
class Draft:
    """A sheet as it stands on the page."""

    name: str
    colour: str
    owner: int | None
    seen: str
    form: dict[str, Any]
    focus: str = ""
    errors: list[Wrong] = field(default_factory=list)
    sheet: dict[str, Any] | None = None
    """As the codec writes it, where it can be read."""


def sheet_editor(request: HttpRequest, subject: Subject) -> HttpResponse:
    if request.method != "POST":
        return _page(request, subject, _stored(subject))
    act = request.POST.get("act", "")[:200]
    draft = _read(request, subject, act)
    if not draft.errors:
        try:
            draft.seen = subject.save(draft)
            subject.seen, subject.name = draft.seen, draft.name
        except IllegalCommand as refusal:
            draft.errors.append(Wrong(path="name", where="", words=refusal.words.rstrip(".")))
    if request.headers.get("HX-Request") == "true":
        return _answer(request, subject, draft, whole=bool(act))
    if draft.errors or act:
        return _page(request, subject, draft)
    return redirect(subject.url)


def _stored(subject: Subject) -> Draft:
    form = DESKS[subject.system].to_form(subject.sheet)
    return Draft(
        name=subject.name, colour=subject.colour, owner=subject.owner, seen=subject.seen, form=form,
        sheet=dict(subject.sheet),
    )  # fmt: skip


def _read(request: HttpRequest, subject: Subject, act: str) -> Draft:
    desk = DESKS[subject.system]
    pairs = [(name, value) for name, values in request.POST.lists() for value in values]
    form = nested(pairs)
    owner = form.pop("owner", "")
    draft = Draft(
        name=str(form.pop("name", "")),
        colour=str(form.pop("colour", subject.colour)),
        owner=int(owner) if str(owner).isdigit() and str(owner).isascii() else None,
        seen=str(form.pop("seen", "")),
        form=form,
    )
    for extra in ("csrfmiddlewaretoken", "act"):
        form.pop(extra, None)
    form = draft.form = cleaned(form)
    draft.focus = desk.act(form, act)
    _check(draft, subject)
    return draft


def _check(draft: Draft, subject: Subject) -> None:
    draft.colour = draft.colour if draft.colour in PAINTS or (subject.foe and not draft.colour) else PAINTS[0]
    try:
        draft.name = short(draft.name, NAME)
        if not draft.name:
            draft.errors.append(Wrong(path="name", where="Name", words="give a name"))
    except TooLong as error:
        draft.errors.append(Wrong(path="name", where="Name", words=str(error)))
    if subject.owners is None or draft.owner not in {member.pk for member in subject.owners}:
        draft.owner = subject.owner if subject.owners is None else None
    try:
        plain = DESKS[subject.system].from_form(draft.form)
        draft.sheet = Reader({subject.system: _nothing}).sheet(SYSTEMS[subject.system], plain, "")
    except Unreadable as error:
        dotted = error.where.replace("[", ".").replace("]", "")
        draft.errors.append(Wrong(path=dotted, where=in_words(error.where), words=error.words.rstrip(".")))


def _nothing(sheet: dict[str, Any]) -> list[str]:
    """A file's health above the maximum is mended; what somebody types is refused in words instead."""
    return []


def in_words(path: str) -> str:
    """`weapons[1].long_range` as "Weapons 2, long range"."""
    steps = path.replace("[", ".#").replace("]", "").split(".")
    words: list[str] = []
    for step in steps:
        if step.startswith("#") and words:
            words[-1] += f" {int(step[1:]) + 1}"
        elif step:
            words.append(step.replace("_", " "))
    text = ", ".join(words)
    return text[:1].upper() + text[1:]


def _context(subject: Subject, draft: Draft) -> dict[str, Any]:
    desk = DESKS[subject.system]
    sheet = load(SYSTEMS[subject.system].sheet_type, draft.sheet) if draft.sheet is not None else None
    return {
        "subject": subject, "folder": desk.folder, "paints": PAINTS, "owners": subject.owners, "owner": draft.owner,
        "name": draft.name, "colour": draft.colour, "errors": draft.errors, "focus": draft.focus, "form": draft.form,
        "swapped": False, "crumbs": subject.crumbs, "top_tools": "combat/sheet/_tools.html",
        "portrait": _portrait(subject, draft),
        **desk.page(draft.form, sheet, subject.rules),
    }  # fmt: skip


def _portrait(subject: Subject, draft: Draft) -> Markup:
    text = render_to_string(
        "combat/sheet/_portrait.html", {"name": draft.name, "colour": draft.colour, "foe": subject.foe}
    )
    return Markup(text)


def _page(request: HttpRequest, subject: Subject, draft: Draft) -> HttpResponse:
    return render(request, "combat/sheet/sheet.html", _context(subject, draft), status=422 if draft.errors else 200)


def _answer(request: HttpRequest, subject: Subject, draft: Draft, *, whole: bool) -> HttpResponse:
    context = {**_context(subject, draft), "whole": whole, "swapped": True}
    return render(request, "combat/sheet/_answer.html", context)
