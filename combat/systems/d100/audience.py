"""The stamp of an event: who may know it, decided when it is made and kept with it."""

from combat.engine.records import replace
from combat.systems.d100 import events as ev
from combat.systems.d100.state import Combatant, State


def involved(event: ev.Event) -> tuple[str, ...]:
    """Everybody who takes part."""
    ids: list[str | None] = [getattr(event, name, None) for name in ("combatant", "by", "target", "was")]
    match event:
        case ev.AttackDeclared(attack=attack) | ev.AttackRetargeted(attack=attack) | ev.AttackTakenBack(attack=attack):
            ids += [attack.by, attack.target]
        case ev.AttackSettled(last=last) | ev.SpellCast(last=last) | ev.PrayerSaid(last=last):
            ids += [last.by, last.at]
        case ev.RequestOpened(request=request) | ev.RequestSettled(request=request):
            ids += [request.by, request.target]
        case ev.AdvantageDecayed(combatants=combatants):
            ids += combatants
        case ev.InitiativeSet(order=order):
            ids += order
        case _:
            pass
    return tuple(dict.fromkeys(id for id in ids if isinstance(id, str)))


GM_ONLY = (ev.DieRolled, ev.RoundBegan, ev.RoundEnded, ev.AttackWeighed, ev.AttackKept, ev.LastingTicked, ev.TableLaid)
"""What no player needs: the draws one by one, rounds that may be a hidden one's (a turn says its round)."""
ALSO_TO_OTHERS = (ev.InitiativeSet, ev.AdvantageDecayed)
"""Lists: the hidden are taken out of them."""


def stamped(event: ev.Event, before: State, after: State) -> ev.Event:
    state = after if isinstance(event, ev.CombatantRevealed | ev.CombatantJoined) else before
    found = [state.find(id) for id in involved(event)]
    people = [one for one in found if one is not None]
    # Whoever is not there any more may have been hidden.
    hidden = (len(people) < len(found) or any(one.hidden for one in people)) and not isinstance(event, ALSO_TO_OTHERS)
    secret = hidden or isinstance(event, (GM_ONLY, ev.CombatantHidden))
    listed = isinstance(event, ALSO_TO_OTHERS)
    return replace(
        event,
        audience="gm" if secret else "all",
        closed=tuple(one.id for one in people if _keeps_numbers(one)),
        unseen=tuple(one.id for one in state.combatants if one.hidden) if listed else (),
    )


def _keeps_numbers(combatant: Combatant) -> bool:
    return combatant.owner is None
