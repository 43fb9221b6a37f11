"""Arguments that several commands share: the pair, and the limits."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import UsageError
from feasibility.base.limits import Clock, Limits, available_memory, resident_bytes
from feasibility.base.values import replace
from feasibility.cli.options import UnaskedSeconds, add, add_one, add_reading, add_time_and_work

if TYPE_CHECKING:
    from feasibility.criteria import Criterion
    from feasibility.engines.frontier.partitions import RunTasks

WORK_MEMORY = 2_000_000_000  # beside a limit of work: what is free now would not be the same in every run
START_HELP = "a file, -, problem:NAME, or BOARD:-d4, BOARD:+d4+e4"
TARGET_HELP = (
    "the same, or +d4 on START's board; default: the second grid of START, or else, if one hole is empty, "
    "the complement, and if several are, any one peg"
)


def add_pair(parser: ArgumentParser, *, start_optional: bool = False) -> None:
    """START [TARGET] --pegs N --complement --board NAME --lenient."""
    parser.add_argument("start", metavar="START", nargs="?" if start_optional else None, help=START_HELP)
    parser.add_argument("target", metavar="TARGET", nargs="?", help=TARGET_HELP)
    add_one(parser, "target", dest="named_target")
    add(parser, "pegs", "complement")
    add_reading(parser)


def add_limits(parser: ArgumentParser) -> None:
    add_time_and_work(parser)
    add(parser, "memory-limit")


def limits_of(args: Namespace) -> Limits:
    limits = time_and_work(args)
    if args.memory_limit is None and limits.work is not None:
        return replace(limits, memory=WORK_MEMORY)
    if args.memory_limit is None:
        free = available_memory()
        return replace(limits, memory=None if free is None else resident_bytes() + free // 2)
    return replace(limits, memory=memory_of(args.memory_limit))


def limit_reached(clock: Clock) -> str:
    """Which limit ended the work, as far as this clock knows: the steps of its `rest` are counted apart."""
    over = clock.reached()
    if over is None:
        return f"{'a limit' if clock.limits.work is None else 'the limit of work or of memory'} was reached"
    return f"the {over} limit was reached"


def time_and_work(args: Namespace) -> Limits:
    """The limits of time and work; the default limit of time does not hold beside a limit of work."""
    seconds, work = args.time_limit, args.work_limit
    unasked = work is not None and isinstance(seconds, UnaskedSeconds)
    return Limits(None if seconds is None or unasked else float(seconds), work=work)


def memory_of(gigabytes: float) -> int:
    """The limit in bytes; refused where the program breaks it before it has begun to search."""
    if not 0 < gigabytes * 1e9 < float("inf"):
        raise UsageError("not a memory limit", seen=str(gigabytes), expected="gigabytes above 0")
    import feasibility.engines.frontier.search  # noqa: F401  (with numpy, so that it counts)

    used = resident_bytes()
    if used >= gigabytes * 1e9:
        raise UsageError(
            f"the program itself already uses {used / 1e6:.0f} MB",
            seen=f"a memory limit of {gigabytes * 1e3:g} MB",
            expected="more",
        )
    return int(gigabytes * 1e9)


def add_levels(parser: ArgumentParser) -> None:
    add(
        parser, "workdir",
        jobs="make the levels of the search in N processes; needs --workdir",
        scheduler="make them on a Dask cluster (tcp://HOST:PORT) that sees --workdir",
    )  # fmt: skip


def criteria_of(args: Namespace) -> tuple[tuple[Criterion, ...], bool]:
    """The criteria that are asked, and whether the search is; --no-search skips it."""
    from feasibility.decide import choose
    from feasibility.engines import SEARCH

    return choose(args.criteria, [*(args.skip or ()), *([SEARCH] if args.no_search else [])])


def levels_of(args: Namespace) -> RunTasks | None:
    """Who makes the levels of a search, where not this process alone."""
    if args.jobs is None and args.scheduler is None:
        return None
    if args.workdir is None:
        raise UsageError("--jobs and --scheduler need --workdir", expected="a folder for the levels")
    from feasibility.many import engine

    return engine(args.jobs, args.scheduler)
