"""Pairs as planning problems: the peg solitaire domain of the planning competitions, both ways.

The sequential domain of the International Planning Competitions of 2008 and 2011 (pegsolitaire-sequential)
has IN-LINE, occupied and free, and moves made of jumps of one peg (last-visited, move-ended). Locations
pos-ROW-COLUMN are read as coordinates; other names become holes of an explicit board, in the order in which
they appear. A hole that the goal does not name is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Geometry, Hole, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.text.files import decode, read_bytes

Tree = str | list["Tree"]
DOMAIN = "pegsolitaire-sequential"
DEEPEST = 50
_SIZES = {"in-line": 3, "occupied": 1, "free": 1}

DOMAIN_TEXT = """(define (domain pegsolitaire-sequential)
  (:requirements :typing)
  (:types location - object)
  (:predicates
    (IN-LINE ?x ?y ?z - location)
    (occupied ?l - location)
    (free ?l - location)
    (move-ended)
    (last-visited ?l - location))
  (:action jump-new-move
    :parameters (?from - location ?over - location ?to - location)
    :precondition (and (move-ended) (IN-LINE ?from ?over ?to) (occupied ?from) (occupied ?over) (free ?to))
    :effect (and (not (move-ended)) (not (occupied ?from)) (not (occupied ?over)) (not (free ?to))
      (free ?from) (free ?over) (occupied ?to) (last-visited ?to)))
  (:action jump-continue-move
    :parameters (?from - location ?over - location ?to - location)
    :precondition (and (last-visited ?from) (IN-LINE ?from ?over ?to)
      (occupied ?from) (occupied ?over) (free ?to))
    :effect (and (not (occupied ?from)) (not (occupied ?over)) (not (free ?to))
      (free ?from) (free ?over) (occupied ?to) (not (last-visited ?from)) (last-visited ?to)))
  (:action end-move
    :parameters (?loc - location)
    :precondition (last-visited ?loc)
    :effect (and (move-ended) (not (last-visited ?loc)))))
