"""What the one whose turn it is may do, and what not."""

from collections.abc import Iterator

from combat.engine.system import Choice, Option, Slot
from combat.engine.viewers import Viewer
from combat.systems.d100 import body, legal
from combat.systems.d100.commands import OPEN_ACTIONS, Act, Move
from combat.systems.d100.legal.moves import needs_a_way_out
from combat.systems.d100.legal.people import require_action
from combat.systems.d100.options.fighting import attack_options, charge_options
from combat.systems.d100.options.slots import number, people, seen, text, why_not
from combat.systems.d100.options.working import magic_options, treat_options
from combat.systems.d100.state import Combatant, State

LABELS = {
    "sprint": ("Sprint", "Run further: an Athletics Test", "dash"),
    "aim": ("Aim", "+20 to your next shot", "target"),
    "reload": ("Reload", "A Test with the weapon's skill", "cards"),
    "gather": ("Gather power", "A Focus Test; its levels are stored", "star"),
    "break_free": ("Break free", "Strength against what holds you", "link"),
    "extinguish": ("Put it out", "An Athletics Test", "flame"),
    "disengage": ("Disengage", "Dodge against the best of them", "dash"),
    "pick_up": ("Pick up", "What lies at your feet", "bag"),
    "hide": ("Hide", "The game master judges", "eyeoff"),
    "search": ("Search", "The game master judges", "search"),
    "use_item": ("Use something", "The game master judges", "bag"),
    "ready": ("Ready", "Say what you wait for", "clock"),
    "improvise": ("Improvise", "Say it in your own words", "pen"),
}


def turn_options(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    yield from attack_options(state, viewer, one, why_no_action(state, one, "attack"))
    yield from charge_options(state, viewer, one, why_no_action(state, one, "charge"))
    yield from magic_options(state, viewer, one)
    for action in LABELS:
        yield _action(state, viewer, one, action)
    yield from treat_options(state, viewer, one)
    yield from _moves(state, viewer, one)
    yield _free(state, one)
    why = why_no_turn(state, one)
    yield Option(do="end_turn", by=one.id, label="End turn", icon="end", group="turn", enabled=not why, reason=why)


def why_no_turn(state: State, one: Combatant) -> str:
    return why_not(legal.require_conscious, one) or why_not(legal.require_turn, state, one)


def why_no_action(state: State, one: Combatant, action: str) -> str:
    return (
        why_not(legal.require_conscious, one)
        or why_not(legal.require_turn, state, one, action=action)
        or why_not(require_action, state)
    )


def _action(state: State, viewer: Viewer, one: Combatant, action: str) -> Option:
    label, note, icon = LABELS[action]
    why = why_not(legal.check_action, state, viewer, Act(by=one.id, action=action))
    return Option(
        do="action", by=one.id, fixed=(("action", action),), label=label, note=note, icon=icon, group="action",
        slots=() if why else _slots(state, viewer, one, action), enabled=not why, reason=why,
    )  # fmt: skip


def _slots(state: State, viewer: Viewer, one: Combatant, action: str) -> tuple[Slot, ...]:
    if action in OPEN_ACTIONS:
        return people("target", "Target", seen(state, viewer), optional=True), text()
    if action == "reload":
        found = [weapon for weapon in one.stats.weapons if not body.is_loaded(state.rules, one, weapon)]
        usable = [weapon.id for weapon in found if body.can_wield(one, weapon)]
    elif action == "pick_up":
        usable = list(one.dropped)
    else:
        return ()
    labels = {weapon.id: weapon.label for weapon in one.stats.weapons}
    choices = tuple(Choice(value=id, label=labels[id], preset=place == 0) for place, id in enumerate(usable))
    return (Slot(name="weapon", label="Weapon", choices=choices, optional=True),)


def _moves(state: State, viewer: Viewer, one: Combatant) -> Iterator[Option]:
    left = body.yards_left(state)
    on_a_map = state.map is not None and one.at is not None
    why = why_no_turn(state, one)
    if not why and not on_a_map:
        why = why_not(legal.check_move, state, viewer, Move(by=one.id, yards=1))
    slots: tuple[Slot, ...] = () if why else (number("yards", "Yards", 1, left),)
    if slots and needs_a_way_out(state, one) and one.advantage >= legal.PRICE_OF_LEAVING:
        pay = Choice(value="advantage", label=f"Pay {legal.PRICE_OF_LEAVING} Advantage")
        slots = (*slots, Slot(name="leave", label="Leaving melee", choices=(pay,), optional=True))
    if not on_a_map:
        yield Option(
            do="move", by=one.id, label="Crawl" if one.has("prone") else "Walk or run", note=_move_note(state, one, why),
            icon="boot", group="move", slots=slots, enabled=not why, reason=why,
        )  # fmt: skip
    if one.has("prone"):
        why = why_not(legal.check_move, state, viewer, Move(by=one.id, stand=True))
        yield Option(
            do="move", by=one.id, fixed=(("stand", "true"),), label="Stand up", note="Takes the whole Move",
            icon="chevup", group="move", enabled=not why, reason=why,
        )  # fmt: skip


def _move_note(state: State, one: Combatant, why: str) -> str:
    if why:
        return ""
    if needs_a_way_out(state, one):
        return "Leaving melee: each enemy strikes once"
    return f"{body.yards_left(state)} yards left"


def _free(state: State, one: Combatant) -> Option:
    why = why_no_turn(state, one)
    return Option(
        do="free", by=one.id, label="Free action", note="Speak, drop something, let go", icon="pen", group="free",
        slots=() if why else (text("Words or deed"),), enabled=not why, reason=why,
    )  # fmt: skip
