"""How fast High Card is, measured from outside. See README.md."""
