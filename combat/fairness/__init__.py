"""The proof that nobody chose a card or a die: the trail of a fight, and its recomputation. Pure."""

from combat.fairness.checking import Difference, Unopened, check_fairness
from combat.fairness.export import Line, Stream, fairness_record, fight_record
from combat.fairness.fights import check_fight

__all__ = [
    "Difference",
    "Line",
    "Stream",
    "Unopened",
    "check_fairness",
    "check_fight",
    "fairness_record",
    "fight_record",
]
