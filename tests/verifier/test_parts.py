"""The parts of verifier.py: cut before any heading, what is above proves alone what it says it proves."""

from __future__ import annotations

import ast
import builtins
import json
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from feasibility import verifier
from tests.verifier.test_certificates import FILES

SOURCE = Path(verifier.__file__).read_text(encoding="utf-8")
END = "# END OF PART ONE."
HEADING = re.compile(r"^# PART ([A-Z]+): (.*?)(?:  Needs (.*)\.)?$", re.MULTILINE)
NUMBERS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
ABOUT_BOARDS = {3: "army", 4: "rule"}
MOST = 500  # lines of the first part


def rulers(text: str) -> int:
    """Where the heading of what follows begins."""
    return text.rindex("# ====") if text else 0


@cache
def parts() -> list[str]:
    """The text of each part, without its heading."""
    found = list(HEADING.finditer(SOURCE))
    ends = [rulers(SOURCE[: after.start()]) for after in found[1:]] + [len(SOURCE)]
    return [SOURCE[here.end() : end] for here, end in zip(found, ends, strict=True)]


KINDS = tuple(
    tuple(re.findall(r'"(\w+)": \("[\w-]+", _check', part)) for part in parts()[:-1]
)  # of pairs; those of boards alone are beside them


@cache
def above(part: int) -> ModuleType:
    """The file down to the end of a part."""
    last = parts()[part]
    text = SOURCE[: SOURCE.index(last) + len(last)]
    module = ModuleType(f"above_{part}")
    sys.modules[module.__name__] = module
    exec(compile(text, module.__name__, "exec"), vars(module))
    return module


def needed(part: int) -> set[int]:
    """The numbers of the parts that its heading names."""
    said = list(HEADING.finditer(SOURCE))[part][3] or ""
    return {NUMBERS.index(word.upper()) for word in re.findall(r"[a-z]+", said) if word.upper() in NUMBERS}


def chosen(folder: str, kinds: tuple[str, ...]) -> list[Path]:
    return [path for path in FILES[folder] if path.stem.partition("-")[0] in kinds]


def test_the_parts_are_those_of_the_contents() -> None:
    assert tuple(heading[1] for heading in HEADING.finditer(SOURCE)) == NUMBERS
    for part, kinds in enumerate(KINDS):
        title = list(HEADING.finditer(SOURCE))[part][2]
        (listed,) = re.findall(rf"^    Part {NUMBERS[part].lower()} +(.*)", SOURCE, re.M)
        assert all(kind in listed for kind in kinds), f"part {part + 1} at the head of the file: {kinds}"
        missing = [kind for kind in (*kinds, ABOUT_BOARDS.get(part, "")) if kind not in title]
        assert not missing, f"not in the heading of part {part + 1}: {missing}"
        assert set(above(part).KINDS) == {kind for some in KINDS[: part + 1] for kind in some}
    assert set(above(7).KINDS) == set(verifier.KINDS)


@pytest.mark.parametrize("part", range(len(KINDS)), ids=NUMBERS[:-1])
def test_what_is_cut_off_proves_what_it_proved(part: int) -> None:
    kinds = (*KINDS[part], *([ABOUT_BOARDS[part]] if part in ABOUT_BOARDS else []))
    cut = above(part)
    for path in chosen("accepted", kinds):
        value = json.loads(path.read_bytes())
        if not _kinds_in(value) <= {*cut.KINDS, *ABOUT_BOARDS.values(), "inequalities", "window"}:
            continue  # cases of kinds that are below
        claim = cut.verify(value)
        assert (claim.claim, claim.kind) == (value["claim"], value["proof"]["kind"])
        assert claim.statement == verifier.verify(value).statement
    for path in chosen("rejected", KINDS[part]):
        with pytest.raises((cut.Rejected, cut.Malformed)):
            cut.verify(json.loads(path.read_bytes()))


def _kinds_in(value: object) -> set[str]:
    return set(re.findall(r'"kind": "([a-z]+)"', json.dumps(value)))


@pytest.mark.parametrize("part", range(len(KINDS) - 1), ids=NUMBERS[:-2])
def test_what_is_cut_off_does_not_know_what_is_below(part: int) -> None:
    below = tuple(kind for kinds in KINDS[part + 1 :] for kind in kinds)
    for path in chosen("accepted", below):
        with pytest.raises(above(part).Malformed, match=r"is unknown|expected "):
            above(part).verify(json.loads(path.read_bytes()))


def made_in(text: str) -> set[str]:
    """Every name that a part makes."""
    tree = ast.parse(text)
    made = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    made |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    made |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    made |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            made |= {alias.name for alias in node.names}
    return made


@pytest.mark.parametrize("part", range(len(NUMBERS)), ids=NUMBERS)
def test_a_part_names_nothing_but_what_its_heading_says(part: int) -> None:
    head = SOURCE[: HEADING.search(SOURCE).start()]  # type: ignore[union-attr]
    known = set(dir(builtins)) | made_in(head) | made_in(parts()[part]) | {"__name__"}
    for number in needed(part):
        assert number < part
        known |= made_in(parts()[number])
    tree = ast.parse(parts()[part])
    used = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    assert used <= known


def test_every_kind_stands_below_its_theorem() -> None:
    checkers = {kind: check.__name__ for kind, (_, check) in verifier.KINDS.items()}
    checkers |= {"army": "_check_army", "rule": "_check_rule"}
    for kind, name in checkers.items():
        assert re.search(rf"^# Theorem \({kind}\)\. .*\n(?:# .*\n)*def {name}\(", SOURCE, re.MULTILINE), kind


def test_the_first_part_is_short_enough_to_be_read() -> None:
    assert len(parts()[0].splitlines()) <= MOST


def test_the_file_says_where_the_first_part_ends() -> None:
    assert SOURCE.count(END) == 1
    assert "cut before a heading, the file proves what it proves" in " ".join(
        (verifier.__doc__ or "").split()
    )
