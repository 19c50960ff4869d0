"""Who may do what now. The one truth of both `decide` and `options`.

Checks raise IllegalCommand; the others name what may be chosen, so that an option offers exactly what is accepted.
"""

from combat.systems.ctg.legal.answering import could_react, discard_request, is_asked, require_waited_for
from combat.systems.ctg.legal.fields import MOST_TEXT, text, whole
from combat.systems.ctg.legal.kinds import ACTIONS, ANNOUNCED, BONUS_ACTIONS, REACTIONS, REQUESTS
from combat.systems.ctg.legal.means import (
    ability,
    can_use,
    is_off_hand_weapon,
    is_usable_here,
    require_ability_usable,
    uses_left,
    weapon,
)
from combat.systems.ctg.legal.moving import movement, require_movement, speed, standing_up
from combat.systems.ctg.legal.paying import (
    card_fits,
    fitting,
    has_bonus_left,
    owed_card,
    owed_cards,
    require_bonus_left,
    spendable_cards,
    spent_card,
)
from combat.systems.ctg.legal.people import (
    actor,
    can_take_turn_commands,
    controls,
    is_ability_target,
    is_aid_target,
    is_ally,
    is_attack_target,
    is_first_aid_target,
    is_seen,
    require_awake,
    require_not_ended,
    require_running,
    require_turn,
    seen,
    target,
)

__all__ = [
    "ANNOUNCED",
    "REQUESTS",
    "ACTIONS",
    "BONUS_ACTIONS",
    "REACTIONS",
    "is_seen",
    "seen",
    "controls",
    "actor",
    "require_running",
    "require_not_ended",
    "require_awake",
    "require_turn",
    "can_take_turn_commands",
    "target",
    "is_attack_target",
    "is_ally",
    "is_aid_target",
    "is_first_aid_target",
    "is_ability_target",
    "is_usable_here",
    "weapon",
    "is_off_hand_weapon",
    "ability",
    "uses_left",
    "require_ability_usable",
    "can_use",
    "owed_cards",
    "spendable_cards",
    "card_fits",
    "fitting",
    "owed_card",
    "spent_card",
    "require_bonus_left",
    "has_bonus_left",
    "speed",
    "movement",
    "require_movement",
    "standing_up",
    "could_react",
    "is_asked",
    "require_waited_for",
    "discard_request",
    "whole",
    "text",
    "MOST_TEXT",
]
