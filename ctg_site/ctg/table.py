"""What stands on the table of a ctg fight: the banner, a combatant's plate, what was played, the hand."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

import orjson
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from combat.engine.system import Option
from ctg_site import controls, drawing

SIGNS: Final[Mapping[str, str]] = {
    "armour_class": "shield", "attack": "attack", "speed": "boot", "damage": "drop", "checks": "eye",
}  # fmt: skip
"""The drawing for an effect, by what it changes."""
LOW: Final = frozenset({"bloodied", "failing", "down", "dead"})
OUT: Final = {
    "dead": ("Dead", "bad", "skull"), "stable": ("Stable", "", "check"), "unconscious": ("Unconscious", "bad", "skull"),
}  # fmt: skip
VERBS: Final = {
    "Attack": "attacks", "Dash": "dashes", "Defend": "defends", "Aid": "aids", "Hide": "hides", "Search": "searches",
    "Use an item": "uses an item", "Grapple": "grapples", "Shove": "shoves", "Get ready": "gets ready",
    "Something else": "improvises", "First Aid": "gives first aid to", "Draw a weapon": "draws a weapon",
    "Reload": "reloads", "Aim": "takes aim", "Off hand": "attacks", "Dodge": "dodges", "Discard": "discards",
}  # fmt: skip

# ---- the banner ----


def banner(
    says: Any, tiers: tuple[Any, ...], phase: str, decided: bool, is_gm: bool, deadline: str | None, seconds: int | None
) -> Markup:
    """`deadline`: when the open window closes by itself; `seconds`: how long it is open in all."""
    turn = f"<b>{escape(says.headline)}</b>" if says.yours else escape(says.headline)
    detail = f" <span>{escape(says.detail)}</span>" if says.detail else ""
    names = escape(", ".join(says.waiting_for))
    waits = f'<span><span class="label">Waiting for</span><b><bdi>{names}</bdi></b></span>' if names else ""
    ring = drawing.ring(deadline, seconds) if deadline and seconds is not None else ""
    return Markup(
        f'<header class="banner" id="banner">\n<div class="banner__round">{drawing.mark()}<span>'
        f'<span class="label">{escape(says.eyebrow)}</span><b>{escape(says.title)}</b></span></div>\n'
        f'<h1 class="banner__turn">{turn}{detail}</h1>\n{_tools(phase, decided) if is_gm else ""}'
        f'<div class="awaits">{waits}{ring}</div>\n{_strip(tiers) if tiers else ""}</header>'
    )


@cache
def _tools(phase: str, decided: bool) -> str:
    """The game master's."""
    tools = [] if phase == "ended" else [_tool("Add", "plus", 'data-dialog="add"')]
    if phase == "turns":
        tools.append(_tool("Deal to all", "cards", "data-deal-all"))
    tools.append(_tool("Undo", "undo", "data-undo", "u"))
    if phase in ("turns", "surprise"):
        tools.append(
            '<form class="command command--one" id="gm-next-turn" data-do="end_turn" autocomplete="off">'
            f"{_tool('Next turn', 'end', '', 'n', 'submit')}</form>"
        )
    if decided:
        tools.append(_tool("End the fight", "flag", 'data-dialog="end"', kind="danger"))
    return f'<div class="gmtools">\n{"".join(tools)}</div>\n'


def _tool(words: str, sign: str, does: str, key: str = "", sends: str = "button", kind: str = "quiet") -> str:
    keys = f' data-key="{key}" aria-keyshortcuts="{key}"' if key else ""
    shown = f'<kbd aria-hidden="true">{key.upper()}</kbd>' if key else ""
    return (
        f'<button class="btn btn--sm btn--{kind}" type="{sends}"{f" {does}" if does else ""}{keys}>'
        f"{drawing.icon(sign)}<span>{words}</span>{shown}</button>\n"
    )


@lru_cache(maxsize=512)
def _strip(tiers: tuple[Any, ...]) -> str:
    """The rounds of this draw, for phones; wider pages have the track."""
    marks = {"past": ' class="is-past"', "now": ' class="is-now" aria-current="true"'}
    rounds = "".join(
        f"<li{marks.get(one.state, '')}>{'★' if one.tier == 'Joker' else escape(one.tier)}"
        f'<span class="vh"> {escape(one.name)}</span></li>'
        for one in tiers
    )
    return f'<ol class="tier-strip" aria-label="Rounds of this draw">{rounds}</ol>\n'


# ---- a plate ----


def plate(one: Any, is_gm: bool) -> Markup:
    """It reads nothing but this combatant, so that it changes only with it."""
    id, name = escape(one.id), escape(one.name)
    you, down = one.is_yours and not is_gm, one.status != "active"
    classes = f"{' is-acting' if one.is_acting else ''}{' is-down' if down else ''}{' is-hidden' if one.hidden else ''}"
    sub = escape(drawing.dotted("You" if you else "", one.sub, "plays itself" if one.autoplay and is_gm else ""))
    sub = f'<span class="combatant__sub">{sub}</span>' if sub else ""
    return Markup(
        f'<article id="c-{id}" class="combatant{classes}" data-combatant="{id}" data-name="{name}"'
        f'{" data-mine" if you else ""} data-health="{_pips(one)}"{_facts(one) if is_gm else ""}>\n'
        f"{_check(id, name) if is_gm else ''}"
        f'<div class="combatant__head">{drawing.token(one.name, one.id, one.side != "party", "", one.colour)}'
        f'<div class="combatant__title"><h3 class="combatant__name">{name}</h3>'
        f"{sub}</div>{drawing.backs(one.cards)}</div>\n"
        f'<div class="health{" health--low" if _is_low(one) else ""}">{_health(one, down)}</div>\n'
        f'<div class="chips">{_chips(one)}</div>\n{_open(id, name) if is_gm else ""}</article>'
    )


