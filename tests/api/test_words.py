"""Python takes the words of the commands, drawings as text, and tells the right keyword for a wrong one."""

from __future__ import annotations

import pytest

import feasibility
from feasibility.api.asking import LimitWords, as_limits
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits

LINE = "line:5:-b1"
ENGLISH = "  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx"


def test_limits_by_the_words_of_the_commands() -> None:
    verdict = feasibility.check("english33:-d4", "english33:+d4", time_limit=30, memory_limit=2.5)
    assert verdict.limits == Limits(30, 2_500_000_000)
    assert verdict.verdict == "feasible" == str(verdict.answer)
    assert as_limits(None, work_limit=5) == Limits(work=5)
    assert set(LimitWords.__annotations__) == {"time_limit", "work_limit", "memory_limit"}


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("timelimit", "time_limit"),
        ("timeout", "time_limit"),
        ("seconds", "time_limit"),
        ("peg", "pegs"),
        ("limit", "limits"),
    ],
)
def test_a_wrong_keyword_names_the_right_one(word: str, meant: str) -> None:
    with pytest.raises(TypeError, match=rf"check\(\) has no keyword '{word}'; did you mean '{meant}'\?"):
        feasibility.check(LINE, **{word: 1})


def test_an_option_of_the_command_that_is_part_of_a_plan_says_so() -> None:
    with pytest.raises(TypeError, match=r"no keyword 'criteria'; write plan=Plan\(criteria=\.\.\.\)"):
        feasibility.check(LINE, **{"criteria": "cone"})


def test_a_keyword_that_nothing_is_like_brings_all() -> None:
    with pytest.raises(
        TypeError, match=r"solve\(\) has no keyword 'xyzzy'; it takes start, target, .*time_limit"
    ):
        feasibility.solve(LINE, xyzzy=1)


@pytest.mark.parametrize(
    "function",
    ["check", "solve", "count", "count_plays", "advise", "bounds", "minimum", "pagoda", "reach"],
)
def test_every_function_with_limits_takes_the_words(function: str) -> None:
    words = {"pegs": 1} if function in ("check", "solve", "count", "count_plays", "advise", "bounds") else {}
    args = ("line:4:+a1+b1", "line:4:+d1") if function == "pagoda" else ("line:4:-b1",)
    assert getattr(feasibility, function)(*args, time_limit=20, **words) is not None or function == "pagoda"
    with pytest.raises(TypeError, match="did you mean 'time_limit'"):
        getattr(feasibility, function)(*args, time_limitt=20, **words)


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
