"""The cards-and-dice system: who holds the highest card acts next."""
