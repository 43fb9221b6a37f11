"""Python takes the words of the commands, spelled out in every signature, and drawings as text."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

import feasibility
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits, as_limits
from feasibility.game.position import Position

LINE = "line:5:-b1"
ENGLISH = "  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx"


def test_limits_by_the_words_of_the_commands() -> None:
    verdict = feasibility.check("english33:-d4", "english33:+d4", time_limit=30, memory_limit=2.5)
    assert verdict.limits == Limits(30, 2_500_000_000)
    assert verdict.verdict == "feasible" == str(verdict.answer)
    assert as_limits(None, work_limit=5) == Limits(work=5)
    assert as_limits(usual=20) == Limits(20) == as_limits(20) and as_limits(usual=20, work_limit=1) == Limits(
        work=1
    )


def functions_with_limits() -> list[str]:
    public = {name: getattr(feasibility, name) for name in feasibility.__all__}
    functions = {name: value for name, value in public.items() if inspect.isfunction(value)}
    return [name for name, value in functions.items() if "limits" in inspect.signature(value).parameters]


@pytest.mark.parametrize("name", functions_with_limits())
def test_every_function_with_limits_spells_the_words_out(name: str) -> None:
    parameters = inspect.signature(getattr(feasibility, name)).parameters
    assert {"time_limit", "work_limit", "memory_limit"} <= set(parameters)
    assert not {"seconds", "timeout", "words"} & set(parameters)


def test_no_public_function_hides_its_words() -> None:
    """`assert_sound` takes what `validate` takes, and says so; what is told of long work goes to `report`."""
    public = {name: getattr(feasibility, name) for name in feasibility.__all__}
    functions = {name: inspect.signature(f).parameters for name, f in public.items() if inspect.isfunction(f)}
    assert functions["assert_sound"] == functions["validate"]
    for name, parameters in functions.items():
        assert not any(p.kind is p.VAR_KEYWORD for p in parameters.values()), name
        assert "progress" not in parameters, name


def test_the_words_reach_the_limits() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'timeout'"):
        feasibility.check(LINE, **{"timeout": 1})
    assert feasibility.check("english33:-d4", "english33:+d4", work_limit=0).answer == "unknown"
    assert feasibility.survey("line:5", jobs=1, work_limit=0).rows[0].verdict == "unknown"


def test_limits_twice_are_refused() -> None:
    with pytest.raises(InputError, match="limits, and words for them as well; saw time_limit"):
        feasibility.check(LINE, limits=1.0, time_limit=2)


def test_text_with_line_ends_is_a_drawing_everywhere() -> None:
    start = feasibility.read_pair("english33:-d4").start
    assert feasibility.read_pair(ENGLISH).start == start
    assert feasibility.read_board(ENGLISH) == start.board
    assert feasibility.check(ENGLISH, "+d4").pair.start == start
    assert feasibility.check("xx.\n", "..x\n").verdict == "feasible"
    with pytest.raises(InputError, match="line 2, column 2"):
        feasibility.read_pair("xx.\nxq.")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: feasibility.board(None),
        lambda: Position(feasibility.board("line:5"), 1.0),
        lambda: feasibility.census(3),
        lambda: feasibility.check(LINE, memory_limit=float("inf")),
        lambda: feasibility.validate("rule-of-three", "line:5", time_limit="x"),
        lambda: feasibility.advise(LINE, patience=float("nan")),
        lambda: feasibility.advise(LINE, patience="x"),
        lambda: feasibility.pagoda(LINE, most=0),
        lambda: feasibility.pagoda(LINE, most="x"),
    ],
)
def test_a_value_of_a_wrong_kind_is_bad_input(wrong: Callable[[], object]) -> None:
    with pytest.raises(InputError, match="expected"):
        wrong()


def test_an_endless_memory_is_told_what_is_wrong_with_it() -> None:
    with pytest.raises(InputError, match="saw inf; expected a finite number"):
        feasibility.check(LINE, memory_limit=float("inf"))
