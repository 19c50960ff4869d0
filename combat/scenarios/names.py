"""Who is named in a file. An id that is nowhere in it is a slip of the pen."""

from collections.abc import Iterable, Mapping
from typing import Any

from combat.engine.records import record
from combat.engine.system import Newcomer
from combat.scenarios.file import Malformed

GM = "gm"
SPECTATOR = "spectator"
ID_FIELDS = ("by", "target", "combatant", "combatants", "surprisers", "surprised", "ambushers")
"""Fields of steps that name combatants, one or a list."""


@record
class Names:
    ids: frozenset[str]
    players: tuple[str, ...]

    @staticmethod
    def of(newcomers: Iterable[Newcomer]) -> "Names":
        """Those of everybody in the file, also those who are added by a step."""
        everybody = tuple(newcomers)
        owners = dict.fromkeys(one.owner for one in everybody if one.owner is not None)
        return Names(ids=frozenset(one.id for one in everybody), players=tuple(owners))

    def check_id(self, value: Any, path: str) -> None:
        if isinstance(value, str) and value not in self.ids:
            raise Malformed(path, f"no combatant {value!r}")

    def check_ids(self, fields: Mapping[str, Any], path: str) -> None:
        """Those in a step's fields, in the order in which they stand there."""
        for name, value in fields.items():
            if name in ID_FIELDS:
                self._check_one_or_many(value, f"{path}.{name}")

    def _check_one_or_many(self, value: Any, path: str) -> None:
        if not isinstance(value, list):
            self.check_id(value, path)
            return
        for index, item in enumerate(value):
            self.check_id(item, f"{path}[{index}]")

    def check_state(self, part: Mapping[str, Any], path: str) -> None:
        """The ids in what is expected of the state."""
        self.check_id(part.get("turn"), f"{path}.turn")
        combatants = part.get("combatants")
        for id in combatants if isinstance(combatants, dict) else ():
            self.check_id(id, f"{path}.combatants.{id}")

    def check_viewer(self, value: Any, path: str, *, anybody: bool = False) -> str:
        if not isinstance(value, str):
            raise Malformed(path, "give a player's key, gm or spectator")
        if not anybody and value not in (GM, SPECTATOR, *self.players):
            raise Malformed(path, f"no player {value!r}")
        return value
