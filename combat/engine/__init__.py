"""What every rule system may use: records, chance, cards, history. Pure: the standard library only."""
