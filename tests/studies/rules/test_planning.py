"""What is said of numbers of pegs that are asked later than larger ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import feasibility
from feasibility.base.errors import InputError
from feasibility.cli import main
from feasibility.studies.rules.evidence import planning
from feasibility.studies.rules.evidence.cases import CaseKind, merged


def prunes_from_four(position: feasibility.Position, target: feasibility.Position) -> bool:
    return position.count >= 4 and target.count == 1


def prunes_from_eight(position: feasibility.Position, target: feasibility.Position) -> bool:
    return position.count >= 8 and target.count == 1


def prunes_from_nine(position: feasibility.Position, target: feasibility.Position) -> bool:
    return position.count >= 9 and target.count == 1


@pytest.mark.parametrize(
    ("wrong", "pegs"), [(prunes_from_four, 4), (prunes_from_eight, 8), (prunes_from_nine, 9)]
)
def test_the_fewest_pegs_are_claimed_where_all_fewer_were_asked(
    wrong: Callable[..., bool], pegs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fewest = []
    for first in (planning.BEFORE_MIXED, 10_000):  # with it, six to nine pegs are asked after ten and eleven
        monkeypatch.setattr(planning, "BEFORE_MIXED", first)
        found = feasibility.validate(wrong, "rectangle:3x4", power=False, jobs=1)
        assert found.counterexample is not None
        fewest.append((found.counterexample.pair.start.count, found.counterexample.least))
    assert fewest[0] == (pegs, True)
    assert fewest[1][0] == pegs or not fewest[1][1]


def test_only_neighbours_are_one_kind() -> None:
    kinds = [CaseKind("of {}", 5, 5, (n, n)) for n in (2, 3, 6, 7, 4)] + [
        CaseKind("games", 9),
        CaseKind("of {}", 1, 5, (5, 5)),
    ]
    assert [str(kind) for kind in merged(kinds)] == [
        "15 of 2 to 4 pegs", "1 of 5 of 5 pegs", "10 of 6 to 7 pegs", "9 games",
    ]  # fmt: skip


def test_one_case_is_one() -> None:
    kinds = [CaseKind("pairs from random legal play", 1), CaseKind("living positions asked", 1, 1)]
    kinds += [CaseKind("duals of pairs whose start has {}", 1, 3, (1, 1))]
    assert [*map(str, kinds)] == [
        "1 pair from random legal play", "1 living position asked",
        "1 of 3 duals of pairs whose start has 1 peg",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [{"cases": 0}, {"cases": -1}, {"cases": True}, {"cases": "5"}, {"cases": 1.5}, {"seed": -1}, {"jobs": 0}],
)
def test_numbers_that_ask_nothing_are_refused(
    words: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    [(name, value)] = words.items()
    with pytest.raises(InputError, match=f"not a number for {name}; saw {value!r}; expected [01] or more"):
        feasibility.validate("rule-of-three", "rectangle:3x4", power=False, **words)
    if type(value) is int and name != "jobs":  # of which the command speaks as the others do
        assert main(["validate", "rule-of-three", "--board", "rectangle:3x4", f"--{name}={value}"]) == 2
        assert f"not a number for {name}; saw {value}; expected" in capsys.readouterr().err


def test_nothing_is_listed_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would come later is named, not made: on the English board that takes a second."""
    made: list[int] = []
    before = planning.short.with_pegs
    monkeypatch.setattr(
        planning.short, "with_pegs", lambda board, pegs: made.append(pegs) or before(board, pegs)
    )
    found = feasibility.validate(prunes_from_four, "rectangle:3x4", time_limit=0, power=False, jobs=1)
    assert found.verdict == "NO VERDICT" and made == [2]
    assert {"short questions", "random play", "positions on plays"} < set(found.missing)
