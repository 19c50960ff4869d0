"""Numbers and words in commands."""

from combat.systems.ctg.refusals import refuse, refuse_unless

MOST_TEXT = 500


def whole(value: object, least: int, most: int) -> int:
    """The number, if it is a whole one within the bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        refuse("bad_value", f"Give a whole number from {least} to {most}.")
    return value


def text(words: str) -> str:
    refuse_unless(len(words) <= MOST_TEXT, "bad_value", f"Say it in at most {MOST_TEXT} characters.")
    return words.strip()
