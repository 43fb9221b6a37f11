"""Marked pegs, against every position with every place of the marks, by the rules."""

from __future__ import annotations

import json
import random
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import strategies as st

import feasibility
from feasibility.base.errors import InputError, SoundnessError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import INTERRUPTED, main
from feasibility.decide import check
from feasibility.engines.dense.closure import DenseSet, closure
from feasibility.engines.dense.queries import won
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.proofs.accept import Acceptance, verify
from feasibility.proofs.verdict import Answer
from feasibility.studies.tracking import track_command, tracking
from feasibility.studies.tracking.marked import MarkedPeg, by_the_rules, waiting, way, with_marks
from feasibility.studies.tracking.tracking import Tracked, Tracking
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from tests.amounts import examples
from tests.answers import answer
from tests.engines import reference_play as reference

BOARDS = ("line:7", "rectangle:3x3", "rectangle:3x4", "triangle:4", "torus:3x3", "graph:cycle:6")
State = tuple[int, tuple[int, ...]]


def ends(board: Board, start: int, firsts: Sequence[int]) -> set[State]:
    """All positions with the places of the marked pegs that can be reached, none of these taken."""
    seen, todo = {(start, tuple(firsts))}, [(start, tuple(firsts))]
    while todo:
        mask, stands = todo.pop()
        for first, over, landing in board.jumps:
            if mask >> first & 1 and mask >> over & 1 and not mask >> landing & 1 and over not in stands:
                goes = tuple(landing if place == first else place for place in stands)
                state = (mask ^ (1 << first | 1 << over | 1 << landing), goes)
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
    return seen


def after(board: Board, level: dict[int, int], alive: DenseSet) -> dict[int, int]:
    """The places of a marked peg in the positions on plays that one jump reaches."""
    reached: dict[int, int] = {}
    for mask, places in level.items():
        for first, over, landing in board.jumps:
            if mask >> first & 1 and mask >> over & 1 and not mask >> landing & 1:
                goes = places & ~(1 << over)
                if goes >> first & 1:
                    goes ^= 1 << first | 1 << landing
                then = mask ^ (1 << first | 1 << over | 1 << landing)
                if goes and then in alive:
                    reached[then] = reached.get(then, 0) | goes
    return reached


def ask(tracking: Tracking, marks: Sequence[MarkedPeg]) -> Tracked:
    """By ordinary pairs, and by all positions on plays where these leave it open."""
    found = tracking.quickly(marks)
    return tracking.exactly(found) if found.answer is Answer.UNKNOWN else found


def expected(found: Tracked, possible: bool) -> Answer:
    """Without a certificate the answer is open, although all positions were tried."""
    if possible:
        return Answer.FEASIBLE
    return Answer.INFEASIBLE if found.exhausted is None else Answer.UNKNOWN


def check_answer(pair: Pair, found: Tracked, possible: bool) -> None:
    assert found.answer is expected(found, possible), found.summary
    assert (found.certificate is None) == (found.exhausted is not None)
    if found.certificate is not None:
        assert found.verified is not False and verify(found.certificate).valid
    if found.play is not None:
        assert pair.start.replay(found.play).matches(pair.target)
        assert [(places[0], places[-1]) for places in found.ways] == list(found.marks)


def small_pair(chance: random.Random) -> Pair:
    board = named(chance.choice(BOARDS))
    start = chance.choice((board.full ^ 1 << chance.randrange(board.n), chance.randrange(1, board.full + 1)))
    reached = sorted(reference.reachable(board.jumps, start), key=int.bit_count)
    end = chance.choice((reached[0], chance.choice(reached), chance.randrange(1, board.full + 1)))
    return Pair(Position(board, start), Position(board, end))


@examples(12, 200, st.integers(0, 2**32))
def test_one_mark_against_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    pair = small_pair(chance)
    tracking = Tracking(pair, Limits().start())
    for first in chance.sample(pair.start.pegs, min(4, pair.start.count)):
        states = ends(pair.board, pair.start.mask, [first])
        for last in bits(pair.target.must)[:3]:
            possible = (pair.target.must, (last,)) in states
            check_answer(pair, ask(tracking, [(first, last)]), possible)
            exact = tracking.exactly(Tracked(pair, ((first, last),)))  # without what is tried before it
            assert exact.answer is expected(exact, possible)
            if exact.play is not None:
                check_answer(pair, exact, True)


