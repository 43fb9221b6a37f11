"""Positions on plays, and the numbers of plays between all positions, against lists of all plays."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply, pair_stabiliser
from feasibility.studies.counting.count_api import OnPlays, count_plays, count_winning
from feasibility.studies.counting.tables import plays_matrix
from feasibility.text.catalogue import board
from tests.amounts import examples
from tests.studies.polyhedra.reference import plays

SMALL = ["line:6", "rectangle:2x4", "triangle:3", "rectangle:3x3", "triangle:4"]


@examples(25, 100, st.sampled_from(SMALL), st.data())
def test_positions_on_plays_are_those_of_a_list_of_all_plays(name: str, data: st.DataObject) -> None:
    here = board(name)
    start = Position(here, data.draw(st.integers(0, here.full)))
    listed = list(plays(here, start.mask))
    end, free = data.draw(st.sampled_from(listed))[0], data.draw(st.integers(0, here.full))
    for target in (
        Target(here, end),
        Target(here, end & ~free, free),
        Target.with_pegs(here, end.bit_count()),
        Target(here, data.draw(st.integers(0, here.full))),
    ):
        pair = Pair(start, target)
        seen = {start.mask for mask, _ in listed if target.contains(mask)}
        for mask, jumps in listed:
            if target.contains(mask):
                position = start
                for jump in jumps:
                    position = position.replay([jump])
                    seen.add(position.mask)
        found = count_winning(pair)
        assert isinstance(found, OnPlays)
        counted = Counter(mask.bit_count() for mask in seen)
        assert {level.pegs: level.positions for level in found.levels} == counted
        group = pair_stabiliser(pair)
        orbits = Counter(mask.bit_count() for mask in seen if mask == min(apply(g, mask) for g in group))
        assert {level.pegs: level.orbits for level in found.levels} == orbits


def test_the_english_centre_game_level_by_level() -> None:
    """OEIS A112738 (G. I. Bell): the positions up to symmetry that can still be reduced to the centre."""
    found = count_winning("english33:-d4", "english33:+d4")
    assert isinstance(found, OnPlays)
    assert [level.orbits for level in found.levels] == [
        1, 1, 2, 8, 38, 164, 635, 2089, 6174, 16020, 35749, 68326, 112788, 162319, 204992, 230230,
        230230, 204992, 162319, 112788, 68326, 35749, 16020, 6174, 2089, 635, 164, 38, 8, 2, 1, 1,
    ]  # fmt: skip
    assert (found.positions, found.orbits) == (13_428_122, 1_679_072)


@pytest.mark.parametrize("name", ["line:6", "rectangle:2x4", "triangle:3"])
def test_the_matrix_has_the_number_of_plays_of_every_pair(name: str) -> None:
    here = board(name)
    made = plays_matrix(here, Limits().start())
    for mask, row in enumerate(made.rows):
        assert row == Counter(end for end, jumps in plays(here, mask) if jumps)


def test_the_matrix_of_a_larger_board_agrees_with_single_counts() -> None:
    here = board("triangle:4")
    made = plays_matrix(here, Limits().start())
    for start, target in ((here.full & ~2, 1 << 2), (here.full & ~16, 8), (here.full & ~2, 1 << 1)):
        counted = count_plays(Position(here, start), Position(here, target))
        assert made.rows[start][target] == counted
    with pytest.raises(
        InputError, match="too large for the numbers of all plays; saw 15 holes; expected at most 12"
    ):
        plays_matrix(board("triangle:5"), Limits().start())


def test_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["count", "triangle:5:-a1", "--pegs", "1", "--winning"]) == 0
    assert "769 positions on plays in 390 orbits" in capsys.readouterr().out
    assert main(["count", "triangle:5:-a1", "triangle:5:+b5", "--winning"]) == 0
    assert "there is no play" in capsys.readouterr().out
    assert main(["count", "triangle:5:-a1", "triangle:5:+a1", "--winning", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["positions"] == sum(level["positions"] for level in facts["levels"]) == 370
    assert main(["count", "triangle:5:-a1", "--winning", "--plays"]) == 2
    assert main(["count", "english33:-d4", "--winning", "--time-limit", "0"]) == 3
    file, _ = tmp_path / "plays.jsonl", capsys.readouterr()
    assert main(["reach", "triangle:3", "--write-plays", str(file)]) == 0
    told = capsys.readouterr().out
    head, *rows = map(json.loads, file.read_text().splitlines())
    assert head["pairs"] == sum(len(row) for _, row in rows)
    assert head["plays"] == sum(number for _, row in rows for _, number in row)
    assert told == f"{head['plays']} plays between {head['pairs']} pairs of positions\n"
    assert main(["reach", "triangle:5", "--write-plays", str(file), "--force"]) == 2
