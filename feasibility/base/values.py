"""Frozen values: what `dataclass(frozen=True)` gives, without the cost of importing it at every start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform


@dataclass_transform(frozen_default=True)
class Value:
    """A frozen, hashable value whose fields are its annotations, in order; `check` may refuse it."""

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._fields = tuple(cls.__annotations__)

    def __init__(self, *values: Any, **named: Any) -> None:
        fields, state = self._fields, vars(self)
        if len(values) == len(fields) and not named:
            state.update(zip(fields, values, strict=True))
            self.check()
            return
        given = dict(zip(fields, values, strict=False))
        if len(values) > len(fields) or not given.keys().isdisjoint(named) or not named.keys() <= set(fields):
            raise TypeError(f"{type(self).__name__} takes {', '.join(fields)}")
        state.update(given, **named)
        for name in fields[len(values) :]:
            if name not in state:
                if not hasattr(type(self), name):
                    raise TypeError(f"{type(self).__name__} needs {name}")
                state[name] = getattr(type(self), name)
        self.check()

    def check(self) -> None:
        """Raise InputError if the fields do not fit together."""

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
        return f"{type(self).__name__}({', '.join(map(repr, self._values()))})"

    def _values(self) -> tuple[Any, ...]:
        state = vars(self)
        return tuple([state[name] for name in self._fields])
