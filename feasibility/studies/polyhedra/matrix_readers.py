"""Reads cones from the files of other programs, as `matrices` writes them and as those programs answer.

Whether a vector is what it is said to be has to be checked by who asked for it.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from os import PathLike, fspath
from typing import Any, NoReturn

from feasibility.base.errors import InputError
from feasibility.render.matrices import INEQUALITIES, RAYS, Row, VectorList, ending
from feasibility.text.files import placed, read_text

MOST_BYTES = 256 << 20
_LARGEST = 1 << 24  # entries of a matrix
_NUMBER = r"(?!.{301})[+-]?[0-9]+(/0*[1-9][0-9]*|\.[0-9]*)?([eE][+-]?[0-9]{1,2})?"
_OF_CDD = r"(?m)^\s*(\*(?!\**[^\S\n]+[0-9])|#).*$"  # comments; lrs has stars also for the number of rows
_OF_NORMALIZ, _OF_MARKET = r"(?s)/\*.*?\*/", r"(?m)^%.*$"
_Part = tuple[str, bool, list[Row]]  # kind, whether they go both ways, rows


def _named(*words: str) -> dict[str, tuple[str, bool]]:
    """What rays, their lines, inequalities and equations are called; the latter of two go both ways."""
    kinds = [(kind, both) for kind in (RAYS, INEQUALITIES) for both in (False, True)]
    return {name: meant for names, meant in zip(words, kinds, strict=True) for name in names.split()}


_NORMALIZ = _named("cone extreme_rays", "subspace", "inequalities support_hyperplanes", "equations")
_POLYMAKE = _named(
    "RAYS INPUT_RAYS", "LINEALITY_SPACE INPUT_LINEALITY", "FACETS INEQUALITIES", "LINEAR_SPAN EQUATIONS"
)
_COMPUTED = dict.fromkeys(("INPUT_RAYS", "INPUT_LINEALITY"), "RAYS")  # from what was put in
_COMPUTED |= dict.fromkeys(("INEQUALITIES", "EQUATIONS"), "FACETS")


class _Words:
    """The words of a text, each with its line, taken one by one."""

    def __init__(self, text: str) -> None:
        lines = enumerate(text.split("\n"), 1)
        self.left = deque((word, number) for number, line in lines for word in line.split())
        self.line = 1

    def refuse(self, message: str, seen: str, expected: str) -> NoReturn:
        raise InputError(message, line=self.line, seen=repr(seen[:40]), expected=expected)

    def word(self, what: str, form: str = ".*", expected: str = "") -> str:
        if not self.left:
            raise InputError("the file ends too early", line=self.line, expected=what)
        word, self.line = self.left.popleft()
        if re.fullmatch(form, word) is None:
            self.refuse(f"not {what}", word, expected)
        return word

    def count(self, what: str) -> int:
        return int(self.word(what, "[0-9]{1,9}", "a number"))

    def size(self) -> tuple[int, int]:
        return self.count("the number of rows"), self.count("the number of columns")

    def value(self) -> Fraction:
        return Fraction(self.word("a number", _NUMBER, "integers, or fractions"))

    def row(self, width: int) -> Row:
        return _whole([self.value() for _ in range(width)])


def _without(comments: str, text: str) -> str:
    """With its lines where they were."""
    return re.sub(comments, lambda match: "\n" * match[0].count("\n"), text)


def _whole(values: Sequence[Fraction]) -> Row:
    common = lcm(*(value.denominator for value in values))
    return tuple(int(value * common) for value in values)


def _read_cdd(text: str) -> VectorList:
    """Answers of lrs do not count their rows."""
    head, begin, rest = _without(_OF_CDD, text).partition("begin")
    body, end, tail = rest.partition("end")
    if not begin or not end:
        raise InputError("not a file of lrs or cdd", expected="rows between begin and end")
    words, rows = _Words("\n" * head.count("\n") + body), list[Row]()
    words.word("the number of rows")
    width = words.count("the number of columns")
    words.word("integer, rational or real")
    while width and words.left:
        rows.append(words.row(width))
    told = re.findall(r"(?m)^\s*linearity\s+[0-9]+((?:\s+[0-9]{1,9})*)\s*$", head + tail)
    both = {int(number) for numbers in told for number in numbers.split()}
    kind = INEQUALITIES if "H-representation" in head else RAYS
    halves = (tuple(r for i, r in enumerate(rows, 1) if (i in both) is line) for line in (False, True))
    return VectorList(kind, *halves)


def _read_normaliz(text: str) -> VectorList:
    words, found = _Words(_without(_OF_NORMALIZ, text)), list[_Part]()
    words.word("a file of Normaliz", "amb_space", "amb_space, and a number")
    width = words.count("the dimension")
    while words.left:
        name = words.word("a cone", "|".join(_NORMALIZ), ", ".join(_NORMALIZ))
        found.append((*_NORMALIZ[name], [words.row(width) for _ in range(words.count("the number of rows"))]))
    return _gathered(found)


def _gathered(found: Sequence[_Part]) -> VectorList:
    """Rays and inequalities do not mix; without constants."""
    kinds = {kind for kind, _, _ in found}
    if len(kinds) != 1:
        seen = " and ".join(sorted(kinds)) or "nothing"
        raise InputError("not one cone", seen=seen, expected="rays, or inequalities")
    halves = (
        tuple((0, *row) for _, lines, rows in found if lines is both for row in rows)
        for both in (False, True)
    )
    return VectorList(kinds.pop(), *halves)


def _read_polymake(text: str) -> VectorList:
    """What it has computed goes before what was put in: the facets of rays, the rays of inequalities."""
    expected = f"a cone as polymake saves it, with {', '.join(_POLYMAKE)}"
    try:
        data: Any = json.loads(text)
        cone = data["_type"].startswith("polytope::Cone")
        held = {name: [r for r in data.get(name, []) if isinstance(r, list)] for name in _POLYMAKE}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError("not a file of polymake", expected=expected) from None
    if not cone:
        raise InputError("not a cone", seen=repr(str(data["_type"])[:40]), expected=expected)
    names = [name for name, rows in held.items() if rows and not held.get(_COMPUTED.get(name, ""), [])]
    kinds = {_POLYMAKE[name][0] for name in names}
    kind = INEQUALITIES if RAYS not in kinds or (held["INPUT_RAYS"] and held["FACETS"]) else RAYS
    read = {name: [_Words(" ".join(map(str, r))).row(len(r)) for r in held[name]] for name in names}
    return _gathered([(*_POLYMAKE[name], read[name]) for name in names if _POLYMAKE[name][0] == kind])


def _read_dense(text: str) -> VectorList:
    words = _Words(text)
    height, width = words.size()
    return VectorList.rays([words.row(width) for _ in range(height)])


def _read_ext(text: str) -> VectorList:
    """Of cdd, or the matrix that Normaliz writes under this ending."""
    return _read_cdd(text) if "begin" in text.split() else _read_dense(text)


def _read_market(text: str) -> VectorList:
    head, _, rest = text.partition("\n")
    known = r"%%matrixmarket\s+matrix\s+(array|coordinate)\s+(integer|real)\s+general"
    form = re.fullmatch(known, head.strip().lower())
    if form is None:
        expected = "%%MatrixMarket matrix coordinate integer general"
        raise InputError("not a matrix that is read", line=1, seen=repr(head[:60]), expected=expected)
    words = _Words("\n" + _without(_OF_MARKET, rest))
    height, width = words.size()
    if height * width > _LARGEST:
        words.refuse("too large a matrix", f"{height} x {width}", f"at most {_LARGEST:,} entries")
    values = [[Fraction(0)] * width for _ in range(height)]
    for place in range(height * width if form[1] == "array" else words.count("the number of entries")):
        if form[1] == "array":
            row, column = place % height + 1, place // height + 1
        else:
            row, column = words.count("a row"), words.count("a column")
        if not (1 <= row <= height and 1 <= column <= width):
            words.refuse("no such entry", f"{row} {column}", f"1 1 to {height} {width}")
        values[row - 1][column - 1] = words.value()
    return VectorList.rays(map(_whole, values))


_READERS = {
    ".ine": _read_cdd, ".ext": _read_ext, ".in": _read_normaliz, ".poly": _read_polymake,
    ".mat": _read_dense, ".ray": _read_dense, ".mtx": _read_market,
}  # fmt: skip


def read_vectors(path: str | PathLike[str]) -> VectorList:
    """What a file of another program holds; numbers are scaled to integers row by row."""
    name = fspath(path)
    reader = _READERS.get(ending(name))
    if reader is None:
        raise InputError("not a kind of matrix", seen=repr(name), expected=", ".join(_READERS))
    text, source = read_text(name, MOST_BYTES)
    with placed(source):
        return reader(text)