@examples(10, 200, st.integers(0, 2**32))
def test_two_marks_against_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    pair = small_pair(chance)
    if min(pair.start.count, pair.target.fewest) < 2:
        return
    firsts = chance.sample(pair.start.pegs, 2)
    states = ends(pair.board, pair.start.mask, firsts)
    for lasts in list(permutations(bits(pair.target.must), 2))[:4]:
        found = ask(Tracking(pair, Limits().start()), list(zip(firsts, lasts, strict=True)))
        check_answer(pair, found, (pair.target.must, lasts) in states)


@examples(20, 300, st.integers(0, 2**32))
def test_a_play_is_a_play_on_the_board_with_marks(seed: int) -> None:
    """So what is refuted there has no play."""
    chance = random.Random(seed)
    board = named(chance.choice(BOARDS))
    position = start = Position(board, chance.randrange(1, board.full + 1))
    jumps: list[Jump] = []
    while (legal := position.legal_jumps()) and chance.random() < 0.9:
        jumps.append(chance.choice(legal))
        position = position.play(jumps[-1])
    marks: list[MarkedPeg] = [(h, way(jumps, h)[-1]) for h in start.pegs if way(jumps, h)[-1] >= 0][:2]
    pair = Pair(start, position)
    marked = with_marks(pair, marks)
    stands, carried = [first for first, _ in marks], []
    for jump in jumps:
        number = 1 + stands.index(jump.start) if jump.start in stands else 0
        stands = [jump.landing if place == jump.start else place for place in stands]
        carried.append(Jump(jump.start + number * board.n, jump.over, jump.landing + number * board.n))
    assert marked.start.replay(carried).matches(marked.target)
    assert by_the_rules(pair, marks, carried) == tuple(jumps)


def test_a_play_with_two_pegs_in_a_hole_is_not_taken() -> None:
    """On the board with marks the peg of a1 lands where another stands."""
    pair = read_pair("line:5:+a1+b1+c1", "line:5:+c1+b1")
    assert by_the_rules(pair, [(0, 2)], [Jump(5, 1, 7)]) is None


@examples(10, 60, st.integers(0, 2**32))
def test_the_peg_that_waits_waits(seed: int) -> None:
    chance = random.Random(seed)
    pair = small_pair(chance)
    first, last = chance.choice(pair.start.pegs), chance.choice(bits(pair.target.must))
    for before, sweep in list(waiting(pair, (first, last)))[:5]:
        assert all(first not in jump for jump in before.board.jumps)
        end = Position(pair.board, before.target.must).replay(sweep)
        assert end.matches(pair.target) and way(sweep, first)[-1] == last


# --- questions ---


def test_which_peg_is_last_on_the_triangle() -> None:
    """Computed by `ends` above for every peg, too."""
    found = feasibility.track("triangle:5:-a1", "triangle:5:+a1", "=a1")
    pair = read_pair("triangle:5:-a1", "triangle:5:+a1")
    possible = {first for first in pair.start.pegs if (1, (0,)) in ends(pair.board, pair.start.mask, [first])}
    assert {one.marks[0][0] for one in found if one.answer is Answer.FEASIBLE} == possible
    assert sorted(map(pair.board.called, possible)) == ["a3", "a5", "c3", "e5"]
    assert [one.summary for one in found if one.exhausted] == [
        "c5 to a1: an exhaustion of 190 positions on plays found none, and there is no certificate of that"
    ]


def test_the_last_peg_of_the_english_centre_game() -> None:
    """It can be any of the four whose holes it can come from by steps of two."""
    found = feasibility.track("english33:-d4", marks="=d4", limits=120)
    called = found[0].pair.board.called
    feasible = [called(one.marks[0][0]) for one in found if one.answer is Answer.FEASIBLE]
    assert feasible == ["d2", "b4", "f4", "d6"]
    assert all(one.verdict is not None for one in found if one.answer is not Answer.FEASIBLE)


def test_two_pegs_change_places() -> None:
    found = feasibility.track("triangle:5:-a1", "triangle:5:+a3+c3", ["a3=c3", "c3=a3"])
    assert [one.answer for one in found] == [Answer.FEASIBLE]
    assert [(places[0], places[-1]) for places in found[0].ways] == [(3, 5), (5, 3)]


