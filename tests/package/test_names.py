"""One meaning for every name of a class or an alias; the words of the code are a short list."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import feasibility

PACKAGE = Path(feasibility.__file__).parent
GLOSSARY = Path(__file__).parents[2] / "docs" / "reference" / "glossary.md"
MOST = 60  # words of the code


def defined(source: str) -> list[str]:
    """The classes of a module, and the names that it gives to types."""
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found += [node.target.id] * ("TypeAlias" in ast.unparse(node.annotation))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            found += [name] * bool(re.fullmatch("[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*", name))
    return found


def test_what_is_defined_is_seen() -> None:
    source = "class A: ...\nB: TypeAlias = int\nCd = list[int]\nE = 3\n"
    assert defined(source) == ["A", "B", "Cd"]


def test_no_name_has_two_meanings() -> None:
    homes = defaultdict[str, list[str]](list)
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name != "verifier.py":  # which knows nothing of the rest
            for name in defined(path.read_text(encoding="utf-8")):
                homes[name].append(path.relative_to(PACKAGE).as_posix())
    assert len(homes) > 300
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_the_words_of_the_code_are_few_and_told() -> None:
    text = GLOSSARY.read_text(encoding="utf-8").partition("## Words of the code")[2]
    words = re.findall(r"^\| ([a-z][a-z ]*) \| \S", text, re.M)
    assert 20 < len(words) <= MOST and len(words) == len(set(words))
