"""Text that people type, made harmless before it is stored: no control signs, no turning of direction, not too long."""

import re
import unicodedata
from typing import Any

LINE = 80
PROSE = 600
TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C, 0xFEFF])
JOINERS = "\u200c\u200d"
"""Invisible, and needed: in scripts, and in emoji that are made of several."""


class TooLong(ValueError):
    def __init__(self, most: int) -> None:
        super().__init__(f"use {most} characters or fewer")


def clean_line(text: str) -> str:
    """One line: no control signs, single spaces, the marks that turn the reading direction taken out."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()  # most are like this already
    plain = unicodedata.normalize("NFC", text.translate(TURNING))
    kept = "".join(" " if sign.isspace() else sign for sign in plain if sign.isspace() or _is_visible(sign))
    return re.sub(r" {2,}", " ", kept).strip()


def clean_prose(text: str) -> str:
    """Several lines, each as `clean_line` leaves it."""
    lines = [clean_line(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def short(text: str, most: int = LINE) -> str:
    """A cleaned line that is not longer than this. Raises TooLong."""
    line = clean_line(text)
    if len(line) > most:
        raise TooLong(most)
    return line


def cleaned(value: Any, most: int = PROSE) -> Any:
    """All text in plain JSON, names of fields too, as `clean_line` leaves it; how long it may be others say."""
    if isinstance(value, str):
        return clean_line(value[: most * 4])
    if isinstance(value, list):
        return [cleaned(item, most) for item in value]
    if isinstance(value, dict):
        return {cleaned(str(key), most): cleaned(item, most) for key, item in value.items()}
    return value


def _is_visible(sign: str) -> bool:
    return sign in JOINERS or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")
