"""Pairs that planners were given: problem files of three domains of peg solitaire.

Only the problem is read, not the domain, so a domain is known by its name: the sequential and the temporal
one of the International Planning Competitions of 2008 and 2011, and that of CSPLib's problem 37. What says
more than start, goal and jumps is refused with its place, since it may change what can be reached.

Locations pos-ROW-COLUMN are read as coordinates, and the board gets the geometry that has its jumps; others
become the holes of an explicit board, in a row. A hole that the goal does not name is open.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.game.geometry import HOLE_NAME, Board, Geometry, Hole, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.text.files import placed

WHOLE = "(define (problem ...) (:domain ...) (:objects ...) (:init ...) (:goal ...))"
NEEDED = (":domain", ":objects", ":init", ":goal")
SECTIONS = ("problem", *NEEDED, ":requirements", ":metric")
NO_COST_YET = "(= (total-cost) 0)"
DEEPEST = 50  # lists in lists


class PlanningWord(NamedTuple):
    """A word in lower case, as the language makes no difference, or a list: what stands between ( and )."""

    text: str
    line: int
    column: int
    parts: tuple[PlanningWord, ...] | None = None

    @property
    def head(self) -> str:
        """The word that says what a list is; empty where there is none."""
        return "" if self.parts in (None, ()) else self.parts[0].text

    def wrong(self, message: str, expected: str | None = None) -> InputError:
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        return InputError(message, line=self.line, column=self.column, seen=shown, expected=expected)

    def rest(self) -> tuple[PlanningWord, ...]:
        return (() if self.parts is None else self.parts)[1:]

    def words(self) -> tuple[PlanningWord, ...]:
        """The words behind the head of a list that holds no further list."""
        for part in self.rest() if self.parts is None else self.parts:
            if part.parts is not None:
                raise part.wrong("a list where a word belongs")
        return self.rest()


def parse(text: str) -> PlanningWord:
    """The one list of a text; a remark runs from ; to the end of its line."""
    stack: list[list[PlanningWord]] = [[]]
    opened: list[PlanningWord] = []
    for line, row in enumerate(text.split("\n"), 1):
        for match in re.finditer(r"[()]|[^\s()]+", row.partition(";")[0]):
            here = PlanningWord(match[0].lower(), line, match.start() + 1)
            if here.text == "(":
                if len(opened) == DEEPEST:
                    raise InputError("nested too deep", line=here.line, column=here.column)
                opened.append(here)
                stack.append([])
            elif here.text != ")":
                stack[-1].append(here)
            elif not opened:
                raise InputError("a ) without (", line=here.line, column=here.column)
            else:
                parts = tuple(stack.pop())
                whole = f"({' '.join(part.text for part in parts)})"
                stack[-1].append(opened.pop()._replace(text=whole, parts=parts))
    if opened:
        raise InputError("a ( without )", line=opened[-1].line, column=opened[-1].column)
    (found,) = stack
    beside = [part for part in found if part.parts is None] or found[1:]
    if beside:
        raise beside[0].wrong("what stands beside the one list", WHOLE)
    if not found:
        raise InputError("an empty text", expected=WHOLE)
    return found[0]


class Domain(NamedTuple):
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
    return with_places(text, source)[0]


def with_places(text: str, source: str | None = None) -> tuple[Pair, dict[str, int]]:
    """The pair of a problem file, and the holes that its locations stand for."""
    with placed(source):
        sections = _sections(parse(text))
        domain = DOMAINS.get(" ".join(part.text for part in sections[":domain"].rest()))
        if domain is None:
            known = " or ".join(DOMAINS)
            raise sections[":domain"].wrong("not a domain of peg solitaire that is known", known)
        locations = _locations(sections[":objects"])
        pegs, lines = _start(sections[":init"], domain, locations)
        board, index = _board(list(locations), lines)
        must, empty = _goal(sections[":goal"], domain, index)
    start = Position(board, sum(1 << index[place] for place in pegs))
    return Pair(start, Target(board, must, board.full & ~(must | empty))), index


def _sections(whole: PlanningWord) -> dict[str, PlanningWord]:
    if whole.head != "define":
        raise whole.wrong("not a planning problem", WHOLE)
    sections: dict[str, PlanningWord] = {}
    for part in whole.rest():
        if part.head not in SECTIONS:
            raise part.wrong("a section that is not read", ", ".join(SECTIONS))
        if part.head in sections:
            raise part.wrong("a section that was there before")
        sections[part.head] = part
    for name in NEEDED:
        if name not in sections:
            raise whole.wrong("not a planning problem", f"({name} ...)")
    return sections


def _locations(section: PlanningWord) -> dict[str, PlanningWord]:
    """The locations in their order, each with its place."""
    locations: dict[str, PlanningWord] = {}
    listed = iter(section.words())
    for word in listed:
        if word.text == "-":
            kind = next(listed, None)
            if kind is None or kind.text not in ("location", "object"):
                raise (kind or word).wrong("not a type of this domain", "location")
        elif word.text in locations:
            raise word.wrong("a location that was there before")
        else:
            locations[word.text] = word
    if not locations:
        raise section.wrong("no holes in this problem", "locations")
    return locations


def _facts(
    facts: tuple[PlanningWord, ...], domain: Domain, known: Container[str]
) -> Iterator[tuple[PlanningWord, str, list[str]]]:
    """The facts of a section, each with its kind and its places, as the domain allows them."""
    sizes = {domain.line: 3, domain.peg: 1, domain.empty: 1, **({"move-ended": 0} if domain.sweeps else {})}
    for fact in facts:
        if fact.head not in sizes:
            raise fact.wrong("not a fact that is read here", ", ".join(sizes))
        places = fact.words()
        if len(places) != sizes[fact.head]:
            raise fact.wrong("wrong number of places", str(sizes[fact.head]))
        for place in places:
            if place.text not in known:
                raise place.wrong("an unknown place", "a location of (:objects ...)")
        yield fact, fact.head, [place.text for place in places]


def _start(
    section: PlanningWord, domain: Domain, locations: dict[str, PlanningWord]
) -> tuple[list[str], list[list[str]]]:
    """The places with pegs, and the lines; each place has to be told, and once."""
    state: dict[str, str] = {}
    lines: list[list[str]] = []
    ready = not domain.sweeps
    told = tuple(fact for fact in section.rest() if fact.text != NO_COST_YET)
    for fact, kind, places in _facts(told, domain, locations):
        if kind == "move-ended":
            ready = True
        elif kind == domain.line:
            if len(set(places)) != 3:
                raise fact.wrong("not a jump", "three different places")
            lines += [places, places[::-1]] if domain.both else [places]
        elif state.setdefault(places[0], kind) != kind:
            raise fact.wrong("a place that is empty and full")
    if not ready:
        raise section.wrong("no sweep can begin", "(move-ended)")
    for place, word in locations.items():
        if place not in state:
            raise word.wrong("a place of which the start says nothing", f"{domain.peg} or {domain.empty}")
    return [place for place, kind in state.items() if kind == domain.peg], lines


def _goal(section: PlanningWord, domain: Domain, index: dict[str, int]) -> tuple[int, int]:
    """The holes that must hold a peg, and those that must be empty: of one fact, or several after `and`."""
    goal = section.rest()
    if len(goal) != 1:
        raise section.wrong("not a goal", "one fact, or (and ...)")
    masks = {domain.peg: 0, domain.empty: 0}
    for fact, kind, places in _facts(goal[0].rest() if goal[0].head == "and" else goal, domain, index):
        if kind == domain.line:
            raise fact.wrong("not a goal", f"{domain.peg} or {domain.empty}")
        if places:
            masks[kind] |= 1 << index[places[0]]
        if masks[domain.peg] & masks[domain.empty]:
            raise fact.wrong("the goal asks for a hole to be empty and full")
    return masks[domain.peg], masks[domain.empty]


def _board(names: list[str], lines: list[list[str]]) -> tuple[Board, dict[str, int]]:
    """The board of the places, by their coordinates if all have some; of a geometry that fits."""
    matches = [re.fullmatch(r".*?([0-9]{1,3})[-_]([0-9]{1,3})", name) for name in names]
    holes: list[Hole] = [(int(m[1]), int(m[2])) for m in matches if m is not None]
    drawn = len(holes) == len(names) == len(set(holes))
    if not drawn:
        holes = [(0, i) for i in range(len(names))]
    place = {name: i for i, name in enumerate(names)}
    jumps = [Jump(place[a], place[b], place[c]) for a, b, c in lines]
    called = None if drawn or not all(re.fullmatch(HOLE_NAME, name) for name in names) else names
    board = Board(holes, Geometry.EXPLICIT, jumps, names=called)
    top, left = min(r for r, _ in holes), min(c for _, c in holes)
    index = {name: board.index[r - top, c - left] for name, (r, c) in zip(names, holes, strict=True)}
    return _of_its_geometry(board), index


def _of_its_geometry(board: Board) -> Board:
    """The board by the geometry that has its jumps, and by its name, where there are such."""
    from feasibility.text.catalogue import name_of

    for geometry in (Geometry.ORTHOGONAL, Geometry.TRIANGULAR, Geometry.DIAGONAL):
        drawn = Board(board.holes, geometry)
        if drawn.jumps == board.jumps:
            return Board(board.holes, geometry, name=name_of(drawn) or "")
    return board
