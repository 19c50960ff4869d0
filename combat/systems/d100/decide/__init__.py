"""From a command to what follows from it. The only place that sees chance."""

from typing import assert_never

from combat.engine.chance import Chance
from combat.engine.viewers import Viewer
from combat.systems.d100 import commands as do
from combat.systems.d100 import events as ev
from combat.systems.d100 import legal
from combat.systems.d100.decide import actions, attacks, correction, gm, magic, movement, start, turns
from combat.systems.d100.legal.actions import MOST_TEXT
from combat.systems.d100.scene import Scene
from combat.systems.d100.state import State


def decide(state: State, actor: Viewer, command: do.Command, chance: Chance) -> tuple[ev.Event, ...]:
    scene = Scene(state, actor, chance)
    _carry_out(scene, command)
    attacks.settle_window(scene)
    turns.settle(scene)
    return tuple(scene.events)


def _carry_out(scene: Scene, command: do.Command) -> None:
    match command:
        case do.Strike():
            _strike(scene, command)
        case do.Defend():
            with_ = legal.check_defence(scene.state, scene.actor, command)
            attacks.resolve(scene, with_, command.situation)
        case do.Cast():
            magic.cast(scene, command)
        case do.Pray():
            magic.pray(scene, command)
        case do.Act():
            actions.act(scene, command)
        case do.Move():
            movement.move(scene, command)
        case do.Free():
            _free(scene, command)
        case do.EndTurn():
            _end_turn(scene, command)
        case do.Start():
            _start(scene, command)
        case do.Timeout():
            _timeout(scene, command)
        case do.CorrectAttack():
            legal.require_gm(scene.actor)
            correction.correct(scene, command)
        case do.End():
            legal.require_gm(scene.actor)
            legal.require_running(scene.state)
            scene(ev.FightEnded())
        case (
            do.Set() | do.Damage() | do.Heal() | do.GiveEffect() | do.RemoveEffect() | do.Add() | do.Remove()
            | do.Hide() | do.Reveal() | do.Assign() | do.Resolve() | do.CancelAttack() | do.Retarget()
        ):  # fmt: skip
            legal.require_gm(scene.actor)
            gm.GM[type(command)](scene, command)
        case _:
            assert_never(command)


def _strike(scene: Scene, command: do.Strike) -> None:
    attack = legal.check_attack(scene.state, scene.actor, command)
    scene(ev.ActionSpent(combatant=attack.by, action="attack"))
    attacks.declare(scene, attack)


def _free(scene: Scene, command: do.Free) -> None:
    combatant = legal.actor_of(scene.state, scene.actor, command.by)
    legal.require_running(scene.state)
    legal.require_conscious(combatant)
    legal.require_turn(scene.state, combatant)
    text = command.text.strip()
    if len(text) > MOST_TEXT:
        legal.refuse("bad_value", "Say it shorter.")
    scene(ev.FreeAction(combatant=combatant.id, text=text))


def _end_turn(scene: Scene, command: do.EndTurn) -> None:
    """Without `by` the GM ends whatever turn is running, or lets a round pass in which nobody can act."""
    state = scene.state
    if command.by is None:
        legal.require_gm(scene.actor)
        legal.require_running(state)
        if state.attack is not None:
            legal.refuse("window_open", "An attack waits for its defence first.")
    else:
        combatant = legal.actor_of(state, scene.actor, command.by)
        legal.require_running(state)
        legal.require_conscious(combatant)
        legal.require_turn(state, combatant)
    if state.turn is None:
        turns.pass_round(scene)
    else:
        turns.end_turn(scene)


def _start(scene: Scene, command: do.Start) -> None:
    legal.require_gm(scene.actor)
    for id in (*command.surprised, *command.ambushers):
        legal.somebody(scene.state, scene.actor, id)
    if scene.state.phase == "ended":
        legal.refuse("ended", "The fight is over.")
    if scene.state.phase != "setup":
        legal.refuse("already_started", "The fight has begun already.")
    start.start(scene, command)


def _timeout(scene: Scene, command: do.Timeout) -> None:
    """R33: the higher target of the legal defences."""
    legal.require_gm(scene.actor)
    legal.require_running(scene.state)
    attack = scene.state.attack
    if attack is None or command.window not in (None, window_of(scene.state)):
        legal.refuse("no_window", "No attack waits for a defence.")
    attacks.resolve(scene, legal.best_defence(scene.state, attack))


def window_of(state: State) -> str | None:
    """The id of the open window: a new one whenever somebody else is asked."""
    attack = state.attack
    return f"attack-{attack.number}-{attack.target}" if attack else None
