"""The command as a function, and programs that nobody waits for."""

from __future__ import annotations

import json
import select
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feasibility.cli import main
from feasibility.studies.rules.judges.program import GRACE, Ended, LineProgram
from tests.studies.rules.planting import planted as planted  # noqa: PLC0414
from tests.studies.rules.planting import remembers as remembers  # noqa: PLC0414

Validate = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def validate(capsys: pytest.CaptureFixture[str]) -> Validate:
    """`pegfeas validate ... --json`: exit code and object."""

    def run(*words: str) -> tuple[int, dict[str, Any]]:
        patience = [] if "--answer-limit" in words else ["--answer-limit", "60"]
        code = main(["validate", *words, *patience, "--json"])
        out, errors = capsys.readouterr()
        assert out, (code, errors)
        found: dict[str, Any] = json.loads(out)
        assert found["exit_code"] == code
        return code, found

    return run


@pytest.fixture
def gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A line of Python after which a program is not waited for any longer, and before it always is.

    So nothing depends on how long a machine takes to start a program, and nobody waits for one that hangs.
    """
    line_in_time = LineProgram.line

    def line(program: LineProgram, limit: float, deadline: float) -> str:
        process = program.start()
        told = tmp_path / f"{process.process.pid}.gives-up"
        while limit > GRACE and not (program.rest or select.select([process.inbound], [], [], 0.01)[0]):
            if told.exists():
                told.unlink()
                raise Ended("hang", f"no answer in {limit:g} s")
        return line_in_time(program, limit, deadline)

    monkeypatch.setattr(LineProgram, "line", line)
    return f"import os; open(f'{tmp_path}/{{os.getpid()}}.gives-up', 'w').close()"
