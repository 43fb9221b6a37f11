"""Rules as text: lines `prune if CONDITION`, about how many pegs start and target have on some holes.

    # a comment
    let inner = c3 e3 c5 e5
    prune if start(c1, c7) - target(c1, c7) > start(inner)
    prune if target == 1 and start(d4) == 0 and not target(d4) <= 0

`start(...)` and `target(...)` count pegs on holes and on sets that `let` names; without holes they count all.
Conditions are comparisons of sums, joined by and, or, not. What a line says is read by Python's own parser.
"""

from __future__ import annotations

import ast
import re
from itertools import permutations, product
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board
from feasibility.proofs.kinds.rule import Clause, Inequality
from feasibility.text.files import placed
from feasibility.text.notations import parse_coordinate

MOST_CLAUSES = 500
LONGEST = 10_000  # characters of a line

# of integers: a weight for each hole of the start, of the target; a number
WeightSum: TypeAlias = npt.NDArray[Any]


def is_rule(text: str) -> bool:
    """Whether a line of the file says what is pruned, or means to: a table of weights has no such words."""
    return re.search(r"(?im)^\s*(?:prune|keep|let)\b", text) is not None


def parse(board: Board, text: str, source: str) -> tuple[Clause, ...]:
    """The clauses of a file; a pair is pruned where all inequalities of one clause hold."""
    sets: dict[str, tuple[int, ...]] = {}
    clauses: list[Clause] = []
    for number, line in enumerate(text.splitlines(), 1):
        reader = _Line(board, sets, source, number)
        words = line.partition("#")[0].strip()
        if words.startswith("let "):
            name, equals, names = (part.strip() for part in words.removeprefix("let ").partition("="))
            if not equals or not names or not name.isidentifier():
                raise reader.fault("not a set of holes", words, "let NAME = c1 d1 ...")
            if name in (*sets, "start", "target", *map(board.called, range(board.n))):
                raise reader.fault("this name has a meaning already", name, "another one")
            sets[name] = tuple(hole for word in names.split() for hole in reader.holes(word))
        elif words.startswith("prune if "):
            clauses += reader.condition(words.removeprefix("prune if "))
        elif words:
            raise reader.fault("not a line of a rule", words, "let NAME = ..., or prune if ...")
        if len(clauses) > MOST_CLAUSES:
            raise reader.fault("too many cases", str(len(clauses)), f"at most {MOST_CLAUSES}")
    if not clauses:
        raise InputError("the rule prunes nothing", source=source, expected="a line prune if ...")
    return tuple(clauses)


class _Line:
    """One line: where it stands, for messages, and what its words mean."""

    def __init__(self, board: Board, sets: dict[str, tuple[int, ...]], source: str, number: int) -> None:
        self.board, self.sets, self.source, self.number = board, sets, source, number

    def fault(self, what: str, seen: str, expected: str) -> InputError:
        return InputError(what, source=self.source, line=self.number, seen=repr(seen[:60]), expected=expected)

    def holes(self, word: str) -> tuple[int, ...]:
        """The holes of a set, or the one hole that a word names."""
        with placed(self.source, self.number):
            return self.sets[word] if word in self.sets else (parse_coordinate(self.board, word),)

    def condition(self, text: str) -> list[Clause]:
        if len(text) > LONGEST:
            raise self.fault("a condition that is too long", text, f"at most {LONGEST:,} characters")
        try:
            return self.clauses(ast.parse(text, mode="eval").body, True)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise self.fault("not a condition", text, "comparisons joined by and, or, not") from None

    def clauses(self, node: ast.expr, wanted: bool) -> list[Clause]:
        """Any of these, all inequalities of it, says that the condition is as wanted."""
        match node:
            case ast.UnaryOp(ast.Not(), operand):
                return self.clauses(operand, not wanted)
            case ast.BoolOp(op, values):
                parts = [self.clauses(value, wanted) for value in values]
                if isinstance(op, ast.Or) == wanted:
                    return [clause for part in parts for clause in part]
                if prod(map(len, parts)) > MOST_CLAUSES:
                    raise self.fault("too many cases", ast.unparse(node), f"at most {MOST_CLAUSES}")
                return [tuple(one for clause in chosen for one in clause) for chosen in product(*parts)]
            case ast.Compare(left, [op], [right]):
                return self.comparison(node, self.sum(left) - self.sum(right), op, wanted)
        raise self.fault("not a condition", ast.unparse(node), "comparisons joined by and, or, not")

    def comparison(self, node: ast.expr, less: WeightSum, op: ast.cmpop, wanted: bool) -> list[Clause]:
        """Of left - right with 0."""
        above, below = (self.least(less, 1),), (self.least(-less, 1),)
        at_least, at_most = (self.least(less, 0),), (self.least(-less, 0),)
        said: dict[type, tuple[list[Clause], list[Clause]]] = {  # and denied
            ast.Gt: ([above], [at_most]),
            ast.GtE: ([at_least], [below]),
            ast.Lt: ([below], [at_least]),
            ast.LtE: ([at_most], [above]),
            ast.Eq: ([at_least + at_most], [above, below]),
            ast.NotEq: ([above, below], [at_least + at_most]),
        }
        if type(op) not in said:
            raise self.fault("not a comparison", ast.unparse(node), "one of < <= > >= == !=")
        return said[type(op)][not wanted]

    def least(self, total: WeightSum, least: int) -> Inequality:
        """The sum is at least so much."""
        n = self.board.n
        return Inequality(tuple(total[:n]), tuple(total[n:-1]), least - 1 - total[-1])

    def sum(self, node: ast.expr) -> WeightSum:
        total = np.zeros(2 * self.board.n + 1, object)
        match node:
            case ast.Constant(value) if type(value) is int:
                total[-1] = value
                return total
            case ast.UnaryOp(ast.USub(), operand):
                return -self.sum(operand)
            case ast.BinOp(left, ast.Add(), right):
                return self.sum(left) + self.sum(right)
            case ast.BinOp(left, ast.Sub(), right):
                return self.sum(left) - self.sum(right)
            case ast.BinOp(left, ast.Mult(), right):
                for factor, rest in permutations((self.sum(left), self.sum(right))):
                    if not factor[:-1].any():
                        total += factor[-1] * rest
                        return total
            case ast.Name(which):
                total[self.side(node, which)] = 1
                return total
            case ast.Call(ast.Name(which), [_, *_] as args, []):  # `start()` would count no peg
                names = [argument.id for argument in args if isinstance(argument, ast.Name)]
                if len(names) == len(args):
                    total[self.side(node, which)][[hole for name in names for hole in self.holes(name)]] = 1
                    return total
        raise self.fault("not a number of pegs", ast.unparse(node), "as start(c1, d1) - 2*target + 1")

    def side(self, node: ast.expr, which: str) -> slice:
        """Where the weights of the start or the target stand in a sum."""
        n = self.board.n
        if which not in ("start", "target"):
            raise self.fault("neither start nor target", ast.unparse(node), "start(...) or target(...)")
        return slice(0, n) if which == "start" else slice(n, 2 * n)
