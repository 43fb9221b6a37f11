"""Rules that need only be right in searches from one start."""

from __future__ import annotations

import pytest

import feasibility
from feasibility import Position, Target
from tests.criteria.reference import reachable_masks
from tests.studies.rules.conftest import Validate
from tests.studies.rules.planting import planted as planted  # noqa: PLC0414

BOARD = feasibility.board("rectangle:3x4")
START = BOARD.full ^ 1 << 1


def test_only_what_a_search_can_meet_is_asked() -> None:
    asked: set[int] = set()
    reached = reachable_masks(BOARD, START)

    def rule(position: Position, target: Position) -> bool:
        asked.add(position.mask)
        return position.mask not in reached  # wrong elsewhere, right in every search from there

    found = feasibility.validate(rule, BOARD, start=f"{BOARD.name}:-b1", cases=300, power=False)
    assert found.verdict.startswith("SOUND ON ALL") and found.tried > 300
    assert asked <= reached and len(asked) > 100
    elsewhere = feasibility.validate(rule, BOARD, cases=300, power=False)
    assert elsewhere.verdict == "UNSOUND"


def test_a_rule_that_is_wrong_there_only() -> None:
    """The counterexample is met in a search from the start, too."""
    reached = reachable_masks(BOARD, START) - {START}

    def rule(position: Position, target: Position) -> bool:
        return position.mask in reached and position.count == 7 and target.count == 5

    found = feasibility.validate(rule, BOARD, start=f"{BOARD.name}:-b1", cases=2000, power=False)
    assert found.counterexample is not None
    assert found.counterexample.pair.start.mask in reached
    end = found.counterexample.pair.start.replay(found.counterexample.play)
    assert end.matches(found.counterexample.pair.target)


@pytest.mark.parametrize("words", [{"start": "line:7:-a1"}, {"targets": ["line:7:+d1"]}, {}])
def test_what_is_asked_again_is_no_other_case(words: dict[str, str]) -> None:
    """Each source counts a pair once, however often random play comes upon it."""
    asked: set[tuple[Position, Target]] = set()

    def rule(position: Position, target: Target) -> bool:
        asked.add((position, target))
        return False

    found = feasibility.validate(rule, "line:7", power=False, **words)
    assert found.verdict.startswith("SOUND ON ALL")
    assert all(kind.tried <= len(asked) for kind in found.kinds) and found.tried < 4 * len(asked)


@pytest.mark.parametrize("target", [[], ["--target", "rectangle:3x4:+c3"], ["--pegs", "1"]])
def test_on_the_command_line(validate: Validate, planted: str, target: list[str]) -> None:
    words = (f"{planted}:never", "--board", "rectangle:3x4", "--start", "rectangle:3x4:-b1", "--cases", "50")
    code, found = validate(*words, "--no-power", *target)
    assert found["start"] == START and found["not_asked"] == []
    assert (code, found["verdict"][:5]) == ((0, "SOUND") if found["cases_tried"] else (3, "NO VE"))


def test_a_start_on_another_board_is_refused(planted: str) -> None:
    with pytest.raises(feasibility.InputError, match="the start is on another board"):
        feasibility.validate(f"{planted}:never", BOARD, start="line:7:-b1")
