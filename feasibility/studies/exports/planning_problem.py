"""Pairs written as planning problems, in the peg solitaire domain of the planning competitions.

The sequential domain of the International Planning Competitions of 2008 and 2011 (pegsolitaire-sequential)
has IN-LINE, occupied and free, and moves made of jumps of one peg (last-visited, move-ended). Locations are
called pos-ROW-COLUMN. A hole that the target leaves open is not named in the goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from os.path import dirname, join

from feasibility.base.errors import InputError
from feasibility.game.position import Pair
from feasibility.text.files import read_text

DOMAIN = "pegsolitaire-sequential"
DOMAIN_FILE = join(dirname(__file__), "assets", "domain.pddl")

# What the domain of the competitions has beside ours: a sweep costs one.
_COSTS = (
    (":typing)", ":typing :action-costs)"),
    ("  (:action jump-new-move", "  (:functions (total-cost) - number)\n  (:action jump-new-move"),
    ("(last-visited ?to)))", "(last-visited ?to)\n      (increase (total-cost) 1)))"),
)


def domain_text(costs: bool) -> str:
    """The domain; with costs each sweep costs one, as in the competitions, so that the fewest are sought."""
    text, _ = read_text(DOMAIN_FILE)
    for plain, with_costs in _COSTS if costs else ():
        text = text.replace(plain, with_costs, 1)  # the first is that of a new move
    return text


def write_problem(pair: Pair, name: str = "pair", *, costs: bool = False) -> str:
    """The pair as a problem of the domain; `costs`: a plan with the fewest sweeps is asked for."""
    board, target = pair.board, pair.target
    if target.pegs is not None:
        expected = "a target position or pattern"
        raise InputError("a number of pegs is no goal of this domain", expected=expected)
    where = [f"pos-{row}-{column}" for row, column in board.holes]
    pegs = set(pair.start.pegs)
    facts = ["(move-ended)", *(["(= (total-cost) 0)"] if costs else [])]
    facts += [f"(IN-LINE {where[s]} {where[o]} {where[t]})" for s, o, t in board.jumps]
    facts += [f"({'occupied' if i in pegs else 'free'} {place})" for i, place in enumerate(where)]
    known = [i for i in range(board.n) if not target.free >> i & 1]
    goal = [f"({'occupied' if target.must >> i & 1 else 'free'} {where[i]})" for i in known]

    def listed(lines: Iterable[str]) -> str:
        return "".join(f"    {line}\n" for line in lines)

    end = "\n  (:metric minimize (total-cost)))" if costs else ")"
    return (
        f"(define (problem {re.sub(r'[^A-Za-z0-9-]', '-', name) or 'pair'})\n  (:domain {DOMAIN})\n"
        f"  (:objects\n{listed(f'{place} - location' for place in where)}  )\n  (:init\n{listed(facts)}  )\n"
        f"  (:goal (and\n{listed(['(move-ended)', *goal])}  )){end}\n"
    )
