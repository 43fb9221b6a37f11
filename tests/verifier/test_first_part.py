"""The first part of verifier.py, cut off from the rest, proves alone what it says it proves."""

from __future__ import annotations

import ast
import builtins
import json
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from feasibility import verifier
from tests.verifier.test_certificates import FILES

SOURCE = Path(verifier.__file__).read_text(encoding="utf-8")
END = "# END OF PART ONE."
KINDS = ("play", "pagoda", "residue", "tree", "turn", "legs", "bound")
MOST = 600  # lines of code, without blank ones, comments and docstrings


@cache
def first_part() -> ModuleType:
    module = ModuleType("first_part")
    sys.modules["first_part"] = module
    exec(compile(SOURCE.partition(END)[0], "first_part", "exec"), vars(module))
    return module


def chosen(folder: str, kinds: tuple[str, ...]) -> list[Path]:
    return [path for path in FILES[folder] if path.stem.partition("-")[0] in kinds]


@pytest.mark.parametrize("path", chosen("accepted", KINDS), ids=lambda path: path.stem)
def test_it_accepts_what_it_proves(path: Path) -> None:
    value = json.loads(path.read_bytes())
    claim = first_part().verify(value)
    assert (claim.claim, claim.kind) == (value["claim"], value["proof"]["kind"])
    assert claim.statement == verifier.verify(value).statement


@pytest.mark.parametrize("path", chosen("rejected", KINDS), ids=lambda path: path.stem)
def test_it_rejects_what_it_does_not_prove(path: Path) -> None:
    with pytest.raises(first_part().Rejected):
        first_part().verify(json.loads(path.read_bytes()))


def test_it_does_not_know_the_other_kinds() -> None:
    others = [path for path in FILES["accepted"] if path not in chosen("accepted", KINDS)]
    assert others
    for path in others:
        with pytest.raises(first_part().Malformed, match=r"is unknown|expected feasible"):
            first_part().verify(json.loads(path.read_bytes()))
    assert set(first_part().KINDS) == set(KINDS) < set(verifier.KINDS)


def test_it_names_nothing_that_is_below() -> None:
    tree = ast.parse(SOURCE.partition(END)[0])
    made = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    made |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    made |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            made |= {alias.name for alias in node.names}
    used = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    assert used - made <= set(dir(builtins))


def test_it_stays_short_enough_to_be_read() -> None:
    text = SOURCE.partition(END)[0]
    said = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            said |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = enumerate(text.splitlines(), 1)
    code = [n for n, line in lines if line.strip() and not line.lstrip().startswith("#") and n not in said]
    assert len(code) < MOST


def test_the_file_says_where_it_ends() -> None:
    assert SOURCE.count(END) == 1
    assert "cut here, it proves what it proves" in (verifier.__doc__ or "")
