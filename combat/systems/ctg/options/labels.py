"""Notes and icons of the buttons."""

ACTION_NOTES = {
    "dash": "Move your speed again",
    "defend": "+2 armour class until your next turn",
    "aid": "+2 to an ally's next attack",
    "hide": "The GM judges", "search": "The GM judges", "use_item": "The GM judges", "grapple": "The GM judges",
    "shove": "The GM judges", "ready": "Say what you wait for", "improvise": "Say it in your own words",
    "first_aid": "d20 + First Aid against 10: stable at zero",
    "draw_weapon": "Have another weapon in hand", "reload": "Fill what is empty",
    "aim": "+2 to your next attack this turn", "off_hand": "A second weapon: the dice only",
}  # fmt: skip
ICONS = {
    "attack": "attack", "ability": "star", "dash": "dash", "defend": "shield", "aid": "aid", "hide": "eyeoff",
    "search": "search", "use_item": "bag", "grapple": "person", "shove": "fall", "ready": "clock",
    "improvise": "pen", "first_aid": "aid", "draw_weapon": "attack", "reload": "cards", "aim": "target",
    "off_hand": "attack", "move": "boot", "stand": "chevup", "end_turn": "end", "free": "pen",
}  # fmt: skip
