"""Values of the rules: frozen, keyword-only, with no undeclared field when read from outside.

Fights are made of them by the thousand, so they are made and read as fast as Python can: see `record` and `replace`.
"""

from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform
from weakref import WeakSet

__all__ = ["bare", "field", "outside_name", "record", "replace"]

T = TypeVar("T")

_records: WeakSet[type] = WeakSet()


def outside_name(name: str) -> str:
    """`class_` and `with_` are called `class` and `with` in JSON: Python has taken those words."""
    return name.removesuffix("_")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Make an immutable value of a class.

    The attribute is read by the codec (pydantic): without it a plain dataclass silently accepts fields
    that it does not declare.
    """
    config: dict[str, Any] = {"extra": "forbid", "alias_generator": outside_name}
    cls.__pydantic_config__ = config  # type: ignore[attr-defined]
    _make_fast(dataclass(frozen=True, kw_only=True, slots=False)(cls))
    return cls


def _make_fast(kind: Any) -> None:
    kind.__init__ = _init_of(kind)
    names = tuple(one.name for one in fields(kind))
    kind.__shape__ = names, getattr(kind, "__post_init__", None)
    _records.add(kind)
    _bare(kind)


def bare() -> None:
    """Take the defaults off the classes again, where the codec's library has put them back."""
    for kind in tuple(_records):
        _bare(kind)


def _bare(kind: Any) -> None:
    """A default that stands on the class too makes each reading of the field three times as slow (CPython 3.13)."""
    for name in vars(kind).keys() & set(kind.__shape__[0]):
        delattr(kind, name)


def _init_of(kind: type) -> Any:
    """What a frozen dataclass does, with one look-up of where the values lie instead of one for each field."""
    known: dict[str, Any] = {"_MISSING": MISSING}
    given, lines = [], ["_values = self.__dict__"]
    for one in fields(kind):
        given.append(_parameter(one, known))
        value = one.name if one.default_factory is MISSING else _made_or_given(one.name)
        lines.append(f"_values[{one.name!r}] = {value}")
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    stars = "*, " if given else ""
    # As dataclasses do it: the names are those of the class's own fields.
    exec(f"def __init__(self, {stars}{', '.join(given)}):\n  " + "\n  ".join(lines), known)  # noqa: S102
    return known["__init__"]


def _parameter(one: "Field[Any]", known: dict[str, Any]) -> str:
    if one.default_factory is not MISSING:
        known[f"_make_{one.name}"] = one.default_factory
        return f"{one.name}=_MISSING"
    if one.default is not MISSING:
        known[f"_default_{one.name}"] = one.default
        return f"{one.name}=_default_{one.name}"
    return one.name


def _made_or_given(name: str) -> str:
    return f"_make_{name}() if {name} is _MISSING else {name}"


if TYPE_CHECKING:  # checked by field, as only the original is
    from dataclasses import replace
else:

    def replace(value: T, /, **changes: Any) -> T:
        """The same value with some fields changed. As dataclasses.replace, in a tenth of the time."""
        kind = type(value)
        names, check = kind.__shape__
        made = object.__new__(kind)
        old, held = value.__dict__, made.__dict__
        if len(old) == len(names):
            held.update(old)
        else:  # what was worked out of the old one lies there too, and stays behind
            for name in names:
                held[name] = old[name]
        held.update(changes)
        if len(held) != len(names):
            raise TypeError(f"{kind.__name__} has no field {', '.join(changes.keys() - set(names))}")
        if check is not None:
            check(made)
        return made
