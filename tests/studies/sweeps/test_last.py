"""The longest sweep at the end of a play, against every way to the target and every position by the rules."""

from __future__ import annotations

import json
import random
import re
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import strategies as st

import feasibility
from feasibility.base.errors import InputError
from feasibility.base.stopped import Stopped
from feasibility.cli import INTERRUPTED, main
from feasibility.game.automorphism import Permutation
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply, apply_to_jump, pair_stabiliser
from feasibility.proofs.accept import Acceptance, verify
from feasibility.proofs.verdict import Answer
from feasibility.studies.sweeps import last, last_command
from feasibility.studies.sweeps.last import LastSweep, as_first
from feasibility.text.catalogue import board as named
from feasibility.text.moves import format_jump, join_sweeps
from feasibility.text.references import read_pair
from tests.amounts import examples
from tests.answers import answer
from tests.engines import reference_play as reference

BOARDS = ("line:7", "rectangle:3x3", "rectangle:3x4", "triangle:4", "torus:3x3", "graph:cycle:6")


def ways(board: Board, end: int, hole: int) -> Iterator[tuple[tuple[Jump, ...], int]]:
    """All runs of jumps by the peg that ends in a hole of a position, and what stands before each."""
    yield (), end
    for jump in board.jumps:
        start, over, landing = jump
        if landing == hole and not end >> start & 1 and not end >> over & 1:
            before = end ^ (1 << start | 1 << over | 1 << landing)
            for jumps, first in ways(board, before, start):
                yield (*jumps, jump), first


def led(pair: Pair, before: int, hole: int) -> set[int]:
    """What stands before a position to which the peg of a hole does not come by the last jump."""
    others = [jump for jump in pair.board.jumps if jump.landing != hole]
    return reference.before(others, before) | ({before} if before == pair.start.mask else set())


def longest_by_begin(pair: Pair) -> dict[Jump | None, int]:
    """The most jumps with which one peg ends a play: each jump first, and any (None)."""
    reached, most = reference.reachable(pair.board.jumps, pair.start.mask), dict[Jump | None, int]()
    for end in filter(pair.target.contains, reached):
        for hole in Position(pair.board, end).pegs:
            for jumps, before in ways(pair.board, end, hole):
                if jumps and before in reached:
                    keys: list[Jump | None] = [None]
                    if not reached.isdisjoint(led(pair, before, jumps[0].start)):
                        keys.append(jumps[0])
                    for key in keys:
                        most[key] = max(most.get(key, 0), len(jumps))
    return most


def ends(target: Target) -> list[int]:
    return [mask for mask in range(target.board.full + 1) if target.contains(mask)]


def covers(found: LastSweep, group: list[Permutation]) -> bool:
    """Whether every way of as many jumps ends like one before which a refuted target stands."""
    targets = [verdict.pair.target for verdict in found.refuted]
    images = [(apply(g, t.must), apply(g, t.free), t.pegs) for g in group for t in targets]

    def is_refuted(mask: int) -> bool:
        return any(mask & ~free == must and pegs in (None, mask.bit_count()) for must, free, pegs in images)

    for end in ends(found.pair.target):
        for hole in Position(found.pair.board, end).pegs:
            for jumps, _ in ways(found.pair.board, end, hole):
                if len(jumps) < found.beyond or found.begins not in (None, jumps[0]):
                    continue
                before = end
                seen = is_refuted(before)
                for jump in reversed(jumps):
                    before ^= 1 << jump.start | 1 << jump.over | 1 << jump.landing
                    seen = seen or is_refuted(before)
                if found.begins == jumps[0]:
                    seen = seen or all(map(is_refuted, led(found.pair, before, jumps[0].start)))
                if not seen:
                    return False
    return True


def check(pair: Pair, begins: Jump | None) -> None:
    most = longest_by_begin(pair).get(begins, 0)
    found = feasibility.last_sweep(pair, begins=begins)
    assert found.jumps == most
    at_once = begins is None and pair.start.matches(pair.target)
    assert found.answer is (Answer.FEASIBLE if most or at_once else Answer.INFEASIBLE)
    assert found.beyond == most + 1
    if not most:
        assert found.play == (() if at_once else None)
    elif found.play is not None:
        assert pair.start.replay(found.play).matches(pair.target)
        run = join_sweeps(found.play)[-1]
        assert begins in (None, run[0]) and len(run) == most
    group = [g for g in pair_stabiliser(pair) if begins is None or apply_to_jump(g, begins) == begins]
    assert covers(found, group)
    assert found.verified is not False
    assert all(verify(certificate).valid for certificate in found.certificates)
    for number in {1, most, most + 1} - {0}:
        again = feasibility.last_sweep(pair, at_least=number, begins=begins)
        assert again.answer is (Answer.FEASIBLE if number <= most else Answer.INFEASIBLE)
        assert again.jumps >= number or again.play is None


