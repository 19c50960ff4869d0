"""Fights written down as JSON: read, played through the registry's systems, and compared. Pure."""

from combat.scenarios.file import Malformed, Scenario
from combat.scenarios.reading import read
from combat.scenarios.running import Outcome, play

__all__ = ["Malformed", "Outcome", "Scenario", "play", "read"]
