"""Frozen values: what `dataclass(frozen=True)` gives, without the cost of making it at every start.

A dataclass is six functions that are compiled when its class is; fifty of them are a third of a process that
answers at once. What every process needs is a Value; what few need may be a dataclass.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import Field


class _Fields:
    """What the functions of `dataclasses` look at, made when one of them does."""

    def __get__(self, instance: object, owner: type[Value]) -> dict[str, Field[Any]]:
        return _as_dataclass(owner._fields)


@lru_cache
def _as_dataclass(names: tuple[str, ...]) -> dict[str, Field[Any]]:
    from dataclasses import make_dataclass

    made: Any = make_dataclass("Value", names)
    return made.__dataclass_fields__  # type: ignore[no-any-return]


@dataclass_transform(frozen_default=True)
class Value:
    """A frozen, hashable value whose fields are its annotations, in order; `__post_init__` may refuse it."""

    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    else:
        __dataclass_fields__ = _Fields()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = cls.__annotations__
        cls._fields = (*cls._fields, *own)
        type.__setattr__(cls, "__match_args__", cls._fields)  # which mypy makes itself
        cls._defaults = cls._defaults | {name: vars(cls)[name] for name in own if name in vars(cls)}

    def __init__(self, *values: Any, **named: Any) -> None:
        fields, state = self._fields, vars(self)
        state.update(zip(fields, values, strict=False))
        if named or len(values) != len(fields):
            self._complete(state, fields[len(values) :], named, len(values))
        self.__post_init__()

    def _complete(self, state: dict[str, Any], left: tuple[str, ...], named: dict[str, Any], at: int) -> None:
        """The fields that have no place in the list of arguments: by name, or as they are by default."""
        taken, defaults = 0, self._defaults
        for name in left:
            if name in named:
                state[name] = named[name]
                taken += 1
            elif name in defaults:
                state[name] = defaults[name]
            else:
                raise TypeError(f"{type(self).__name__} needs {name}")
        if taken != len(named) or at > len(self._fields):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._fields)}")

    def __post_init__(self) -> None:
        """Raise an error if the fields do not fit together."""

    def __setattr__(self, key: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is frozen; cannot set {key}")

    def __delattr__(self, key: str) -> None:
        raise AttributeError(f"a {type(self).__name__} is frozen; cannot delete {key}")

    if not TYPE_CHECKING:  # mypy would take the class objects of a class with its own __hash__ for unhashable

        def __eq__(self, other: object) -> bool:
            if type(self) is not type(other):
                return NotImplemented  # the other may know better, as a target does of a position
            return self is other or self._values() == other._values()

        def __hash__(self) -> int:
            return hash(self._values())

    def __repr__(self) -> str:
        said = (f"{name}={value!r}" for name, value in zip(self._fields, self._values(), strict=True))
        return f"{type(self).__name__}({', '.join(said)})"

    def _values(self) -> tuple[Any, ...]:
        state = vars(self)
        return tuple([state[name] for name in self._fields])


V = TypeVar("V", bound=Value)


def replace(value: V, /, **changes: Any) -> V:
    """The value with some fields changed, as `dataclasses.replace` has it, which takes values as well."""
    return type(value)(**dict(zip(value._fields, value._values(), strict=True)) | changes)
