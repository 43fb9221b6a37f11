"""The public functions: one for each command, strings where values are taken, examples that run."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
from pathlib import Path
from runpy import run_path

import pytest

import feasibility
from feasibility import InputError, Pair, Plan, Position, Target, board, read_pair
from feasibility.decide.schedule import CRITERIA
from feasibility.registry import commands

ROOT = Path(__file__).parents[2]
# What a command does beside printing is a function of its name; these only show something.
WITHOUT = {"serve", "explain", "doctor", "page", "completion", "cite"}
PUBLIC = [name for name in feasibility.__all__ if inspect.isfunction(getattr(feasibility, name))]


@pytest.mark.parametrize("name", [name for name, _, _ in commands() if name not in WITHOUT])
def test_every_command_has_a_function_of_its_name(name: str) -> None:
    assert name in feasibility.__all__ and callable(getattr(feasibility, name))


@pytest.mark.parametrize(
    "name", [n for n in PUBLIC if getattr(feasibility, n).__module__.startswith("feasibility.api")]
)
def test_every_function_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(getattr(feasibility, name)) or "")


MODULES = sorted({getattr(feasibility, name).__module__ for name in PUBLIC})


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_run(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


def test_all_names_are_there_and_typed() -> None:
    for name in feasibility.__all__:
        assert getattr(feasibility, name) is not None
    stub = run_path(str(ROOT / "docs" / "generate" / "stub.py"))
    assert set(feasibility.__all__) - {"__version__"} <= set(str(feasibility.__doc__).split())
    found = ast.walk(ast.parse(stub["text"]()))
    typed = {alias.asname for node in found if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert typed | {"__version__"} == set(feasibility.__all__)


def test_strings_are_taken_wherever_values_are() -> None:
    pair = read_pair("english33:-d4", "english33:+d1")
    for start, target in (
        ("english33:-d4", "english33:+d1"),
        ("english33:-d4", "+d1"),
        (pair.start, "+d1"),
        (pair.start, "english33:+d1"),
        (pair.start, Position.of(feasibility.board("english33"), ["d1"])),
        (pair.start, Target(pair.board, pair.target.must)),
    ):
        assert feasibility.check(start, target).pair == pair
    assert feasibility.check(pair).pair == pair
    assert feasibility.solve("line:4:-b1", pegs=2).text == "d1b1"
    assert Position.of(board("english33"), ["d4", 0]).count == 2
    plan = Plan(criteria=("pagoda", "cone"), search=False)
    assert [one.name for one in plan.chosen] == ["pagoda", "cone"]
    assert Plan(criteria="cone, pagoda").chosen == plan.chosen
    findings = feasibility.check("line:4:-b1", "+b1", plan=plan).findings
    assert {finding.criterion for finding in findings} == {"pagoda", "cone"}
    keyed = dict(feasibility.check_many(["line:4:-b1", "line:3:-a1"], jobs=1))
    assert [key for key, _ in feasibility.check_many([("xx.", "xx."), ("name", "xx.")], jobs=1, ordered=True)]
    told = [str(keyed[number]).partition(",")[0] for number in (0, 1)]
    assert told == ["infeasible", "feasible"]


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: feasibility.check(7), "not a position; saw int; expected a value or text"),
        (lambda: feasibility.check("english33"), "a board alone is not a position"),
        (lambda: feasibility.check("line:4:-b1", 3), "not a target; saw int"),
        (lambda: feasibility.check("line:4:-b1", "+e1"), "no hole e1 on line:4; expected d1"),
        (lambda: feasibility.check("line:4:-b1", "line:5:+a1"), "boards of start and target differ"),
        (lambda: feasibility.check(read_pair("line:4:-b1"), "+a1"), "a pair, and a target as well"),
        (lambda: feasibility.check("line:4:-b1", "+a1", pegs=1), "a target and a number of pegs"),
        (lambda: feasibility.solve("line:4:-b1", method="best"), "no such method"),
        (lambda: Plan(criteria=("pagado",)), "no such criterion; saw 'pagado'; expected pagoda"),
        (lambda: Position.of(feasibility.board("line:4"), ["e1"]), "no hole e1 on line:4"),
        (lambda: feasibility.draw("line:3", jumps="a1c1"), "arrows need a position"),
        (lambda: feasibility.army(0), "not a level"),
        (lambda: feasibility.army(True), "not a level; saw True"),
        (lambda: feasibility.army("3"), "not a level; saw '3'; expected 1 to 60"),
        (lambda: feasibility.army(2, size="5x3"), "not a size; saw '5x3'; expected two integers"),
        (lambda: feasibility.army(2, size=(10**9, 10**9)), "expected at most 4,096 holes, with the 2 rows"),
        (lambda: feasibility.validate(lambda a, b, c: True, "line:4"), "not a rule"),
        (
            lambda: feasibility.validate(3, "line:4"),
            "not a rule; saw 3; expected what can be called, or text",
        ),
        (
            lambda: feasibility.validate(None, "line:4", command="cat", lines="rows"),
            "no such form of lines; saw 'rows'; expected grid, coordinates, bits",
        ),
        (lambda: feasibility.model("line:4:-b1", None, "pair.txt"), "not a kind of model"),
        (lambda: feasibility.check("line:4:-b1", pegs=True), "no such number of pegs; saw True"),
        (lambda: feasibility.check("line:4:-b1", pegs="1"), "no such number of pegs; saw '1'"),
        (lambda: feasibility.check("line:4:-b1", time_limit=-5), "not a number for time_limit; saw -5"),
        (lambda: feasibility.check("line:4:-b1", limits="5"), "not a number for limits; saw '5'"),
        (lambda: feasibility.solve("line:4:-b1", method="beam", sweeps=True), "fewest sweeps, and a method"),
        (lambda: feasibility.survey("line:4", jobs=0), "not a number of processes; saw 0"),
        (lambda: feasibility.diagnose("line:5", [1, 1, 0, 1]), "hole of line:5; saw 4 weights"),
        (lambda: feasibility.diagnose("line:3", [0.5, 0, 1]), "not a weight; saw 0.5; expected integers"),
        (lambda: feasibility.diagnose("line:3", [10**40, 0, 0]), "expected integers of at most 15 digits"),
        (lambda: feasibility.last_sweep("line:4:-b1", at_least="longest"), "number of jumps; saw 'longest'"),
        (lambda: feasibility.last_sweep("line:4:-b1", at_least=1.5), "not a number of jumps; saw 1.5"),
        (lambda: list(feasibility.check_many([None], jobs=1)), "not a pair; saw NoneType"),
        (lambda: list(feasibility.check_many(["line:4:-b1", 3], jobs=1)), "not a pair; saw int"),
        (
            lambda: list(feasibility.check_many([("xx.", "..x")], jobs=1)),
            "a start and a target, or a key and a pair; saw ('xx.', '..x'); expected `read_pair(",
        ),
        (
            lambda: feasibility.batch([{"start": "xx."}], None),
            "not an entry; saw {'start': 'xx.'}; expected a file",
        ),
        (lambda: feasibility.lattice(3), "not a board; saw int"),
        (lambda: Position("line:6", 3), "not a board; saw 'line:6'; expected a value"),
        (lambda: Target.with_pegs("line:6", 1), "not a board; saw 'line:6'; expected a value"),
        (
            lambda: Pair("xx.", "..x"),
            "not start and target; saw {'start': 'xx.', 'target': '..x'}; expected values: `read_pair`",
        ),
        (lambda: Pair(read_pair("xx.").start, None), "not start and target; saw {'start': Position("),
        (lambda: feasibility.replay("xx.", ["a1c1"]), "not jumps; saw ['a1c1']; expected text, or the start"),
        (lambda: feasibility.advise("xx.", after=[(0, 1)]), "not jumps; saw [(0, 1)]"),
        (lambda: feasibility.replay("xx.", [(0, 1, 9)]), "no such hole; saw 9; expected 0 to 2"),
        (lambda: feasibility.draw("xx.", jumps=[(0, 1, 9)]), "no such hole; saw 9"),
        (lambda: feasibility.track("xx.", pegs=1, marks=[("a1", "c1")]), "not a mark; saw ('a1', 'c1')"),
        (lambda: feasibility.track("xx.", pegs=1, marks={"a1": "c1"}), "not a mark; saw {'a1': 'c1'}"),
        (lambda: feasibility.count("xx.", return_peg=2.0), "no such hole; saw 2.0; expected 0 to 2"),
        (lambda: feasibility.Adviser("line:3:+c1"), "not a target; saw 'line:3:+c1'"),
    ],
)
def test_what_is_no_question_is_refused(ask, says: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError) as caught:
        ask()
    assert says in str(caught.value)


def test_jumps_are_values_or_their_three_holes(tmp_path: Path) -> None:
    """A play as it is written to JSON, and by the names of holes."""
    start, jumps = read_pair("line:4:-b1").start, [[3, 2, 1], ("a1", "b1", "c1")]
    replayed = feasibility.replay(start, jumps)
    assert str(replayed) == "d1b1 a1c1" and replayed.jumps == feasibility.replay(start, "d1b1 a1c1").jumps
    assert feasibility.format_jumps(start.board, [[3, 2, 1], (0, 1, 2)]) == "d1b1 a1c1"
    assert feasibility.advise(start, pegs=1, after=jumps).jumps == replayed.jumps
    adviser = feasibility.Adviser(Target.with_pegs(start.board, 1))
    assert adviser.advise("line:4:-b1", "d1b1").jumps == replayed.jumps[:1]
    assert feasibility.draw(start, jumps=jumps) == feasibility.draw(start, jumps=replayed.jumps)
    assert feasibility.last_sweep(start, pegs=1, begins=(3, 2, 1)).answer == "infeasible"
    feasibility.solve("line:4:-b1", pegs=1, method="frontier", workdir=str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["frontier"]


def test_a_verdict_has_its_play_and_its_certificate() -> None:
    for target, answer in (("+c1", "feasible"), ("+a1", "infeasible")):
        verdict = feasibility.check("line:4:+a1+b1", target)
        assert verdict.answer == answer
        assert (verdict.play is not None) == (answer == "feasible")
        assert feasibility.verify(verdict.certificate).valid
    unknown = feasibility.check("english33:-d4", plan=Plan(criteria=("trivial",), search=False))
    assert unknown.play is None and unknown.certificate is None


def test_reprs_are_one_short_line(tmp_path: Path) -> None:
    english = board("english33")
    start = Position.of(english, ["d4"])
    bound = feasibility.minimum("cross:1,1,1,1:-c3").certificate
    values = [
        english, start, Target.exactly(start), Pair(start, start),
        feasibility.check("english33:-d4", "+a3"),
        feasibility.solve("line:4:-b1", pegs=2),
        feasibility.survey("triangle:3", jobs=1),
        feasibility.minimum("line:4:-b1"),
        feasibility.army(5),
        feasibility.replay("english33:-d4", "d2d4"),
        feasibility.lattice("english33"), feasibility.bounds("line:4:+a1+b1", "+c1"),
        feasibility.gap("line:4", engine="builtin"), feasibility.count("line:4:-b1"),
        feasibility.validate("trivial", "line:4", cases=5, power=False),
        feasibility.reach("line:4:-b1"),
        feasibility.pagoda("line:5:+a1+b1", "+e1")[0], feasibility.diagnose("line:3", "1 0 1"),
        feasibility.Plan(), feasibility.Plan(["cone", "search"], first=True, patience=2.0),
        feasibility.advise("triangle:4:-a2", pegs=1), feasibility.check("english33:-d4", "+a3").certificate,
        *feasibility.check("triangle:5:-a1", pegs=1).findings, *CRITERIA, feasibility.facets("rectangle:3x4"),
        feasibility.bounds("line:7:+a1+b1+d1+e1", "+f1"),
        feasibility.count_sweeps("line:4:-b1", "+d1"), feasibility.count_winning("line:4:-b1", "+d1"),
        feasibility.check("triangle:5:-b3", "+a1", plan=feasibility.Plan("ends")).certificate.proof,
        *(feasibility.verify(one) for one in (bound, bound.to_json() | {"proof": 1}, "no such file")),
        feasibility.verify(bound).claim,
    ]  # fmt: skip
    for value in values:
        assert "\n" not in repr(value) and len(repr(value)) < 160, repr(value)
    assert eval(repr(start), vars(feasibility)) == start
    assert repr(feasibility.verify(bound)).startswith("<Outcome valid: ")
    one_by_one = feasibility.Plan(["cone"], first=True, threads=1)
    assert repr(one_by_one) == "Plan(criteria=('cone',), first=True, threads=1)"
    assert eval(repr(one_by_one), vars(feasibility)) == one_by_one and repr(feasibility.Plan()) == "Plan()"


def test_examples_use_public_names_only() -> None:
    for path in sorted((ROOT / "examples").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("feasibility."), path
            elif isinstance(node, ast.Import):
                assert not any(alias.name.startswith("feasibility.") for alias in node.names), path


def test_the_methods_are_those_of_the_command_and_of_the_arbiter() -> None:
    from feasibility.api.solve import METHODS
    from feasibility.cli.solve import METHODS as TYPED

    assert METHODS == TYPED


def test_a_batch_ends_with_what_to_do_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from feasibility.cli import main

    pairs = tmp_path / "pairs.jsonl"
    for text, limits, says in (
        ('{"id": 1, "start": "xx.", "target": "..x"}', [], "every pair is decided; --certificates DIR"),
        ('{"id": 1, "start": "x!.", "target": "..x"}', [], '1 line without an answer: the "error" of each'),
        (
            '{"id": 1, "start": "xx.", "target": "..x"}',
            ["--work-limit", "0"],
            "1 pair unknown: a larger --work-limit (--resume asks those whose lines are taken out of ",
        ),
        (
            '{"id": 1, "start": "xx.xx", "target": "..x.."}',
            ["--criteria", "classes"],
            "1 pair unknown: the search, which was not asked (--resume asks those ",
        ),
    ):
        pairs.write_text(text + "\n")
        main(["batch", str(pairs), "--jobs", "1", "--output", str(tmp_path / "a.jsonl"), "--force", *limits])
        assert says in capsys.readouterr().err


def test_what_options_of_a_command_do_python_does_as_well() -> None:
    """Numbers of plays in several ways agree; bounds hold what they attain; a limit is told, not hidden."""
    pair = ("triangle:4:-a2", "triangle:4:+b2")
    listed = list(feasibility.plays(*pair))
    assert len(listed) == feasibility.count_plays(*pair) == feasibility.count(*pair).plays
    tallied = feasibility.count_sweeps(*pair)
    assert isinstance(tallied, feasibility.Tally) and sum(tallied.plays.values()) == len(listed)
    fewest = list(feasibility.plays(*pair, sweeps=True))
    assert len(fewest) == tallied.plays[min(tallied.plays)]
    played = feasibility.solve_with_return("rectangle:4x4:-a1", None, "a1", pegs=1)
    assert isinstance(played, feasibility.Returned) and played.returned_before >= 0
    assert feasibility.count(*pair, return_peg="a2").plays == feasibility.count_plays(*pair, return_peg="a2")
    for r in feasibility.bounds(*pair).ranges:
        used = [play.count(r.orbit[0]) for play in listed]
        assert r.least.whole <= min(used) and max(used) <= r.most.whole
    assert isinstance(feasibility.count_plays("english33:-d4", limits=0), feasibility.Stopped)
    assert isinstance(feasibility.count_sweeps("english33:-d4", limits=0), feasibility.Stopped)
    assert isinstance(feasibility.count_sequences("english33:-d4", limits=0), feasibility.Stopped)
    with pytest.raises(InputError, match="to a single position"):
        feasibility.count_sequences("triangle:4:-a2", feasibility.Target.with_pegs(board("triangle:4"), 1))
    with pytest.raises(InputError, match="to a single position"):
        feasibility.count_sweeps("triangle:4:-a2", feasibility.Target.with_pegs(board("triangle:4"), 1))


def test_a_value_as_target_is_on_the_board_of_the_start() -> None:
    """Of a target on another board replay said that the play had reached it."""
    start, other = feasibility.read_pair("line:4:-b1").start, feasibility.board("line:5")
    for target in (feasibility.Position(other, 3), feasibility.Target(other, 3, 4)):
        with pytest.raises(feasibility.InputError, match="on another board; saw line:5"):
            feasibility.replay(start, "d1b1", target)
        with pytest.raises(feasibility.InputError, match="on another board; saw line:5"):
            feasibility.check(start, target)


def test_a_target_with_two_grids_is_refused_as_the_command_does() -> None:
    """Beside a start as a value the second grid of the target's text was taken."""
    start = feasibility.read_pair("line:4:-a1").start
    with pytest.raises(feasibility.InputError, match="the target holds two grids"):
        feasibility.check(start, "xx..\n-->\n.x..\n")
    with pytest.raises(feasibility.InputError, match="the target holds two grids"):
        feasibility.replay(start, [], "xx..\n-->\n.x..\n")
