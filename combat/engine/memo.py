"""What was worked out of a fight's states, kept for the next one: it spares work and never changes a result.

Most of a fight stays as it was from one command to the next. What is worked out of the same values is the same value
then, and the very same object: a page sees at once that it need not be drawn again.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

MOST = 2000
"""Far more than one fight asks for; a fight through which hundreds have passed begins anew."""


class Memo:
    """Of one fight, the newest for each key. Each state hands it on to the next, and it is gone with the last of them.

    Several threads may look at the same fight: an entry is put there whole, and says itself what it was made of.
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Any, Any]] = {}

    def of(self, key: Hashable, inputs: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What `make` gives; not asked for again while the inputs, which is all that it reads, are equal."""
        kept = self._kept.get(key)
        if kept is not None and kept[0] == inputs:
            found: T = kept[1]
            return found
        return self._keep(key, inputs, make())

    def same(self, key: Hashable, value: T) -> T:
        """The value; where one equal to it was given for this key before, that one."""
        kept = self._kept.get(key)
        if kept is not None and kept[1] == value and _in_one_order(kept[1], value):
            found: T = kept[1]
            return found
        return self._keep(key, (), value)

    def _keep(self, key: Hashable, inputs: tuple[Any, ...], value: T) -> T:
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[key] = inputs, value
        return value


def _in_one_order(kept: object, value: object) -> bool:
    """Two dicts may be equal and show their keys in another order."""
    return not isinstance(kept, dict) or not isinstance(value, dict) or list(kept) == list(value)


def applied(state: T, event: Any, apply: Callable[[T, Any], T]) -> T:
    """The next state with the fight's memo; the one that is known already where `led_to` has said so."""
    known = state.__dict__.get("led_to")
    if known is not None and known[0] is event:
        after: T = state.__dict__.pop("led_to")[1]
        return after
    after = apply(state, event)
    after.__dict__["memo"] = state.memo  # type: ignore[attr-defined]
    return after


def led_to(state: Any, event: Any, after: Any) -> None:
    """Whoever has decided has seen the states that its events lead to: folding them comes by here once more."""
    if after is not state:
        state.__dict__["led_to"] = event, after
