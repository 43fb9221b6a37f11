"""The public functions on tiny boards, in one thread or eight, under limits of no time and of some.

`python -m tests.soak.functions SEED NUMBER` calls some and prints a line for each wrong answer, by brute
force. The soak stops and continues that process meanwhile.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random
from typing import Any

import feasibility as f
from feasibility.api.solve import METHODS
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.proofs.accept import AT_ONCE
from feasibility.proofs.certificate import Certificate
from tests.criteria.reference import jumps_of
from tests.soak import truth
from tests.soak.asked import Asked, ask, board_of, reached

CALLS = 120  # of one process
Said = Iterator[str]
Call = Callable[[Asked, Pair, Limits, Random], Said]


def main() -> None:
    """All calls of a number; with eight threads eight at once."""
    seed, number = map(int, sys.argv[1:])
    threads = Random(f"threads {seed} {number}").choice((1, 8))
    with ThreadPoolExecutor(threads) as pool:
        for told in pool.map(lambda call: called(seed, number, call), range(CALLS)):
            for text in told:
                print(text, flush=True)


def called(seed: int, number: int, call: int) -> list[str]:
    """What is wrong with one call."""
    random = Random(f"function {seed} {number} {call}")
    name = random.choice([*FUNCTIONS])
    asked, limits = ask(random), limits_of(random)
    about = f"{name} {' '.join(asked.words())} free {asked.free:#x} {limits}"
    try:
        return [f"{about}: {text}" for text in FUNCTIONS[name](asked, pair_of(asked), limits, random)]
    except (InputError, StoppedError):
        return []
    except Exception:
        return [f"{about}: {traceback.format_exc()}"]


def limits_of(random: Random) -> Limits:
    """No time, moments, some seconds, none; now and then of work."""
    match random.randrange(6):
        case 0:
            return Limits(0.0)
        case 1:
            return Limits(work=int(10 ** random.uniform(0, 6)))
        case 2:
            return Limits()
        case _:
            return Limits(seconds_of(random))


def seconds_of(random: Random) -> float:
    return float(10 ** random.uniform(-4.5, 0.5))


def pair_of(asked: Asked) -> Pair:
    board = board_of(asked.board)
    if asked.pegs is not None:
        return Pair(Position(board, asked.start), Target.with_pegs(board, asked.pegs))
    must = board.full ^ asked.start if asked.target is None else asked.target
    return Pair(Position(board, asked.start), Target(board, must, asked.free))


def wins(asked: Asked, mask: int) -> bool:
    return any(map(asked.ends, reached(asked.board, mask)))


def proved(certificate: Certificate | None, verified: bool | None) -> Said:
    """The verifier accepts; and did so before, where that takes milliseconds."""
    if certificate is None:
        return
    outcome = f.verify(certificate)
    if not outcome.valid:
        yield f"a certificate that is {outcome}"
    if verified is False and 0 < certificate.proof.forecast() <= AT_ONCE:
        yield f"a proof of kind {certificate.proof.kind} that was not repeated"


def answered(told: Any, feasible: bool) -> Said:
    if str(told.answer) not in ("unknown", "feasible" if feasible else "infeasible"):
        yield f"{told.answer} IS WRONG"
    yield from proved(told.certificate, told.verified)
    if told.answer == "infeasible" and told.certificate is None:
        yield "infeasible without a certificate"


def check(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    patience = random.choice((None, 0.0, seconds_of(random)))
    plan = f.Plan(first=random.random() < 0.5, patience=patience, all_criteria=random.random() < 0.2)
    yield from answered(f.check(pair, plan=plan, limits=limits), asked.feasible)


def solve(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    method = random.choice(METHODS)
    if method == "plans" and limits == Limits():  # it would look for a play for ever
        limits = Limits(seconds_of(random))
    yield from answered(f.solve(pair, method=method, limits=limits), asked.feasible)


def solve_sweeps(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    solved = f.solve(pair, sweeps=True, limits=limits)
    yield from answered(solved, asked.feasible)
    fewest = truth.fewest_sweeps(pair.board, asked.start, asked.ends)
    least, most = solved.sweeps_at_least, solved.sweeps
    if fewest is not None and (
        (least is not None and least > fewest) or (most is not None and most < fewest)
    ):
        yield f"{least} to {most} SWEEPS, NOT {fewest}"


def advise(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    after = []
    position = pair.start
    while random.random() < 0.5 and position.legal_jumps():
        after.append(random.choice(position.legal_jumps()))
        position = position.play(after[-1])
    patience = random.choice((0.0, 1.0, seconds_of(random)))
    advice = f.advise(pair.start, pair.target, after=after, patience=patience, limits=limits)
    for verdict in (advice.verdict, *(tried.verdict for tried in advice.tried)):
        yield from answered(verdict, wins(asked, verdict.pair.start.mask))
    if advice.lost is not None:
        lost, won = advice.lost.lost, advice.lost.won
        if wins(asked, pair.start.replay(after[:lost]).mask):
            yield f"NOT LOST AFTER {lost}"
        if won is not None and not wins(asked, pair.start.replay(after[:won]).mask):
            yield f"NOT WON AFTER {won}"


def last_sweep(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    least = random.choice((None, 1, 2))
    found = f.last_sweep(pair, at_least=least, limits=limits)
    longest = truth.longest_last_sweep(pair.board, asked.start, asked.ends)
    for certificate in found.certificates:
        yield from proved(certificate, None)
    if found.play is not None and found.jumps > longest:
        yield f"A LAST SWEEP OF {found.jumps} WHERE {longest} IS THE LONGEST"
    if str(found.answer) == "infeasible" and longest >= found.beyond:
        yield f"NO LAST SWEEP OF {found.beyond}, AND THERE IS ONE OF {longest}"
    if str(found.answer) == "feasible" and longest > found.jumps and least is None:
        yield f"THE LONGEST HAS {longest}, NOT {found.jumps}"


def counts(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    known = f.count(pair, limits=limits)
    here, plays = len(reached(asked.board, asked.start)), truth.plays(pair.board, asked.start, asked.ends)
    if known.positions not in (None, here):
        yield f"{known.positions} POSITIONS, NOT {here}"
    alone = f.count_plays(pair, limits=limits)
    for number in (known.plays, alone):
        if number is not None and not isinstance(number, Stopped) and number != plays:
            yield f"{number} PLAYS, NOT {plays}"
    winning = f.count_winning(pair, limits=limits)
    alive = sum(wins(asked, mask) for mask in reached(asked.board, asked.start))
    if not isinstance(winning, Stopped) and winning.positions not in (None, alive):
        yield f"{winning.positions} POSITIONS ON PLAYS, NOT {alive}"


def tally(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    known = f.count_sweeps(pair, limits=limits)
    plays = truth.plays(pair.board, asked.start, asked.ends)
    if known is None:
        if plays:
            yield "NO PLAYS, AND THERE ARE SOME"
    elif not isinstance(known, Stopped) and sum(known.plays.values()) != plays:
        yield f"{known.plays} PLAYS, NOT {plays}"


def reach(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    known = f.reach(pair.start, limits=limits)
    masks = {position.mask for position in known}
    if not masks <= reached(asked.board, asked.start):
        yield "POSITIONS THAT CANNOT BE REACHED"
    if known.stopped is None and masks != reached(asked.board, asked.start):
        yield "POSITIONS ARE MISSING"


def minimum(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    known = f.minimum(pair.start, limits=limits)
    least = min(mask.bit_count() for mask in reached(asked.board, asked.start))
    if known.at_least > least or known.pegs not in (None, least):
        yield f"A MINIMUM OF {known.at_least}, {known.pegs}, NOT {least}"
    for certificate in known.lower_proofs:
        yield from proved(certificate, None)


def bounds(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    if random.random() < 0.5:
        excluded = f.exclusions(pair, limits=limits)
        if excluded.empty and asked.feasible:
            yield "NO NUMBERS OF JUMPS, AND THERE IS A PLAY"
        return
    known = f.bounds(pair, limits=limits)
    if known.empty and asked.feasible:
        yield "NO NUMBERS OF JUMPS, AND THERE IS A PLAY"
    numbers = {jump: number for number, jump in enumerate(jumps_of(pair.board))}
    for one in known.ranges:
        for jump in one.orbit:
            true = truth.jump_counts(pair.board, asked.start, asked.ends, numbers[tuple(jump)])
            low, high = one.least.whole, one.most.whole
            if true is not None and ((low or 0) > true[0] or (high is not None and high < true[1])):
                yield f"{jump} IS PLAYED {true}, NOT {low} TO {high}"


def plays(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    listing = f.plays(pair, limits=limits)
    listed = list(islice(listing, 500))
    true = truth.plays(pair.board, asked.start, asked.ends)
    wrong = [play for play in listed if not pair.start.replay(play).matches(pair.target)]
    if wrong or len(set(listed)) < len(listed) or len(listed) > true:
        yield f"WRONG PLAYS AMONG {len(listed)}, OF {true}"
    if listing.stopped is None and len(listed) < min(500, true):
        yield f"{len(listed)} PLAYS, NOT {true}"


def returning(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    """Before any jump or after all the peg goes back once into its empty hole, or never."""
    empty = [hole for hole in range(pair.board.n) if not asked.start >> hole & 1]
    if not empty:
        return
    hole = random.choice(empty)
    solved = f.solve_with_return(pair.start, pair.target, hole, limits=limits)
    here = reached(asked.board, asked.start)
    back = {mask | 1 << hole for mask in here if not mask >> hole & 1}
    feasible = wins(asked, asked.start) or any(wins(asked, mask) for mask in back)
    if str(solved.answer) not in ("unknown", "feasible" if feasible else "infeasible"):
        yield f"{solved.answer} WITH {pair.board.called(hole)} BACK IS WRONG"
    for certificate in solved.certificates:
        yield from proved(certificate, None)


def track(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    if not pair.target.must or asked.pegs is not None or asked.free:
        return
    first, last = random.choice(bits(asked.start)), random.choice(bits(pair.target.must))
    mark = f"{pair.board.called(first)}={pair.board.called(last)}"
    (tracked,) = f.track(pair, marks=mark, limits=limits)
    states = {(asked.start, first)}
    for _ in range(asked.start.bit_count()):
        states |= {
            (then, c if place == a else place)
            for mask, place in states
            for number, then, a, c in truth.after(pair.board, mask)
            if jumps_of(pair.board)[number][1] != place
        }
    yield from answered(tracked, any(place == last and asked.ends(mask) for mask, place in states))


def pagoda(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    if f.pagoda(pair, limits=limits) and asked.feasible:
        yield "A FEASIBLE PAIR IS REFUTED BY WEIGHTS"


def boards(asked: Asked, pair: Pair, limits: Limits, random: Random) -> Said:
    """What is asked of a board, or listed: it ends, and whatever comes is of the right board."""
    f.lattice(pair.board)
    f.gap(pair.board, engine="builtin", limits=limits)
    graph = f.graph(pair.start)
    if len(graph) != len(reached(asked.board, asked.start)):
        yield f"A GRAPH OF {len(graph)} POSITIONS"
    army = f.army(random.choice((1, 2, 3, 5)), limits=limits)
    yield from proved(army.certificate, None if army.acceptance is None else army.acceptance.verified)


FUNCTIONS: dict[str, Call] = {
    call.__name__: call
    for call in (
        check, check, solve, solve_sweeps, advise, last_sweep, counts, tally, reach, minimum, bounds, plays,
        returning, track, pagoda, boards,
    )
}  # fmt: skip

if __name__ == "__main__":
    main()