def test_where_a_peg_can_end() -> None:
    found = feasibility.track("triangle:4:-a2", marks="a4", pegs=1)
    states = ends(found[0].pair.board, found[0].pair.start.mask, [6])
    feasible = {one.marks[0][1] for one in found if one.answer is Answer.FEASIBLE}
    assert feasible == {hole for hole in range(10) if (1 << hole, (hole,)) in states}
    assert len(found) == 10 and all(one.stopped is None for one in found)


def test_a_pair_without_a_play_has_a_certificate() -> None:
    pair = read_pair("triangle:5:-b3", "triangle:5:+b3")
    found = Tracking(pair, Limits().start()).exactly(Tracked(pair, ((0, 4),)))
    assert found.verdict is not None and found.verdict.pair == pair
    assert found.certificate is not None and verify(found.certificate).valid


def test_a_play_that_ends_elsewhere_is_a_defect() -> None:
    pair = read_pair("line:4:+a1+b1", "line:4:+c1")
    with pytest.raises(SoundnessError, match="a marked peg ends elsewhere: b1 to c1"):
        Tracking(pair, Limits().start()).played(Tracked(pair, ((1, 2),)), (Jump(0, 1, 2),))


@pytest.mark.parametrize(
    ("marks", "says"),
    [
        ("a1=a1", "no peg to track stands there at the start"),
        ("a3=b3", "no peg to track stands there at the end"),
        ("=", "HOLE=HOLE, HOLE or =HOLE"),
        ("", "HOLE=HOLE, HOLE or =HOLE"),
        ("z9=a1", "no hole z9"),
        (["a3=a1", "a5=a1"], "two tracked pegs have one hole at the end"),
        (["a3=a1", "=a1"], "HOLE=HOLE for each"),
        ([], "HOLE=HOLE, HOLE or =HOLE"),
    ],
)
def test_what_cannot_be_tracked_is_refused(marks: str | list[str], says: str) -> None:
    with pytest.raises(InputError, match=says):
        feasibility.track("triangle:5:-a1", "triangle:5:+a1", marks)


def test_patterns_are_refused() -> None:
    pair = read_pair("line:5:-b1", pegs=2)
    for target in (pair.target, Target(pair.board, 1, 2)):
        with pytest.raises(InputError, match="one position, or one peg"):
            feasibility.track(Pair(pair.start, target), marks="a1")


@pytest.mark.slow
def test_the_problem_from_d1_to_d1_forward() -> None:
    """The peg of d3 cannot be the last one; the other pegs that can be are those that `track` finds."""
    pair = read_pair("english33:-d1", "english33:+d1")
    found = feasibility.track(pair, marks="=d1", limits=300)
    ahead = closure(pair.board.n, pair.board.jumps, pair.start.mask)
    assert isinstance(ahead, DenseSet)
    alive = won(ahead, pair.target.must, 0)
    assert not isinstance(alive, Stopped) and len(alive) == 399_856
    last = pair.target.must.bit_length() - 1
    called = pair.board.called
    feasible = {called(one.marks[0][0]) for one in found if one.answer is Answer.FEASIBLE}
    assert feasible == {"b3", "f3", "b5", "d5", "f5", "d7"}
    assert [one.words for one in found if one.exhausted is not None] == ["d3 to d1"]
    level = {pair.start.mask: 1 << pair.board.by_name["d3"]}
    while level and pair.target.must not in level:
        level = after(pair.board, level, alive)
    assert not level.get(pair.target.must, 0) >> last & 1


# --- limits ---


def test_without_time_nothing_is_known() -> None:
    [found] = feasibility.track("triangle:5:-a1", "triangle:5:+a1", "c5=a1", limits=0)
    assert (found.answer, found.certificate) == (Answer.UNKNOWN, None)
    assert found.stopped is not None and found.stopped.limit == "time"


def test_a_limit_of_work() -> None:
    question = [feasibility.track("triangle:5:-a1", marks="=a1", work_limit=300_000) for _ in range(2)]
    assert [one.summary for one in question[0]] == [one.summary for one in question[1]]
    assert any(one.answer is Answer.FEASIBLE for one in question[0])