def _is_low(one: Any) -> bool:
    return (one.health is not None and one.max_health and one.health * 2 <= one.max_health) or one.band in LOW


def _pips(one: Any) -> int | str:
    if one.health is not None:
        return int(one.health + (one.temporary_health or 0))
    return drawing.BANDS[one.band][1] if one.band else ""


def _facts(one: Any) -> str:
    """What the game master's forms are filled in with."""
    facts = {
        "health": one.health, "temporary_health": one.temporary_health, "max_health": one.max_health,
        "armour_class": one.armour_class, "speed": one.speed, "hidden": one.hidden, "owner": one.owner or "",
        "autoplay": one.autoplay, "cards": one.cards, "gms": one.is_gms, "hand": one.hand, "effects": list(one.effects),
    }  # fmt: skip
    return f" data-facts='{htmlsafe_json_dumps(facts, dumps=_json)}'"


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def _check(id: str, name: str) -> str:
    return (
        f'<label class="combatant__check"><input type="checkbox" data-select="{id}">'
        f'<span class="vh">Select {name}</span></label>'
    )


def _open(id: str, name: str) -> str:
    return (
        f'<button class="combatant__open" type="button" data-dialog="combatant" data-about="{id}"'
        f' aria-label="All about {name}" title="All about {name}">{drawing.icon("more")}</button>\n'
    )


def _health(one: Any, down: bool) -> str:
    if one.health is not None:
        armour = "" if one.armour_class is None else drawing.armour_class(one.armour_class)
        return f"{drawing.health_bar(one.health, one.max_health, one.temporary_health)}{armour}"
    if one.band:
        return drawing.health_band(one.band)
    return f'<span class="health__band">{escape(one.health_words or "Down")}</span>' if down else ""


def _chips(one: Any) -> str:
    chips = []
    if one.hidden:
        chips.append(drawing.chip("Hidden", kind="secret", sign="eyeoff"))
    if one.status in OUT and not (one.status == "dead" and one.band == "dead"):
        words, kind, sign = OUT[one.status]
        chips.append(drawing.chip(words, kind=kind, sign=sign))
    for effect in one.effect_views:
        tone = "" if effect.tone == "neutral" else effect.tone
        sign = "fall" if effect.name == "Prone" else SIGNS.get(effect.ability, "")
        chips.append(drawing.chip(effect.name, effect.does, effect.lasts, tone, sign))
    if one.temporary_health:
        chips.append(Markup(f'<span class="chip"><b>{one.temporary_health}</b> temporary</span>'))
    if one.auto_pass:
        chips.append(drawing.chip("Passes", sign="eyeoff"))
    if one.is_waited_for and not one.is_acting:
        chips.append(drawing.chip("Asked", sign="clock"))
    return "".join(chips)


# ---- the hand ----


def who(id: str, name: str, side: str, colour: str, armour_class: int | None, speed: int | None) -> Markup:
    """Over the game master's tray: whose it is."""
    armour = f"AC {armour_class}" if armour_class is not None else ""
    pace = f" · {speed} ft" if speed is not None else ""
    return Markup(
        f'<div class="tray__who">{drawing.token(name, id, side != "party", "lg", colour)}'
        f'<div><h2><bdi>{escape(name)}</bdi></h2><p class="label">{armour}{pace}</p></div></div>\n'
    )


def held(
    cards: Sequence[str] | None,
    count: int,
    owed: Sequence[str] | None,
    phase: str,
    draw: int,
    frees: Sequence[Option],
    is_gm: bool,
) -> Markup:
    """The cards of a hand, and what stands beside them. `cards`: None where the viewer may not see them."""
    if cards:
        shown = drawing.hand(cards, owed[0] if owed else "", is_gm)
    else:
        shown = f'<p class="empty-hand">{_why_empty(cards, count, draw)}</p>' if phase in ("turns", "surprise") else ""
    return Markup(f'<div class="tray__hand">{shown}{"" if phase == "ended" else _beside(frees, is_gm)}</div>\n')


def _why_empty(cards: Sequence[str] | None, count: int, draw: int) -> str:
    if cards is None:
        return f"{count} {'card' if count == 1 else 'cards'}, not yours to see"
    return "No cards left until the next draw" if draw else "The cards come after the surprise"


def _beside(frees: Sequence[Option], is_gm: bool) -> str:
    sheet = (
        '<button class="btn btn--sm btn--quiet" type="button" data-opens="drawer-me" aria-expanded="false">'
        f"{drawing.icon('person')}<span>My sheet</span></button>"
    )
    free = "".join(controls.button(option, "quiet") for option in frees if option.enabled)
    return f'<div class="tray__side">{"" if is_gm else sheet}{free}</div>'
