"""What only the GM may do."""

from collections.abc import Iterator

from combat.engine.system import Choice, Option, Slot
from combat.engine.viewers import Viewer
from combat.systems.d100 import legal
from combat.systems.d100.commands import CorrectAttack
from combat.systems.d100.decide import window_of
from combat.systems.d100.decide.correction import correctable, corrected
from combat.systems.d100.legal.attacks import MODIFIER_LIMIT
from combat.systems.d100.options.slots import number, people, several, why_not
from combat.systems.d100.state import Attack, Combatant, Request, State

MOST = 999
MOST_OUTCOME = 300


def gm_options(state: State, viewer: Viewer) -> tuple[Option, ...]:
    if state.phase == "ended":
        return ()
    running = (_start(state),) if state.phase == "setup" else _running(state, viewer)
    return *running, *(option for part in _of_everybody(state) for option in part)


def _of_everybody(state: State) -> Iterator[tuple[Option, ...]]:
    """Made again only for whom something that they rest on has changed."""
    memo = state.memo
    if not state.combatants:
        return
    yield memo.of("gm harm", (state.faces,), lambda: tuple(_harm(state)))
    for one in state.combatants:
        read = one.name, one.stats.max_wounds, one.conditions, one.lasting
        yield memo.of(("gm values", one.id), read, lambda one=one: tuple(_values(one)))  # type: ignore[misc]
    yield memo.of("gm people", (state.faces,), lambda: tuple(_people(state)))


def _option(do: str, label: str, *slots: Slot, icon: str = "", fixed: tuple[tuple[str, str], ...] = ()) -> Option:
    return Option(do=do, label=label, fixed=fixed, slots=slots, icon=icon, group="gm")


def _start(state: State) -> Option:
    who = tuple(Choice(value=one.id, label=one.name) for one in state.combatants)
    surprised = several("surprised", "Surprised", who)
    ambushers = several("ambushers", "Or: who lies in ambush", who)
    return _option("start", "Start the fight", surprised, ambushers, icon="dice")


def _running(state: State, viewer: Viewer) -> Iterator[Option]:
    if state.attack is not None:
        yield from _awaited(state, viewer, state.attack)
    else:
        label = "Next turn" if state.turn is not None else "Let the round pass"
        yield _option("end_turn", label, icon="end")
        yield from _settled(state, viewer)
    for request in state.requests:
        yield _resolve(state, request)
    yield _option("end", "End the fight", icon="end")


def _awaited(state: State, viewer: Viewer, attack: Attack) -> Iterator[Option]:
    yield _option("timeout", "Choose the better defence", fixed=(("window", window_of(state) or ""),), icon="clock")
    yield _option("cancel_attack", "Cancel the attack", icon="cross")
    others = other_targets(state, viewer, attack)
    if others:
        yield _option("retarget", "Another target", people("target", "Target", others), icon="target")


def other_targets(state: State, viewer: Viewer, attack: Attack) -> list[Combatant]:
    attacker = state.get(attack.by)
    return [
        one for one in state.combatants
        if one.id != attack.target
        and not why_not(legal.check_target_of_attack, state, viewer, attacker, one.id)
        and not why_not(legal.aimed_anew, state, attack, one)
    ]  # fmt: skip


def _settled(state: State, viewer: Viewer) -> Iterator[Option]:
    settled = correctable(state)
    if settled is None:
        return
    modifier = number("modifier", "Modifier", -MODIFIER_LIMIT, MODIFIER_LIMIT, optional=True)
    fits = [
        one for one in state.combatants
        if not why_not(corrected, state, viewer, CorrectAttack(target=one.id))
    ]  # fmt: skip
    if why_not(corrected, state, viewer, CorrectAttack()):
        return
    target = people("target", "Target", fits, optional=True)
    yield _option("correct_attack", "Correct the last attack", modifier, target, icon="pen")


def _resolve(state: State, request: Request) -> Option:
    outcome = Slot(name="outcome", label="What comes of it", kind="text", optional=True, most=MOST_OUTCOME)
    damage = number("damage", "Wounds lost", 0, MOST, optional=True)
    name = state.get(request.by).name
    return _option(
        "resolve", f"Settle {name}'s request", outcome, damage, fixed=(("request", str(request.id)),), icon="check"
    )


def _harm(state: State) -> Iterator[Option]:
    amount = number("amount", "How much", 0, MOST)
    yield _option("damage", "Wounds lost", people("combatant", "Who", state.combatants), amount, icon="drop")
    living = [one for one in state.combatants if not one.dead]
    if living:
        magic = Slot(name="type", label="How", choices=(Choice(value="magic", label="Magic"),), optional=True)
        yield _option("heal", "Heal", people("combatant", "Who", living), amount, magic, icon="aid")


def _values(one: Combatant) -> Iterator[Option]:
    fixed = (("combatant", one.id),)
    yield _option(
        "set", f"Set values of {one.name}", number("wounds", "Wounds", 0, one.stats.max_wounds),
        number("advantage", "Advantage", 0, MOST, optional=True),
        number("critical_wounds", "Critical wounds", 0, MOST, optional=True),
        number("rounds_at_zero", "Rounds at 0 Wounds", 0, MOST, optional=True), fixed=fixed, icon="pen",
    )  # fmt: skip
    names = dict.fromkeys((*(it.name for it in one.conditions), *(it.name for it in one.lasting)))
    if names:
        choices = tuple(Choice(value=name, label=name.capitalize()) for name in names)
        effect = Slot(name="effect", label="Effect", choices=choices)
        yield _option("remove_effect", f"Take an effect from {one.name}", effect, fixed=fixed)


def _people(state: State) -> Iterator[Option]:
    yield _option("remove", "Remove", people("combatant", "Who", state.combatants), icon="cross")
    visible = [one for one in state.combatants if one.owner is None and not one.hidden]
    hidden = [one for one in state.combatants if one.hidden]
    if visible:
        yield _option("hide", "Hide", people("combatant", "Who", visible), icon="eyeoff")
    if hidden:
        yield _option("reveal", "Reveal", people("combatant", "Who", hidden), icon="eye")
