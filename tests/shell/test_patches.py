"""What is sent of a part is what differs, and a page that puts it together has exactly the new text."""

import pytest

from combat.page_texts import patched
from combat.patches import patch_between

PLATE = '<article id="c-mara" class="combatant"><h3>Mara</h3><b>60</b><i class="on"></i><i class="on"></i><p>8 cards</p></article>'


def test_only_what_differs_is_sent():
    patch = patch_between(PLATE, PLATE.replace("60", "53").replace("8 cards", "7 cards"))
    assert patch == [[4, 5, "b>53"], [10, 11, "p>7 cards"]]


def test_of_a_long_piece_only_the_middle_is_sent():
    patch = patch_between(PLATE, PLATE.replace('combatant"', 'combatant is-acting"'))
    assert patch == [[1, 36, 2, " is-acting"]]


def test_the_same_text_needs_nothing():
    assert patch_between(PLATE, PLATE) == []


def test_a_text_that_has_little_in_common_is_sent_itself():
    assert patch_between(PLATE, "<p>Nobody</p>") == "<p>Nobody</p>"


def test_what_goes_and_what_comes_in_the_middle():
    without = PLATE.replace('<i class="on"></i>', "", 1)
    for old, new in ((PLATE, without), (without, PLATE)):
        patch = patch_between(old, new)
        assert not isinstance(patch, str)
        assert patched(old, patch) == new


def test_any_two_texts():
    hypothesis = pytest.importorskip("hypothesis")
    some = hypothesis.strategies
    pieces = some.sampled_from(["b>", "/b>", "i class=x>", "/i>", "p>Zoë 🂡", "", "p>", "/p>"])
    text = some.lists(pieces, max_size=40).map("<".join)

    @hypothesis.settings(deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(text, text, some.integers(0, 40), some.integers(0, 40))
    def check(old, other, start, end):
        parts = old.split("<")
        new = "<".join(parts[:start] + other.split("<") + parts[end:])
        assert patched(old, patch_between(old, new)) == new

    check()
