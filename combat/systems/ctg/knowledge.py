"""What a viewer may know: asked by the view, and nowhere decided again (R23, R97, R98)."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from combat.engine.viewers import GM, Role, Viewer
from combat.systems.ctg.state import OFF, Combatant, State, Switches

T = TypeVar("T")


class Knowledge:
    """`everything`: the whole truth, for scenarios and tests, never for a page."""

    def __init__(self, *, state: State, viewer: Viewer, everything: bool = False) -> None:
        self.state = state
        self.viewer = viewer
        self.everything = everything
        self.is_gm = everything or viewer.is_gm
        self.audience = "truth" if everything else viewer.audience

    def kept(self, name: str, value: T) -> T:
        """The same object as for this audience before, where it says the same."""
        return self.state.memo.same((name, self.audience), value)

    def made_of(self, name: str, inputs: tuple[Any, ...], make: Callable[[], T]) -> T:
        """The same object as for this audience before, where what it is made of is the same."""
        return self.state.memo.of((name, self.audience), inputs, make)

    @property
    def acting(self) -> Combatant | None:
        """Who has the turn, if the viewer sees them."""
        one = self.state.acting
        return one if one is not None and (self.is_gm or not one.hidden) else None

    @property
    def switches(self) -> Switches:
        """The viewer's own; who only watches has none."""
        if self.viewer.role is Role.SPECTATOR:
            return OFF
        return self.state.switches_of(self.viewer.player)

    def sees(self, combatant: str | None) -> bool:
        one = self.state.get(combatant)
        return one is not None and (self.is_gm or not one.hidden)

    @cached_property
    def seen(self) -> tuple[Combatant, ...]:
        return tuple(one for one in self.state.combatants if self.is_gm or not one.hidden)

    def owns(self, one: Combatant) -> bool:
        return self.viewer.owns(one.owner)

    def sees_sheet(self, one: Combatant) -> bool:
        """Its weapons, abilities and numbers: the owner and the GM."""
        return self.is_gm or self.owns(one)

    def sees_armour_class(self, one: Combatant) -> bool:
        return self.is_gm or not one.is_gms

    def sees_health(self, one: Combatant) -> bool:
        return self.is_gm or not one.is_gms or self.state.house_rules.npc_health == "exact"

    def sees_band(self, one: Combatant) -> bool:
        return not self.sees_health(one) and self.state.house_rules.npc_health == "bands"

    def sees_hand(self, one: Combatant) -> bool:
        if self.everything or self.owns(one):
            return True
        return self.viewer.is_gm and self.state.house_rules.gm_sees_hands == "always"

    @property
    def round(self) -> int | None:
        """While somebody hidden acts, the round as it was (R98)."""
        if self.state.phase != "turns":
            return None
        return self.state.round if self.is_gm else self.state.seen_round

    @property
    def round_number(self) -> int:
        return self.state.round_number if self.is_gm else self.state.seen_round_number


def the_truth(state: State) -> Knowledge:
    return Knowledge(state=state, viewer=GM, everything=True)
