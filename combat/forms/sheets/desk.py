"""What a rule system gives the pages on which sheets are written and encounters are prepared."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from combat.engine.records import record


@record
class Fact:
    """A number worked out from the sheet, and from what."""

    id: str
    label: str
    value: str
    note: str = ""


@record
class Brief:
    """A sheet in one line: for lists and for the encounter's places."""

    words: str
    cards: int | None = None
    """How many it draws, where a system has cards."""
    kind: str = ""
    """Its class or career, where it names one."""


@record
class Change:
    """A field of a sheet that a fight has changed."""

    label: str
    before: str
    after: str


@record
class Share:
    """A part of the deal."""

    name: str
    cards: int
    paint: str


@record
class Deal:
    """What the first deal takes (R13)."""

    packs: int
    pack_size: int
    dealt: int
    shares: tuple[Share, ...]
    own: bool = False

    @property
    def total(self) -> int:
        return self.packs * self.pack_size


class SheetDesk(Protocol):
    key: str
    folder: str
    """Where the sheet's templates lie."""
    prep_folder: str
    """Where those of the encounter's preparation lie."""

    def blank(self) -> dict[str, Any]:
        """Plain JSON of a new character's sheet."""
        ...

    def to_form(self, sheet: Mapping[str, Any]) -> dict[str, Any]: ...

    def from_form(self, form: Mapping[str, Any]) -> dict[str, Any]:
        """Plain JSON for the codec. What is wrong stays wrong: the codec says so."""
        ...

    def act(self, form: dict[str, Any], act: str) -> str:
        """Add, remove or take something from the library, in place. The path of the field to write in next, or ""."""
        ...

    def page(self, form: Mapping[str, Any], sheet: Any | None, rules: Any) -> dict[str, Any]:
        """What the templates print beside the form: choices, and numbers where `sheet` is valid."""
        ...

    def mend(self, sheet: dict[str, Any]) -> list[str]:
        """Mend an imported sheet in place: what is clear, and nothing else."""
        ...

    def brief(self, sheet: Mapping[str, Any]) -> Brief: ...

    def deal(self, hands: Sequence[tuple[str, Mapping[str, Any]]], rules: Any) -> Deal | None:
        """What a deal to these (side, sheet) takes; None where a system deals nothing."""
        ...

    def after(self, sheet: Mapping[str, Any], body: Any) -> tuple[dict[str, Any], tuple[Change, ...]]:
        """A sheet as a fight leaves it, and what that changes; `body` is of the system's outcome."""
        ...

    def place_words(self, place: Any | None) -> str:
        """What an environment does, in one line."""
        ...

    def surprise_words(self, names: Sequence[str]) -> str:
        """What it means that these begin with a surprise; empty where nobody does."""
        ...
