"""Sums of jumps and conditions on them, as people type them: `e3c3+2*c3e3`, `2*e3c3-d4b4<=1`, `3<=46-44`.

Jumps are counted in whole numbers: `<3` is `<=2`, and what divides all factors of a condition is divided out.
Signs may belong to jumps (`46-44`, `5->17`, `5>17`): `1>3>1` is two conditions, and refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import gcd

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Jump
from feasibility.proofs.kinds.bound import JumpBound, JumpSum
from feasibility.text.files import placed
from feasibility.text.moves import format_jump, parse_jumps

_HEAD = re.compile(r"\s*(?P<sign>[+-]?)\s*(?:(?P<factor>[0-9]{1,9})\s*\*)?\s*")
_NUMBER = r"\s*[+-]?\s*[0-9]{1,9}\s*"
_COMPARED = "<=|>=|==|=|<|>"
_SIGNS = 6  # that one jump may hold
_SUM = "a sum of jumps, as e3c3+2*c3e3, with numbers of at most 9 digits"
_CONDITION = "a condition, as e3c3>=3 or 2*e3c3-d4b4<=1"


def parse_sum(board: Board, text: str) -> JumpSum:
    """The terms of a sum, each jump once, in the order of holes."""
    with placed(repr(text[:60]), 0):
        return _merged(_sum(board, text))


def parse_condition(board: Board, text: str) -> tuple[JumpBound, ...]:
    """One bound, or both that `=` stands for."""
    with placed(repr(text[:60]), 0):
        error = InputError("not a condition", expected=_CONDITION)
        found = set[tuple[JumpBound, ...]]()
        for sign in re.finditer(_COMPARED, text):
            try:
                left = _side(board, text[: sign.start()])
                right = _side(board, " " * sign.end() + text[sign.end() :])  # so that errors keep their place
                found.add(_bounds(left, sign[0], right))
            except InputError as wrong:
                error = wrong
        if not found:
            raise error
        if len(found) > 1:
            raise InputError("this can be read in several ways", expected="jumps by names of holes, as e3c3")
        return found.pop()


def format_sum(board: Board, terms: Iterable[tuple[int | Fraction, Jump]]) -> str:
    written = ""
    for factor, jump in terms:
        times = "" if abs(factor) == 1 else f"{abs(factor)}*"
        written += f"{'-' if factor < 0 else '+'}{times}{format_jump(board, jump)}"
    return written.removeprefix("+")


def format_condition(board: Board, bound: JumpBound) -> str:
    return f"{format_sum(board, bound.terms)}{'<=' if bound.at_most else '>='}{bound.times}"


def _side(board: Board, text: str) -> tuple[JumpSum, int]:
    """A side of a comparison: a sum and 0, or none and a number."""
    if re.fullmatch(_NUMBER, text):
        return (), int("".join(text.split()))
    return _sum(board, text), 0


def _bounds(left: tuple[JumpSum, int], sign: str, right: tuple[JumpSum, int]) -> tuple[JumpBound, ...]:
    """One sum on the left, its factors without a common divisor."""
    terms = _merged((*left[0], *((-factor, jump) for factor, jump in right[0])))
    total = right[1] - left[1]
    sides = {"<=": (None, total), "<": (None, total - 1), ">=": (total, None), ">": (total + 1, None)}
    low, high = sides.get(sign, (total, total))
    divisor = gcd(*(factor for factor, _ in terms))
    if len(terms) == 1 and terms[0][0] < 0:
        divisor, low, high = -divisor, high, low
    terms = tuple((factor // divisor, jump) for factor, jump in terms)
    above = () if low is None else (JumpBound(terms, False, -(-low // divisor)),)
    return above if high is None else (JumpBound(terms, True, high // divisor), *above)


def _merged(terms: JumpSum) -> JumpSum:
    totals = Counter[Jump]()
    for factor, jump in terms:
        totals[jump] += factor
    merged = tuple((factor, jump) for jump, factor in sorted(totals.items()) if factor)
    if not merged:
        raise InputError("no jump is left", expected=_SUM)
    return merged


def _sum(board: Board, text: str) -> JumpSum:
    """The terms as they stand; InputError where one is no jump. Two jumps never look like one with a sign."""
    ends = [*(sign.start() for sign in re.finditer("[+-]", text)), len(text)]
    terms, begin = list[tuple[int, Jump]](), 0
    while begin < len(text) or not terms:
        head = next(_HEAD.finditer(text, begin))  # at the place: nothing is a head, too
        begin, jump = _first_jump(board, text, head.end(), ends)
        terms.append((int(head["factor"] or 1) * (-1 if head["sign"] == "-" else 1), jump))
    return tuple(terms)


def _first_jump(board: Board, text: str, begin: int, ends: list[int]) -> tuple[int, Jump]:
    """The end of the jump that begins at a place, and the jump; or why the shortest text is none."""
    errors = list[InputError]()
    for end in [end for end in ends if end > begin][:_SIGNS] or [begin]:
        try:
            jumps = parse_jumps(board, text[begin:end])
            if len(jumps) == 1:
                return end, jumps[0]
            raise InputError("not one jump", seen=repr(text[begin:end][:40]), expected=_SUM)
        except InputError as error:
            error.at(column=begin + (1 if error.column is None else error.column))
            errors.append(error)
    raise errors[0]
