"""Count what START can reach: positions, orbits, dead ends by pegs, plays to TARGET, games, chances.

Orbits are positions up to the symmetries that fix START. Games are plays to a position without a legal jump.
Plays to a pattern or to --pegs N are the plays to each position that matches. If a limit or
Ctrl-C ends the count, what was counted so far is printed; the exit code is 3 or 130.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.plurals import LONGEST, plural, probability
from feasibility.base.stopped import BrokenOffError
from feasibility.cli.arguments import add_limits, add_pair, limits_of, pair_of
from feasibility.cli.common import message, print_json
from feasibility.cli.files import ready, write_answer
from feasibility.cli.options import add
from feasibility.cli.terminal import ProgressLine, print_table, print_words
from feasibility.game.position import Pair, Target
from feasibility.registry import offered
from feasibility.studies.counting.alone import alone, ended
from feasibility.studies.counting.counting import Counts

if TYPE_CHECKING:
    from feasibility.base.stopped import Stopped
    from feasibility.render.tables import Table
    from feasibility.studies.counting.returning_counts import ReturnCounts

Known = TypeVar("Known", "Counts", "ReturnCounts")

ALONE = ("sweeps", "winning", "multisets", "sequences", "chance")  # each asks for something else
LONGEST_LINE = 600  # characters of a fraction that gets a line of its own; JSON has every one


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas count`."""
    add_pair(parser)
    parser.add_argument(
        "--no-games", action="store_true", help="leave out the games and the chance, the costliest numbers"
    )
    parser.add_argument(
        "--plays", action="store_true", help="count only the plays to TARGET, which is several times faster"
    )
    parser.add_argument(
        "--chance", action="store_true", help="only the chance that random play reaches TARGET, as a fraction"
    )
    parser.add_argument(
        "--sweeps",
        action="store_true",
        help="count the plays to TARGET by number of sweeps, and show their longest sweep",
    )
    parser.add_argument(
        "--multisets",
        action="store_true",
        help="count the multisets of jumps of the plays to TARGET, so plays up to the order of their jumps",
    )
    parser.add_argument(
        "--sequences",
        action="store_true",
        help="count the sequences of orbits of positions that the plays to TARGET go through",
    )
    parser.add_argument(
        "--winning",
        action="store_true",
        help="count the positions on plays to TARGET, and their orbits, by number of pegs",
    )
    add(
        parser, "json",
        return_peg="count plays in which the peg removed from HOLE may go back into it once",
        certificate="with --sweeps: write the proof that no sweep is longer, once the verifier accepts it",
        picture="how the levels grow: positions, orbits and dead ends by pegs",
    )  # fmt: skip
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    """Count and print a table."""
    pair = pair_of(args)
    if args.certificate is not None and not args.sweeps:
        raise UsageError("--certificate proves the longest sweep", expected="--sweeps beside it")
    asked = next((name for name in ALONE if getattr(args, name)), None)
    if asked is not None:
        _refuse_beside(asked, args)
    if args.sweeps:
        code: ExitCode = offered("plays by number of sweeps")(pair, args)
        return code
    if args.winning:
        return _winning(pair, args)
    if args.multisets:
        return _multisets(pair, args)
    if args.chance:
        return _chance_alone(pair, args)
    if args.sequences:
        return _one_number(pair, args, "sequences", "sequence{} of orbits of positions")
    if args.return_peg is not None:
        return _with_return(pair, args)
    if args.plays:
        _refuse_picture(args, "--plays")
        return _one_number(pair, args, "plays", "play{}")
    return _all(pair, args)


def _refuse_beside(asked: str, args: Namespace) -> None:
    """Refuse options beside one that asks for something else."""
    for option in (*ALONE, "plays", "picture", "no_games", "return_peg"):
        if option != asked and getattr(args, option):
            raise UsageError(f"--{asked} and --{option.replace('_', '-')} do not go together")


def _refuse_picture(args: Namespace, option: str) -> None:
    if args.picture:
        expected = f"{option} or --picture"
        raise UsageError(f"{option} leaves nothing to draw", seen="--picture", expected=expected)


def _all(pair: Pair, args: Namespace) -> ExitCode:
    """Every number that the table has."""
    from feasibility.studies.counting.count_api import count

    def show(counts: Counts) -> None:
        if args.json:
            print_json(as_json(counts))
        elif counts.rows:
            print_table(table(counts))
            print_words("", *_sums(counts, pair.target, games=not args.no_games))

    ready(picture=args.picture)
    counts = _counted(partial(count, pair, games=not args.no_games), show, args)
    write_answer(args.picture, lambda: offered("a picture of Counts")(counts, pair.board))
    return _ended(counts.stopped, bool(counts.rows))


def _counted(count: Callable[..., Known], show: Callable[[Known], None], args: Namespace) -> Known:
    """What was counted, printed; also when an interrupt came first."""
    try:
        with ProgressLine() as line:
            counts = count(limits=limits_of(args), report=line.show)
    except BrokenOffError as stop:
        show(stop.known)
        raise KeyboardInterrupt("not all was counted") from None
    show(counts)
    return counts


def _ended(stopped: Stopped | None, some: bool) -> ExitCode:
    if stopped is None:
        return ExitCode.OK
    message(f"{'not all' if some else 'not'} counted: {stopped.reason}")
    return ExitCode.UNKNOWN


