"""The rules' "no"."""


class IllegalCommand(Exception):
    """A command that the rules refuse. It has changed nothing.

    `code` is for programs (the list is in the scenario format), `words` are for the player: short, plain,
    what to do instead, and no secret.
    """

    def __init__(self, code: str, words: str) -> None:
        super().__init__(f"{code}: {words}")
        self.code = code
        self.words = words


class BadField(ValueError):
    """A value that its type allows and the rules do not; `field` is its name in the record that refuses it."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field
