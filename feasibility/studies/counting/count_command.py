"""Count what START can reach: positions, orbits, dead ends by pegs, plays to TARGET, games, chances.

Orbits are positions up to the symmetries that fix START; with --winning and --sequences, START and TARGET.
Games are plays to a position without a legal jump. Plays to a pattern or to --pegs N are the plays to each
position that matches. With --return-peg the board has two holes more: a hand, which holds the peg until it
goes back, and the peg that it jumps over then.
If a limit or Ctrl-C ends the count, what was counted so far is printed; the exit code is 3 or 130.

examples:
  pegfeas count triangle:5:-a1 --pegs 1
  pegfeas count english33:-d4 --no-games --time-limit 60
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from feasibility.base.errors import ExitCode
from feasibility.base.plurals import LONGEST, plural, probability
from feasibility.base.stopped import BrokenOffError, Stopped
from feasibility.cli.additions import Addition, refuse_beside, wanted
from feasibility.cli.arguments import add_limits, add_pair, limits_of
from feasibility.cli.common import message, print_json
from feasibility.cli.opening import question_of
from feasibility.cli.options import add, own
from feasibility.cli.terminal import ProgressLine, print_table, print_words
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Target
from feasibility.registry import Hook, value

if TYPE_CHECKING:
    from feasibility.render.tables import Table
    from feasibility.studies.counting.count_api import OnPlays
    from feasibility.studies.counting.counting import Counts

ALONE = ("winning", "sequences", "chance", "plays")  # each is a public name count_NAME
OPTIONS = Hook[Addition]("studies.counting.count_command:OPTIONS", "adds to it")
FORETOLD = 1.0  # seconds from which on it is said beforehand what a count needs
LONGEST_LINE = 600  # characters of a fraction that gets a line of its own; JSON has every one


class Printed(NamedTuple):
    """What is printed of numbers: as JSON, and for people."""

    facts: Mapping[str, object]
    lines: Sequence[str] = ()
    table: Table | None = None


def add_arguments(parser: ArgumentParser) -> None:
    add_pair(parser)
    own(parser, "--no-games", "leave out the games and the chance, the costliest numbers")
    own(parser, "--plays", "count only the plays to TARGET, which is several times faster")
    own(parser, "--chance", "only the chance that random play reaches TARGET, as a fraction")
    through = "count the sequences of orbits of positions that the plays to TARGET go through"
    own(parser, "--sequences", through)
    own(parser, "--winning", "count the positions on plays to TARGET, and their orbits, by number of pegs")
    add(parser, "json", return_peg="count plays in which the peg removed from HOLE goes back into it once")
    for addition in OPTIONS.filled():
        addition.add(parser)
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    from feasibility.studies.counting import count_api

    addition = wanted(OPTIONS.filled(), args)
    if addition is not None:
        return ExitCode(addition.run(args))
    refuse_beside(args, dict.fromkeys(ALONE, (*ALONE, "no_games")))
    option = next((name for name in ALONE if getattr(args, name)), None)
    pair = question_of(args, named=False).pair
    if args.return_peg is not None:
        pair = count_api.put_back(pair, args.return_peg)
    if option is not None:
        foretold = needs(pair) if option in ("plays", "winning") else None
        if foretold is not None:
            message(foretold)
        return _alone(partial(value(f"count_{option}"), pair), *TOLD[option], pair.target, args)
    return _all(partial(count_api.count, pair, games=not args.no_games), pair, args)


def needs(pair: Pair) -> str | None:
    """What the set of positions takes, in words, where that is seconds; the counts take more."""
    from feasibility.decide.procedures import dense_seconds
    from feasibility.engines.dense.closure import dense_memory

    seconds = dense_seconds(pair.board)
    if seconds is None or seconds < FORETOLD:
        return None
    room = dense_memory(pair.board.n, pair.board.jumps) >> 20
    return (
        f"the set of positions takes {room:,} MiB and about {seconds:.0f} s for each end; "
        "the numbers take more, by how many positions are on plays"
    )


def _all(count: Callable[..., Counts], pair: Pair, args: Namespace) -> ExitCode:
    """All numbers, of which a limit or an interrupt may leave some out."""
    try:
        with ProgressLine() as line:
            counts = count(limits=limits_of(args), report=line.show)
    except BrokenOffError as stop:
        _print(_of_counts(stop.known, pair.target, args), stop.known.stopped, pair.board, args)
        raise KeyboardInterrupt("not all was counted") from None
    told = _of_counts(counts, pair.target, args)
    _print(told, counts.stopped, pair.board, args)
    return _ended(counts.stopped, "not all" if told.lines else "not")


def _alone(
    count: Callable[..., Any],
    tell: Callable[[Any, Target], Printed],
    names: tuple[str, ...],
    target: Target,
    args: Namespace,
) -> ExitCode:
    """What is counted as a whole; else `names` are null, and `at_least` is what is known of plays."""
    with ProgressLine() as line:
        counted = count(limits=limits_of(args), report=line.show)
    stopped = counted if isinstance(counted, Stopped) else None
    if stopped is None:
        told = tell(counted, target)
    else:
        known = {} if stopped.known is None else {"at_least": stopped.known}
        told = Printed({**dict.fromkeys(names), **known})
    _print(told, stopped, target.board, args)
    return _ended(stopped, "not")


def _print(told: Printed, stopped: Stopped | None, board: Board, args: Namespace) -> None:
    if args.json:
        limit, reason = (None, None) if stopped is None else (stopped.limit, stopped.reason)
        facts = {"complete": stopped is None, "limit": limit, "reason": reason, **told.facts}
        if not {"orbits", "sequences"}.isdisjoint(facts):
            facts["symmetries_complete"] = board.symmetries_complete  # else there may be fewer orbits
        rule = {} if args.return_peg is None else {"put_back": args.return_peg}
        print_json({**facts, **rule, **args.question.facts})
        return
    if args.return_peg is not None and told.lines:
        print_words(PUT_BACK)
    if told.table is not None:
        print_table(told.table)
        print()
    print_words(*told.lines)


def _ended(stopped: Stopped | None, how_far: str) -> ExitCode:
    if stopped is None:
        return ExitCode.OK
    message(f"{how_far} counted: {stopped.reason}" + (f"; {stopped.so_far}" if stopped.so_far else ""))
    return ExitCode.UNKNOWN


def _most(target: Target) -> str:
    """What stands before a number of orbits."""
    return "" if target.board.symmetries_complete else "at most "


def _of_winning(found: OnPlays, target: Target) -> Printed:
    facts = {
        "positions": found.positions,
        "orbits": found.orbits,
        "levels": [vars(level) for level in found.levels],
    }
    if not found.levels:
        return Printed(facts, ["there is no play, so no position is on one"])
    positions = plural(found.positions, "position", commas=True)
    told = f"{positions} on plays in {_most(target)}{plural(found.orbits, 'orbit', commas=True)}"
    return Printed(facts, [told], _table(("pegs", "on plays", "orbits"), found.levels))


def _of_sequences(counted: int, target: Target) -> Printed:
    told = plural(counted, "sequence of orbits of positions", "sequences of orbits of positions", commas=True)
    return Printed({"sequences": counted}, [f"{_most(target)}{told} to {_words(target)}"])


def _of_chance(chance: Fraction, target: Target) -> Printed:
    return Printed({"chance": str(chance)}, _chance(f"reaches {_words(target)}", chance))


def _of_plays(counted: int, target: Target) -> Printed:
    return Printed({"plays": counted}, [f"{_number(counted, 'play')} to {_words(target)}"])


PUT_BACK = "(putting the peg back is a jump, which each play makes; until then the hand counts as two pegs)"
TOLD: dict[str, tuple[Callable[[Any, Target], Printed], tuple[str, ...]]] = {
    "winning": (_of_winning, ("positions", "orbits", "levels")),
    "sequences": (_of_sequences, ("sequences",)),
    "plays": (_of_plays, ("plays",)),
    "chance": (_of_chance, ("chance",)),
}


def _of_counts(counts: Counts, target: Target, args: Namespace) -> Printed:
    """Everything; integers of any size, null for what is not counted."""
    facts = {
        "positions": counts.positions,
        "orbits": counts.orbits,
        "plays": counts.plays,
        "games": counts.games,
        "chance": None if counts.chance is None else str(counts.chance),
        "shortest_dead_end": counts.shortest_dead_end,
        "levels": [vars(row) for row in counts.rows],
    }
    if not counts.rows:
        return Printed(facts)
    heads = ("pegs", "positions", "orbits", "dead ends", "games")
    return Printed(facts, _sums(counts, target, not args.no_games), _table(heads, counts.rows))


def _table(heads: tuple[str, ...], levels: Iterable[object]) -> Table:
    """A line for each number of pegs, empty where something is not counted."""
    from feasibility.render.tables import Table

    made = Table(heads, right=frozenset(range(len(heads))))
    for level in levels:
        made.add(*(f"{number:,}" if number is not None else "" for number in vars(level).values()))
    return made


def _sums(counts: Counts, target: Target, games: bool) -> list[str]:
    lines = []
    if counts.positions is None or counts.orbits is None:
        lines.append(f"positions with fewer than {plural(counts.rows[-1].pegs, 'peg')} are not counted")
    else:
        orbits = f"{_most(target)}{plural(counts.orbits, 'orbit', commas=True)}"
        lines.append(f"{plural(counts.positions, 'position', commas=True)} in {orbits}")
    lines.append(f"{_number(counts.plays, 'play')} to {_words(target)}")
    if games:
        known = sum(row.games or 0 for row in counts.rows)
        least = f"at least {plural(known, 'game', commas=True)}" if known else None
        lines.append(least if least is not None and counts.games is None else _number(counts.games, "game"))
    share = counts.share_won(target)
    if share is not None and games:
        some = f"1 in {round(1 / share):,} games ends" if share else "no game ends"
        ends = "ends" if counts.plays == 1 else "end"
        some = some if 20 * share < 1 else f"{counts.plays:,} of {counts.games:,} games {ends}"
        lines.append(f"{some} at the target" if share != 1 else "every game ends at the target")
    if counts.chance is not None:
        lines += _chance("reaches the target", counts.chance)
        lines.append("(each legal jump equally likely; games with few choices are likelier than others)")
    if counts.shortest_dead_end is not None:
        lines.append(f"the shortest game has {plural(counts.shortest_dead_end, 'jump')}")
    return lines


def _chance(what: str, chance: Fraction) -> list[str]:
    """As a decimal, and exactly where that has room."""
    exact, told = str(chance), f"random play {what} with probability {probability(chance)}"
    return [told, f"which is exactly {exact}"] if LONGEST < len(exact) <= LONGEST_LINE else [told]


def _number(counted: int | None, word: str) -> str:
    return f"an unknown number of {word}s" if counted is None else plural(counted, word, commas=True)


def _words(target: Target) -> str:
    if target.pegs is not None:
        return str(target)
    return "positions that match the target" if target.free else "the target"
