"""Worked examples of the rules, carried out by the rules themselves."""

from combat.systems.d100.examples.running import Difference, differences, results

__all__ = ["Difference", "differences", "results"]
