"""Faults that a review found, each with the case that showed it; and a play that no box may lose."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.decide import Plan, check, engines, search
from feasibility.decide.returning import with_return
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.verdict import Answer
from feasibility.text.references import read_pair


def effort() -> engines.Effort:
    return engines.Effort(Limits().start())


# --- proofs of the frontier search ---


@pytest.mark.parametrize(
    ("start", "must", "free"),
    [(0b0011, 0b1011, 0), (0b0011, 0b1100, 0), (0b0011, 0b1001, 0b0100), (0b0011, 0b1101, 0b0010)],
)
def test_targets_with_too_many_pegs_get_a_proof(start: int, must: int, free: int) -> None:
    """Exhausted at once, the levels alone prove nothing to the verifier."""
    board = Board([(0, column) for column in range(4)])
    pair = Pair(Position(board, start), Target(board, must, free))
    finding = search(pair, effort(), "frontier")
    assert finding.proof is not None
    assert verifier.check(Certificate(pair, finding.proof).to_json()).valid


def test_a_board_beyond_the_dense_engine_with_too_many_pegs_at_the_target() -> None:
    pair = read_pair("rectangle:7x10:+a1+b1", "rectangle:7x10:+a1+b1+c1")
    assert check(pair, Limits(seconds=60), Plan(criteria=())).answer is Answer.INFEASIBLE


def test_a_pattern_without_free_holes_is_searched_like_a_position() -> None:
    """Both sides were searched, so both belong into the proof."""
    board = Board([(0, column) for column in range(9)])
    seen = 0
    for target in (0b000010000, 0b000000011, 0b100000001, 0b010000000):
        pair = Pair(Position(board, 0b110111011), Target(board, target, 0))
        finding = search(pair, effort(), "frontier")
        assert finding.proof is not None
        outcome = verifier.check(Certificate(pair, finding.proof).to_json())
        assert outcome.valid, outcome
        seen += finding.proof.kind == "search"
    assert seen


# --- plays ---


def test_the_peg_may_go_back_but_need_not() -> None:
    """On a line of three one jump fills the last hole; a peg put back would find it full."""
    pair = read_pair("line:3:-c1", "line:3:+c1")
    result = with_return(pair, 2, Limits(60))
    assert result.jumps is not None
    assert result.returned_before == -1
    assert pair.start.replay(result.jumps).matches(pair.target)


def test_the_command_says_that_the_peg_need_not_go_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "line:3:-c1", "line:3:+c1", "--return-peg", "c1"]) == 0
    assert "need not go back" in capsys.readouterr().out
    assert main(["solve", "line:4:+a1+d1", "line:4:+b1", "--return-peg", "c1"]) == 1


# --- commands ---


def test_an_army_is_about_no_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    certificate = {
        "format": "pegfeas-certificate",
        "version": 1,
        "board": {"name": "half-plane", "geometry": "orthogonal"},
        "claim": "army",
        "proof": {"kind": "army", "level": 5, "total": [1, 0]},
    }
    path = tmp_path / "army.json"
    path.write_text(json.dumps(certificate), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert main(["verify", str(path), "--start", "line:3:-c1"]) == 1
    assert "REJECTED" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["check", "line:3:-c1", "--memory-limit", "inf"],
        ["check", "line:3:-c1", "--memory-limit", "nan"],
        ["check", "line:3:-c1", "--memory-limit", "1e300"],
        ["check", "line:3:-c1", "--time-limit", "nan"],
        ["verify", "nothing.json", "--max-positions", "0"],
        ["graph", "line:4:-b1", "--max-positions", "-5"],
        ["reach", "line:4:-b1", "--list", "--max-positions", "-5"],
    ],
)
def test_limits_that_are_none_are_usage_errors(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert ": error: not a " in capsys.readouterr().err


# --- the boxes of `legs` ---


def random_problem(rng: random.Random) -> tuple[verifier.Problem, list[int], list[int]]:
    """A small random board with a random play on it: the problem, the jumps, all positions."""
    n = rng.randrange(4, 11)
    jumps = sorted({tuple(rng.sample(range(n), 3)) for _ in range(rng.randrange(3, 15))})
    triples = tuple((start, over, landing) for start, over, landing in jumps)
    holes = tuple((0, i) for i in range(n))
    board = verifier.Board("", "explicit", holes, triples, {jump: i for i, jump in enumerate(triples)})
    mask = rng.getrandbits(n) | rng.getrandbits(n)
    play, positions = list[int](), [mask]
    while True:
        legal = [i for i, (s, o, t) in enumerate(triples) if mask >> s & mask >> o & ~(mask >> t) & 1]
        if not legal:
            break
        play.append(rng.choice(legal))
        mask ^= sum(1 << hole for hole in triples[play[-1]])
        positions.append(mask)
    free = tuple(hole for hole in range(n) if rng.random() < 0.3)
    start = tuple(hole for hole in range(n) if positions[0] >> hole & 1)
    pegs = tuple(hole for hole in range(n) if mask >> hole & 1 and hole not in free)
    return verifier.Problem(board, start, pegs, free, None, verifier.Budget()), play, positions


class Follower:
    """Goes down a random tree of `legs` along the branches that a play takes."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.problem, self.play, self.positions = random_problem(rng)
        self.box = verifier.Box(self.problem)
        self.grammar = verifier.Grammar(self.box, "legs")
        self.cuts: list[int] = []

    def segments(self) -> list[list[int]]:
        ends = [*self.cuts, len(self.play)]
        return [self.play[low:high] for low, high in zip([0, *(c + 1 for c in self.cuts)], ends, strict=True)]

    def step(self) -> None:
        rng, jumps = self.rng, self.problem.board.jumps
        leg = rng.randrange(len(self.cuts) + 1)
        part = self.segments()[leg]
        kind = rng.choice(("jump", "jump", "split", "split", "middle", "free"))
        if kind == "middle" and self.cuts:
            place, hole = rng.randrange(len(self.cuts)), rng.randrange(len(self.problem.board.holes))
            node: dict[str, object] = {"middle": [place + 1, hole], "empty": None, "peg": None}
            self.take(node, self.positions[self.cuts[place]] >> hole & 1)
        elif kind == "free" and self.problem.free:
            hole = rng.choice(self.problem.free)
            self.take({"free": hole, "empty": None, "peg": None}, self.positions[-1] >> hole & 1)
        elif kind == "jump":
            jump = rng.choice(part) if part else rng.randrange(len(jumps))
            most = rng.choice((0, 1, 2, part.count(jump), part.count(jump) - 1))
            node = {"leg": leg + 1, "jump": list(jumps[jump]), "at_most": most, "low": None, "high": None}
            self.take(node, int(part.count(jump) > most))
        else:
            self.split(leg, part)

    def split(self, leg: int, part: list[int]) -> None:
        rng, jumps = self.rng, self.problem.board.jumps
        chosen = rng.sample(range(len(jumps)), rng.randrange(1, len(jumps) + 1))
        when = rng.choice(("first", "last"))
        cases = [{"jump": list(jumps[j]), "root": None} for j in chosen]
        listed = [list(jumps[j]) for j in chosen]
        node: dict[str, object] = {
            "split": leg + 1,
            "when": when,
            "set": listed,
            "never": None,
            "cases": cases,
        }
        places = [i for i, j in enumerate(part) if j in chosen]
        if not places:
            self.take(node, 0)
            return
        at = places[0 if when == "first" else -1]
        self.take(node, 1 + chosen.index(part[at]))
        begin = self.cuts[leg - 1] + 1 if leg else 0
        self.cuts.insert(leg, begin + at)

    def take(self, node: dict[str, object], branch: int) -> None:
        branches = self.grammar.branches(node, "node")
        assert branches is not None
        branches[branch][1]()

    def holds(self) -> bool:
        """Whether the play is in the box: counts on the legs, middle positions, free holes."""
        box, n = self.box, len(self.problem.board.holes)
        counts = [[part.count(j) for j in range(len(self.problem.board.jumps))] for part in self.segments()]
        middles = [[self.positions[cut] >> hole & 1 for hole in range(n)] for cut in self.cuts]
        end = [self.positions[-1] >> hole & 1 if hole in self.problem.free else 0 for hole in range(n)]
        inside = zip([*box.legs, *box.middles, box.free], [*counts, *middles, end], strict=True)
        return not box.empty and all(
            low <= value and (high is None or value <= high)
            for ranges, values in inside
            for low, high, value in zip(ranges.low, ranges.high, values, strict=True)
        )

    def refuted(self) -> bool:
        weights = [[self.rng.randrange(-5, 6) for _ in self.problem.board.holes] for _ in self.box.legs]
        return self.box.refuted(weights, [])


@pytest.mark.parametrize("seed", range(40))
def test_no_box_of_legs_loses_the_play(seed: int) -> None:
    """Splits within splits, on any leg: what goes over to the parts holds for the play that was cut there."""
    rng = random.Random(seed)
    cut = 0
    for _ in range(25):
        follower = Follower(rng)
        for _ in range(8):
            follower.step()
            assert follower.holds()
            assert not follower.refuted()
        cut += len(follower.cuts)
    assert cut > 10
