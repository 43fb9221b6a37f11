"""Values do what frozen dataclasses do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from feasibility.base.values import Value, replace


class Point(Value):
    x: int
    y: int = 0
    name: str = "p"


class Named(Point):
    colour: str = "red"

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("below 0")


@dataclasses.dataclass(frozen=True)
class Reference:
    x: int
    y: int = 0
    name: str = "p"


WORDS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, 2), {}),
    ((1, 2, "q"), {}),
    ((), {"x": 1}),
    ((1,), {"name": "q"}),
    ((), {"y": 3, "x": 1}),
    ((), {}),
    ((1, 2, "q", 4), {}),
    ((1,), {"x": 1}),
    ((1,), {"z": 1}),
    ((), {"y": 1}),
    ((1, 2, "q", 4), {"x": 1}),
]


@pytest.mark.parametrize(("values", "named"), WORDS)
def test_it_takes_what_a_dataclass_takes(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    try:
        wanted = Reference(*values, **named)
    except TypeError:
        with pytest.raises(TypeError):
            Point(*values, **named)
        return
    made = Point(*values, **named)
    assert repr(made) == repr(wanted).replace("Reference", "Point")
    assert vars(made) == vars(wanted) and list(vars(made)) == list(vars(wanted))


def test_equal_and_hashed_by_its_fields_and_class() -> None:
    assert Point(1, 2) == Point(1, 2) != Point(1, 3) and hash(Point(1, 2)) == hash(Point(1, 2))
    assert Point(1) != Named(1) and Point(1) != Reference(1)
    assert pickle.loads(pickle.dumps(Point(1, 2))) == copy.copy(Point(1, 2)) == Point(1, 2)


def test_frozen_and_looked_at_by_its_own_class() -> None:
    point: Any = Named(1)
    with pytest.raises(AttributeError, match="frozen"):
        point.x = 2
    with pytest.raises(AttributeError, match="frozen"):
        del point.x
    with pytest.raises(ValueError, match="below 0"):
        replace(point, x=-1)


def test_fields_of_the_base_come_first() -> None:
    assert repr(Named(1, colour="blue")) == "Named(x=1, y=0, name='p', colour='blue')"
    match Named(1, 2):
        case Named(x, y):
            assert (x, y) == (1, 2)


def test_the_functions_of_dataclasses_take_it() -> None:
    assert dataclasses.replace(Point(1, 2), y=3) == replace(Point(1, 2), y=3) == Point(1, 3)
    assert [field.name for field in dataclasses.fields(Named)] == ["x", "y", "name", "colour"]
    assert [field.name for field in dataclasses.fields(Point)] == ["x", "y", "name"]
    assert dataclasses.asdict(Point(1)) == {"x": 1, "y": 0, "name": "p"}
    with pytest.raises(TypeError):
        replace(Point(1), z=1)
