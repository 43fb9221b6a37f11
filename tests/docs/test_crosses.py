"""The tables of crosses: which there are, that their numbers agree, and some problems asked again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import feasibility
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.game.geometry import Board
from feasibility.game.position import Position
from feasibility.studies.surveys.survey import Settled, Survey
from feasibility.text.catalogue import board as named
from research.crosses import APART, PAGE, crosses, images, name_of, rectangles

TEXT = PAGE.read_text(encoding="utf-8")
SMALL = ("cross:0,0,1,1", "cross:0,1,1,1", "cross:1,1,1,1", "cross:0,0,2,2", "rectangle:3x4")
WHOLE = 33  # holes of the largest boards that the slow tests repeat whole


def cells(table: str) -> list[tuple[str, list[str]]]:
    """The first cell of each row between two marks, and the others."""
    lines = TEXT.partition(f"<!-- {table} -->")[2].partition(f"<!-- end of {table} -->")[0].split("\n")
    found = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("|")]
    return [(name, rest) for name, *rest in found[2:]]


CROSSES, RECTANGLES = dict(cells("crosses")), dict(cells("rectangles"))
BOTH = CROSSES | RECTANGLES


def orbits(board: Board) -> list[str]:
    """What the first hole of each is called."""
    least = sorted({min(g[hole] for g in board.symmetries) for hole in range(board.n)})
    return [board.called(hole) for hole in least]


def played(board: Board, hole: int) -> bool:
    """From the rules alone: whether the peg can be left where the vacancy was."""
    todo, seen = [Position(board, board.full ^ 1 << hole)], set[int]()
    while todo:
        position = todo.pop()
        after = (position.play(jump) for jump in position.legal_jumps())
        new = [p for p in after if p.mask not in seen]
        seen.update(p.mask for p in new)
        todo += new
    return 1 << hole in seen


def test_every_shape_is_there_once() -> None:
    assert list(CROSSES) == [name_of(arms) for arms in crosses()]
    assert list(RECTANGLES) == rectangles()
    assert len(CROSSES) == len({frozenset(images(arms)) for arms in crosses()}) == 105


def test_the_numbers_of_a_row_agree() -> None:
    for name, (holes, *counts, lost, left, checked, _) in BOTH.items():
        problems, won, *others = map(int, counts)
        assert int(holes) == named(name).n and problems == won + sum(others), name
        assert others == [len(lost.split()), len(left.split())], name
        assert int(checked) <= won + others[0], name


def test_what_the_page_says_of_all_of_them() -> None:
    sums = [sum(int(row[column]) for row in CROSSES.values()) for column in range(1, 5)]
    assert "Of {:,} problems {:,} have a play, {:,} have none, and {:,} are open.".format(*sums) in TEXT
    whole = [name for name, row in CROSSES.items() if row[1] == row[2]]
    assert len(whole) == 12 and ", ".join(f"`{name}`" for name in whole) in TEXT
    assert [name for name, row in CROSSES.items() if row[2] == "0"] == ["cross:1,1,1,1"]
    repeated = sum(int(row[2]) + int(row[3]) - int(row[7]) for row in CROSSES.values())
    assert f"The certificates of {repeated} problems without a play were not repeated" in TEXT


def test_the_end_of_an_arm_of_four_is_never_played_from_its_middle() -> None:
    found = Counter[str]()
    for name, (*_, lost, left, _, _) in CROSSES.items():
        top, right, bottom, west = arms = [int(arm) for arm in name[6:].split(",")]
        ends = ((0, west + 1), (top + 1, west + 2 + right), (top + 2 + bottom, west + 1), (top + 1, 0))
        board = named(name)
        for arm, end in zip(arms, ends, strict=True):
            if arm == 4:
                first = board.called(min(g[board.index[end]] for g in board.symmetries))
                found["no" if first in lost.split() else "open" if first in left.split() else "played"] += 1
    assert f"of {found.total()} such holes, counted board by board, {found['no']} are proved" in TEXT
    assert f"and {found['open']} are open" in TEXT and not found["played"]


def test_what_is_refuted_apart() -> None:
    """Problems that the first table leaves open, and one whose certificate it does not count."""
    found = {(board, hole): board_open(board, hole) for board, hole in APART}
    apart = sum(found.values())
    assert [*found.values()].count(False) == 1
    assert [(board, row[0]) for board, row in cells("apart")] == list(APART)
    number = {15: "fifteen"}[apart]
    assert f"and {number} with certificates that the checker repeats" in TEXT
    assert f"So {sum(int(row[4]) for row in CROSSES.values()) - apart - 1} are open." in TEXT


def test_an_arm_of_four_on_a_larger_body() -> None:
    """Its middle, empty at first, is the last hole that is full."""
    drawn, _, rest = TEXT.partition("```text\n")[2].partition("```")
    answer = feasibility.replay(drawn, rest.partition("`")[2].partition("`")[0])
    assert answer.end.board.n == 42 and answer.end.count == 1 and str(answer.end).startswith(" .x.\n")
    assert drawn.partition("\n")[2].startswith(" x.x\n xxx\n xxx\n xxx\nxxxxx\n")


def board_open(board: str, hole: str) -> bool:
    assert hole in " ".join(CROSSES[board][5:7]).split()
    return hole in CROSSES[board][6].split()


@pytest.mark.slow
def test_one_of_them_is_refuted_again(tmp_path: Path) -> None:
    """The smallest, which the checker does not hold in memory."""
    file, pair = tmp_path / "proof.json", ["cross:0,4,2,4:-b2", "cross:0,4,2,4:+b2"]
    alone = [
        "--first",
        "--criteria",
        "search",
        "--patience",
        "0",
        "--time-limit",
        "3600",
        "--memory-limit",
        "4",
    ]
    assert main(["check", *pair, *alone, "--certificate", str(file)]) == 1
    proof = json.loads(file.read_text())["proof"]
    assert f"{sum(proof['forward']) + sum(proof['backward']):,}" == dict(cells("apart"))["cross:0,4,2,4"][1]
    folder = ["--workdir", str(tmp_path), "--time-limit", "3600"]
    assert main(["verify", str(file), "--start", pair[0], "--target", pair[1], *folder]) == 0


def test_what_the_criteria_refute_adds_up() -> None:
    refuted = sum(int(many) for (many,) in dict(cells("refuted")).values())
    assert refuted == sum(int(row[3]) for row in CROSSES.values())


def test_a_rectangle_three_wide_is_never_played_from_its_middle_line() -> None:
    for name, row in list(RECTANGLES.items())[1:]:  # all but the square
        board = named(name)
        middle = [hole for hole in orbits(board) if hole.endswith("2")]
        assert set(middle) <= set(row[5].split())


@pytest.mark.parametrize("name", SMALL)
def test_small_boards_by_the_rules_alone(name: str) -> None:
    board, lost = named(name), BOTH[name][5].split()
    assert {hole for hole in orbits(board) if not played(board, board.by_name[hole])} == set(lost)


def parameters(boards: Iterable[str]) -> list[Any]:
    return [pytest.param(name, marks=[pytest.mark.slow] * (name not in SMALL)) for name in boards]


def answers(survey: Survey) -> dict[str, str]:
    """What was found of each vacancy."""
    board = survey.family.board
    return {board.called(row.target.bit_length() - 1): row.verdict for row in survey.rows}


def accepted(row: Settled) -> bool:
    """Whether the checker accepts the certificate, when it was made or now."""
    if row.verified or row.certificate is None:
        return bool(row.verified)
    return feasibility.verify(json.loads(row.certificate), time_limit=None).valid


@pytest.mark.parametrize("name", parameters(name for name in BOTH if int(BOTH[name][0]) <= WHOLE))
def test_every_problem_and_every_certificate_of_a_row(name: str) -> None:
    survey = feasibility.survey(name, "complement", jobs=1, limits=Limits())
    found, lost = answers(survey), BOTH[name][5].split()
    assert found == {hole: "infeasible" if hole in lost else "feasible" for hole in found}
    assert sum(map(accepted, survey.rows)) == int(BOTH[name][7]) == len(found)


@pytest.mark.parametrize("name", parameters(name for name in BOTH if int(BOTH[name][0]) > WHOLE))
def test_what_a_million_steps_find_is_what_a_row_says(name: str) -> None:
    """They answer most problems of a large board; what the page leaves open they leave open, too."""
    survey = feasibility.survey(name, "complement", jobs=1, limits=Limits(work=1_000_000))
    found, lost = answers(survey), BOTH[name][5].split()
    known = {hole: verdict for hole, verdict in found.items() if verdict != "unknown"}
    assert known == {hole: "infeasible" if hole in lost else "feasible" for hole in known}
    assert known.keys().isdisjoint(BOTH[name][6].split())
    assert 3 * len(known) >= 2 * len(found)
