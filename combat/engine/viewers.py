"""Who looks at a fight, and who acts in it."""

from enum import StrEnum
from functools import cached_property

from combat.engine.records import record


class Role(StrEnum):
    GM = "gm"
    PLAYER = "player"
    SPECTATOR = "spectator"


@record
class Viewer:
    """One pair of eyes.

    `player` is the key of a player's seat; a combatant whose `owner` has the same key is theirs. A combatant
    without an owner is the GM's. Which combatants a viewer controls is read from the state, so there is one truth.
    """

    role: Role
    player: str | None = None

    @cached_property
    def is_gm(self) -> bool:
        return self.role is Role.GM

    @cached_property
    def audience(self) -> str:
        """The name of the group of viewers who see exactly the same: `gm`, `player:<key>` or `spectator`."""
        return f"player:{self.player}" if self.role is Role.PLAYER else self.role.value

    def owns(self, owner: str | None) -> bool:
        """Whether a combatant with this owner is the viewer's own (the GM's are those without an owner)."""
        if self.role is Role.GM:
            return owner is None
        return self.role is Role.PLAYER and owner is not None and owner == self.player


GM = Viewer(role=Role.GM)
SPECTATOR = Viewer(role=Role.SPECTATOR)


def player(key: str) -> Viewer:
    return Viewer(role=Role.PLAYER, player=key)
