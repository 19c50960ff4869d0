"""One command being carried out: the state as it moves on, who asked, and chance."""

from combat.engine.chance import Chance
from combat.engine.system import Recorder
from combat.engine.viewers import Viewer
from combat.systems.ctg.apply import apply
from combat.systems.ctg.events import Event
from combat.systems.ctg.house_rules import HouseRules
from combat.systems.ctg.state import Combatant, State


class Desk(Recorder[State, Event]):
    def __init__(self, state: State, actor: Viewer, chance: Chance) -> None:
        super().__init__(state, apply)
        self.actor = actor
        self.chance = chance

    def __getitem__(self, combatant: str) -> Combatant:
        return self.state.by_id[combatant]

    @property
    def rules(self) -> HouseRules:
        return self.state.house_rules

    def any_hidden(self, *combatants: str | None) -> bool:
        return any(one is not None and one.hidden for one in map(self.state.get, combatants))
