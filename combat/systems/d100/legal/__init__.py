"""What the rules allow: the one truth for those who carry out commands and for those who offer them."""

from combat.systems.d100.legal.actions import check_action
from combat.systems.d100.legal.attacks import (
    aimed_anew,
    check_attack,
    check_defence,
    check_target_of_attack,
    require_fit,
)
from combat.systems.d100.legal.defences import (
    best_defence,
    defences,
    is_certain,
    usable_in_melee,
    weapon_for_wild_blow,
    wild_blow_candidates,
)
from combat.systems.d100.legal.magic import check_cast, check_prayer
from combat.systems.d100.legal.moves import PRICE_OF_LEAVING, check_move
from combat.systems.d100.legal.people import (
    actor_of,
    refuse,
    require_conscious,
    require_gm,
    require_running,
    require_turn,
    somebody,
)

__all__ = [
    "PRICE_OF_LEAVING",
    "actor_of",
    "aimed_anew",
    "best_defence",
    "check_action",
    "check_attack",
    "check_cast",
    "check_defence",
    "check_move",
    "check_prayer",
    "check_target_of_attack",
    "defences",
    "is_certain",
    "refuse",
    "require_conscious",
    "require_fit",
    "require_gm",
    "require_running",
    "require_turn",
    "somebody",
    "usable_in_melee",
    "weapon_for_wild_blow",
    "wild_blow_candidates",
]
