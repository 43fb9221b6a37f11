"""What stands in the JSON of a certificate, and what a symmetry makes of the parts of a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feasibility.base.values import Value
from feasibility.game.geometry import Jump

if TYPE_CHECKING:
    from typing import Self

    from feasibility.game.symmetry import Image

Json = dict[str, Any]
BY_HOLES = ("weights", "pagodas")  # fields that hold a number for each hole, or several such


class Written(Value):
    """An object of a certificate: the fields by their names, without those that are as by default."""

    def to_json(self) -> Json:
        usual, fields = self._defaults, zip(self._fields, self._values(), strict=True)
        return {name: written(v) for name, v in fields if name not in usual or v != usual[name]}


def written(value: Any) -> Any:
    """A part of a certificate: tuples are lists, and what knows its own form has that."""
    if not isinstance(value, tuple):
        return value.to_json() if isinstance(value, Written) else value
    return list(value) if value and type(value[0]) is int else list(map(written, value))


class Movable(Written):
    """A part of a proof, which has an image under a symmetry."""

    def moved(self, by: Image) -> Self:
        fields = zip(self._fields, self._values(), strict=True)
        return type(self)(*(_weights(v, by) if name in BY_HOLES else _moved(v, by) for name, v in fields))


def _weights(value: Any, by: Image) -> Any:
    one = bool(value) and type(value[0]) is int
    return by.weights(value) if one else tuple(map(by.weights, value))


def _moved(value: Any, by: Image) -> Any:
    if isinstance(value, Jump):
        return by.jump(value)
    if isinstance(value, tuple):
        return tuple(_moved(part, by) for part in value)
    return value.moved(by) if isinstance(value, Movable) else value
