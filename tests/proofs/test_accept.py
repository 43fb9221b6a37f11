"""The one gate to the verifier: what passes, what waits, what is an emergency."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import feasibility
from feasibility import verifier
from feasibility.base.errors import ExitCode, SoundnessError
from feasibility.proofs import accept
from feasibility.proofs.certificate import Certificate, Closure, Pagoda

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
    return any(
        isinstance(node, ast.ImportFrom)
        and id(node) not in hints
        and (
            node.module == "feasibility.verifier"
            or (node.module == "feasibility" and any(alias.name == "verifier" for alias in node.names))
        )
        for node in ast.walk(tree)
    )


def test_nothing_else_calls_the_verifier() -> None:
    """The command `verify` is the verifier's own front; answers.py lets it read JSON, and judges nothing."""
    callers = {
        path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if imports_the_verifier(path)
    }
    assert callers == {"proofs/accept.py", "proofs/answers.py", "cli/verify.py"}
    reader = ast.parse((PACKAGE / "proofs/answers.py").read_text(encoding="utf-8"))
    used = {node.attr for node in ast.walk(reader) if isinstance(node, ast.Attribute)}
    assert "load" in used and not used & {"check", "Outcome", "main"}


def test_a_wrong_proof_is_an_emergency() -> None:
    right = certificate("line:5:+a1+b1", "line:5:+a1")
    wrong = replace(right, proof=Pagoda((0,) * 5))
    with pytest.raises(SoundnessError, match="a defect of pegfeas"):
        accept.accepted(wrong, "a test")


def test_an_exhaustion_waits_where_it_is_large() -> None:
    right = certificate("line:5:+a1+b1", "line:5:+a1")
    large = replace(right, proof=Closure(accept.AT_ONCE + 1))
    assert not accept.accepted(large)
    with pytest.raises(SoundnessError):
        accept.refused_at_length(large)


def test_no_other_proof_may_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    right = certificate("line:5:+a1+b1", "line:5:+a1")
    assert accept.visited(right.proof) == 0

    def tired(*_: object, **__: object) -> verifier.Outcome:
        return verifier.Outcome("too large", ExitCode.UNKNOWN, "a test")

    monkeypatch.setattr(verifier, "check", tired)
    with pytest.raises(SoundnessError):
        accept.accepted(right)
