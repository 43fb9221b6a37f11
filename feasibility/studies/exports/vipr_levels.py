"""An exhaustion over the program of plays, in the format VIPR: no play stands in any position it can reach.

The distance of p_T from a position is the number of holes in which they differ. For each position that can
stand before jump number T a constraint says that this distance is at least 1: at the end because the position
is no target; before, because each legal jump leads to a position for which it is known already.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from feasibility.base.errors import InputError, SoundnessError
from feasibility.proofs.cut import Jump, Problem
from feasibility.studies.exports.play_program import PlayProgram
from feasibility.studies.exports.vipr_file import ViprFile

MOST = 5_000  # positions, each counted with the number of jumps before it

Place = frozenset[int]  # the holes of a position that hold a peg


def by_levels(problem: Problem) -> ViprFile:
    """The file of a pair without a play."""
    program = PlayProgram(problem)
    levels = _levels(program)
    known = {position: _no_target(program, position) for position in levels[-1]}
    for t in range(program.steps - 1, -1, -1):
        known = {position: _passed(program, t, position, known) for position in levels[t]}
    start = frozenset(problem.start)
    stands = {row: 1 if i in start else -1 for i, row in enumerate(program.begin)}
    program.file.absurd({known[start]: 1, **stands})
    return program.file


def _levels(program: PlayProgram) -> list[set[Place]]:
    """The positions that can stand before each jump; where a play may pause, those of earlier levels too."""
    levels = [{frozenset(program.problem.start)}]
    for _ in range(program.steps):
        reached = set(levels[-1]) if program.pause else set()
        for position in levels[-1]:
            reached |= {after for _, after in _legal(program.problem, position)}
        levels.append(reached)
        if sum(map(len, levels)) > MOST:
            raise InputError(
                "the exhaustion is too large to write over the program of plays",
                expected=f"at most {MOST:,} positions, each counted with the number of jumps before it",
            )
    return levels


def _legal(problem: Problem, position: Place) -> Iterator[tuple[int, Place]]:
    for i, (start, over, landing) in enumerate(problem.jumps):
        if start in position and over in position and landing not in position:
            yield i, position ^ {start, over, landing}


def _distance(program: PlayProgram, t: int, position: Place) -> dict[int, int]:
    """Terms that are the distance of p_T from the position, less the number of its pegs."""
    return {program.peg(t, i): -1 if i in position else 1 for i in range(program.problem.holes)}


def _sides(program: PlayProgram, t: int, position: Place, times: list[int]) -> dict[int, int]:
    """Bounds, so many times each, by which each hole is at least as far from the position as 0."""
    holes = [(program.peg(t, i), i in position, times[i]) for i in range(program.problem.holes)]
    return {(program.high if full else program.low)[v]: -by if full else by for v, full, by in holes}


def _no_target(program: PlayProgram, position: Place) -> int:
    """The last position has another number of pegs, or a wrong hole."""
    problem, t, value = program.problem, program.steps, 1 - len(position)
    if program.pegs_row is not None and (problem.count or 0) > len(position):
        rows = {program.pegs_row: 1} | {program.high[program.peg(t, i)]: -2 for i in position}
        return program.file.combine("G", value, _distance(program, t, position), rows)
    for i, row in program.end.items():
        if (i in position) != (i in problem.pegs):
            others = [int(hole != i) for hole in range(problem.holes)]
            rows = {**_sides(program, t, position, others), row: -1 if i in position else 1}
            return program.file.combine("G", value, _distance(program, t, position), rows)
    raise SoundnessError("a pair that the verifier refutes has a play")


def _passed(program: PlayProgram, t: int, position: Place, known: dict[Place, int]) -> int:
    """If this position stood here, neither a legal jump nor any other could follow."""
    terms, value = _distance(program, t, position), -len(position)
    here = program.file.assume("L", value, terms)
    elsewhere = program.file.assume("G", value + 1, terms)
    refused = {
        i: _refused(program, t, i, after, here, known[after])
        for i, after in _legal(program.problem, position)
    }
    jumps = program.problem.jumps
    if program.pause:  # without a jump the next position is this one
        sums = _next(program, t, position, known[position])
        gains = [_gain(jump, position) for jump in jumps]
    else:
        sums, gains = {program.one[t]: 1}, [1] * len(jumps)
    charged = [int(program.pause)] * program.problem.holes
    for i, (jump, gain) in enumerate(zip(jumps, gains, strict=True)):
        if gain <= 0:
            sums[program.low[program.jump(t, i)]] = -gain
        elif i in refused:
            sums[refused[i]] = -gain
        else:  # the first of its three holes that forbids it
            at = next(k for k in range(3) if (jump[k] in position) == (k == 2))
            sums[program.legal[t][i][at]] = -gain
            charged[jump[at]] += gain
    most = max(charged)
    slack = _sides(program, t, position, [most - charge for charge in charged])
    absurd = program.file.absurd({**sums, **slack, here: -most})
    return program.file.unsplit((absurd, here), (elsewhere, elsewhere), "G", value + 1, terms)


def _refused(program: PlayProgram, t: int, i: int, after: Place, here: int, known: int) -> int:
    """Jump i would lead to a position in which no play stands, so it is not jump number t."""
    start, over, landing = program.problem.jumps[i]
    sums = {here: -1, **_next(program, t, after, known)}
    sums |= {program.high[program.peg(t, hole)]: -2 for hole in (start, over)}
    sums[program.low[program.peg(t, landing)]] = 2
    gains = [_gain(jump, after) for jump in program.problem.jumps]  # that of jump i is -3
    most = max(0, *gains)
    sums[program.one[t]] = -most
    sums |= {program.low[program.jump(t, k)]: most - gain for k, gain in enumerate(gains) if k != i}
    share, terms = Fraction(-1, most + 3), {program.jump(t, i): 1}
    part = {number: times * share for number, times in sums.items()}
    return program.file.round(
        "L", 0, terms, program.file.combine("L", Fraction(most + 2, most + 3), terms, part)
    )


def _next(program: PlayProgram, t: int, position: Place, known: int) -> dict[int, int]:
    """That the next position is not this one, said of the position before it and the jump in between."""
    return {known: 1} | {row: 1 if i in position else -1 for i, row in enumerate(program.change[t])}


def _gain(jump: Jump, position: Place) -> int:
    """What a jump adds to the distance from the position."""
    return sum(-by if hole in position else by for hole, by in zip(jump, (-1, -1, 1), strict=True))
