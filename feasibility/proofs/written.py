"""What stands in the JSON of a certificate, both ways, and what a symmetry makes of the parts of a proof."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn, TypeAlias, get_args, get_type_hints

from feasibility.base.errors import InputError
from feasibility.base.values import Value
from feasibility.game.geometry import Jump

if TYPE_CHECKING:
    from typing import Self

    from feasibility.game.symmetry import Image

Json: TypeAlias = dict[str, object]  # an object of a certificate
Weights: TypeAlias = tuple[int, ...]  # a number for each hole
WORDS = ("start", "target", "first", "last")  # all words that stand in proofs, beside those of kinds
BY_HOLES = ("weights", "pagodas")  # fields that hold a number for each hole, or several such


class Written(Value):
    """An object of a certificate: the fields by their names, without those that are as by default."""

    def to_json(self) -> Json:
        usual, fields = self._defaults, zip(self._fields, self._values(), strict=True)
        return {name: written(v) for name, v in fields if name not in usual or v != usual[name]}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """What such an object stands for; InputError where it has another shape. Nothing is checked."""
        parts = an_object(data, cls._fields, cls._defaults)
        types = shapes(cls)  # type: ignore[arg-type]  # to mypy a class of values has no hash
        return cls(**{name: read(types[name], part) for name, part in parts.items()})


@lru_cache
def shapes(cls: type[Written]) -> dict[str, object]:
    """The types of the fields."""
    return get_type_hints(cls)


def written(value: object) -> object:
    """A part of a certificate: tuples are lists, and what knows its own form has that."""
    if not isinstance(value, tuple):
        return value.to_json() if isinstance(value, Written) else value
    return list(value) if value and type(value[0]) is int else list(map(written, value))


def read(shape: object, value: object) -> object:
    """What a part of a certificate stands for, where `shape` is its type."""
    if shape is int:
        return value if type(value) is int else _another("integer", value)
    if shape is str:
        return value if value in WORDS else _another(", ".join(WORDS), value)
    if isinstance(shape, type) and issubclass(shape, Written):
        return shape.from_json(value)
    if shape is Jump:
        return a_jump(value)
    inner = get_args(shape)
    if type(None) in inner:  # left out where there is none
        return read(inner[0], value)
    many, parts = inner[-1] is Ellipsis, a_list(value)
    if not many and len(parts) != len(inner):
        _another(f"list of {len(inner)}", value)
    return tuple([read(inner[0 if many else i], part) for i, part in enumerate(parts)])


def an_object(data: object, fields: tuple[str, ...], optional: object = ()) -> Json:
    """A JSON object with these fields, without its kind."""
    if not isinstance(data, dict):
        _another(f"object with {', '.join(fields)}", data)
    parts = {name: part for name, part in data.items() if name != "kind"}
    if not {*fields} >= parts.keys() >= {*fields} - {*optional}:  # type: ignore[misc]
        _another(f"object with {', '.join(fields)}", ", ".join(map(str, data)))
    return parts


def a_list(value: object) -> list[object]:
    return value if isinstance(value, list) else _another("list", value)


def a_jump(value: object) -> Jump:
    return Jump(*numbers(value, 3))


def numbers(value: object, length: int | None = None) -> Weights:
    if not isinstance(value, list) or any(type(one) is not int for one in value):
        _another("list of integers", value)
    return tuple(value) if length in (None, len(value)) else _another(f"list of {length}", value)


def _another(expected: str, value: object) -> NoReturn:
    raise InputError("a proof has another shape", seen=str(value)[:60], expected=expected)


class Movable(Written):
    """A part of a proof, which has an image under a symmetry."""

    def moved(self, by: Image) -> Self:
        fields = zip(self._fields, self._values(), strict=True)
        return type(self)(*(_weights(v, by) if name in BY_HOLES else _moved(v, by) for name, v in fields))


def _weights(value: tuple[Weights, ...] | Weights, by: Image) -> object:
    return tuple([by.weights(v) if isinstance(v, tuple) else value[by.undo[i]] for i, v in enumerate(value)])


def _moved(value: object, by: Image) -> object:
    if isinstance(value, Jump):
        return by.jump(value)
    if isinstance(value, tuple):
        return tuple(_moved(part, by) for part in value)
    return value.moved(by) if isinstance(value, Movable) else value
