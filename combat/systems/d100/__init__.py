"""The d100 rules."""

from combat.systems.d100.system import D100

__all__ = ["D100"]
