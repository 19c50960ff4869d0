"""What is said when a fight is over."""

import pytest

from combat.engine.standing import standing_words


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        (["party", "party"], "The party stands."),
        (["foes"], "The foes stand."),
        (["guests"], "One side stands."),
        ([], "Nobody stands."),
        (["party", "foes"], "Both sides still stand."),
    ],
)
def test_the_last_words_name_the_side_that_is_left(sides: list[str], words: str) -> None:
    assert standing_words(sides) == words