@examples(12, 200, st.integers(0, 2**32))
def test_small_pairs_against_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    board = named(chance.choice(BOARDS))
    start = chance.choice((board.full ^ 1 << chance.randrange(board.n), chance.randrange(1, board.full + 1)))
    reached = sorted(reference.reachable(board.jumps, start), key=int.bit_count)
    end = chance.choice((reached[0], chance.choice(reached), chance.randrange(board.full + 1)))
    free = chance.choice((0, 0, chance.randrange(board.full + 1), board.full))
    one_peg = chance.random() < 0.2
    target = Target.with_pegs(board, 1) if one_peg else Target(board, end & ~free, free)
    begins = chance.choice((None, chance.choice(board.jumps)))
    check(Pair(Position(board, start), target), begins)


# Computed here; the proofs of the greatest numbers are in each answer.
@pytest.mark.parametrize(
    ("start", "target", "jumps"),
    [
        ("english33:-d4", "english33:+d4", 1),
        ("english33:-d4", "english33:+d7", 7),
        pytest.param("english33:-c1", "english33:+c1", 8, marks=pytest.mark.slow),
        ("triangle:5:-a1", "triangle:5:+a1", 3),
    ],
)
def test_known_boards(start: str, target: str, jumps: int) -> None:
    found = feasibility.last_sweep(start, target)
    assert (found.jumps, found.answer, found.verified) == (jumps, Answer.FEASIBLE, True)
    assert all(verify(certificate).valid for certificate in found.certificates)


@pytest.mark.slow
def test_the_table_of_the_english_board() -> None:
    text = (Path(__file__).parents[3] / "docs/results/sweeps.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| ([a-g]\d) \| ([a-g]\d) \| (\d) \| (\d+) \|$", text)
    assert len(rows) == 21
    for vacancy, end, jumps, pairs in rows:
        found = feasibility.last_sweep(f"english33:-{vacancy}", f"english33:+{end}")
        assert (found.answer, found.jumps, found.verified) == (Answer.FEASIBLE, int(jumps), True)
        assert len(found.refuted) <= 2 * int(pairs)  # who is asked first may depend on the time


def test_a_jump_that_ends_a_sweep_begins_none() -> None:
    """Wherever a3a1 ends a play, the same peg has jumped to a3 just before."""
    pair = "triangle:5:-a1", "triangle:5:+a1"
    found = feasibility.last_sweep(*pair, begins="a3a1")
    assert (found.answer, found.verified) == (Answer.INFEASIBLE, True)
    begun = feasibility.last_sweep(*pair, begins=Jump(5, 4, 3))
    assert begun.play is not None and join_sweeps(begun.play)[-1][0] == Jump(5, 4, 3)


def test_a_sweep_that_is_the_whole_play() -> None:
    """No other jump can be the last before it: the start itself stands there."""
    found = feasibility.last_sweep("line:5:+a1+b1+d1", "line:5:+e1", begins="a1c1")
    assert (found.answer, found.jumps) == (Answer.FEASIBLE, 2)
    other = feasibility.last_sweep("line:5:+a1+b1+d1", "line:5:+e1", begins="c1e1")
    assert (other.answer, other.refuted) == (Answer.INFEASIBLE, ())
    assert other.summary.endswith("no jumps of the board can end a play so")


def test_a_peg_that_need_not_jump() -> None:
    """The start is what the target asks for; a play with a last sweep needs a jump all the same."""
    found = feasibility.last_sweep("line:4:+a1", "line:4:+a1", 1)
    assert (found.answer, found.jumps) == (Answer.INFEASIBLE, 0)


def test_a_play_of_no_jump_is_a_play(capsys: pytest.CaptureFixture[str]) -> None:
    """The longest of no sweeps is none: feasible, and not the word of an impossible pair."""
    found = feasibility.last_sweep("line:4:+a1", "line:4:+a1")
    assert (found.answer, found.play, found.jumps) == (Answer.FEASIBLE, (), 0)
    assert found.summary.startswith("a play with no jump, and so no last sweep; a last sweep of 1 jump or ")
    assert [verify(one).valid for one in found.certificates] == [True] * (1 + len(found.refuted))
    words = ["solve", "line:4:+a1", "--pegs", "1", "--last-sweep", "longest"]
    assert main(words) == 0
    assert "no jump is needed" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["verdict"], facts["moves"], facts["last_sweep"]) == ("feasible", [], 0)


