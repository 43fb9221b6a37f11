"""Pairs that planners were given: problem files of three domains of peg solitaire.

Only the problem is read, not the domain, so a domain is known by its name: the sequential and the temporal
one of the International Planning Competitions of 2008 and 2011, and that of CSPLib's problem 37. What says
more than start, goal and jumps is refused with its place, since it may change what can be reached.

Locations pos-ROW-COLUMN are read as coordinates, and the board gets the geometry that has its jumps; others
become the holes of an explicit board, in a row. A hole that the goal does not name is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from feasibility.game.geometry import HOLE_NAME, Board, Geometry, Hole, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.text.files import placed, read_text
from feasibility.text.lists import Nested, Word, parse, words, wrong

WHOLE = "(define (problem ...) (:domain ...) (:objects ...) (:init ...) (:goal ...))"
NEEDED = (":domain", ":objects", ":init", ":goal")
SECTIONS = ("problem", *NEEDED, ":requirements", ":metric")
NO_COST_YET = "(= (total-cost) 0)"


@dataclass(frozen=True)
class Domain:
    """What the facts of a domain are called."""

    line: str  # three holes in a row
    peg: str
    empty: str
    both: bool = False  # a line is there to be jumped along either way
    sweeps: bool = False  # it has sweeps, of which none may be under way at the start


DOMAINS = {
    "pegsolitaire-sequential": Domain("in-line", "occupied", "free", sweeps=True),
    "pegsolitaire-temporal": Domain("in-line", "occupied", "free"),
    "solitaire-strips": Domain("transition", "full", "empty", both=True),
}


def parse_problem(text: str, source: str | None = None) -> Pair:
    """The pair of a problem file; InputError if it is not a problem, or holds more than a pair."""
    with placed(source):
        return _read(parse(text, WHOLE))[0]


def places_of(path: str) -> dict[str, int]:
    """The holes that the locations of a problem file stand for."""
    text, name = read_text(path)
    with placed(name):
        return _read(parse(text, WHOLE))[1]


def _read(whole: Nested) -> tuple[Pair, dict[str, int]]:
    sections = _sections(whole)
    domain = _domain(sections[":domain"])
    locations = _locations(sections[":objects"])
    pegs, lines = _start(sections[":init"], domain, locations)
    board, index = _board(list(locations), lines)
    must, empty = _goal(sections[":goal"], domain, index)
    start = Position(board, sum(1 << index[place] for place in pegs))
    return Pair(start, Target(board, must, board.full & ~(must | empty))), index


def _sections(whole: Nested) -> dict[str, Nested]:
    if whole.head != "define":
        raise wrong("not a planning problem", whole, WHOLE)
    sections: dict[str, Nested] = {}
    for part in whole.parts[1:]:
        if not isinstance(part, Nested) or part.head not in SECTIONS:
            raise wrong("a section that is not read", part, ", ".join(SECTIONS))
        if part.head in sections:
            raise wrong("a section that was there before", part)
        sections[part.head] = part
    for name in NEEDED:
        if name not in sections:
            raise wrong("not a planning problem", whole, f"({name} ...)")
    return sections


def _domain(section: Nested) -> Domain:
    name = str(section.parts[1]) if len(section.parts) == 2 else ""
    if name not in DOMAINS:
        raise wrong("not a domain of peg solitaire that is known", section, " or ".join(DOMAINS))
    return DOMAINS[name]


def _locations(section: Nested) -> dict[str, Word]:
    """The locations in their order, each with its place."""
    locations: dict[str, Word] = {}
    listed = iter(words(section)[1:])
    for word in listed:
        if word.text == "-":
            kind = next(listed, None)
            if kind is None or kind.text not in ("location", "object"):
                raise wrong("not a type of this domain", kind or word, "location")
        elif word.text in locations:
            raise wrong("a location that was there before", word)
        else:
            locations[word.text] = word
    if not locations:
        raise wrong("no holes in this problem", section, "locations")
    return locations


def _facts(section: Nested, domain: Domain, known: frozenset[str]) -> Iterator[tuple[Nested, str, list[str]]]:
    """The facts of a section, each with its kind and its places, as the domain allows them."""
    sizes = {domain.line: 3, domain.peg: 1, domain.empty: 1, **({"move-ended": 0} if domain.sweeps else {})}
    for fact in section.parts[1:]:
        if section.head == ":init" and str(fact) == NO_COST_YET:
            continue
        if not isinstance(fact, Nested) or fact.head not in sizes:
            raise wrong("not a fact that is read here", fact, ", ".join(sizes))
        places = words(fact)[1:]
        if len(places) != sizes[fact.head]:
            raise wrong("wrong number of places", fact, str(sizes[fact.head]))
        for place in places:
            if place.text not in known:
                raise wrong("an unknown place", place, "a location of (:objects ...)")
        yield fact, fact.head, [place.text for place in places]


def _start(section: Nested, domain: Domain, locations: dict[str, Word]) -> tuple[list[str], list[list[str]]]:
    """The places with pegs, and the lines; each place has to be told, and once."""
    state: dict[str, str] = {}
    lines: list[list[str]] = []
    ready = not domain.sweeps
    for fact, kind, places in _facts(section, domain, frozenset(locations)):
        if kind == "move-ended":
            ready = True
        elif kind == domain.line:
            if len(set(places)) != 3:
                raise wrong("not a jump", fact, "three different places")
            lines += [places, places[::-1]] if domain.both else [places]
        elif state.setdefault(places[0], kind) != kind:
            raise wrong("a place that is empty and full", fact)
    if not ready:
        raise wrong("no sweep can begin", section, "(move-ended)")
    untold = next((word for place, word in locations.items() if place not in state), None)
    if untold is not None:
        raise wrong("a place of which the start says nothing", untold, f"{domain.peg} or {domain.empty}")
    return [place for place, kind in state.items() if kind == domain.peg], lines


def _goal(section: Nested, domain: Domain, index: dict[str, int]) -> tuple[int, int]:
    """The holes that must hold a peg, and those that must be empty."""
    masks = {domain.peg: 0, domain.empty: 0}
    for fact, kind, places in _facts(_conjunction(section), domain, frozenset(index)):
        if kind == domain.line:
            raise wrong("not a goal", fact, f"{domain.peg} or {domain.empty}")
        if places:
            masks[kind] |= 1 << index[places[0]]
        if masks[domain.peg] & masks[domain.empty]:
            raise wrong("the goal asks for a hole to be empty and full", fact)
    return masks[domain.peg], masks[domain.empty]


def _conjunction(section: Nested) -> Nested:
    """The goal as a list of facts: one, or several after `and`."""
    if len(section.parts) != 2:
        raise wrong("not a goal", section, "one fact, or (and ...)")
    (inner,) = section.parts[1:]
    return inner if isinstance(inner, Nested) and inner.head == "and" else section


def _board(names: list[str], lines: list[list[str]]) -> tuple[Board, dict[str, int]]:
    """The board of the places, by their coordinates if all have some; of a geometry that fits."""
    matches = [re.fullmatch(r".*?([0-9]{1,3})[-_]([0-9]{1,3})", name) for name in names]
    holes: list[Hole] = [(int(m[1]), int(m[2])) for m in matches if m is not None]
    placed = len(holes) == len(names) == len(set(holes))
    if not placed:
        holes = [(0, i) for i in range(len(names))]
    place = {name: i for i, name in enumerate(names)}
    jumps = [Jump(place[a], place[b], place[c]) for a, b, c in lines]
    called = None if placed or not all(re.fullmatch(HOLE_NAME, name) for name in names) else names
    board = Board(holes, Geometry.EXPLICIT, jumps, names=called)
    top, left = min(r for r, _ in holes), min(c for _, c in holes)
    index = {name: board.index[r - top, c - left] for name, (r, c) in zip(names, holes, strict=True)}
    return _drawn(board), index


def _drawn(board: Board) -> Board:
    """The board by the geometry that has its jumps, and by its name, where there are such."""
    from feasibility.text.catalogue import name_of

    for geometry in (Geometry.ORTHOGONAL, Geometry.TRIANGULAR, Geometry.DIAGONAL):
        drawn = Board(board.holes, geometry)
        if drawn.jumps == board.jumps:
            return Board(board.holes, geometry, name=name_of(drawn) or "")
    return board
