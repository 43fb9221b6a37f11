"""The one gate to the verifier: what passes, what waits, what is an emergency."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import feasibility
from feasibility import verifier
from feasibility.base.errors import ExitCode, SoundnessError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.proofs import accept
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.cases import Cases
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.search import Search
from feasibility.proofs.verdict import Outcome, refuted
from tests.clocks import Held

PACKAGE = Path(feasibility.__file__).parent


def certificate(start: str, target: str) -> Certificate:
    """What `check` proves a pair with."""
    verdict = feasibility.check(feasibility.read_pair(start, target))
    assert verdict.certificate is not None
    return verdict.certificate


def imports_the_verifier(path: Path) -> bool:
    """Whether a file imports verifier.py outside of annotations."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    hints = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    nodes = [node for node in ast.walk(tree) if id(node) not in hints]
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            named |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return "feasibility.verifier" in named


def test_nothing_else_calls_the_verifier() -> None:
    """The command `verify` is the verifier's own front; answers.py lets it read JSON, and judges nothing."""
    callers = {
        path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if imports_the_verifier(path)
    }
    assert callers == {
        "proofs/accept.py",
        "proofs/answers.py",
        "cli/verify.py",
        "studies/exports/question.py",
        "studies/exports/verify_part.py",
    }
    reader = ast.parse((PACKAGE / "proofs/answers.py").read_text(encoding="utf-8"))
    used = {node.attr for node in ast.walk(reader) if isinstance(node, ast.Attribute)}
    assert "load" in used and not used & {"check", "Outcome", "main"}


def test_a_wrong_proof_is_an_emergency() -> None:
    right = certificate("line:5:+a1+b1", "line:5:+a1")
    wrong = replace(right, proof=Pagoda((0,) * 5))
    with pytest.raises(SoundnessError, match="a defect of pegfeas"):
        accept.accepted(wrong, "a test")


def test_an_exhaustion_waits_where_repeating_it_takes_longer_than_finding_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = certificate("line:5:+a1+b1", "line:5:+a1")
    large = replace(right, proof=Closure(10**6))
    for seconds, clock in ((1.0, None), (1.0, Limits(1.0).start()), (0.5, None)):
        with pytest.raises(SoundnessError):  # five holes do not have so many positions
            accept.accepted(large, seconds=seconds, clock=clock)
    with pytest.raises(SoundnessError):
        accept.refused_at_length(large, Limits().start())
    limits = []

    def slow(*_: object, time_limit: float | None, **__: object) -> verifier.Outcome:
        limits.append(time_limit)
        return verifier.Outcome("not checked", ExitCode.UNKNOWN, "a test")

    monkeypatch.setattr(verifier, "check", slow)
    said = accept.accepted(large, seconds=0.9)
    assert said == accept.Acceptance(False, 1.0)
    assert said == accept.accepted(large, seconds=5.0, clock=Limits(0.5).start())
    assert limits == [accept.BEGINNING] * 2


def test_the_form_and_the_first_levels_of_an_exhaustion_are_verified_before_it_waits() -> None:
    """Levels that do not lead from end to end, and a wrong size early on, prove nothing, however many."""
    pair = feasibility.read_pair("english33:-d4", "english33:+d4")
    for forward in ((1, 1, 2, 8, 39, 171, 719, 10**7), (1, 1, 2, 9, *(10**6,) * 27, 0)):
        short = Certificate(pair, Search(pagodas=(), residues=(), forward=forward, backward=None, near=0))
        with pytest.raises(SoundnessError, match="the verifier does not accept"):
            accept.accepted(short)


def test_what_takes_no_time_never_waits() -> None:
    right = certificate("line:5:+a1+b1", "line:5:+a1")
    assert accept.accepted(replace(right, proof=Closure(2)), seconds=0.0).verified
    assert accept.accepted(right, clock=Limits(0.0).start()) == accept.Acceptance(True, 0.0)


@pytest.mark.parametrize("limits", [Limits(0.0), Limits(work=0)])
def test_no_clock_ends_a_check_that_takes_milliseconds(
    limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong exhaustion of five positions is found out after the end of the time, and while time leaps."""
    right = certificate("line:5:+a1+b1", "line:5:+a1")
    moments = iter(range(10**9))
    monkeypatch.setattr(verifier, "monotonic", lambda: float(next(moments)))
    small, wrong = (replace(right, proof=Closure(size)) for size in (2, 5))
    assert accept.accepted(small, clock=limits.start()).verified
    assert accept.refused_at_length(small, limits.start()) is None
    with pytest.raises(SoundnessError):
        accept.accepted(wrong, clock=limits.start())
    with pytest.raises(SoundnessError):
        accept.refused_at_length(wrong, limits.start())


def test_after_the_end_of_the_time_checks_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """What could be repeated at once and was not is not heard of; a question that goes on hears of all."""
    monkeypatch.setattr(accept, "AFTER_END", 3 * accept.CALL)
    monkeypatch.setattr(accept, "BEGINNING", 0.0)  # too short for any check
    pair = feasibility.read_pair("line:5:+a1+b1", "line:5:+a1")
    found = refuted("search", "a test", Closure(2))
    over, going_on = Limits(0.0).start(), Limits().start()
    heard = [accept.vouched(pair, found, over) for _ in range(5)]
    assert [one.outcome for one in heard] == [Outcome.REFUTED] * 3 + [Outcome.UNDECIDED] * 2
    assert all(one.acceptance is not None and one.acceptance.verified for one in heard[:3])
    assert heard[-1].stopped == Stopped("time") and heard[-1].proof is None
    assert all(accept.vouched(pair, found, going_on).acceptance for _ in range(5))


def test_a_verifier_that_takes_too_long_is_an_answer(monkeypatch: pytest.MonkeyPatch, held: Held) -> None:
    """A forecast may be wrong; the verifier is stopped then, and nothing is said to be verified."""
    limits = []

    def slow(*_: object, time_limit: float | None, **__: object) -> verifier.Outcome:
        limits.append(time_limit)
        return verifier.Outcome("not checked", ExitCode.UNKNOWN, "a test")

    large = replace(certificate("line:5:+a1+b1", "line:5:+a1"), proof=Closure(100_000))
    monkeypatch.setattr(verifier, "check", slow)
    assert not accept.accepted(large, seconds=2.0).verified
    held.now = 1.0
    assert not accept.accepted(large, seconds=2.0, clock=Limits(1.0).start()).verified
    assert limits == [accept.SLACK * 2.0, 1.0]


def test_the_command_says_how_long_it_may_take() -> None:
    assert accept.command(accept.Acceptance(False, 3.0), "a.json") == "pegfeas verify a.json"
    long = accept.command(accept.Acceptance(False, 100.0))
    assert long == "pegfeas verify FILE --workdir DIR --time-limit 400"


def test_closures_of_one_start_are_repeated_once() -> None:
    assert Cases((Closure(10**6),) * 5).forecast() == Closure(10**6).forecast() == 1.0
    assert Cases((Closure(10**6),) * 5).visited() == 5 * 10**6


def test_no_other_proof_may_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    right = certificate("line:5:+a1+b1", "line:5:+a1")
    assert right.proof.visited() == 0

    def tired(*_: object, **__: object) -> verifier.Outcome:
        return verifier.Outcome("too large", ExitCode.UNKNOWN, "a test")

    monkeypatch.setattr(verifier, "check", tired)
    with pytest.raises(SoundnessError):
        accept.accepted(right)
