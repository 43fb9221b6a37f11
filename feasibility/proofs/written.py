"""What stands in the JSON of a certificate."""

from __future__ import annotations

from typing import Any

from feasibility.base.values import Value

Json = dict[str, Any]


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
