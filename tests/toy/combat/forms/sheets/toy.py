"""The desk of the Pebbles sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from combat.forms.sheets.desk import Brief, Change


class ToyDesk:
    key = "toy"
    folder = "combat/systems/toy/sheet"
    prep_folder = "combat/systems/toy/prep"

    def blank(self) -> dict[str, Any]:
        return {"pips": 6}

    def to_form(self, sheet: Mapping[str, Any]) -> dict[str, Any]:
        return dict(sheet)

    def from_form(self, form: Mapping[str, Any]) -> dict[str, Any]:
        return {"pips": form.get("pips") or 6}

    def act(self, form: dict[str, Any], act: str) -> str:
        return ""

    def page(self, form: Mapping[str, Any], sheet: Any | None, rules: Any) -> dict[str, Any]:
        return {"pips": sheet.pips if sheet is not None else None}

    def mend(self, sheet: dict[str, Any]) -> list[str]:
        return []

    def brief(self, sheet: Mapping[str, Any]) -> Brief:
        return Brief(words=f"{sheet.get('pips', 6)} pips")

    def deal(self, hands: Sequence[tuple[str, Mapping[str, Any]]], rules: Any) -> None:
        return None

    def after(self, sheet: Mapping[str, Any], body: Any) -> tuple[dict[str, Any], tuple[Change, ...]]:
        if body.pips == sheet.get("pips", 6):
            return dict(sheet), ()
        change = Change(label="Pips", before=str(sheet.get("pips", 6)), after=str(body.pips))
        return {**sheet, "pips": body.pips}, (change,)

    def place_words(self, place: Any | None) -> str:
        return ""

    def surprise_words(self, names: Sequence[str]) -> str:
        return ""


DESK = ToyDesk()
