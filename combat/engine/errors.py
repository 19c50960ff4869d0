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
