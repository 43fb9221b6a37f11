"""From what a user writes to a rule that can be asked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from os.path import isfile
from pathlib import Path

from feasibility.base.errors import InputError, near
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.functional import Functional
from feasibility.proofs.kinds.rule import Clause
from feasibility.studies.rules.declared import language
from feasibility.studies.rules.judges.asking import Judge
from feasibility.studies.rules.judges.external import External
from feasibility.studies.rules.judges.worker import CRITERION
from feasibility.studies.rules.judges.workers import Workers, WrittenRule
from feasibility.text.files import decode, read_bytes
from feasibility.text.weights import read_weighed

BUILT_IN_LIMIT = 120.0  # seconds for one answer of a built-in criterion, which keeps its own limit
CHEAP_CASES, COSTLY_CASES = 20_000, 300
LONGEST_WEIGHT = 40  # digits


@dataclass(frozen=True)
class ReadyRule:
    """A rule ready to be asked; `functional` and `clauses` are what a rule that is written down claims."""

    name: str
    kind: str
    judge: Judge
    functional: Functional | None = None
    clauses: tuple[Clause, ...] = ()


def choose(
    board: Board, reference: str | None, *, command: str | None = None, lines: str = "grid",
    limit: float = 10.0, jobs: int = 1,
) -> ReadyRule:  # fmt: skip
    """The rule that a reference names: a criterion, a function, a file of weights, or a command."""
    if (reference is None) == (command is None):
        seen = "none of them" if reference is None else "both"
        raise InputError("one rule at a time", seen=seen, expected="RULE or --command")
    if command is not None:
        return ReadyRule(command, "program", External(board, command, limit=limit, jobs=jobs, lines=lines))
    rule = reference or ""
    return _built_in(board, rule, jobs) or _given(board, rule, limit, jobs)


def _built_in(board: Board, name: str, jobs: int) -> ReadyRule | None:
    for criterion in CRITERIA:
        if criterion.name == name:
            judge = Workers(board, CRITERION + name, limit=BUILT_IN_LIMIT, jobs=jobs)
            judge.remembers = False
            judge.default_cases = COSTLY_CASES if criterion.costly or name == "pagoda" else CHEAP_CASES
            return ReadyRule(name, "criterion", judge)
    return None


def _given(board: Board, reference: str, limit: float, jobs: int) -> ReadyRule:
    if isfile(reference):
        if reference.endswith(".py"):
            raise InputError(
                "a file of Python, but no function", source=reference, expected=f"{reference}:FUNCTION"
            )
        return _written(board, reference)
    where, colon, name = reference.rpartition(":")
    if colon and name and where:
        if where.endswith(".py"):
            if not isfile(where):
                raise InputError("no such file", source=where)
            reference = f"{Path(where).resolve()}:{name}"
        return ReadyRule(f"{where}:{name}", "function", Workers(board, reference, limit=limit, jobs=jobs))
    raise _unknown(reference)


def _written(board: Board, path: str) -> ReadyRule:
    """Conditions, or a table of weights."""
    text = decode(*read_bytes(path))
    if language.is_rule(text):
        clauses = language.parse(board, text, path)

        def prunes(start: Position, target: Position | Target) -> bool:
            """A target with free holes is never pruned."""
            if isinstance(target, Target):
                return False
            return any(all(one.holds(start.mask, target.mask) for one in clause) for clause in clauses)

        return ReadyRule(path, "conditions", WrittenRule(board, prunes), clauses=clauses)
    functional = Functional(*read_weighed(path, board, digits=LONGEST_WEIGHT))

    def separates(pair: Pair) -> bool:
        return functional.separates(pair.start, pair.target)

    return ReadyRule(path, "weight table", WrittenRule(board, separates), functional)


def _unknown(reference: str) -> InputError:
    if re.search(r"[/\\]|\.[a-z]+$", reference):
        return InputError("no such file", source=reference)
    names = [one.name for one in CRITERIA]
    like = " or ".join(near(reference, names))
    expected = like or f"FILE.py:FUNCTION, MODULE:FUNCTION, a file of weights, or one of {', '.join(names)}"
    return InputError("no such rule", seen=repr(reference[:60]), expected=expected)
