"""The fight as a whole: its start, its place, its end, and everybody's switches."""

from combat.systems.ctg import events as ev
from combat.systems.ctg import legal
from combat.systems.ctg.commands import End, SetEnvironment, Start, Switch
from combat.systems.ctg.decide import cards
from combat.systems.ctg.decide.desk import Desk
from combat.systems.ctg.environment import Environment, environment_problem, shipped_environment
from combat.systems.ctg.refusals import refuse, refuse_unless


def start(desk: Desk, command: Start) -> None:
    """R20, R30: packs are counted and shuffled once, here."""
    if desk.state.phase == "ended":
        refuse("ended")
    refuse_unless(desk.state.phase == "setup", "already_started")
    surprisers = tuple(dict.fromkeys(command.surprisers))
    them = tuple(legal.target(desk.state, desk.actor, name) for name in surprisers)
    place = None if command.environment is None else environment(command.environment)
    if place is not None:
        desk(ev.EnvironmentChanged(environment=place))
    desk(
        ev.FightStarted(
            surprisers=surprisers,
            names=tuple(one.name for one in them),
            hidden_ones=tuple(one.id for one in them if one.hidden),
        )
    )
    desk.chance.mix_in_cuts()
    cards.lay_decks(desk)


def environment(given: str | Environment) -> Environment:
    if isinstance(given, str):
        shipped = shipped_environment(given)
        if shipped is None:
            refuse("bad_value", "There is no such environment.")
        return shipped
    problem = environment_problem(given)
    refuse_unless(problem is None, "bad_value", problem or "")
    return given


def set_environment(desk: Desk, command: SetEnvironment) -> None:
    legal.require_not_ended(desk.state)
    desk(ev.EnvironmentChanged(environment=environment(command.environment)))


def end(desk: Desk, command: End) -> None:
    legal.require_running(desk.state)
    desk(ev.FightEnded())


def switch(desk: Desk, command: Switch) -> None:
    """R44, R56: lasting, of the sender and all of theirs."""
    viewer = desk.actor
    owner = "gm" if viewer.is_gm else viewer.player
    if owner is None or viewer.audience == "spectator":
        refuse("not_yours", "You only watch this fight.")
    legal.require_not_ended(desk.state)
    refuse_unless(command.auto_end is not None or command.auto_pass is not None, "bad_value", "Say which switch.")
    desk(ev.SwitchTurned(owner=owner, auto_end=command.auto_end, auto_pass=command.auto_pass))
