"""Play an exported fight again: the same commands with the proven cards and dice give the same log."""

from collections.abc import Mapping
from typing import Any, Literal

from combat import codec
from combat.engine import history
from combat.engine.errors import IllegalCommand
from combat.engine.history import Entry
from combat.engine.records import field, record, replace
from combat.engine.system import RuleSystem
from combat.engine.viewers import Viewer
from combat.fairness.checking import Difference, check_fairness, shaped
from combat.fairness.export import FORMAT
from combat.fairness.shapes import UseShape
from combat.registry import SYSTEMS


@record
class LineShape:
    number: int
    kind: Literal["opening", "command", "undo"]
    events: tuple[dict[str, Any], ...]
    at: str = ""
    actor: dict[str, Any] | None = None
    command: dict[str, Any] | None = None
    numbers: tuple[int, ...] = ()
    undone: bool = False


@record
class FightShape:
    format: int
    system: str
    fairness: dict[str, Any]
    name: str = ""
    log: tuple[LineShape, ...] = field(default=())


def check_fight(raw: Any) -> int:
    """How many cards and dice the file holds, all of them proven. Raises Difference or Unopened.

    A file may hold the object `fairness` alone; with a log every line of it is checked too.
    """
    if not isinstance(raw, Mapping) or "fairness" not in raw:
        raise Difference("fairness", "the file has no such object")
    trail = check_fairness(raw["fairness"])
    if "log" in raw:
        _check_log(shaped(FightShape, raw, "fight"), trail.uses)
    return len(trail.uses)


def _check_log(fight: FightShape, uses: tuple[UseShape, ...]) -> None:
    if fight.format != FORMAT:
        raise Difference("format", f"only format {FORMAT} is known")
    system = SYSTEMS.get(fight.system)
    if system is None:
        raise Difference("system", f"there is no rule system {fight.system!r}")
    again = _Again(system, uses)
    for index, line in enumerate(fight.log):
        if line.number != index:
            raise Difference(f"log[{index}].number", "the lines are numbered from 0 without gaps")
        again.take(line, f"log[{index}]")
    again.finish(fight.log)


class _Again:
    """A fight played again from its record."""

    def __init__(self, system: RuleSystem, uses: tuple[UseShape, ...]) -> None:
        self._system = system
        self._chance = _Trail(uses)
        self._state = system.empty()
        self._entries: list[Entry] = []
        self._used: list[tuple[int, int]] = []

    def take(self, line: LineShape, path: str) -> None:
        before = self._chance.taken
        events, undoable = self._events(line, path)
        if codec.dump(events) != list(line.events):
            raise Difference(f"{path}.events", _first_difference(codec.dump(events), line.events))
        if line.kind != "undo":
            self._state = history.fold(self._system, self._state, events)
        self._entries.append(Entry(number=line.number, events=events, undoable=undoable))
        self._used.append((before, self._chance.taken))

    def _events(self, line: LineShape, path: str) -> tuple[tuple[Any, ...], bool]:
        if (line.kind == "opening") != (line.number == 0):
            raise Difference(f"{path}.kind", "a fight has one opening, its first line")
        if line.kind == "opening":
            event: Any = self._system.event_type
            return shaped(tuple.__class_getitem__((event, ...)), list(line.events), f"{path}.events"), False
        try:
            return self._undone(line, path) if line.kind == "undo" else self._decided(line, path)
        except IllegalCommand as refusal:
            raise Difference(path, f"the rules refuse this: {refusal.words}") from refusal

    def _decided(self, line: LineShape, path: str) -> tuple[tuple[Any, ...], bool]:
        if line.command is None or line.actor is None:
            raise Difference(path, "the line does not say who asked for what")
        actor: Viewer = shaped(Viewer, line.actor, f"{path}.actor")
        command = shaped(self._system.command_type, line.command, f"{path}.command")
        self._chance.path = path
        return self._system.decide(self._state, actor, command, self._chance), command.undoable

    def _undone(self, line: LineShape, path: str) -> tuple[tuple[Any, ...], bool]:
        undo = history.undo(self._system, self._entries, len(line.numbers))
        if undo.numbers != line.numbers:
            raise Difference(f"{path}.numbers", f"this takes back {undo.numbers}, not {line.numbers}")
        taken = set(undo.numbers)
        self._entries = [replace(one, undone=True) if one.number in taken else one for one in self._entries]
        self._state = undo.state
        return undo.events, False

    def finish(self, log: tuple[LineShape, ...]) -> None:
        uses = self._chance.uses
        if self._chance.taken != len(uses):
            raise Difference(f"fairness.uses[{self._chance.taken}]", "no line of the log has asked for this")
        for entry, line, (first, end) in zip(self._entries, log, self._used, strict=True):
            if entry.undone != line.undone:
                raise Difference(f"log[{line.number}].undone", f"this should be {entry.undone}")
            for index in range(first, end):
                if uses[index].undone != entry.undone:
                    raise Difference(f"fairness.uses[{index}].undone", f"this should be {entry.undone}")


class _Trail:
    """Chance that hands out the proven uses in their order."""

    def __init__(self, uses: tuple[UseShape, ...]) -> None:
        self.uses = uses
        self.taken = 0
        self.path = ""

    def roll(self, sides: int, purpose: str) -> int:
        use = self._next(("die", purpose, sides, None))
        assert isinstance(use.result, int)
        return use.result

    def shuffle(self, cards: tuple[str, ...], purpose: str, *, deck: str = "", fresh: bool = False) -> tuple[str, ...]:
        use = self._next(("shuffle", purpose, None, cards))
        assert isinstance(use.result, tuple)
        return use.result

    def mix_in_cuts(self) -> None:
        """The trail says before which use each cut came."""

    def _next(self, asked: tuple[Any, ...]) -> UseShape:
        if self.taken == len(self.uses):
            raise Difference(self.path, f"the trail has no {asked[0]} for {asked[1]}")
        use = self.uses[self.taken]
        if (use.kind, use.purpose, use.n, use.from_) != asked:
            raise Difference(f"fairness.uses[{self.taken}]", f"{self.path} asks for another {asked[0]} ({asked[1]})")
        self.taken += 1
        return use


def _first_difference(made: Any, written: Any) -> str:
    for index, (one, other) in enumerate(zip(made, written, strict=False)):
        if one != other:
            keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
            return f"event {index} differs in {', '.join(keys)} from what the rules give"
    return f"the rules give {len(made)} events, not {len(written)}"
