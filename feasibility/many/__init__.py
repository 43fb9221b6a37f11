"""Many pairs: what comes in, what goes out, which engine does the work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import count
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits, as_limits
from feasibility.base.report import Report
from feasibility.base.values import Value, replace
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.processes.tasks import Function, StopRequest, Task, TaskFailure, TaskPart

if TYPE_CHECKING:
    from feasibility.decide import Plan
    from feasibility.engines.frontier.partitions import RunTasks as Levels
    from feasibility.proofs.verdict import Finding, Verdict

PAIR_SECONDS = 20.0  # for one pair, where nothing else is said


@lru_cache(maxsize=64)
def _kept(board: Board, name: str, names: tuple[str, ...] | None) -> Board:
    return board  # equal boards may be called otherwise, and so may their holes


def at_home(pair: Pair) -> Pair:
    """The pair on the board object of earlier pairs: what is derived from a board is kept with it."""
    board = _kept(pair.board, pair.board.name, pair.board.names)
    if board is pair.board:
        return pair
    start, target = Position(board, pair.start.mask), pair.target
    return Pair(start, Target(board, target.must, target.free, target.pegs))


class Executor(Value):
    """The processes or the cluster that do the work.

    `ceiling` is the most memory (bytes) that the system gives to a process, `patience` the seconds after
    which a task that does not end is given up with it.
    """

    jobs: int | None = None
    scheduler: str | None = None
    in_order: bool = False
    ceiling: int | None = None
    patience: float | None = None


def _findings(pair: Pair, limits: Limits, plan: Plan) -> tuple[Finding, ...]:
    """The check of one pair in a worker; only what is new comes back."""
    from feasibility.decide import check

    return check(at_home(pair), limits, plan).findings


def check_many(
    pairs: Iterable[Pair | str | tuple[Any, Pair | str]],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    plan: Plan | None = None,
    ordered: bool = False,
) -> Iterator[tuple[Any, Verdict | TaskFailure]]:
    """The verdicts on many pairs as they come, each with its key: the one given with the pair, or a number.

    `jobs` processes of this machine (default: all cores), or the Dask cluster at `scheduler` (`tcp://host:port`).
    `limits` are for each pair; without them each has 20 seconds. A worker that dies costs one pair: its
    result is a `TaskFailure`. `pairs` may be endless; a bounded number of them is under way.
    """
    from feasibility.decide import Plan
    from feasibility.decide.schedule import BATCH
    from feasibility.proofs.verdict import Verdict

    chosen = as_limits(limits, time_limit, work_limit, memory_limit, usual=PAIR_SECONDS)
    function = partial(_findings, limits=chosen, plan=shared_plan(plan or Plan(schedule=BATCH), jobs))
    ceiling = None if chosen.memory is None else ceiling_of(chosen.memory)
    engine = Executor(jobs, scheduler, ordered, ceiling, patience_of(chosen))
    results = run(function, map(_asked, count(), pairs), engine, sent=itemgetter(1))
    return (
        (key, found if isinstance(found, TaskFailure) else Verdict(pair, found, chosen))
        for (key, pair), found in results
    )


def _asked(number: int, entry: Pair | str | tuple[Any, Pair | str]) -> tuple[Any, Pair]:
    from feasibility.text.references import read_pair

    key, pair = entry if isinstance(entry, tuple) and len(entry) == 2 else (number, entry)
    if not isinstance(pair, Pair | str):
        raise InputError("not a pair", seen=type(pair).__name__, expected="a value or text")
    if isinstance(key, str) and isinstance(pair, str) and key not in ("-", pair):
        try:
            read_pair(key, pair)
        except InputError:
            return key, read_pair(pair)
        what, expected = (
            "a start and a target, or a key and a pair",
            "`read_pair(START, TARGET)`, or another key",
        )
        raise InputError(what, seen=repr(entry)[:80], expected=expected)
    return key, read_pair(pair) if isinstance(pair, str) else pair


def shared_plan(plan: Plan, jobs: int | None) -> Plan:
    """Cores are shared by the workers, so a search in one of them has fewer threads."""
    from feasibility.processes.pool import cores

    if jobs is not None and jobs < 1:
        raise InputError("not a number of processes", seen=str(jobs), expected="1 or more")
    return replace(plan, threads=max(1, min(plan.threads, cores() // (cores() if jobs is None else jobs))))


def run(
    function: Function,
    tasks: Iterable[Task | None],
    engine: Executor,
    *,
    stop: StopRequest | None = None,
    report: Report | None = None,
    sent: Callable[[Task], Any] = lambda task: task,
) -> Iterator[tuple[Task, Any]]:
    """Every task with what `function` makes of it, or each part, by processes of this machine or a cluster.

    `sent` is what of a task goes there.
    """
    under_way: dict[int, Task] = {}

    def noted() -> Iterator[Task | None]:
        numbers = count()
        for task in tasks:
            if task is None:
                yield None
            else:
                under_way[next(numbers)] = task
                yield sent(task)

    in_order = engine.in_order
    if engine.scheduler is None:
        from feasibility.processes.pool import in_processes

        results = in_processes(
            function, noted(), jobs=engine.jobs, in_order=in_order, ceiling=engine.ceiling,
            patience=engine.patience, stop=stop,
        )  # fmt: skip
    else:
        from feasibility.processes.cluster import on_cluster

        where = engine.scheduler
        results = on_cluster(function, noted(), where, in_order=in_order, stop=stop, report=report)
    for number, result in results:
        yield under_way[number] if isinstance(result, TaskPart) else under_way.pop(number), result


def engine(jobs: int | None = None, scheduler: str | None = None) -> Levels:
    """The tasks of a partitioned frontier search, in processes of this machine or on a cluster."""

    def results(function: Function, tasks: Iterable[Task]) -> Iterator[Any]:
        return (result for _, result in run(function, tasks, Executor(jobs, scheduler)))

    return results


def ceiling_of(memory: int) -> int:
    """The memory at which the system refuses: well above the limit that the checks keep by themselves."""
    return 2 * memory + (1 << 30)


def patience_of(limits: Limits) -> float | None:
    """Seconds after which a check no longer looks as if it would keep its limit."""
    return None if limits.seconds is None else 3 * limits.seconds + 60
