"""The little that a player's fingers and eyes need of the markup: forms, hands, faces."""

import random
import re
from collections.abc import Collection

FACE = re.compile(
    r"""(?:\#f-|data-card=\\?"|value=\\?")(RJ|BJ|(?:10|[2-9AKQJ])[SHDC])\b"""
    r"""|\b(Ace|King|Queen|Jack|10|[2-9])\ of\ (Spades|Hearts|Diamonds|Clubs)\b"""
    r"""|\b(Red|Black)\ Joker\b""",
    re.VERBOSE,
)
IN_HAND = re.compile(r'data-card="([^"]+)"')
INPUT = re.compile(r"<input ([^>]*)>")
ATTRIBUTE = re.compile(r'([a-z-]+)(?:="([^"]*)")?')


def hand_in(part: str) -> set[str]:
    """The codes of the cards that can be pressed."""
    return set(IN_HAND.findall(part))


def faces(text: str) -> set[str]:
    """The codes of all cards that are named or drawn in a text, be it HTML or a frame."""
    found = set()
    for code, rank, suit, colour in FACE.findall(text):
        if colour:
            found.add(f"{colour[0]}J")
        else:
            found.add(code or (rank if rank[0].isdigit() else rank[0]) + suit[0])
    return found


def form(text: str, do: str) -> str | None:
    """The inside of the first form that asks for this."""
    found = re.search(rf'<form [^>]*data-do="{do}"[^>]*>(.*?)</form>', text, re.DOTALL)
    return found[1] if found else None


def fields_of(inside: str, spread: Collection[str] = ()) -> dict[str, list[str]]:
    """What a browser sends of a form with nothing changed; of `spread` any choice that stands in the open."""
    fields: dict[str, list[str]] = {}
    choices: dict[str, list[str]] = {}
    opened = inside.partition("<details")[0]
    for given in INPUT.finditer(inside):
        said: dict[str, str] = dict(ATTRIBUTE.findall(given[1]))
        name, value = said.get("name"), said.get("value", "")
        if not name:
            continue
        if said.get("type") in ("radio", "checkbox"):
            if given.start() < len(opened):
                choices.setdefault(name, []).append(value)
            if "checked" not in said:
                continue
        fields.setdefault(name, []).append(value)
    return fields | {name: [random.choice(choices[name])] for name in spread if choices.get(name)}
