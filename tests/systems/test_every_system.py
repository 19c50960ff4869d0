"""What holds for every rule system, whatever its rules. A new one is under these tests once it is in the registry."""

import dataclasses
import typing

import pytest

from combat import codec
from combat.engine.errors import IllegalCommand
from combat.engine.viewers import GM, SPECTATOR, Role, player
from combat.registry import SYSTEMS
from tests.systems.samples import SAMPLES
from tests.systems.walk import Walk

STEPS = (
    "start", "attack", "action", "move", "free", "end_turn", "timeout", "set", "damage", "heal", "effect",
    "remove_effect", "add", "remove", "hide", "reveal", "resolve", "end",
)  # fmt: skip
"""Steps of the scenario format that both systems have; `undo` is the engine's."""


@pytest.fixture(params=SYSTEMS)
def system(request):
    return SYSTEMS[request.param]


@pytest.fixture(scope="module", params=SAMPLES)
def walk(request):
    """A fight in its middle."""
    walk = Walk(SAMPLES[request.param], 3)
    for _ in range(60):
        walk.step()
    return walk


def members(union):
    return typing.get_args(union)


def test_a_system_is_registered_under_its_key(system):
    assert SYSTEMS[system.key] is system
    assert system.label.strip()


def test_every_command_has_its_word_and_says_whether_it_can_be_undone(system):
    commands = codec.command_types(system)
    assert len(commands) == len(members(system.command_type))
    assert all(isinstance(command.undoable, bool) for command in commands.values())
    assert set(STEPS) <= set(commands)


def test_every_event_has_its_own_type(system):
    assert len(codec.members(system.event_type, "type")) == len(members(system.event_type))


def test_commands_and_events_are_frozen_and_refuse_undeclared_fields(system):
    for kind in (*members(system.command_type), *members(system.event_type), system.state_type, system.sheet_type):
        assert kind.__dataclass_params__.frozen, kind
        assert kind.__pydantic_config__["extra"] == "forbid", kind


def test_an_empty_sheet_and_house_rules_have_every_value(system):
    assert codec.load(system.sheet_type, {}) == system.sheet_type()
    assert codec.load(system.house_rules_type, {}) == system.house_rules_type()


def test_every_house_rule_is_explained(system):
    names = {item.name for item in dataclasses.fields(system.house_rules_type)}
    explained = {rule.key for rule in system.house_rules}
    assert explained <= names
    assert names - explained <= {"reaction_seconds"}, "a switch without a sentence"
    for rule in system.house_rules:
        assert rule.sentence.strip()
        assert rule.label.strip()


def test_before_anything_there_is_nobody_and_no_turn(system):
    view = codec.dump(system.truth(system.empty()))
    assert (view["phase"], view["turn"], view["combatants"]) == ("setup", None, {})
    assert system.deadline(system.empty()) is None


def test_a_view_names_what_the_scenario_format_names(walk):
    view = codec.dump(walk.system.truth(walk.state))
    names = {"phase", "turn", "round", "actions_left", "moved", "window", "requests", "combatants", "last", "banner"}
    assert names <= set(view)
    for one in view["combatants"].values():
        assert {"name", "side", "hidden", "status", "effects"} <= set(one)


def test_state_events_and_commands_survive_storage(walk):
    system = walk.system
    assert codec.load_text(system.state_type, codec.dump_text(walk.state)) == walk.state
    for line in walk.lines:
        assert codec.load(tuple[system.event_type, ...], codec.dump(line.events)) == line.events
        if line.command is not None:
            assert codec.load(system.command_type, codec.dump(line.command)) == line.command


def test_the_truth_is_what_a_gm_may_see_or_more(walk):
    truth, seen = (codec.dump(view) for view in (walk.system.truth(walk.state), walk.system.project(walk.state, GM)))
    assert set(truth["combatants"]) == set(seen["combatants"])


def test_somebody_without_a_seat_sees_what_spectators_see(walk):
    stranger = codec.dump(walk.system.project(walk.state, player("nobody's")))
    spectator = codec.dump(walk.system.project(walk.state, SPECTATOR))
    assert stranger["combatants"] == spectator["combatants"]


def test_spectators_have_no_options(walk):
    assert walk.system.options(walk.state, SPECTATOR) == ()


def test_spectators_may_do_nothing(walk):
    for do, fields in walk.rng.sample(list(walk.sample.grid(walk.state)), 100):
        with pytest.raises(IllegalCommand) as refusal:
            walk.system.decide(walk.state, SPECTATOR, walk.parsed(do, fields), walk.chance())
        assert refusal.value.code in ("not_yours", "unknown_combatant", "gm_only")
    for _ in range(50):
        do, fields = walk.sample.gm_command(walk.state, walk.rng)
        with pytest.raises(IllegalCommand):
            walk.system.decide(walk.state, SPECTATOR, walk.parsed(do, fields), walk.chance())


def test_players_may_not_do_what_is_the_gms(walk):
    for _ in range(50):
        do, fields = walk.sample.gm_command(walk.state, walk.rng)
        if do == "switch":
            continue
        with pytest.raises(IllegalCommand) as refusal:
            walk.system.decide(walk.state, player("1"), walk.parsed(do, fields), walk.chance())
        assert refusal.value.code in ("gm_only", "bad_value", "unknown_combatant")


def test_a_refusal_has_words_and_no_secret(walk):
    hidden = [one for one in walk.sample.combatants(walk.state) if one.hidden]
    for do, fields in walk.rng.sample(list(walk.sample.grid(walk.state)), 300):
        for viewer in walk.viewers:
            try:
                walk.system.decide(walk.state, viewer, walk.parsed(do, fields), walk.chance())
            except IllegalCommand as refusal:
                words = refusal.words
                assert words.strip() == words != ""
                assert viewer.role is Role.GM or not any(one.name in words or one.id in words for one in hidden)


def test_suggestions_are_accepted_and_made_for_ones_own_eyes(walk):
    for one in walk.sample.combatants(walk.state):
        command = walk.system.suggest(walk.state, one.id)
        if command is not None:
            assert command.by == one.id
            walk.system.decide(walk.state, GM, command, walk.chance())


def test_what_goes_back_to_the_sheets_can_be_stored(walk):
    assert codec.dump(walk.system.outcome(walk.state)) is not None
