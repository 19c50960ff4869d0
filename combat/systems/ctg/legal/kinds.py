"""The kinds of actions, bonus actions and reactions that there are (R41, R51, R55)."""

ANNOUNCED = ("hide", "search", "use_item", "grapple", "shove", "ready", "improvise")
"""Actions without a rule of their own (R41): all but `ready` wait for the GM."""
REQUESTS = tuple(action for action in ANNOUNCED if action != "ready")
ACTIONS = ("dash", "defend", "aid", *ANNOUNCED)
BONUS_ACTIONS = ("first_aid", "draw_weapon", "reload", "aim", "off_hand", "ability", "improvise")
REACTIONS = ("dodge", "ability", "improvise")
"""Without a map `opportunity` and `interpose` are not offered (D12)."""
