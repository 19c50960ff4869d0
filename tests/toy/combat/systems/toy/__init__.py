"""Pebbles: whoever's turn it is throws a die at somebody, who loses so many pips. The smallest system there can be."""

from combat.systems.toy.system import TOY

__all__ = ["TOY"]
