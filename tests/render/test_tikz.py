"""Pictures in TikZ: balanced, with every colour that they name, and compiled where TeX is there."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from feasibility.cli import main
from feasibility.render.tikz import escaped, hexadecimal

DRAWN = {
    "board": ["english33", "--numbers", "coordinate"],
    "pair": ["english33:-d4", "english33:+d4"],
    "jumps": ["english33:-d4", "--jumps", "d2d4"],
    "classes": ["triangle:5", "--classes"],
    "graph": ["graph:petersen"],
    "torus": ["torus:3x4:-a1"],
}


@pytest.mark.parametrize("name", DRAWN)
def test_every_colour_is_defined_and_every_brace_closed(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    assert main(["draw", *DRAWN[name], "-o", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r"(?:fill|draw|text)=(pf-[\w-]+)", text))
    assert named <= set(re.findall(r"definecolor\{(pf-[\w-]+)\}\{HTML\}\{[0-9A-F]{6}\}", text))
    assert named and text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 1


def test_a_disc_for_every_hole(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    assert main(["draw", "french37:-d4", "-o", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert (text.count("fill=pf-peg,"), text.count("fill=pf-hole,")) == (36, 1)


def test_words_and_colours() -> None:
    assert escaped("a_b & 50% {x}") == r"a\_b \& 50\% \{x\}"
    assert (hexadecimal("#fff"), hexadecimal("#12304f")) == ("FFFFFF", "12304F")


@pytest.mark.skipif(
    shutil.which("pdflatex") is None, reason="NOT CHECKED: no pdflatex, which .ci/run installs"
)
def test_tex_takes_a_picture_and_a_table(tmp_path: Path) -> None:
    assert main(["draw", "english33:-d4", "-o", str(tmp_path / "a.tex")]) == 0
    assert main(["survey", "line:5", "--jobs", "1", "--table", str(tmp_path / "b.tex")]) == 0
    page = r"\documentclass{article}\usepackage{tikz}\begin{document}\input{a}\input{b}\end{document}"
    (tmp_path / "page.tex").write_text(page)
    command = ["pdflatex", "-interaction=batchmode", "page.tex"]
    assert (
        subprocess.run(command, cwd=tmp_path, timeout=120, check=False, capture_output=True).returncode == 0
    )
