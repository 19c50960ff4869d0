"""Steps of a file: commands, expectations of the truth, expectations of one view."""

from collections.abc import Mapping
from typing import Any

from combat import codec
from combat.engine.system import Newcomer, RuleSystem
from combat.scenarios.file import Do, Expect, ExpectView, Malformed, Step, Undo, typed
from combat.scenarios.names import GM, Names

ABOUT_THE_STEP = ("do", "as", "refused")
"""Fields that are no part of the command."""


def with_sheet(system: RuleSystem, raw: Mapping[str, Any]) -> dict[str, Any]:
    """A combatant of the file with what a scenario's sheet has where it says nothing."""
    return {**raw, "sheet": {**system.scenario_sheet, **raw.get("sheet", {})}}


class StepReader:
    """Reads the steps in order: who owns whom follows from those who joined before."""

    def __init__(self, system: RuleSystem, names: Names, fighters: tuple[Newcomer, ...]) -> None:
        self._system = system
        self._names = names
        self._owners = {fighter.id: fighter.owner for fighter in fighters}
        self._kinds = codec.command_types(system)

    def read(self, raw: Mapping[str, Any], number: int, newcomer: Newcomer | None) -> Step:
        path = f"steps[{number}]"
        if "do" in raw:
            return self._command(raw, number, path, newcomer)
        kind = next(iter(raw), "")
        if kind not in ("expect", "expect_view"):
            raise Malformed(f"{path}.{kind}" if kind else path, "a step has a field do, expect or expect_view")
        part = typed(dict[str, Any], raw[kind], f"{path}.{kind}")
        if len(raw) > 1:
            raise Malformed(f"{path}.{list(raw)[1]}", f"a step with {kind} has nothing else")
        if kind == "expect_view":
            return self._view(part, number, f"{path}.expect_view")
        self._names.check_state(part, f"{path}.expect")
        return Expect(number=number, part=part)

    def _view(self, part: Mapping[str, Any], number: int, path: str) -> ExpectView:
        viewer = self._names.check_viewer(part.get("as"), f"{path}.as")
        absent = typed(tuple[str, ...], part.get("absent", []), f"{path}.absent")
        rest = {name: value for name, value in part.items() if name not in ("as", "absent")}
        self._names.check_state(rest, path)
        return ExpectView(number=number, viewer=viewer, part=rest, absent=absent)

    def _command(self, raw: Mapping[str, Any], number: int, path: str, newcomer: Newcomer | None) -> Do:
        kind, refused = raw["do"], typed(str | None, raw.get("refused"), f"{path}.refused")
        if not isinstance(kind, str) or (kind != "undo" and kind not in self._kinds):
            raise Malformed(f"{path}.do", f"no step {kind!r}")
        fields = {name: value for name, value in raw.items() if name not in ABOUT_THE_STEP}
        self._check_fields(kind, fields, path)
        if refused is None:
            self._names.check_ids(fields, path)
        if newcomer is not None:
            fields["combatant"] = with_sheet(self._system, raw["combatant"])
        sender = self._sender(raw, path)
        command = self._parsed(kind, fields, path, refused)
        if newcomer is not None and refused is None:
            self._owners[newcomer.id] = newcomer.owner
        return Do(number=number, sender=sender, command=command, refused=refused)

    def _parsed(self, kind: str, fields: Mapping[str, Any], path: str, refused: str | None) -> Any:
        try:
            if kind == "undo":
                return typed(Undo, fields, path)
            return typed(self._kinds[kind], {"do": kind, **fields}, path)
        except Malformed:
            if refused is None:
                raise
            return None

    def _check_fields(self, kind: str, fields: Mapping[str, Any], path: str) -> None:
        known = ("steps",) if kind == "undo" else codec.command_fields(self._system, kind)
        for name in fields:
            if name not in known:
                raise Malformed(f"{path}.{name}", f"the step {kind} has no such field")

    def _sender(self, raw: Mapping[str, Any], path: str) -> str:
        if "as" in raw:
            return self._names.check_viewer(raw["as"], f"{path}.as", anybody="refused" in raw)
        by = raw.get("by")
        return (self._owners.get(by) if isinstance(by, str) else None) or GM
