"""How somebody enters a fight."""

from combat.engine.records import replace
from combat.engine.system import Newcomer
from combat.systems.d100 import events as ev
from combat.systems.d100 import legal
from combat.systems.d100.data import CONTENT, TABLE_OF
from combat.systems.d100.decide.criticals import ONGOING, lasting_of, loss
from combat.systems.d100.sheet import Sheet, stats_of
from combat.systems.d100.state import Combatant, Lasting, State

MOST_LETTERS = 80


def require_newcomer(newcomer: Newcomer) -> None:
    """What a form or a file may get wrong. Raises IllegalCommand."""
    if not 1 <= len(newcomer.id) <= MOST_LETTERS or not 1 <= len(newcomer.name.strip()) <= MOST_LETTERS:
        legal.refuse("bad_value", "A combatant needs a short id and a short name.")
    if not 1 <= len(newcomer.side.strip()) <= MOST_LETTERS:
        legal.refuse("bad_value", "A combatant needs a side.")
    if not isinstance(newcomer.sheet, Sheet | None):
        legal.refuse("bad_value", "A sheet of this system is needed.")
    if newcomer.hidden and newcomer.owner is not None:
        legal.refuse("bad_value", "Only the game master's own combatants can be hidden.")


def joined_event(state: State, newcomer: Newcomer) -> tuple[ev.CombatantJoined, Combatant]:
    sheet = newcomer.sheet or Sheet()
    stats = stats_of(sheet)
    wounds = stats.max_wounds if sheet.current_wounds is None else min(sheet.current_wounds, stats.max_wounds)
    lasting = (*(loss(one.name, one.location) for one in sheet.losses), *_untreated(sheet))
    at = newcomer.at if state.map is not None else None
    event = ev.CombatantJoined(
        combatant=newcomer.id, name=newcomer.name, side=newcomer.side, owner=newcomer.owner, hidden=newcomer.hidden,
        autoplay=newcomer.autoplay, colour=newcomer.colour, at=at, stats=stats, wounds=wounds, lasting=lasting,
    )  # fmt: skip
    combatant = Combatant(
        id=newcomer.id, name=newcomer.name, side=newcomer.side, owner=newcomer.owner, hidden=newcomer.hidden,
        autoplay=newcomer.autoplay, colour=newcomer.colour, at=at, stats=stats, wounds=wounds, lasting=lasting,
    )  # fmt: skip
    return event, combatant


def _untreated(sheet: Sheet) -> tuple[Lasting, ...]:
    """Wounds of an earlier fight, with what lasts until it is treated; held conditions are over."""
    found: list[Lasting] = []
    for injury in sheet.injuries:
        table = CONTENT.criticals[TABLE_OF.get(injury.location, injury.location)]
        row = next((row for row in table if row.name == injury.name), None)
        effects = [effect for effect in (row.effects if row else ()) if effect.op in ONGOING and effect.until]
        if effects:
            found.append(replace(lasting_of(injury.name, injury.location, effects), treated=True))
    return tuple(found)