# --- limits ---


def test_without_time_nothing_is_known() -> None:
    found = feasibility.last_sweep("english33:-c1", "english33:+c1", limits=0)
    assert (found.answer, found.opened, found.stopped, found.certificates) == (
        Answer.UNKNOWN,
        1,
        Stopped("time"),
        (),
    )


def test_a_limit_of_work_leaves_the_same_play_in_every_run() -> None:
    pair = read_pair("english33:-c1", "english33:+c1")
    one, two = (feasibility.last_sweep(pair, work_limit=600_000) for _ in range(2))
    assert one.stopped == Stopped("work") and one.answer is Answer.UNKNOWN
    assert (one.play, one.opened) == (two.play, two.opened)


def test_an_interrupt_leaves_the_best_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    looked = last.LastSweeps.look

    def interrupted(self: last.LastSweeps, number: int) -> object:
        if number > 2:
            raise KeyboardInterrupt
        return looked(self, number)

    monkeypatch.setattr(last.LastSweeps, "look", interrupted)
    path = tmp_path / "play.json"
    words = ("solve", "triangle:5:-a1", "--last-sweep", "longest")
    assert main([*words, "--certificate", str(path)]) == INTERRUPTED
    told = capsys.readouterr()
    found = answer(told.out)  # a play that was found for 2 jumps may end with more
    assert found.startswith("a play with a last sweep of ") and found.split()[7] >= "2"
    assert verify(str(path)).valid
    assert "the last sweep may be longer" in told.err


# --- the command ---


def test_the_command_writes_a_proof_for_each_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "last.json"
    words = ["solve", "triangle:5:-a1", "--last-sweep", "4", "--certificate", str(path)]
    assert main(words) == 1
    told = answer(capsys.readouterr().out)
    assert told.startswith("INFEASIBLE: a last sweep of 4 jumps or more is impossible: ")
    proofs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(proofs) > 1 and all(verify(proof).valid for proof in proofs)
    assert main(["verify", str(path)]) == 0


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "triangle:5:-a1", "--last-sweep", "longest", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["verdict"], facts["last_sweep"], facts["undecided"]) == ("feasible", 3, 0)
    assert facts["verified"] is True and all(verify(proof).valid for proof in facts["certificates"])


@pytest.mark.parametrize(
    "text",
    ["0", "-1", "many", "", "3:z9", ":a1", "longest:", "٣x", "c3a3", "1:a1a4", "1:a1-a3-a5", "1:a1 a3 a"],
)
def test_what_is_no_number_of_jumps_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "triangle:5:-a1", f"--last-sweep={text}"]) == 2
    assert capsys.readouterr().err.startswith("pegfeas: error: ")


def test_what_is_no_jump_of_the_board_is_refused() -> None:
    for begins in (Jump(0, 1, 2), "a1a4", "a1-a3-a5", "a1", ""):
        with pytest.raises(InputError):
            feasibility.last_sweep("triangle:5:-a1", begins=begins)


def test_holes_with_names_of_their_own() -> None:
    board = named("graph:path:5")
    jump = next(iter(board.jumps))
    assert as_first(board, format_jump(board, jump)) == jump


def test_a_target_of_several_pegs_anywhere_is_refused() -> None:
    with pytest.raises(InputError, match="a position, a pattern or one peg"):
        feasibility.last_sweep("line:5:-b1", pegs=2)


def test_refutations_that_nothing_has_repeated_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    pair = read_pair("line:5:+a1+b1", "line:5:+e1")
    verdict = feasibility.check(pair)
    findings = tuple(replace(f, acceptance=f.acceptance and Acceptance(False, 9.0)) for f in verdict.findings)
    unsure = replace(verdict, findings=findings)
    found = LastSweep(pair, 1, None, None, 0, 1, (verdict, unsure))
    assert (found.answer, found.verified) == (Answer.INFEASIBLE, False)
    last_command._print(found, Namespace(json=False, certificate=None))
    told = capsys.readouterr().out
    assert "Not verified yet: to repeat the proof takes some 9 s, by `pegfeas verify FILE`" in told
    assert replace(found, refuted=(verdict,)).verified
