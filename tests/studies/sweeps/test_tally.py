"""Plays by number of sweeps and the longest sweep of a play, against all plays listed one by one."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.engines.positions.question import of_pair
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import apply_to_jump, pair_stabiliser
from feasibility.proofs.accept import verify
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.longest import Longest
from feasibility.studies.sweeps import tally_command
from feasibility.studies.sweeps.tally import Tally, tally
from feasibility.text.catalogue import board as named
from feasibility.text.moves import join_sweeps
from feasibility.text.references import read_pair
from tests.engines import reference_play as reference


def plays(board: Board, mask: int, target: int, alive: set[int]) -> Iterator[tuple[Jump, ...]]:
    """Every play, by the rules; `alive`: the positions that lead to the target."""
    if mask == target:
        yield ()
    for jump in board.jumps:
        start, over, landing = jump
        if mask >> start & 1 and mask >> over & 1 and not mask >> landing & 1:
            after = mask ^ (1 << start | 1 << over | 1 << landing)
            if after in alive:
                for rest in plays(board, after, target, alive):
                    yield (jump, *rest)


def check(pair: Pair) -> None:
    start, target = pair.start.mask, pair.target.must
    reached = reference.reachable(pair.board.jumps, start)
    alive = {mask for mask in reached if target in reference.reachable(pair.board.jumps, mask)}
    found = tally(of_pair(pair))
    if not alive:
        assert found is None
        return
    listed = list(plays(pair.board, start, target, alive))
    assert isinstance(found, Tally)
    assert found.plays == Counter(len(join_sweeps(play)) for play in listed)
    assert found.orbits == orbits_of(pair, listed)
    longest = max((len(sweep) for play in listed for sweep in join_sweeps(play)), default=0)
    play = tuple(Jump(*jump) for jump in found.play)
    assert found.longest == longest == max(map(len, join_sweeps(play)), default=0)
    assert play in listed
    assert verify(Certificate(pair, found.proof)).valid
    for shorter in range(longest):
        assert not verify(Certificate(pair, Longest(shorter))).valid


def orbits_of(pair: Pair, listed: list[tuple[Jump, ...]]) -> Counter[int]:
    group = pair_stabiliser(pair)
    images = {min(tuple(apply_to_jump(p, jump) for jump in play) for p in group) for play in listed}
    return Counter(len(join_sweeps(play)) for play in images)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_all_plays_of_small_pairs(seed: int) -> None:
    chance = random.Random(seed)
    board = named(chance.choice(("line:7", "rectangle:3x3", "rectangle:3x4", "triangle:4", "torus:3x3")))
    start = chance.choice((board.full ^ 1 << chance.randrange(board.n), chance.randrange(1, board.full + 1)))
    reached = sorted(reference.reachable(board.jumps, start))
    end = chance.choice(
        (min(reached, key=int.bit_count), chance.choice(reached), chance.randrange(board.full))
    )
    check(Pair(Position(board, start), Position(board, end)))


def test_a_pair_with_symmetries() -> None:
    """Up to eight symmetries, some of which leave plays alone."""
    board = named("rectangle:3x3")
    for start in (board.full ^ 1 << 4, board.mask([(0, 1), (1, 1), (2, 1), (1, 0)]), 0b111_010_000):
        for end in sorted(reference.reachable(board.jumps, start)):
            check(Pair(Position(board, start), Position(board, end)))


def test_limits_are_results() -> None:
    question = of_pair(read_pair("english33:-d4", "english33:+d4"))
    for limits, limit in ((Limits(seconds=0), "time"), (Limits(memory=1), "memory")):
        stopped = tally(question, clock=limits.start())
        assert isinstance(stopped, Stopped) and stopped.limit == limit


@pytest.mark.slow
def test_the_english_centre_game() -> None:
    """7,488 plays in 18 sweeps, 936 up to symmetry (S. Cadot); all plays as counted by other programs."""
    found = tally(of_pair(read_pair("english33:-d4", "english33:+d4")))
    assert isinstance(found, Tally)
    assert (min(found.plays), found.plays[18], found.orbits[18]) == (18, 7_488, 936)
    assert sum(found.plays.values()) == 40_861_647_040_079_968
    assert found.longest == 7
    pair = read_pair("english33:-d4", "english33:+d4")
    assert verify(Certificate(pair, found.proof), time_limit=None).valid
    assert verify(Certificate(pair, Longest(6)), time_limit=None).exit_code == 1


@pytest.mark.parametrize(
    ("name", "limits", "said"),
    [
        (
            "french37",
            {"max_positions": 1 << 33},
            "sets of runs into 12 holes take up to 29.9 GiB, more than 4 GiB",
        ),
        ("english33", {"max_positions": 1 << 20}, "too large for one bit each"),
        ("rectangle:17x17", {}, "too large for one bit each"),
    ],
)
def test_a_class_that_is_too_large_for_the_checker(name: str, limits: dict[str, int], said: str) -> None:
    start = Position(named(name), named(name).full ^ 1)
    outcome = verify(Certificate(Pair(start, Position(start.board, 1)), Longest(7)), **limits)
    assert outcome.exit_code == 3 and said in str(outcome.reason)


def test_the_certificate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "longest.json"
    assert main(["count", "triangle:5:-a1", "--sweeps", "--certificate", str(path)]) == 0
    assert "certificate written" in capsys.readouterr().err
    assert main(["verify", str(path)]) == 0
    assert "has more than 3 jumps; the play that is given has one of 3" in capsys.readouterr().out
    for wrong in ({"target": {"pegs": [12], "free": []}}, {"start": list(range(14))}):
        (tmp_path / "wrong.json").write_text(json.dumps(json.loads(path.read_text()) | wrong))
        assert main(["verify", str(tmp_path / "wrong.json")]) == 1
    nothing = tmp_path / "nothing.json"
    words = ["count", "triangle:5:-a1", "triangle:5:+b3", "--sweeps", "--certificate", str(nothing)]
    assert main(words) == 0 and "no certificate: there is no play" in capsys.readouterr().err
    assert not nothing.exists()
    assert main(["count", "triangle:5:-a1", "--certificate", str(path)]) == 2


def test_a_longest_sweep_that_was_not_verified_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The verifier comes to its limit, as on larger boards."""
    words = ["count", "triangle:5:-a1", "--sweeps"]
    monkeypatch.setattr(tally_command, "refused_at_length", lambda *_, **__: "too long")
    assert main(words) == 0
    assert "Not verified yet: to repeat the proof takes some" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["verified"] is False and data["verification"]["command"].startswith("pegfeas verify FILE")
    path = tmp_path / "longest.json"
    assert main([*words, "--json", "--certificate", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["verified"] is True
    assert main(["count", "triangle:5:-a1", "triangle:5:+b3", "--sweeps", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verified"] is None


def test_orbits_are_those_of_the_symmetries_that_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a star with nine leaves one of 9! symmetries is used."""
    for leaves, said in ((9, "up to known symmetries\n"), (3, "up to symmetry\n")):
        pair = ("count", f"graph:star:{leaves}:+0+1", f"graph:star:{leaves}:+3", "--sweeps")
        assert main([*pair]) == 0 and said in capsys.readouterr().out
        assert main([*pair, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["symmetries_complete"] == (leaves == 3)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "triangle:5:-a1", "--sweeps"]) == 0
    out = capsys.readouterr().out
    assert "10  1,362" in out and "6,816 plays to the target" in out and "has 3 jumps: " in out
    assert main(["count", "triangle:5:-a1", "--sweeps", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["verified"] is True and "Not verified" not in out
    assert data["complete"] and data["sweeps"][0] == {"sweeps": 10, "plays": 1362, "orbits": 681}
    assert main(["count", "english33:-d4", "--sweeps", "--time-limit", "0", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["limit"] == "time"
    assert main(["count", "rectangle:3x4:-a2", "rectangle:3x4:-a2", "--sweeps"]) == 0


@pytest.mark.parametrize(
    "words",
    [
        ("--sweeps", "--plays"),
        ("--sweeps", "--no-games"),
        ("--sweeps", "--return-peg", "a1"),
        ("--sweeps", "--pegs", "1"),
    ],
)
def test_the_command_refuses_what_it_does_not_count(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert main(["count", "triangle:4:-a1", *words]) == 2
    assert "pegfeas: error" in capsys.readouterr().err
