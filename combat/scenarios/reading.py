"""From JSON to a scenario. Whatever is wrong is said with the path of the field."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from combat import codec
from combat.engine.records import field, record
from combat.engine.system import Newcomer, RuleSystem, Setup
from combat.registry import SYSTEMS
from combat.scenarios.file import Malformed, Scenario, as_json, typed
from combat.scenarios.names import Names
from combat.scenarios.script import read_script
from combat.scenarios.steps import StepReader, with_sheet

WITHOUT_A_CLOCK = {"reaction_seconds": 0}
"""House rules that a scenario has where it names none."""
MOST_LETTERS = 60


@record
class _File:
    format: int
    name: str
    system: str
    combatants: tuple[dict[str, Any], ...]
    steps: tuple[dict[str, Any], ...]
    rules: tuple[str, ...] = ()
    why: str = ""
    house_rules: dict[str, Any] = field(default_factory=dict)
    cards: Any = ()
    reshuffles: Any = ()
    dice: tuple[str, ...] = ()
    dice_left: bool = False
    map: Any = None
    environment: Any = None


@record
class _Combatant:
    id: str
    name: str
    side: str
    player: str | None = None
    sheet: dict[str, Any] = field(default_factory=dict)
    hidden: bool = False
    at: tuple[int, int] | None = None


@record
class _Map:
    width: int
    height: int


def read(text: str | bytes) -> Scenario:
    """The scenario that the text says. Raises Malformed."""
    file: _File = typed(_File, as_json(text), "")
    if file.format != 1:
        raise Malformed("format", f"only format 1 is known, not {file.format}")
    system = SYSTEMS.get(file.system)
    if system is None:
        raise Malformed("system", f"no rule system {file.system!r}")
    fighters = _fighters(file, system)
    joiners = {number: one for number, raw in enumerate(file.steps) if (one := _joiner(system, raw, number))}
    names = Names.of((*fighters, *joiners.values()))
    reader = StepReader(system, names, fighters)
    setup = _setup(file, system, fighters)
    own_decks = getattr(setup.house_rules, "deck", "shared") == "own"
    return Scenario(
        name=file.name,
        system=system,
        setup=setup,
        script=read_script(file.cards, file.reshuffles, file.dice, names, own_decks=own_decks),
        players=names.players,
        steps=tuple(reader.read(raw, number, joiners.get(number)) for number, raw in enumerate(file.steps)),
        dice_left=file.dice_left,
    )


def _setup(file: _File, system: RuleSystem, fighters: tuple[Newcomer, ...]) -> Setup:
    known = {item.name for item in fields(system.house_rules_type)}
    without_a_clock = {name: value for name, value in WITHOUT_A_CLOCK.items() if name in known}
    map: _Map | None = typed(_Map | None, file.map, "map")
    return Setup(
        house_rules=typed(system.house_rules_type, {**without_a_clock, **file.house_rules}, "house_rules"),
        combatants=fighters,
        environment=_environment(file, system),
        map=(map.width, map.height) if map else None,
    )


def _environment(file: _File, system: RuleSystem) -> Any:
    """What `start` may name as well; a system without environments has no such field."""
    kind = get_type_hints(codec.command_types(system)["start"]).get("environment")
    if kind is None and file.environment is not None:
        raise Malformed("environment", f"the system {file.system} has none")
    return None if kind is None else typed(kind, file.environment, "environment")


def _fighters(file: _File, system: RuleSystem) -> tuple[Newcomer, ...]:
    fighters: list[Newcomer] = []
    for index, raw in enumerate(file.combatants):
        fighter = _newcomer(system, raw, f"combatants[{index}]")
        _require_sound(fighter, f"combatants[{index}]")
        if any(fighter.id == other.id for other in fighters):
            raise Malformed(f"combatants[{index}].id", f"{fighter.id!r} is there already")
        fighters.append(fighter)
    return tuple(fighters)


def _require_sound(fighter: Newcomer, path: str) -> None:
    for name in ("id", "name", "side"):
        if not 1 <= len(getattr(fighter, name).strip()) <= MOST_LETTERS:
            raise Malformed(f"{path}.{name}", f"give 1 to {MOST_LETTERS} characters")
    if fighter.hidden and fighter.owner is not None:
        raise Malformed(f"{path}.hidden", "only the GM's combatants can be hidden")


def _joiner(system: RuleSystem, step: Mapping[str, Any], number: int) -> Newcomer | None:
    if step.get("do") != "add" or not isinstance(step.get("combatant"), dict):
        return None
    return _newcomer(system, step["combatant"], f"steps[{number}].combatant")


def _newcomer(system: RuleSystem, raw: dict[str, Any], path: str) -> Newcomer:
    one: _Combatant = typed(_Combatant, raw, path)
    sheet = with_sheet(system, raw)["sheet"]
    if one.player in ("gm", "spectator"):
        raise Malformed(f"{path}.player", "a player's key cannot be gm or spectator; null means the GM")
    return Newcomer(
        id=one.id,
        name=one.name,
        side=one.side,
        owner=one.player,
        hidden=one.hidden,
        sheet=typed(system.sheet_type, sheet, f"{path}.sheet"),
        at=one.at,
    )
