"""The stream of cards and dice, worked out once more from its description alone: no code of the product is used."""

import hashlib
import hmac
import json
from itertools import groupby

import pytest

from combat.fairness import Difference, check_fight
from tests.systems.samples import SAMPLES
from tests.systems.walk import Walk


class ByHand:
    def __init__(self, seed, encounter):
        self.seed, self.encounter = seed, encounter
        self.entropy, self.k, self.words, self.at = bytes(32), 0, [], (0, 0)

    def cut(self, cuts):
        lines = "".join(f"{one['seat']}:{one['cut'] if 'cut' in one else one['hex']}\n" for one in cuts)
        self.entropy, self.words = hashlib.sha256(self.entropy + lines.encode()).digest(), []

    def word(self):
        if not self.words:
            message = f"high-card-1|{self.encounter}|{self.entropy.hex()}|{self.k}".encode()
            block = hmac.digest(self.seed, message, "sha256")
            self.words = [(self.k, i, int.from_bytes(block[4 * i : 4 * i + 4], "big")) for i in range(8)]
            self.k += 1
        return self.words.pop(0)

    def below(self, n):
        first = None
        while True:
            k, place, word = self.word()
            first = first or (k, place)
            if word < 2**32 // n * n:
                return first, word % n

    def shuffled(self, cards):
        cards, first = list(cards), None
        for last in range(len(cards) - 1, 0, -1):
            place, other = self.below(last + 1)
            first = first or place
            cards[last], cards[other] = cards[other], cards[last]
        return first, cards


@pytest.fixture(scope="module", params=SAMPLES)
def record(request):
    walk = Walk(SAMPLES[request.param], 31)
    for number in range(45):
        if number % 9 == 0:
            walk.cut(f"Schnitt {number} äß:")
        walk.step()
        if number % 11 == 10 and any(entry.undoable and not entry.undone for entry in walk.entries):
            walk.undo(1)
    return json.loads(json.dumps(walk.record()))


def test_every_use_is_what_the_description_gives(record):
    fairness = record["fairness"]
    cuts = {use: list(them) for use, them in groupby(fairness["cuts"], key=lambda one: one["use"])}
    streams = [ByHand(bytes.fromhex(one["seed"]), fairness["encounter"]) for one in fairness["streams"]]
    for one in fairness["streams"]:
        assert hashlib.sha256(bytes.fromhex(one["seed"])).hexdigest() == one["commitment"]
    assert cuts
    assert {use["kind"] for use in fairness["uses"]} & {"die", "shuffle"}
    for number, use in enumerate(fairness["uses"]):
        stream = streams[use["stream"]]
        if number in cuts:
            stream.cut(cuts[number])
        if use["kind"] == "shuffle":
            first, result = stream.shuffled(use["from"])
        else:
            first, result = stream.below(use["n"])
            result += use["kind"] == "die"
        assert (first, result) == ((use["k"], use["word"]), use["result"]), number


def test_a_use_says_whether_it_was_undone(record):
    del record["fairness"]["uses"][0]["undone"]
    with pytest.raises(Difference, match=r"uses\[0\]\.undone"):
        check_fight(record)
