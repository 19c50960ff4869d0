"""Every switch of the system: its type, its default, and one plain sentence for the table."""

from typing import Any, Literal

from combat.engine.records import record
from combat.systems.ctg.sheet import require


@record
class HouseRules:
    ace: Literal["high", "low"] = "high"
    jokers: Literal["high", "out"] = "high"
    deck: Literal["shared", "own"] = "shared"
    late_join: Literal["discard_passed", "next_draw"] = "discard_passed"
    gm_sees_hands: Literal["on_request", "always", "never"] = "on_request"
    same_tier: Literal["agility", "alternate"] = "agility"
    miss_ends_turn: Literal["yes", "unless_actions_left", "no"] = "yes"
    bonus_actions_per_turn: int | Literal["any"] = "any"
    reaction_seconds: int = 12
    equal_hits: Literal["no", "yes"] = "no"
    naturals: Literal["none", "classic"] = "none"
    damage_modifier: Literal["score", "modifier"] = "score"
    bleeding: Literal["none", "per_round"] = "none"
    npc_health: Literal["bands", "exact", "hidden"] = "bands"

    def __post_init__(self) -> None:
        require(0 <= self.reaction_seconds <= 600, "reaction_seconds is from 0 to 600", "reaction_seconds")
        limit = self.bonus_actions_per_turn
        require(
            limit == "any" or 0 <= limit <= 50,
            "bonus_actions_per_turn is `any` or a number from 0 to 50",
            "bonus_actions_per_turn",
        )


@record
class Allowed:
    value: str
    label: str


@record
class HouseRule:
    """One line of the page on which a campaign sets its house rules."""

    key: str
    rule: str
    """The number of the rule that it bends."""
    label: str
    sentence: str
    allowed: tuple[Allowed, ...] = ()
    """Empty: a number from `least` to `most`, or, where `any` is true, the word `any`."""
    least: int = 0
    most: int = 0
    any: bool = False

    @property
    def default(self) -> Any:
        return getattr(HouseRules(), self.key)


def _choice(key: str, rule: str, label: str, sentence: str, **allowed: str) -> HouseRule:
    values = tuple(Allowed(value=value, label=words) for value, words in allowed.items())
    return HouseRule(key=key, rule=rule, label=label, sentence=sentence, allowed=values)


HOUSE_RULES = (
    _choice(
        "ace", "R11", "Aces", "An ace is worth 14 and comes before the kings, or 1 and comes last.",
        high="High (14)", low="Low (1)",
    ),
    _choice(
        "jokers", "R11", "Jokers", "The two jokers are in every pack and come before the aces, or stay in the box.",
        high="In the pack (15)", out="Left out",
    ),
    _choice(
        "deck", "R13", "Decks", "Everybody draws from one pile, or each from a pack of their own.",
        shared="One for all", own="One each",
    ),
    _choice(
        "late_join", "R22", "Joining late",
        "A newcomer draws at once and loses the cards whose moment has passed, or waits for the next combat draw.",
        discard_passed="Draws at once", next_draw="Waits for the draw",
    ),
    _choice(
        "gm_sees_hands", "R23", "The GM and the players' hands",
        "The GM may look at a hand, which the whole table is told; sees all hands; or never sees them.",
        on_request="May look, and all are told", always="Sees them", never="Never sees them",
    ),
    _choice(
        "same_tier", "R26", "Several cards of one rank",
        "The more agile plays all cards of a rank first, or nobody plays a second one before all have played one.",
        agility="The more agile first", alternate="In turns",
    ),
    _choice(
        "miss_ends_turn", "R43", "A miss ends the turn",
        "An attack that fails ends the turn, or only when no action is left, or never.",
        yes="Yes", unless_actions_left="Unless actions are left", no="No",
    ),
    HouseRule(
        key="bonus_actions_per_turn", rule="R50", label="Bonus actions in a turn",
        sentence="As many bonus actions as you have cards for, or at most this many in a turn.",
        least=0, most=50, any=True,
    ),
    HouseRule(
        key="reaction_seconds", rule="R56", label="Time to react",
        sentence="So many seconds are there to answer an attack; with 0 nobody is asked.",
        least=0, most=600,
    ),
    _choice(
        "equal_hits", "R72", "Meeting the armour class",
        "An attack that equals the armour class misses, or hits.",
        no="Misses", yes="Hits",
    ),
    _choice(
        "naturals", "R72", "Natural 1 and 20",
        "The face of the die alone means nothing; or a 20 hits with twice the dice and a 1 misses.",
        none="Mean nothing", classic="Miss and hit always",
    ),
    _choice(
        "damage_modifier", "R74", "Strength in damage",
        "Blades and bows add the whole score of strength (or agility) to their damage, or only its modifier.",
        score="The score", modifier="The modifier",
    ),
    _choice(
        "bleeding", "R84", "Bleeding",
        "The unconscious lie as they are, or lose one health at each round's start until somebody helps them.",
        none="No", per_round="One a round",
    ),
    _choice(
        "npc_health", "R97", "Health of the GM's side",
        "Players see how badly a foe is hurt, its exact health, or nothing of it.",
        bands="In words", exact="In numbers", hidden="Not at all",
    ),
)  # fmt: skip
