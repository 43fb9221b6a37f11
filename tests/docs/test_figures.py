"""Figures on the pages: a section that shows some names the command, the test or the source they come from.

A figure is a number of four digits or more, a share, or an amount of time or memory, in prose or in a table.
Blocks of code and what they print are run by test_pages.py; here it is the words around them that count.
A command that is named has to be one that the program takes.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import shlex
from collections.abc import Iterator
from types import ModuleType

import pytest

from benchmarks import turns
from feasibility.base.errors import UsageError
from feasibility.cli.parser import Parser
from feasibility.registry import commands
from research import others
from tests.docs.console import FENCE, ROOT, pages

FIGURE = re.compile(
    r"(?<![\w/.:^-])(?:\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?\s?(?:%|ms|s|seconds|minutes|hours|[KMGT]i?B|kB)(?!\w))"
)
CODE = re.compile(r"`([^`\n]+)`|^ {4}(\S.*)$", re.M)
SOURCE = re.compile(
    # a page that has one
    r"\]\([^)]*(?:references|errata|benchmarks|power|facets|graphs|surveys?|other-programs)[^)]*\)"
    r"|\]\([^)]*(?:examples|tests)/[^)]*\)|oeis\.org|OEIS"
)
COMMAND = re.compile(r"(?:pegfeas [a-z]+|python -m (?:benchmarks|research|tests)[\w.]*|python \S+\.py)\b")
FILE = re.compile(r"`[^`]*(?:tests|examples|formal|benchmarks|research|boards|feasibility)/[^`]*`|`test_\w+`")


def sections() -> Iterator[tuple[str, str, str]]:
    """Name, text without blocks, and text together with what stands above the page's first heading."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        whole = re.split(r"^## (?=.)", FENCE.sub(lambda m: m[0].replace("\n## ", "\n # "), text), flags=re.M)
        for part in whole:
            title = part.partition("\n")[0].strip("# ")
            yield f"{page.relative_to(ROOT).as_posix()}: {title}", FENCE.sub("", part), whole[0] + part


def figures(text: str) -> list[str]:
    """Those in prose, and rows of tables with three numbers; code shows what is run elsewhere."""
    words = CODE.sub("", text)
    rows = [line for line in words.splitlines() if len(re.findall(r"\| *\d[\d.,]* *(?=\|)", line)) >= 3]
    return FIGURE.findall(words) + rows


def named(text: str) -> bool:
    """Whether something says where figures come from."""
    return any(pattern.search(text) for pattern in (COMMAND, SOURCE, FILE))


WITH_FIGURES = [(name, text, near) for name, text, near in sections() if figures(text)]


@pytest.mark.parametrize(("text", "near"), [w[1:] for w in WITH_FIGURES], ids=[w[0] for w in WITH_FIGURES])
def test_figures_have_a_command_or_a_source_near_them(text: str, near: str) -> None:
    assert named(near), figures(text)


def named_commands() -> Iterator[tuple[str, str]]:
    """Every command in the words of a page, with the page."""
    for page in pages():
        text = FENCE.sub("", page.read_text(encoding="utf-8"))
        for match in CODE.finditer(text):
            line = (match[1] or match[2]).strip()
            if re.match(r"pegfeas [a-z]|python -m [a-z]", line):
                yield page.relative_to(ROOT).as_posix(), line


NAMED = sorted(set(named_commands()))


@pytest.mark.parametrize(("page", "line"), NAMED, ids=[": ".join(pair) for pair in NAMED])
def test_a_command_that_is_named_is_one_that_the_program_takes(page: str, line: str) -> None:
    words = shlex.split(line)
    if words[0] == "python":
        assert importlib.util.find_spec(words[2]) is not None, line
        return
    modules = {name: module for name, module, _ in commands()}
    if words[1] == "help":
        assert words[2] in modules, line
        return
    parser = Parser("pegfeas")
    importlib.import_module(modules[words[1]]).add_arguments(parser)
    try:
        parser.parse_args(["2" if word in ("N", "S") else word for word in words[2:]])
    except UsageError as error:  # words of a page may leave out what every use has to say
        assert " missing" in str(error), line


def test_what_is_said_of_two_criteria_is_what_was_counted() -> None:
    power = (ROOT / "docs" / "results" / "power.md").read_text(encoding="utf-8")
    row = re.search(r"^\| \*\*all\*\* \|.*$", power, flags=re.M)
    assert row is not None
    pairs, _, _, _, turning, ends, either = (int(cell) for cell in re.findall(r"\| (\d+) (?=\|)", row[0]))
    new = (ROOT / "docs" / "results" / "new.md").read_text(encoding="utf-8")
    assert f"of {pairs} infeasible pairs" in new and f"it refutes {turning}" in new
    page = (ROOT / "docs" / "explanation" / "ends.md").read_text(encoding="utf-8")
    assert f"Of {pairs} infeasible pairs" in page
    assert f"refutes all {ends}" in page and f"the criteria refute {turning} " in page
    assert f"{turning / pairs:.1%} without `ends`, {either / pairs:.1%} with it".replace("%", " %") in power


@pytest.mark.parametrize(("module", "kept"), [(others, "solvers"), (turns, "programs")])
def test_tables_beside_other_programs_are_those_that_were_kept(module: ModuleType, kept: str) -> None:
    page = (ROOT / "docs" / "results" / "other-programs.md").read_text(encoding="utf-8")
    lines = (ROOT / "research" / "kept" / f"{kept}.jsonl").read_text(encoding="utf-8").splitlines()
    assert module.tables([json.loads(line) for line in lines]) in page
