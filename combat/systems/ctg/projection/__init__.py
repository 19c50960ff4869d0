"""What a viewer may know of the present, built up from nothing."""

from combat.systems.ctg.projection.table import project, truth

__all__ = ["project", "truth"]
