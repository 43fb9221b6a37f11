"""What a notebook shows of the values."""

from __future__ import annotations

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from feasibility.game.position import Pair, Target
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Verdict
from tests.render.test_html import Page
from tests.render.verdicts import KINDS, hostile, verdict


def values(found: Verdict) -> list[object]:
    pair = found.pair
    return [
        pair.board,
        pair.start,
        pair.target,
        pair,
        Target(pair.board, 1, 2),
        Target.with_pegs(pair.board, 1),
        *found.findings,
        found,
    ]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_pictures_are_well_formed(kind: str) -> None:
    for value in values(verdict(kind)):
        text = value._repr_html_()  # type: ignore[attr-defined]
        Page(text)
        for drawn in re.findall(r"<svg.*?</svg>", text):
            assert ElementTree.fromstring(drawn).get("role") == "img"


def test_verdict_shows_sentence_proof_and_findings() -> None:
    words = Page(str(verdict("pagoda")._repr_html_())).words
    for expected in ("INFEASIBLE", "Every one of the 76 jumps", "turning-point"):
        assert expected in words


def test_no_script_in_a_notebook() -> None:
    text = str(verdict("play")._repr_html_())
    assert isinstance(verdict("play").findings[-2].proof, Play)
    assert "<script" not in text
    assert "<button" not in text
    assert "All sweeps as pictures" in text


def test_names_are_escaped() -> None:
    for value in (*values(hostile()), Pair(hostile().pair.start, hostile().pair.start)):
        assert "<script" not in value._repr_html_()  # type: ignore[attr-defined]


def test_boards_cost_no_pictures() -> None:
    """The import from below to above happens only when a notebook asks."""
    code = "import sys, feasibility.proofs.verdict; print([m for m in sys.modules if '.render' in m])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