"""


# What the domain of the competitions has beside ours: a sweep costs one.
_COSTS = (
    (":typing)", ":typing :action-costs)"),
    ("  (:action jump-new-move", "  (:functions (total-cost) - number)\n  (:action jump-new-move"),
    ("(last-visited ?to)))", "(last-visited ?to)\n      (increase (total-cost) 1)))"),
)


def domain_text(costs: bool = False) -> str:
    """The domain; with costs each sweep costs one, as in the competitions, so that the fewest are sought."""
    text = DOMAIN_TEXT
    for plain, with_costs in _COSTS if costs else ():
        text = text.replace(plain, with_costs, 1)  # the first is that of a new move
    return text


def write_problem(pair: Pair, name: str = "pair", *, costs: bool = False) -> str:
    """The pair as a problem of the domain; `costs`: a plan with the fewest sweeps is asked for."""
    board, target = pair.board, pair.target
    if target.pegs is not None:
        raise InputError(
            "a number of pegs is no goal of this domain", expected="a target position or pattern"
        )
    where = [f"pos-{row}-{column}" for row, column in board.holes]
    pegs = set(pair.start.pegs)
    facts = ["(move-ended)", *(["(= (total-cost) 0)"] if costs else [])]
    facts += [f"(IN-LINE {where[s]} {where[o]} {where[t]})" for s, o, t in board.jumps]
    facts += [f"({'occupied' if i in pegs else 'free'} {place})" for i, place in enumerate(where)]
    goal = ["(move-ended)"]
    for i, place in enumerate(where):
        if not target.free >> i & 1:
            goal.append(f"({'occupied' if target.must >> i & 1 else 'free'} {place})")
    return "\n".join(
        [
            f"(define (problem {re.sub(r'[^A-Za-z0-9-]', '-', name) or 'pair'})",
            f"  (:domain {DOMAIN})",
            "  (:objects",
            *(f"    {place} - location" for place in where),
            "  )",
            "  (:init",
            *(f"    {fact}" for fact in facts),
            "  )",
            "  (:goal (and",
            *(f"    {fact}" for fact in goal),
            "  ))" if costs else "  )))",
            *(["  (:metric minimize (total-cost)))"] if costs else []),
            "",
        ]
    )


def parse_problem(text: str, source: str | None = None) -> Pair:
    """The pair of a problem file; InputError if it is not a problem."""
    return _problem(text, source)[0]


def places_of(path: str) -> dict[str, int]:
    """The holes that the locations of a problem file stand for."""
    data, name = read_bytes(path)
    return _problem(decode(data, name), name)[1]


def _problem(text: str, source: str | None) -> tuple[Pair, dict[str, int]]:
    sections = _sections(_parse(text, source), source)
    occupied: set[str] = set()
    named: dict[str, None] = {}
    lines: list[tuple[str, str, str]] = []
    for kind, *places in _facts(sections[":init"]):
        if kind not in _SIZES:
            continue
        if len(places) != _SIZES[kind]:
            raise InputError("wrong number of places", source=source, seen=" ".join([kind, *places])[:60])
        named.update(dict.fromkeys(places))
        if kind == "occupied":
            occupied.add(places[0])
        elif kind == "in-line":
            lines.append((places[0], places[1], places[2]))
    if not named:
        raise InputError(
            "no holes in this problem", source=source, expected="occupied, free and IN-LINE facts"
        )
    board, index = _board(list(named), lines)
    start = Position(board, sum(1 << index[place] for place in occupied))
    must, empty = _goal(sections[":goal"], index, source)
    free = board.full & ~(must | empty)
    return Pair(start, Target(board, must, free)), index


def _sections(tree: list[Tree], source: str | None) -> dict[str, list[Tree]]:
    sections: dict[str, list[Tree]] = {}
    for part in tree[1:]:
        if isinstance(part, list) and part and isinstance(part[0], str):
            sections[part[0]] = part[1:]
    for wanted in (":init", ":goal"):
        if wanted not in sections or tree[0] != "define":
            raise InputError("not a planning problem", source=source, expected=f"(define ... ({wanted} ...))")
    return sections


def _goal(trees: list[Tree], index: dict[str, int], source: str | None) -> tuple[int, int]:
    """The holes that must hold a peg, and those that must be empty."""
    masks = {"occupied": 0, "free": 0}
    for kind, *places in _facts(trees):
        if kind == "move-ended":
            continue
        if kind not in masks or len(places) != 1:
            raise InputError(
                "not a goal of the peg domain", source=source, seen=" ".join([kind, *places])[:60]
            )
        if places[0] not in index:
            raise InputError("the goal names an unknown place", source=source, seen=places[0][:60])
        masks[kind] |= 1 << index[places[0]]
    if masks["occupied"] & masks["free"]:
        raise InputError("the goal asks for a hole to be empty and full", source=source)
    return masks["occupied"], masks["free"]


def _facts(trees: list[Tree]) -> Iterator[list[str]]:
    """The atoms among nested lists; `and` is looked into, numbers and assignments are skipped."""
    for tree in trees:
        if not isinstance(tree, list) or not tree:
            continue
        head = tree[0]
        if isinstance(head, list) or head in ("and", "="):
            if head == "and":
                yield from _facts(tree[1:])
            continue
        words = [word for word in tree if isinstance(word, str)]
        yield words


def _board(names: list[str], lines: list[tuple[str, str, str]]) -> tuple[Board, dict[str, int]]:
    """The board of the places, by their coordinates if all have some; of a geometry that fits."""
    matches = [re.fullmatch(r".*?([0-9]+)[-_]([0-9]+)", name) for name in names]
    holes: list[Hole] = [(int(m[1]), int(m[2])) for m in matches if m is not None]
    if len(holes) != len(names) or len(set(holes)) != len(holes):
        holes = [(0, i) for i in range(len(names))]
    place = {name: i for i, name in enumerate(names)}
    jumps = [Jump(place[a], place[b], place[c]) for a, b, c in lines]
    board = Board(holes, Geometry.EXPLICIT, jumps, name="")
    top, left = min(r for r, _ in holes), min(c for _, c in holes)
    index = {name: board.index[r - top, c - left] for name, (r, c) in zip(names, holes, strict=True)}
    for geometry in (Geometry.ORTHOGONAL, Geometry.TRIANGULAR, Geometry.DIAGONAL):
        drawn = Board(holes, geometry)
        if drawn.jumps == board.jumps:
            return drawn, index
    return board, index


def _parse(text: str, source: str | None) -> list[Tree]:
    """One parenthesised expression, in lower case; comments run from ; to the end of the line."""
    stack: list[list[Tree]] = [[]]
    for number, row in enumerate(text.split("\n"), 1):
        for match in re.finditer(r"[()]|[^\s()]+", row.partition(";")[0].lower()):
            token = match[0]
            if token == "(":
                if len(stack) > DEEPEST:
                    raise InputError("nested too deep", source=source, line=number)
                stack.append([])
            elif token == ")":
                if len(stack) == 1:
                    raise InputError("a ) without (", source=source, line=number, column=match.start() + 1)
                done = stack.pop()
                stack[-1].append(done)
            else:
                stack[-1].append(token)
    if len(stack) != 1:
        raise InputError("a ( without )", source=source, line=text.count("\n") + 1)
    if len(stack[0]) != 1 or not isinstance(stack[0][0], list):
        raise InputError("not a planning problem", source=source, expected="(define (problem ...) ...)")
    return stack[0][0]
