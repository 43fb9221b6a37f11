"""The plays to a target alone, against the counts of everything that can be reached."""

from __future__ import annotations

import json
import re

import pytest

from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.engines.dense.counter import Counter
from feasibility.engines.dense.kept import CountedLevel
from feasibility.game.position import Pair, Position, Target
from feasibility.native import binding
from feasibility.studies.counting import counting
from feasibility.studies.counting.count_command import needs
from feasibility.studies.counting.counting import count, listed, plays_alone
from feasibility.text.references import read_board, read_pair
from tests.answers import answer

BOARDS = ("triangle:4", "triangle:5", "rectangle:3x4", "torus:3x3", "line:9")


@pytest.mark.parametrize("name", BOARDS)
def test_as_many_as_among_all_counts(name: str) -> None:
    board = read_board(name)
    for hole in range(0, board.n, 2):
        start = Position(board, board.full & ~(1 << hole))
        for target in (
            Target(board, 1 << hole),
            Target(board, 0b101),
            Target(board, 0b1000, 0b10111),
            Target.with_pegs(board, 2),
        ):
            whole = count(start, target, Limits().start(), games=False).plays
            assert plays_alone(Pair(start, target), Limits().start()) == whole


def test_the_plays_of_the_english_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The number that several programs have found."""
    assert main(["count", "english33:-d4", "--plays"]) == 0
    assert answer(capsys.readouterr().out) == "40,861,647,040,079,968 plays to the target\n"


def test_without_room_for_bits_positions_are_listed() -> None:
    pair = read_pair("triangle:5:-a1")
    little = Limits(memory=1).start()
    assert isinstance(plays_alone(pair, little), Stopped)
    assert plays_alone(pair, Limits().start()) == 6816


def test_a_list_of_positions_is_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """No number of positions ends it, and who has no more room hears that."""
    start = read_pair("triangle:5:-a1").start
    assert sum(row.positions for row in listed(start, None, Limits().start()).rows) == 3016
    monkeypatch.setattr(counting, "LOOK", 10)
    monkeypatch.setattr(counting, "LISTED", 1 << 50)
    stopped = listed(start, None, Limits().start()).stopped
    assert stopped is not None and stopped.limit == "memory" and "a list of positions needs" in stopped.reason


@pytest.mark.parametrize("looks", [2, 3, 4])
def test_time_that_ends_while_a_set_is_looked_through(looks: int) -> None:
    """Positions, dead ends and orbits are all counted with an eye on the clock."""
    pair, clock = read_pair("triangle:5:-a1"), Limits(seconds=60).start()
    left = iter((False,) * looks + (True,) * 100)
    object.__setattr__(clock, "over", lambda: "time" if next(left) else None)
    counts = count(pair.start, pair.target, clock)
    assert counts.rows == () and counts.positions is None
    assert counts.stopped is not None and counts.stopped.limit == "time"


def test_a_limit_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "english33:-d4", "--plays", "--time-limit", "0.001", "--json"]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out)["plays"] is None and json.loads(out)["limit"] == "time"
    assert err.startswith("pegfeas: not counted: ")


@pytest.mark.parametrize("listed", [True, False])
def test_what_was_counted_bounds_the_plays(listed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit within a level leaves the ways to begin a play, each of which goes on to the target."""
    run, count_level = Counter._run, Counter._count
    pair, known = read_pair("triangle:5:-a1", "triangle:5:+a1"), []
    monkeypatch.setattr(Counter, "sparse", property(lambda self: listed and binding.library() is not None))
    whole = plays_alone(pair, Limits().start())
    for pegs in range(13, 7, -1):

        def until(counter: Counter, kernel: str, level: CountedLevel, *rest: object, at: int = pegs) -> bool:
            return counter._ended(level) if level.pegs == at else run(counter, kernel, level, *rest)

        def above(counter: Counter, over: CountedLevel, level: CountedLevel, at: int = pegs) -> bool:
            return counter._ended(level) if level.pegs == at else count_level(counter, over, level)

        monkeypatch.setattr(Counter, "_run", until)
        monkeypatch.setattr(Counter, "_count", above)
        stopped = plays_alone(pair, Limits().start())
        assert isinstance(stopped, Stopped) and f"down to {pegs + 1} pegs" in stopped.so_far
        known.append(stopped.known)
    assert known == sorted(known) and 1 <= known[0] < known[-1] <= whole


def test_what_a_large_count_needs_is_said_beforehand() -> None:
    assert needs(read_pair("line:5:-a1")) is None and needs(read_pair("rectangle:9x9:-a1")) is None
    if binding.library() is not None:
        said = needs(read_pair("french37:-c1")) or ""
        assert re.match(r"the set of positions takes [\d,]+ MiB and about \d+ s", said)


def test_positions_that_were_counted_are_told_where_plays_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = read_pair("triangle:5:-a1", pegs=1)
    monkeypatch.setattr(
        "feasibility.engines.dense.plays.count_plays_into", lambda *_, **__: Stopped("time", "over")
    )
    ended = plays_alone(pair, Limits().start())
    reached = count(pair.start, None, Limits().start(), games=False).positions
    assert isinstance(ended, Stopped) and ended.so_far == f"{reached:,} positions reached"


def test_a_list_costs_work() -> None:
    """A board too large for a bit for each member is listed, and the steps that are allowed end that."""
    start = read_pair("rectangle:7x7:-a1", "rectangle:7x7:+a1").start
    found = listed(start, None, Limits(work=200_000).start())
    assert found.stopped is not None and found.stopped.limit == "work" and not found.all_levels
    assert found.stopped.reason.startswith("the work limit was reached in the level of")
    assert 3 < len(found.rows) < 10


@pytest.mark.parametrize("option", ["--chance", "--winning"])
def test_a_limit_is_named_wherever_it_comes(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also before the positions from which a closure begins are set."""
    for steps in (1, 1000):
        words = ["count", "triangle:5:-a1", "--pegs", "1", option, "--work-limit", str(steps)]
        assert main(words) == 3
        assert "the work limit was reached" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", ["--winning", "--chance", "--plays", "--sequences", "--sweeps", "--no-games"]
)
def test_what_a_limit_left_uncounted_is_null_under_its_key(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some keys were missing beside --winning and --sweeps."""
    words = ["count", "triangle:5:-a1", "triangle:5:+a1", option, "--json"]
    assert main(words) == 0
    keys = set(json.loads(capsys.readouterr().out))
    assert main([*words, "--work-limit", "10"]) == 3
    facts = json.loads(capsys.readouterr().out)
    assert set(facts) == keys and not facts["complete"]


@pytest.mark.parametrize(("leaves", "most"), [(3, ""), (9, "at most ")])
@pytest.mark.parametrize(
    ("option", "told"), [((), " in {}"), (("--winning",), " in {}"), (("--sequences",), "\n{}1 sequence")]
)
def test_orbits_are_a_bound_where_not_all_symmetries_are_known(
    leaves: int, most: str, option: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a star with nine leaves one of 9! symmetries is used."""
    assert main(["count", f"graph:star:{leaves}:+0+1", f"graph:star:{leaves}:+3", *option]) == 0
    out = capsys.readouterr().out
    assert told.format(most) in out and ("at most" in out) == bool(most)
    assert main(["count", f"graph:star:{leaves}:+0+1", f"graph:star:{leaves}:+3", *option, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["symmetries_complete"] == (not most)
