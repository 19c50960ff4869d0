"""Turns and rounds: who acts, who is skipped, what ends with a turn or a round (2.1, D2, D4, D11, D15, D16)."""

from combat.systems.d100 import body
from combat.systems.d100 import events as ev
from combat.systems.d100.decide import conditions, end_of_round
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import Combatant, State


def first_round(scene: Scene) -> None:
    scene(ev.FightStarted())
    _begin_round(scene, 1)
    advance(scene)


def end_turn(scene: Scene) -> None:
    turn = scene.state.turn
    assert turn is not None
    _end_of_turn(scene, turn.combatant)
    scene(ev.TurnEnded(combatant=turn.combatant))
    advance(scene)


def pass_round(scene: Scene) -> None:
    """Nobody is able to act: the GM lets what is left of the round and the next top pass."""
    while scene.state.waiting:
        _skip(scene, scene.get(scene.state.waiting[0]))
    _next_round(scene)
    advance(scene)


def advance(scene: Scene) -> None:
    """The next who is able gets the turn; the others are skipped, and the round goes round."""
    while True:
        if not somebody_comes(scene.state):
            scene(ev.NobodyActs())
            return
        if not scene.state.waiting:
            _next_round(scene)
            continue
        following = scene.get(scene.state.waiting[0])
        if following.able:
            _begin_turn(scene, following)
            return
        _skip(scene, following)


def somebody_comes(state: State) -> bool:
    """Somebody is able to act, or is Surprised and will be (D15)."""
    return any(one.able or (one.has("surprised") and not one.dead) for one in state.combatants)


def settle(scene: Scene) -> None:
    """After every command: whoever holds the turn and is out or gone loses it at once; nobody waits in vain."""
    state = scene.state
    if state.phase != "turns":
        return
    if state.turn is not None:
        holder = state.get(state.turn.combatant)
        if holder.out:
            end_turn(scene)
    elif somebody_comes(state):
        advance(scene)


def _begin_turn(scene: Scene, combatant: Combatant) -> None:
    lost = [one for one in combatant.lasting if one.loses]
    state = scene.state
    scene(
        ev.TurnBegan(
            combatant=combatant.id,
            round=state.round,
            new_round=not combatant.hidden and state.seen_round != state.round,
            action=0 if any(one.loses == "action" for one in lost) else 1,
            no_move=any(one.loses == "move" for one in lost),
        )
    )
    for one in lost:
        scene(ev.LastingEnded(combatant=combatant.id, lasting=one))


def _skip(scene: Scene, combatant: Combatant) -> None:
    why = "dead" if combatant.dead else "unconscious" if combatant.has("unconscious") else "surprised"
    if combatant.able:
        why = "passed"
    scene(ev.TurnSkipped(combatant=combatant.id, why=why))
    _end_of_turn(scene, combatant.id)


def _end_of_turn(scene: Scene, id: str) -> None:
    """Effects counted in turns tick; by switch the conditions do their work. The dead have none (D2)."""
    combatant = scene.state.find(id)
    if combatant is None or combatant.dead:
        return
    if any(one.turns is not None for one in combatant.lasting):
        scene(ev.LastingTicked(combatant=id, unit="turns"))
        _end_those_that_are_over(scene, id)
    if scene.state.rules.condition_timing == "turn":
        end_of_round.conditions_work(scene, id)


def _end_those_that_are_over(scene: Scene, id: str) -> None:
    for one in scene.get(id).lasting:
        if one.rounds == 0 or one.turns == 0:
            scene(ev.LastingEnded(combatant=id, lasting=one))


def _next_round(scene: Scene) -> None:
    _end_round(scene)
    _begin_round(scene, scene.state.round + 1)
    for one in scene.state.combatants:
        conditions.lose(scene, one.id, "surprised")


def _end_round(scene: Scene) -> None:
    """5.3 for everybody, then rounds are counted down, then Advantage decays."""
    order = scene.state.order
    if scene.state.rules.condition_timing == "round":
        for id in order:
            end_of_round.conditions_work(scene, id)
    for id in order:
        _count_down(scene, id)
    if scene.state.rules.advantage_decay:
        losers = tuple(one.id for one in scene.state.combatants if one.advantage and not one.gained)
        if losers:
            scene(ev.AdvantageDecayed(combatants=losers))
    scene(ev.RoundEnded(round=scene.state.round))


def _count_down(scene: Scene, id: str) -> None:
    if any(one.rounds is not None for one in scene.get(id).lasting):
        scene(ev.LastingTicked(combatant=id, unit="rounds"))
        _end_those_that_are_over(scene, id)
    for one in scene.get(id).lasting:
        if one.last_in is not None and one.last_in <= scene.state.round:
            scene(ev.LastingEnded(combatant=id, lasting=one))


def _begin_round(scene: Scene, number: int) -> None:
    """D16: those who act last come behind, among themselves in the order."""
    if number > 1:
        scene.chance.mix_in_cuts()
    order = scene.state.order
    last = tuple(id for id in order if acts_last(scene.state, scene.get(id), number))
    first = tuple(id for id in order if id not in last)
    scene(ev.RoundBegan(round=number, waiting=(*first, *last), lagging=last))


def acts_last(state: State, combatant: Combatant, round: int) -> bool:
    return body.is_slow(state.rules, combatant) or any(one.last_in == round for one in combatant.lasting)