def _winning(pair: Pair, args: Namespace) -> ExitCode:
    from feasibility.render.tables import Table
    from feasibility.studies.counting.count_api import count_winning
    from feasibility.studies.counting.on_plays import OnPlays

    def facts(found: OnPlays) -> dict[str, object]:
        levels = [vars(level) for level in found.levels]
        return {"positions": found.positions, "orbits": found.orbits, "levels": levels}

    def show(found: OnPlays) -> None:
        if not found.levels:
            print("there is no play, so no position is on one")
            return
        table = Table(("pegs", "on plays", "orbits"), right=frozenset(range(3)))
        for level in found.levels:
            table.add(level.pegs, f"{level.positions:,}", f"{level.orbits:,}")
        print_table(table)
        positions = plural(found.positions, "position", commas=True)
        print(f"\n{positions} on plays in {plural(found.orbits, 'orbit', commas=True)}")

    return alone(pair, args, count_winning, facts, show, ("levels",))


def _multisets(pair: Pair, args: Namespace) -> ExitCode:
    from feasibility.studies.counting.count_api import count_multisets
    from feasibility.studies.counting.multisets import Multisets

    def facts(counts: Multisets) -> dict[str, object]:
        return {"multisets": counts.multisets, "orbits": counts.orbits, "doubt": str(counts.doubt)}

    def show(counts: Multisets) -> None:
        orbits = plural(counts.orbits, "orbit", commas=True)
        print_words(f"{plural(counts.multisets, 'multiset', commas=True)} of jumps in {orbits}")
        if counts.doubt:
            print_words(f"(told apart by random sums: too low with probability {float(counts.doubt):.0e})")

    return alone(pair, args, count_multisets, facts, show, ("multisets", "orbits", "doubt"))


def _chance_alone(pair: Pair, args: Namespace) -> ExitCode:
    from feasibility.studies.counting.count_api import count_chance

    def show(chance: Fraction) -> None:
        print_words(*_chance(f"reaches {_words(pair.target)}", chance))

    return alone(pair, args, count_chance, lambda chance: {"chance": str(chance)}, show, ("chance",))


def _one_number(pair: Pair, args: Namespace, name: str, words: str) -> ExitCode:
    """What `count_plays` and `count_sequences` count, by its name."""
    from feasibility.studies.counting import count_api

    def show(counted: int) -> None:
        told = plural(counted, words.format(""), words.format("s"), commas=True)
        print_words(f"{told} to {_words(pair.target)}")

    count = getattr(count_api, f"count_{name}")
    return alone(pair, args, count, lambda counted: {name: counted}, show, (name,))


def _with_return(pair: Pair, args: Namespace) -> ExitCode:
    """The numbers of the French rule."""
    from feasibility.studies.counting.count_api import count_with_return

    _refuse_picture(args, "--return-peg")
    hole, games = args.return_peg, not args.no_games
    count = partial(count_with_return, pair, None, hole, games=games, plays_alone=args.plays)
    counts = _counted(count, lambda counts: _print_return(counts, pair.target, args), args)
    return _ended(counts.stopped, (counts.before, counts.plays_without) != (None, None))


def _print_return(counts: ReturnCounts, target: Target, args: Namespace) -> None:
    if args.json:
        told: dict[str, object] = {**ended(counts.stopped), **vars(counts)}
        del told["stopped"]
        told["chance"] = None if counts.chance is None else str(counts.chance)
        print_json(told)
        return
    lines = []
    if counts.before is not None:
        after = "an unknown number" if counts.after is None else f"{counts.after:,}"
        positions = plural(counts.before, "position", commas=True)
        lines.append(f"{positions} before the peg goes back, {after} after it")
    if counts.plays_without is not None:
        plays = f"{_number(counts.plays_with, 'play')} to {_words(target)}"
        lines.append(f"{plays} with the peg put back, {counts.plays_without:,} without")
    if counts.games is not None:
        lines.append(plural(counts.games, "game", commas=True))
    if counts.chance is not None:
        lines += _chance("puts the peg back and reaches the target", counts.chance)
    print_words(*lines)


def as_json(counts: Counts) -> dict[str, object]:
    """The counts as one JSON object; integers of any size, null for what is not counted."""
    return {
        **ended(counts.stopped),
        "positions": counts.positions,
        "orbits": counts.orbits,
        "plays": counts.plays,
        "games": counts.games,
        "chance": None if counts.chance is None else str(counts.chance),
        "shortest_dead_end": counts.shortest_dead_end,
        "levels": [vars(row) for row in counts.rows],
    }


def table(counts: Counts) -> Table:
    """The counts by pegs."""
    from feasibility.render.tables import Table

    made = Table(("pegs", "positions", "orbits", "dead ends", "games"), right=frozenset(range(5)))
    for row in counts.rows:
        made.add(*(f"{value:,}" if value is not None else "" for value in vars(row).values()))
    return made


def _sums(counts: Counts, target: Target, games: bool) -> list[str]:
    lines = []
    if counts.positions is None or counts.orbits is None:
        lines.append(f"positions with fewer than {plural(counts.rows[-1].pegs, 'peg')} are not counted")
    else:
        orbits = plural(counts.orbits, "orbit", commas=True)
        lines.append(f"{plural(counts.positions, 'position', commas=True)} in {orbits}")
    lines.append(f"{_number(counts.plays, 'play')} to {_words(target)}")
    if games:
        known = sum(row.games or 0 for row in counts.rows)
        least = f"at least {plural(known, 'game', commas=True)}" if known else None
        lines.append(least if least and counts.games is None else _number(counts.games, "game"))
    share = counts.share_won(target)
    if share is not None and games:
        lines.append(f"{_one_in(share)} at the target" if share != 1 else "every game ends at the target")
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


def _one_in(share: Fraction) -> str:
    return f"1 in {round(1 / share):,} games ends" if share else "no game ends"


def _number(counted: int | None, word: str) -> str:
    return f"an unknown number of {word}s" if counted is None else plural(counted, word, commas=True)


def _words(target: Target) -> str:
    if target.pegs is not None:
        return str(target)
    return "positions that match the target" if target.free else "the target"
