"""Values of the rules: frozen, keyword-only, with no undeclared field when read from outside."""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, dataclass_transform

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
