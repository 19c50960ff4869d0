"""Values of the rules: frozen, keyword-only, with no undeclared field when read from outside."""

from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

__all__ = ["field", "record", "replace"]

T = TypeVar("T")


def _outside_name(name: str) -> str:
    """`class_` and `with_` are called `class` and `with` in JSON: Python has taken those words."""
    return name.removesuffix("_")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Make an immutable value of a class.

    The attribute is read by the codec (pydantic): without it a plain dataclass silently accepts fields
    that it does not declare.
    """
    config: dict[str, Any] = {"extra": "forbid", "alias_generator": _outside_name}
    cls.__pydantic_config__ = config  # type: ignore[attr-defined]
    return dataclass(frozen=True, kw_only=True, slots=False)(cls)


if TYPE_CHECKING:  # checked by field, as only the original is
    from dataclasses import replace
else:

    def replace(value: T, /, **changes: Any) -> T:
        """The same value with some fields changed. As dataclasses.replace, in a fifth of the time."""
        kind = type(value)
        names, check = _shape(kind)
        held = value.__dict__
        made = object.__new__(kind)
        made.__dict__.update({name: held[name] for name in names})
        made.__dict__.update(changes)
        if len(made.__dict__) != len(names):
            raise TypeError(f"{kind.__name__} has no field {', '.join(changes.keys() - set(names))}")
        if check is not None:
            check(made)
        return made

    @cache
    def _shape(kind):
        return tuple(one.name for one in fields(kind)), getattr(kind, "__post_init__", None)