def test_where_positions_have_no_room_plays_are_sought_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The peg may wait for its last sweep: all such pairs are asked, in longer and longer turns."""
    pair = read_pair("triangle:5:-a1", "triangle:5:+a1")
    monkeypatch.setattr(tracking, "winning_levels", lambda *_, **__: Stopped("memory"))
    monkeypatch.setattr(tracking, "MARKED_SECONDS", 0.0)
    monkeypatch.setattr(tracking, "WAITING_SECONDS", 0.0)
    here = Tracking(pair, Limits().start())
    marks = ((pair.board.index[(4, 0)], pair.board.index[(0, 0)]),)
    open_still = here.quickly(marks)
    assert open_still.answer is Answer.UNKNOWN
    found = here.exactly(open_still)
    assert found.play is not None and found.ways[0][-1] == marks[0][1]


def test_a_walk_that_meets_a_limit_is_no_exhaustion(monkeypatch: pytest.MonkeyPatch) -> None:
    pair, clock = read_pair("triangle:5:-a1", "triangle:5:+a3+c3"), Limits(work=10**9).start()
    question = Tracked(pair, ((3, 5), (5, 3)))
    walking = Tracking(pair, clock)
    walking.places((5, 3))
    monkeypatch.setattr(tracking, "_STATE_STEPS", 10**9)
    found = walking.exactly(question)
    assert (found.answer, found.exhausted) == (Answer.UNKNOWN, None)
    assert found.stopped is not None and found.stopped.limit == "work"


# --- the command ---


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "last.json"
    words = ["solve", "triangle:5:-a1", "--track", "=a1", "--certificate", str(path)]
    assert main(words) == 0
    told = capsys.readouterr()
    assert "INFEASIBLE: a2 to a1, b2 to a1, " in told.out
    assert "refuted by classes on the board with" in told.out
    assert "c5 to a1: an exhaustion of 190 positions on plays" in told.err
    proofs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(proofs) == 13 and all(verify(proof).valid for proof in proofs)
    assert main(["verify", str(path)]) == 0


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "triangle:5:-a1", "--track", "a5=a1", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["answers"][0]["marks"] == [["a5", "a1"]]
    assert facts["answers"][0]["ways"][0][:: len(facts["answers"][0]["ways"][0]) - 1] == ["a5", "a1"]
    assert facts["verdict"] == "feasible" and len(facts["moves"]) == 13
    assert main(["solve", "triangle:5:-a1", "--track", "b5=a1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["moves"] is None


def test_an_interrupt_leaves_the_answers_that_are_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    quickly = Tracking.quickly

    def interrupted(self: Tracking, marks: Sequence[MarkedPeg]) -> Tracked:
        if marks[0][0] > 2:
            raise KeyboardInterrupt
        return quickly(self, marks)

    monkeypatch.setattr(Tracking, "quickly", interrupted)
    path = tmp_path / "proofs.json"
    assert main(["solve", "triangle:5:-a1", "--track", "=a1", "--certificate", str(path)]) == INTERRUPTED
    told = capsys.readouterr()
    assert answer(told.out).startswith("INFEASIBLE: a2 to a1, b2 to a1: ")
    assert "2 questions answered" in told.err
    assert len(path.read_text().splitlines()) == 2 and main(["verify", str(path)]) == 0


def test_the_board_with_marks_is_one_board() -> None:
    """Its holes are numbered set by set, as `by_the_rules` takes for granted."""
    pair = read_pair("french37:-d4", "french37:+d4+c3")
    marked = with_marks(pair, [(0, pair.board.by_name["c3"])])
    n = pair.board.n
    assert marked.board.n == 2 * n and marked.start.mask >> n == 1
    assert {tuple(h % n for h in jump) for jump in marked.board.jumps} == set(map(tuple, pair.board.jumps))
    assert check(marked, Limits(seconds=10)).answer is Answer.INFEASIBLE


def test_a_refutation_that_nothing_has_repeated_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    pair = read_pair("line:5:+a1+b1", "line:5:+e1")
    verdict = check(pair)
    findings = tuple(replace(f, acceptance=f.acceptance and Acceptance(False, 9.0)) for f in verdict.findings)
    found = Tracked(pair, ((0, 4),), verdict=replace(verdict, findings=findings))
    assert (found.answer, found.verified) == (Answer.INFEASIBLE, False)
    track_command._print([found], Namespace(certificate=None, json=False))
    assert "INFEASIBLE: a1 to e1: refuted by" in (told := capsys.readouterr().out)
    assert "Not verified yet: to repeat the proof takes some 9 s, by `pegfeas verify FILE`" in told
