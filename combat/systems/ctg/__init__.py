"""The cards-and-dice system: who holds the highest card acts next."""

from combat.systems.ctg.system import CTG

__all__ = ["CTG"]
