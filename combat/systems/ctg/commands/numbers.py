"""Numbers in commands."""

Number = int | float | bool
"""A number as it was written or typed; the rules judge whether it is one that fits."""
