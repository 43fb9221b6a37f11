"""Certificates over the program of plays, in the format VIPR: what is refuted is the game itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from feasibility import verifier
from feasibility.base.errors import InputError, SoundnessError
from feasibility.game.geometry import coordinate
from feasibility.proofs.cut import Problem
from feasibility.studies.exports.model import build
from feasibility.studies.exports.play_program import PlayProgram
from feasibility.studies.exports.vipr import EXHAUSTED, FOLDER, ONE_FILE, NotTaken, export
from feasibility.studies.exports.vipr_levels import by_levels
from feasibility.text.reading import read_pair
from tests.studies.exports.test_vipr import (
    NAMES,
    certificate,
    exported,
    load,
    mutant,
    of_all_plays_to_a_pattern,
    run,
)
from tests.studies.exports.vipr_reader import Reader, Wrong, check
from tests.verifier.reference import ends, reachable

REFUTATIONS = (*ONE_FILE, *FOLDER, *EXHAUSTED)
OF_PLAYS = [
    name
    for name in NAMES
    if load(name)["proof"]["kind"] in REFUTATIONS and of_all_plays_to_a_pattern(load(name))
]
LARGE = "ends-diamond41"


@pytest.mark.parametrize("name", [name for name in OF_PLAYS if name != LARGE])
def test_every_refutation_is_one_of_the_game(name: str) -> None:
    value = load(name)
    proved = check(export(value, verifier.verify(value), "play").files[""])
    if value["claim"] == "infeasible":
        assert proved == "infeasible"
    else:
        assert proved == check(exported(name)[0][""])


def test_what_is_too_large_or_no_refutation_is_not_written_over_plays() -> None:
    with pytest.raises(InputError, match="too large"):
        export(load(LARGE), verifier.verify(load(LARGE)), "play")
    for name in set(NAMES) - set(OF_PLAYS):
        with pytest.raises(NotTaken, match=r"something else than that there is no play|not written"):
            export(load(name), verifier.verify(load(name)), "play")


PAIRS = [
    ("line:5:+a1+b1+d1", "line:5:+c1"),
    ("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1"),
    ("rectangle:2x3:-a1", "?.?\nxx."),
    ("triangle:3:-a1", None),
    ("rectangle:3x3:-b2", "rectangle:3x3:+b2"),
]


@pytest.mark.filterwarnings("ignore:Using LpProblem.constraints as a dict:DeprecationWarning")
@pytest.mark.parametrize(("start", "target"), PAIRS)
def test_the_program_is_that_of_the_command_model(start: str, target: str | None, tmp_path: Path) -> None:
    """Constraint by constraint, and that of every hole and jump under its name."""
    if target is not None and "\n" in target:
        (tmp_path / "target").write_text(target)
        target = str(tmp_path / "target")
    pair = read_pair(start, target, pegs=1 if target is None else None)
    program = PlayProgram(Problem.of_pair(pair))
    reader = Reader(program.file.text("no proof"))
    with pytest.raises(Wrong):
        reader.check()
    place = [coordinate(hole) for hole in pair.board.holes]
    names = [
        "_".join([letter, t, *(place[int(hole)] for hole in holes)])
        for letter, t, *holes in (name.split("_") for name in reader.names)
    ]
    problem = build(pair, "play")
    rows = problem.constraints() if callable(problem.constraints) else list(problem.constraints.values())
    wanted = Counter(
        (row.sense, -row.constant, frozenset((v.name, value) for v, value in row.items())) for row in rows
    )
    bounds = {1: 0, -1: 1}
    found = Counter(
        (row.sense, row.value, frozenset((names[i], value) for i, value in row.terms.items()))
        for row in reader.rows[2 * len(names) :]
    )
    assert found == wanted
    assert sorted(names) == sorted(v.name for v in problem.variables())
    for i, row in enumerate(reader.rows[: 2 * len(names)]):
        assert (list(row.terms), row.value) == ([i % len(names)], bounds[row.sense])
    assert reader.integers == set(range(len(names)))


def random_question(random: Random) -> Problem:
    """Any small board and any start; half of the targets can be reached, and some have free holes."""
    size = random.randrange(4, 8)
    jumps = sorted({tuple(random.sample(range(size), 3)) for _ in range(random.randrange(3, 9))})
    start = frozenset(random.sample(range(size), random.randrange(2, size)))
    pegs = frozenset(random.sample(range(size), random.randrange(0, len(start))))
    if random.random() < 0.5:
        pegs = random.choice(sorted(reachable(tuple(jumps), start), key=sorted))  # type: ignore[arg-type]
    free = (
        frozenset(hole for hole in range(size) if random.random() < 0.2)
        if random.random() < 0.4
        else frozenset()
    )
    return Problem(tuple(jumps), size, start, pegs - free, free, None)  # type: ignore[arg-type]


def test_the_exhaustion_refutes_what_has_no_play_and_nothing_else() -> None:
    random, said = Random(11), Counter[bool]()
    for _ in range(120):
        problem = random_question(random)
        has_play = bool(ends(problem.jumps, problem.start, problem.pegs, problem.free))
        said[has_play] += 1
        if has_play:
            with pytest.raises(SoundnessError):
                by_levels(problem)
        else:
            assert check(by_levels(problem).text("exhausted")) == "infeasible"
    assert min(said[True], said[False]) > 30


def test_a_feasible_program_takes_no_derivations_of_another() -> None:
    """The derivations that refute a pair, under a target that a play reaches, and changed at random."""
    problem = Problem(
        ((0, 1, 2), (2, 1, 0), (1, 2, 3), (3, 2, 1)), 4, frozenset({0, 1, 3}), *[frozenset()] * 2, None
    )
    wrong, right = (replace(problem, pegs=frozenset(pegs)) for pegs in ({0}, {1}))
    text = by_levels(wrong).text("").partition("\nDER ")[2]
    program = PlayProgram(right).file.text("").partition("\nDER ")[0]
    random = Random(12)
    for _ in range(200):
        with pytest.raises(Wrong):
            check(mutant(f"{program}\nDER {text}", random))


def test_the_command_writes_the_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.vipr"
    code, _, err = run(capsys, certificate("turn-line5"), "--export", str(path), "--model", "play")
    assert code == 0 and f"written to {path}" in err
    assert check(path.read_text(encoding="utf-8")) == "infeasible"
    code, _, err = run(capsys, certificate("turn-line5"), "--export", str(path), "--model", "cone")
    assert code == 2 and "no such model" in err
    assert run(capsys, certificate("turn-line5"), "--model", "play")[0] == 2
