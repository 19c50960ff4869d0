"""The table's own "no", beside that of the rules."""

from combat.engine.errors import IllegalCommand


class StaleCommand(IllegalCommand):
    """Somebody was quicker: the page that sent this had not seen it yet."""

    def __init__(
        self, words: str = "The table has moved on since you pressed that. Look again, then press again."
    ) -> None:
        super().__init__("stale", words)


def reused_id() -> IllegalCommand:
    return IllegalCommand("reused_id", "That press was already used for something else. Press again.")


def not_running() -> IllegalCommand:
    return IllegalCommand("not_started", "This table is not open yet.")


def gm_only(words: str) -> IllegalCommand:
    return IllegalCommand("gm_only", words)


def busy() -> IllegalCommand:
    return IllegalCommand("busy", "The server is busy. Press again in a moment.")


def failed() -> IllegalCommand:
    return IllegalCommand("failed", "The server could not do that just now. Try again in a moment.")


def not_here() -> IllegalCommand:
    return IllegalCommand("not_here", "You are not signed in at this table any more. Reload the page.")
