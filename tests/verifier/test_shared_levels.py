"""Parts of a level made elsewhere: the answer is the same, or it says that the check was not done."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from pickle import dumps, loads
from typing import Any

import pytest

import feasibility.cli
from feasibility import verifier
from feasibility.many import engine
from feasibility.processes.tasks import TaskFailure
from feasibility.proofs.accept import verify
from tests.verifier.test_certificates import FILES
from tests.verifier.test_streaming import STREAMED, alike, exhaustion, said


@pytest.fixture(autouse=True)
def _all_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "SHARED_FROM", 0)


def sent(step: Any, blocks: Iterable[Any]) -> Iterator[Any]:
    """As processes do it: all is pickled, and the last answers come first."""
    there = loads(dumps(step))
    answers = [loads(dumps(there(loads(dumps(block))))) for block in blocks]
    random.Random(len(answers)).shuffle(answers)
    yield from answers


@pytest.mark.parametrize("folder", ["accepted", "rejected"])
@pytest.mark.parametrize("plain", [True, False])
def test_every_certificate_gets_the_same_answer(folder: str, plain: bool, tmp_path: Path) -> None:
    paths = [path for path in FILES[folder] if path.stem.startswith(STREAMED)]
    assert len(paths) > 20
    for path in paths:
        value = json.loads(path.read_bytes())
        assert said(value, plain=plain, workdir=tmp_path, at_once=7, levels=sent) == said(value), path


def test_the_work_of_others_is_counted(tmp_path: Path) -> None:
    alone = verifier.Budget(workdir=tmp_path, at_once=3)
    shared = verifier.Budget(workdir=tmp_path, at_once=3, levels=sent)
    for budget in (alone, shared):
        verifier._verify(exhaustion(), budget)
    assert alone.work == shared.work
    answer = said(exhaustion(), workdir=tmp_path, at_once=3, levels=sent, max_work=alone.work - 1)
    assert answer.startswith("not checked")


def lost(step: Any, blocks: Iterable[Any]) -> Iterator[Any]:
    yield from [step(block) for block in blocks][1:]


def twice(step: Any, blocks: Iterable[Any]) -> Iterator[Any]:
    answers = [step(block) for block in blocks]
    yield from [*answers, *answers[:1]]


def stopped(step: Any, blocks: Iterable[Any]) -> Iterator[Any]:
    yield step(next(iter(blocks)))


@pytest.mark.parametrize("helpers", [lost, twice, stopped])
@pytest.mark.parametrize("plain", [True, False])
def test_an_answer_too_few_or_too_many_is_told(helpers: Any, plain: bool, tmp_path: Path) -> None:
    """Of a right certificate, and of one whose sizes are those that the fault leaves."""
    answer = said(exhaustion(), plain=plain, workdir=tmp_path, at_once=30, levels=helpers)
    assert answer == "not checked: other processes have not answered for each part of a level once"


def refuse(block: Any) -> Any:
    raise verifier.TooLarge("a table is too large")


def test_a_refusal_comes_home(tmp_path: Path) -> None:
    answer, work = verifier.SentStep(refuse, (), verifier.Budget())(())
    assert isinstance(answer, verifier.TooLarge) and work == 0
    told = said(exhaustion(), workdir=tmp_path, at_once=3, levels=lambda *_: [(answer, work)])
    assert told == "too large: a table is too large"


def test_a_part_that_is_lost_ends_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "AT_ONCE", 3)
    checked = verify(exhaustion(), workdir=tmp_path, levels=lambda *_: iter([TaskFailure("it died")]))
    assert checked.exit_code == 0  # nothing is shared as long as all of it is held
    monkeypatch.setattr(verifier.check, "__kwdefaults__", verifier.check.__kwdefaults__ | {"at_once": 3})
    checked = verify(exhaustion(), workdir=tmp_path, levels=lambda *_: iter([TaskFailure("it died")]))
    assert (checked.exit_code, checked.reason) == (3, "a part of a level was lost: it died")


def test_processes_make_levels(tmp_path: Path) -> None:
    for value in (exhaustion(), json.loads(FILES["accepted"][-1].read_bytes())):
        assert said(value, workdir=tmp_path, at_once=40, levels=engine(2)) == said(value)
    assert alike(exhaustion(), tmp_path).startswith("valid")


def test_they_need_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "right.json"
    path.write_text(json.dumps(exhaustion()), encoding="utf-8")
    assert feasibility.cli.main(["verify", str(path), "--jobs", "2"]) == 2
    assert "need --workdir" in capsys.readouterr().err
    assert feasibility.cli.main(["verify", str(path), "--jobs", "2", "--workdir", str(tmp_path)]) == 0
