"""One cache of ground truth for all tests of rules, and the command as a function."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feasibility.cli import main
from tests.rules.planting import planted as planted  # noqa: PLC0414
from tests.rules.planting import remembers as remembers  # noqa: PLC0414

Validate = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("truth")


@pytest.fixture
def validate(cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Validate:
    """`pegfeas validate ... --json`: exit code and object."""
    monkeypatch.setenv("PEGFEAS_CACHE", str(cache))

    def run(*words: str) -> tuple[int, dict[str, Any]]:
        code = main(["validate", *words, "--json"])
        out, errors = capsys.readouterr()
        assert out, (code, errors)
        found: dict[str, Any] = json.loads(out)
        assert found["exit_code"] == code
        return code, found

    return run
