"""The rules' "no" in words: what to do instead, and no secret."""

from typing import NoReturn

from combat.engine.errors import IllegalCommand

WORDS = {
    "not_your_turn": "Wait for your turn.",
    "not_yours": "Somebody else plays that one.",
    "gm_only": "Only the GM can do that.",
    "not_started": "The fight has not started yet.",
    "already_started": "The fight has started already.",
    "ended": "The fight is over. The GM can still undo.",
    "no_action_left": "You have no action left. Use a bonus action, move, or end your turn.",
    "no_move_left": "That is farther than you can still move in this turn.",
    "bonus_limit": "No more bonus actions in this turn: that is the house rule.",
    "reaction_spent": "You have reacted in this round already.",
    "no_window": "There is nothing to answer now.",
    "not_in_hand": "That card is not in the hand.",
    "card_is_owed": "That card pays for your turn. Choose another one.",
    "unknown_combatant": "Nobody of that name is here.",
    "unknown_weapon": "There is no such weapon.",
    "unknown_ability": "There is no such ability.",
    "bad_target": "That is not a target for this. Choose another one.",
    "out_of_range": "That is too far away.",
    "unconscious": "One who is unconscious can do nothing.",
    "dead": "The dead can do nothing, and nothing heals them.",
    "cannot_act": "An effect keeps you from acting.",
    "cannot_move": "An effect keeps you from moving.",
    "no_uses_left": "That is used up for now.",
    "not_usable_here": "That cannot be used here.",
    "bad_value": "That value does not fit.",
    "window_open": "Wait until the attack has been answered.",
}


def refuse(code: str, words: str = "") -> NoReturn:
    raise IllegalCommand(code, words or WORDS[code])


def refuse_unless(fits: bool, code: str, words: str = "") -> None:
    if not fits:
        raise IllegalCommand(code, words or WORDS[code])
