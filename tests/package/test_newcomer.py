"""A newcomer follows docs/how-to/add-a-criterion.md to the letter in a copy of the tree, and nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/how-to/add-a-criterion.md").read_text(encoding="utf-8")
PARTS = dict(re.findall(r'```\w+ title="([\w.-]+)"\n(.*?)```', PAGE, re.S))
PLACES = {
    "two_columns.py": "feasibility/criteria",
    "two-columns.md": "docs/explanation",
    "test_two_columns.py": "tests/criteria",
}
PAIR = ["rectangle:3x4:+c1+c2+c3+d3", "rectangle:3x4:+a1+a2"]
PAGES = ["tests/docs/test_pages.py", "tests/docs/test_readme.py", "tests/formal/test_links.py"]
TESTS = ["tests/package/test_map.py", *PAGES, "tests/criteria/test_examples.py"]
CHOSEN = "two-columns or criteria or person"
ALIKE = "tests/criteria/test_relations.py::test_board_symmetry_changes_no_outcome[50]"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("newcomer")
    without = shutil.ignore_patterns("__pycache__", ".*cache*")
    for name in ("feasibility", "tests", "docs"):
        shutil.copytree(ROOT / name, copy / name, ignore=without)
    for path in [*ROOT.glob("*.md"), *ROOT.glob("*.yml"), ROOT / "pyproject.toml"]:
        shutil.copy(path, copy)
    for name in ("boards", "benchmarks", "formal", "examples", ".git", "research"):
        if (ROOT / name).exists():
            (copy / name).symlink_to(ROOT / name)
    return copy


def add(tree: Path, name: str) -> None:
    (tree / PLACES[name] / name).write_text(PARTS[name], encoding="utf-8")


def run(tree: Path, *words: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=tree, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout + done.stderr


def asked(tree: Path) -> tuple[int, str]:
    return run(tree, "pytest", "-q", "-p", "no:cacheprovider", "-k", CHOSEN, *TESTS)


@pytest.mark.full
def test_the_page_is_all_that_a_criterion_needs(tree: Path) -> None:
    add(tree, "two_columns.py")
    code, said = run(tree, "feasibility", "check", *PAIR)
    assert code not in (0, 1) and "decide/schedule.py has no place for two-columns" in said

    table = tree / "feasibility/decide/schedule.py"
    text = table.read_text(encoding="utf-8")
    assert text.count('"corners", ') == 1
    table.write_text(text.replace('"corners", ', '"corners", "two-columns", '), encoding="utf-8")
    code, said = run(tree, "feasibility", "check", *PAIR, "--criteria", "two-columns", "--no-search")
    assert code == 1 and "INFEASIBLE, decided by two-columns." in said
    code, said = run(tree, "feasibility", "explain", "two-columns")
    assert code == 0 and said.startswith("two-columns: two of three columns")

    code, said = asked(tree)
    assert code == 1 and "two-columns.md" in said
    add(tree, "two-columns.md")
    code, said = asked(tree)
    assert code == 1 and "no file in tests/criteria/ tests two-columns" in said
    add(tree, "test_two_columns.py")
    code, said = asked(tree)
    assert code == 0, said
    code, said = run(
        tree, "pytest", "-q", "-p", "no:cacheprovider", "-m", "", "tests/criteria/test_two_columns.py", ALIKE
    )
    assert code == 0, said


def test_a_name_too_many_or_too_few_is_told() -> None:
    from feasibility.base.values import replace
    from feasibility.decide.procedures import PROCEDURES
    from feasibility.decide.schedule import CHECK, TIERS, complete

    complete(PROCEDURES, CHECK.once, TIERS)
    with pytest.raises(LookupError, match="no place for mine: "):
        complete([*PROCEDURES, "mine"], CHECK.once, TIERS)
    with pytest.raises(LookupError, match=r"unknown to .*: corners$"):
        complete([name for name in PROCEDURES if name != "corners"], CHECK.once, TIERS)
    few = replace(TIERS[0], shares={k: v for k, v in TIERS[0].shares.items() if k != "ends"})
    with pytest.raises(LookupError, match="no place for ends: "):
        complete(PROCEDURES, CHECK.once, (few, *TIERS[1:]))
    with pytest.raises(LookupError, match=r"unknown to .*: mine$"):
        complete(PROCEDURES, CHECK.once, (*TIERS[:2], replace(TIERS[2], lead=(("mine", 1.0),))))


def test_a_kind_that_is_none_is_told() -> None:
    from feasibility.base.values import replace
    from feasibility.decide.schedule import CRITERIA

    with pytest.raises(
        LookupError,
        match="gives 'pagodas', which has no place in PREFERENCE; say one that it is like: play, ",
    ):
        replace(CRITERIA[0], gives="pagodas")
