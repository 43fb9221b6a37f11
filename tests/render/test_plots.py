"""Plots: the numbers are in them, the same numbers make the same file, odd data do not break them."""

from __future__ import annotations

from pathlib import Path

import pytest

from feasibility.base.errors import UsageError
from feasibility.cli.files import ready
from feasibility.render import plots
from tests.render.verdicts import verdict


def shown(data: bytes) -> str:
    return data.decode()


def test_levels() -> None:
    text = shown(plots.levels((1, 4, 9), (1, 2), "svg", "a $x$ <b>"))
    for words in ("from the start", "from the target", "level (jumps)", "a $x$ &lt;b&gt;"):
        assert words in text


def test_of_verdict() -> None:
    assert "Positions on each level" in shown(plots.of_verdict(verdict("search"), "svg"))
    assert "rule-of-three" in shown(plots.of_verdict(verdict("residue"), "svg"))


@pytest.mark.parametrize("kind", ["png", "pdf", "svg"])
def test_same_numbers_same_file(kind: str) -> None:
    made = [plots.levels((1, 10, 100), (), kind) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0] != plots.levels((1, 10, 101), (), kind)


def test_odd_data() -> None:
    assert plots.levels((), (), "png")
    assert plots.times({}, "png")
    assert plots.levels((10**30,), (0, 0), "png")


def test_endings(tmp_path: Path) -> None:
    assert ready(plot=str(tmp_path / "c.PNG")) == "png"
    for name in ("a", "a.jpg", ".svg/x"):
        with pytest.raises(UsageError, match="not a kind of plot"):
            ready(plot=name)
