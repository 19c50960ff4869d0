"""The stream of cards and dice, against a second reading of its definition."""

import hashlib
import hmac

import pytest

from combat import codec
from combat.engine.chance import FIRST_ENTROPY, Cut, Position, SeededChance, commitment, mixed

SEED = bytes(range(32))
ENCOUNTER = "5f0c2b9e-0d9f-4c2e-8f39-7d3a0a0f6e11"
PACK = tuple(f"c{number}" for number in range(54))


def words(entropy=FIRST_ENTROPY, first_block=0):
    """The stream's 32-bit numbers, written out from the definition."""
    k = first_block
    while True:
        message = f"high-card-1|{ENCOUNTER}|{entropy}|{k}"
        digest = hmac.new(SEED, message.encode(), hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        k += 1


def below(bound, stream):
    limit = 2**32 // bound * bound
    number = next(stream)
    while number >= limit:
        number = next(stream)
    return number % bound


def chance(position=None):
    return SeededChance(seed=SEED, encounter=ENCOUNTER, position=position)


def test_the_commitment_is_the_sha256_of_the_seed():
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_dice_take_one_word_after_another_over_blocks():
    stream, made = words(), chance()
    sides = [20, 8, 6, 4, 100, 20, 20, 12, 10, 3, 2, 20]
    assert [made.roll(n, "x") for n in sides] == [1 + below(n, stream) for n in sides]
    assert [(use.k, use.word) for use in made.uses] == [(n // 8, n % 8) for n in range(12)]


def test_numbers_that_would_favour_the_low_results_are_passed_over():
    bound = 3 * 2**30  # a quarter of all words is too high
    stream, made = words(), chance()
    assert [made.number(bound, "x") for _ in range(40)] == [below(bound, stream) for _ in range(40)]
    assert made.position.k * 8 + made.position.word > 40


def test_a_shuffle_swaps_from_the_last_down():
    stream, pile = words(), list(PACK)
    for last in range(53, 0, -1):
        other = below(last + 1, stream)
        pile[last], pile[other] = pile[other], pile[last]
    made = chance()
    assert made.shuffle(PACK, "combat draw 1") == tuple(pile)
    (use,) = made.uses
    assert (use.kind, use.cards, use.order, use.k, use.word) == ("shuffle", PACK, tuple(pile), 0, 0)


@pytest.mark.parametrize("cards", [(), ("KC",)])
def test_there_is_nothing_to_shuffle_in_fewer_than_two(cards):
    made = chance()
    assert made.shuffle(cards, "x") == cards
    assert made.position == Position()


def test_going_on_from_a_stored_position_is_the_same_stream():
    whole = chance()
    expected = [whole.roll(20, "x") for _ in range(30)]
    rolled, position = [], Position()
    for _ in range(10):
        part = chance(codec.load(Position, codec.dump(position)))
        rolled += [part.roll(20, "x") for _ in range(3)]
        position = part.position
    assert rolled == expected
    assert position == whole.position


def test_cuts_change_the_entropy_by_their_lines_in_order():
    cuts = (Cut(seat=2, cut="left hand"), Cut(seat=3, cut="a1b2", typed=False), Cut(seat=2, cut="ünï"))
    lines = "2:left hand\n3:a1b2\n2:ünï\n".encode()
    assert mixed(FIRST_ENTROPY, cuts) == hashlib.sha256(bytes(32) + lines).hexdigest()
    assert mixed(FIRST_ENTROPY, ()) == FIRST_ENTROPY


def test_cuts_wait_for_the_next_draw_and_drop_the_rest_of_the_block():
    cut = Cut(seat=1, cut="here")
    made = chance(Position().with_cut(cut))
    stream = words()
    assert made.roll(20, "before the draw") == 1 + below(20, stream)
    made.mix_in_cuts()
    fresh = words(mixed(FIRST_ENTROPY, (cut,)), first_block=1)
    assert made.roll(20, "after it") == 1 + below(20, fresh)
    assert [(use.k, use.word, use.cuts) for use in made.uses] == [(0, 0, ()), (1, 0, (cut,))]


def test_an_untouched_block_is_not_dropped():
    cut = Cut(seat=1, cut="here")
    made = chance(Position().with_cut(cut))
    made.mix_in_cuts()
    made.roll(20, "x")
    assert (made.uses[0].k, made.uses[0].word) == (0, 0)


def test_cuts_before_a_round_without_dice_are_mixed_in_with_the_next_ones():
    first, second, late = (Cut(seat=1, cut=text) for text in ("one", "two", "late"))
    made = chance(Position().with_cut(first))
    made.mix_in_cuts()
    again = chance(made.position.with_cut(second))
    again.mix_in_cuts()
    last = chance(again.position.with_cut(late))
    last.roll(20, "x")
    assert last.uses[0].cuts == (first, second)
    assert last.position.entropy == mixed(FIRST_ENTROPY, (first, second))
    assert last.position.cuts == (late,)


def test_without_cuts_the_stream_runs_on():
    made, stream = chance(), words()
    made.roll(20, "x")
    made.mix_in_cuts()
    next(stream)
    assert made.roll(20, "x") == 1 + below(20, stream)
