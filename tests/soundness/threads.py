"""Checks from many threads at once, in a process of its own: a crash must not take the tests with it.

    python -m tests.soundness.threads [--threads N] [--checks N] [--beside] [--start thread|fork|spawn|loop]

Each answer is compared with exhaustion. `--beside` lets a batch of worker processes and jobs of the local
page run at the same time. The other ways to start: in children forked while threads are at work, in children
that are spawned, and on the threads of an asyncio loop.
"""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import multiprocessing
import os
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.process import BaseProcess
from time import sleep

import feasibility
from feasibility.decide import Plan
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Answer
from tests.criteria.reference import feasible

NAMES = ("line:7", "triangle:4", "rectangle:3x4", "rectangle:4x4", "rectangle:2x6")


def boards() -> list[Board]:
    cycle = [(i, (i + 1) % 6, (i + 2) % 6) for i in range(6)]
    drawn = [feasibility.board(name) for name in NAMES]
    return [*drawn, Board([(0, i) for i in range(6)], Geometry.EXPLICIT, cycle, name="cycle of 6")]


def pairs(count: int, seed: int) -> list[Pair]:
    rng, drawn = random.Random(seed), boards()
    return [_pair(rng, rng.choice(drawn)) for _ in range(count)]


def _pair(rng: random.Random, board: Board) -> Pair:
    start = rng.getrandbits(board.n) | rng.getrandbits(board.n)
    hole = 1 << rng.randrange(board.n)
    kinds = [
        Target(board, hole),
        Target(board, start & rng.getrandbits(board.n)),
        Target(board, hole, rng.getrandbits(board.n) & ~hole),
        Target.with_pegs(board, 1 + rng.randrange(3)),
    ]
    return Pair(Position(board, start), rng.choice(kinds))


def checked(pair: Pair) -> str | None:
    """What is wrong with the verdict on a pair."""
    verdict = feasibility.check(pair, plan=Plan(threads=1))
    truth = Answer.FEASIBLE if feasible(pair) else Answer.INFEASIBLE
    return None if verdict.answer is truth else f"{verdict.answer} for {pair!r}"


def in_threads(threads: int, checks: int, seed: int = 0) -> list[str]:
    """All threads go through the same pairs, each from another place on."""
    asked, wrong = pairs(-(-checks // threads), seed), list[str]()

    def work(first: int) -> None:
        for pair in asked[first:] + asked[:first]:
            try:
                found = checked(pair)
            except BaseException as error:
                found = f"{error!r} for {pair!r}"
            if found is not None:
                wrong.append(found)

    workers = [threading.Thread(target=work, args=(k * len(asked) // threads,)) for k in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return wrong


def _end(wrong: list[str]) -> None:
    for line in wrong:
        print(line, file=sys.stderr)
    os._exit(bool(wrong))


def _child(threads: int, checks: int) -> None:
    faulthandler.enable()
    _end(in_threads(threads, checks, os.getpid()))


def in_processes(method: str, threads: int, checks: int) -> list[str]:
    """Children that begin while the threads of this process are at work."""
    wrong = in_threads(1, 8)
    here = threading.Thread(target=lambda: wrong.extend(in_threads(threads, checks)))
    here.start()
    sleep(0.3)  # in the middle of it
    context = multiprocessing.get_context(method)
    children: list[BaseProcess] = []
    for _ in range(2):
        child = context.Process(target=_child, args=(threads, checks // 4))  # type: ignore[attr-defined]
        child.start()
        children.append(child)
    for child in children:
        child.join()
    here.join()
    return wrong + [f"a child ended with {child.exitcode}" for child in children if child.exitcode]


def in_loop(threads: int, checks: int) -> list[str]:
    """In the threads of an event loop, and on the loop itself."""

    async def main() -> list[str]:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(threads))
        tasks = [asyncio.to_thread(checked, pair) for pair in pairs(checks, 1)]
        mixed = asyncio.gather(*tasks)
        here = [checked(pair) for pair in pairs(checks // 8, 2)]
        return [text for text in (*here, *await mixed) if text is not None]

    return asyncio.run(main())


def batch(checks: int) -> list[str]:
    """check_many in two worker processes."""
    asked = pairs(checks, 3)
    wrong = []
    for number, verdict in feasibility.check_many(asked, jobs=2):
        truth = Answer.FEASIBLE if feasible(asked[number]) else Answer.INFEASIBLE
        if getattr(verdict, "answer", None) is not truth:
            wrong.append(f"check_many: {verdict!r} for {asked[number]!r}")
    return wrong


def page_jobs(count: int) -> list[str]:
    """Jobs of the local page, on a loop in a thread."""
    from feasibility.studies.page.exchange import pair_object, read_question
    from feasibility.studies.page.jobs import Jobs

    asked = pair_object(feasibility.read_pair("line:3:+a1+b1", "line:3:+c1"))

    async def one(jobs: Jobs) -> str | None:
        job = jobs.start(read_question("check", {**asked, "seconds": 20}))
        last = None
        async for _, message in job.follow():
            last = message
        good = last is not None and last.get("verdict") == "feasible"
        return None if good else f"a job of the page ended with {last!r}"

    async def main() -> list[str]:
        jobs = Jobs()
        try:
            answers = [await one(jobs) for _ in range(count)]
        finally:
            jobs.close()
        return [text for text in answers if text is not None]

    return asyncio.run(main())


def beside(threads: int, checks: int) -> list[str]:
    """The threads, a batch and jobs of the page at the same time."""
    with ThreadPoolExecutor(2) as others:
        more = [others.submit(batch, checks // 8), others.submit(page_jobs, 2)]
        wrong = in_threads(threads, checks)
        return wrong + [text for other in more for text in other.result()]


def main() -> None:
    faulthandler.enable()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--checks", type=int, default=2000)
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--start", choices=("thread", "fork", "spawn", "loop"), default="thread")
    args = parser.parse_args()
    if args.start in ("fork", "spawn"):
        wrong = in_processes(args.start, args.threads, args.checks)
    elif args.start == "loop":
        wrong = in_loop(args.threads, args.checks)
    else:
        wrong = (beside if args.beside else in_threads)(args.threads, args.checks)
    for line in wrong[:20]:
        print(line, file=sys.stderr)
    print(f"{args.checks} checks, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
