"""What somebody who plays itself looks at: a few facts of the view of its own viewer, without words for a page."""

from combat.engine.records import record
from combat.engine.viewers import Viewer
from combat.systems.ctg.knowledge import Knowledge
from combat.systems.ctg.projection.combatants import band_of
from combat.systems.ctg.state import Combatant, State, Status


@record
class Seen:
    """One combatant. None: the viewer may not know it."""

    id: str
    side: str
    status: Status
    health: int | None
    max_health: int | None
    band: str | None
    armour_class: int | None
    cards: int
    effects: frozenset[str]
    """Their names."""


@record
class Glance:
    turn: str | None
    actions_left: int = 0
    in_window: bool = False
    attacker: str | None = None
    """Whose attack the open window waits for; None also where it is hidden."""
    combatants: dict[str, Seen]


def glance(state: State, viewer: Viewer) -> Glance:
    knows = Knowledge(state=state, viewer=viewer)
    turn, window = state.turn, state.window
    return Glance(
        turn=turn.combatant if turn is not None and knows.sees(turn.combatant) else None,
        actions_left=turn.actions_left if turn is not None else 0,
        in_window=window is not None,
        attacker=window.strike.by if window is not None and knows.sees(window.strike.by) else None,
        combatants={one.id: _seen(knows, one) for one in knows.seen},
    )


def _seen(knows: Knowledge, one: Combatant) -> Seen:
    known = knows.sees_health(one)
    return Seen(
        id=one.id,
        side=one.side,
        status=one.status,
        health=one.health if known else None,
        max_health=one.sheet.max_health if known else None,
        band=band_of(one) if knows.sees_band(one) else None,
        armour_class=one.armour_class if knows.sees_armour_class(one) else None,
        cards=len(one.hand),
        effects=frozenset(borne.effect.name for borne in one.effects),
    )
