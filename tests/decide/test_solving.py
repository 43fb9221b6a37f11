"""pegfeas solve and count, and what is behind them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from feasibility import solve
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.decide import search
from feasibility.decide.engines import ENGINES, Effort
from feasibility.decide.plays import Plays, solution_of
from feasibility.decide.returning import with_return
from feasibility.engines.chances import chance
from feasibility.engines.dense.counter import Counter
from feasibility.engines.dense.kept import CountedLevel
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Outcome
from feasibility.studies.counting.counting import count, listed
from feasibility.studies.sweeps.solving import Shortest, fewest
from feasibility.text.catalogue import board as named
from feasibility.text.catalogue import problem
from feasibility.text.document import pair_of
from feasibility.text.moves import join_sweeps, parse_jumps
from feasibility.text.references import read_pair
from tests.answers import answer
from tests.engines.reference_play import reachable


def effort(seconds: float = 60.0) -> Effort:
    return Effort(Limits(seconds=seconds).start())


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("method", [None, *ENGINES])
def test_every_method_solves_the_triangle(method: str | None) -> None:
    pair = read_pair("triangle:5:-a1")
    solved = solution_of(pair, search(pair, effort(), method))
    assert solved.play is not None
    assert pair.target.contains(pair.start.replay(solved.play).mask)


@pytest.mark.parametrize("method", [None, "dense", "frontier"])
def test_exact_methods_refute(method: str | None) -> None:
    """The vacancy b3 of the triangle of side 5 cannot end where it began (A130516 counts 12 of 17)."""
    pair = read_pair("triangle:5:-b3")
    solved = solution_of(pair, search(pair, effort(), method))
    assert solved.play is None and solved.finding.outcome is Outcome.REFUTED


def test_beam_alone_proves_nothing() -> None:
    pair = read_pair("triangle:5:-b3")
    solved = solution_of(pair, search(pair, effort(), "beam"))
    assert solved.play is None and solved.finding.outcome is Outcome.UNDECIDED


@pytest.mark.parametrize(
    "name", ["plateau10", "plateau11", "plateau12", "plateau14", "plateau15", "plateau16", "autre"]
)
def test_boards_of_the_contest(name: str) -> None:
    """A programming contest of 2009: up to 119 holes."""
    pair = pair_of(problem(f"defi/{name}"))
    solved = solution_of(pair, search(pair, effort(), "beam"))
    assert solved.play is not None
    assert pair.target.contains(pair.start.replay(solved.play).mask)


def test_all_plays_are_different_and_complete() -> None:
    """The listing agrees with the count, and every play is legal."""
    pair = Pair(
        Position(named("rectangle:3x4"), 0b011111111110), Position(named("rectangle:3x4"), 0b000001000000)
    )
    counts = count(pair.start, pair.target, Limits().start())
    found = list(Plays(pair, effort()))
    assert len(found) == len(set(found)) == counts.plays
    assert all(pair.target.contains(pair.start.replay(play).mask) for play in found)


def test_listing_without_a_dense_set_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from feasibility.decide import plays as module

    pair = read_pair("triangle:4:-a2", "triangle:4:+a2+b3")
    dense = set(Plays(pair, effort()))
    monkeypatch.setattr(module, "_alive", lambda *_: None)
    assert set(Plays(pair, effort())) == dense


def test_fewest_sweeps_of_the_triangle() -> None:
    """Exhaustively: no play of the triangle from a1 has fewer sweeps than reported."""
    pair = read_pair("triangle:5:-a1")
    solved = fewest(pair, effort())
    assert solved.play is not None
    least = min(len(join_sweeps(play)) for play in Plays(pair, effort()))
    assert len(join_sweeps(solved.play)) == least


@pytest.mark.parametrize(
    ("start", "target", "number"),
    [("triangle:4:-a2", "triangle:4:+b2", 2), ("triangle:5:-a1", "triangle:5:+a1", 1_362)],
)
def test_the_number_of_shortest_plays_is_that_of_the_list(start: str, target: str, number: int) -> None:
    """As many as are listed, and as all plays have that are listed and counted one by one."""
    pair = read_pair(start, target)
    listing = Shortest(pair, effort(), fewest(pair, effort()))
    shortest = set(listing)
    sweeps = {play: len(join_sweeps(play)) for play in Plays(pair, effort())}
    assert shortest == {play for play, number in sweeps.items() if number == min(sweeps.values())}
    assert listing.number == len(shortest) == number


@pytest.mark.slow
def test_bergholt_s_eighteen_sweeps() -> None:
    """E. Bergholt (1912) found 18 sweeps for the English centre game; J. D. Beasley: 17 do not suffice."""
    solved = fewest(read_pair("english33:-d4"), effort(300))
    assert solved.play is not None and len(join_sweeps(solved.play)) == 18


def test_french_centre_with_the_peg_put_back() -> None:
    pair = read_pair("french37:-d4", "french37:+d4")
    hole = pair.board.index[3, 3]
    result = with_return(pair, hole, Limits(60))
    assert result.jumps is not None and result.returned_before is not None
    before = pair.start.replay(result.jumps[: result.returned_before])
    assert not before.mask >> hole & 1
    after = Position(pair.board, before.mask | 1 << hole).replay(result.jumps[result.returned_before :])
    assert pair.target.contains(after.mask)


def test_the_peg_goes_back_into_an_empty_hole_only() -> None:
    with pytest.raises(InputError, match="not empty at the start"):
        with_return(read_pair("french37:-d4", "french37:+d4"), 0, Limits(60))


@pytest.mark.parametrize(
    ("vacancy", "plays_to_one", "games"),
    [("a1", 29760, 568630), ("a2", 14880, 294543), ("b3", 1550, 137846), ("a3", 85258, 1149568)],
)
def test_triangle_counts(vacancy: str, plays_to_one: int, games: int) -> None:
    """The 15-hole triangle: plays to one peg anywhere, and games, by vacancy."""
    pair = read_pair(f"triangle:5:-{vacancy}")
    counts = count(pair.start, None, Limits().start())
    assert counts.games == games and counts.rows[-1].games == plays_to_one
    one_peg = count(pair.start, Target.with_pegs(pair.board, 1), Limits().start(), games=False)
    assert (one_peg.plays, one_peg.games, one_peg.stopped) == (plays_to_one, None, None)


@pytest.mark.parametrize("reference", ["triangle:5:-a2", "rectangle:3x4:-b1", "line:9:-b1", "torus:3x3:-a1"])
def test_dense_and_listed_counts_agree(reference: str) -> None:
    pair = read_pair(reference)
    assert pair.exact is not None
    counts = count(pair.start, pair.target, Limits().start())
    assert counts.chance == chance(pair, Limits().start())  # listing does not find it
    assert replace(counts, chance=None) == listed(pair.start, pair.target, Limits().start())


def test_count_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "count", "triangle:5:-a1", "--json")
    data = json.loads(out)
    assert code == 0 and (data["plays"], data["games"], data["shortest_dead_end"]) == (6816, 568630, 6)
    assert data["levels"][0] == {"pegs": 14, "positions": 1, "orbits": 1, "dead_ends": 0, "games": 0}
    code, out, _ = run(capsys, "count", "triangle:5:-a1")
    assert "568,630 games" in out and "3,016 positions in 1,544 orbits" in out
    code, out, _ = run(capsys, "count", "triangle:5:-a1", "--pegs", "1")
    assert code == 0 and "29,760 plays to any position with 1 peg" in out
    code, out, err = run(capsys, "count", "english33:-d4", "--time-limit", "0")
    assert (code, answer(out)) == (3, "") and "not counted: time ran out" in err
    code, out, _ = run(capsys, "count", "english33:-d4", "--time-limit", "0", "--json")
    data = json.loads(out)
    assert (code, data["complete"], data["limit"], data["positions"], data["levels"]) == (
        3,
        False,
        "time",
        None,
        [],
    )


def walked(position: Position, target: Target, known: dict[int, int]) -> int:
    """Plays into positions of the target, by the rules alone."""
    if position.mask not in known:
        after = [walked(position.play(jump), target, known) for jump in position.legal_jumps()]
        known[position.mask] = target.contains(position.mask) + sum(after)
    return known[position.mask]


@pytest.mark.parametrize("way", ["dense", "listed"])
@pytest.mark.parametrize("reference", ["triangle:5:-b3", "rectangle:3x4:-b2", "line:9:-b1", "torus:3x3:-a1"])
def test_plays_to_many_positions(reference: str, way: str) -> None:
    """Plays into each matching position, summed, are what a walk over the rules finds."""
    start = read_pair(reference).start
    rng, full = Random(reference), start.board.full
    targets: list[Target] = [
        Target.with_pegs(start.board, pegs) for pegs in (1, 2, start.count, start.board.n)
    ]
    for _ in range(4):
        free = rng.randrange(full + 1) | rng.randrange(full + 1)
        targets.append(Target(start.board, rng.randrange(full + 1) & ~free & start.mask, free))
    targets.append(Target(start.board, 0, full))
    for target in targets:
        clock = Limits().start()
        counts = listed(start, target, clock) if way == "listed" else count(start, target, clock, games=False)
        assert counts.plays == walked(start, target, {})


def test_listing_keeps_the_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """No room for a dense set: the listing ends at the limit too, and keeps whole levels."""
    pair = read_pair("english33:-d4")
    held = iter(range(100_000_000, 10**12, 1_000_000))
    monkeypatch.setattr("feasibility.base.limits.resident_bytes", lambda: next(held))
    counts = count(pair.start, pair.target, Limits(memory=110_000_000).start(), games=False)
    assert counts.stopped is not None and counts.stopped.limit == "memory"
    assert "a dense set needs" in counts.stopped.reason
    assert [row.positions for row in counts.rows] == [1, 4, 12, 60, 296, 1338]
    assert (counts.positions, counts.plays, counts.rows[0].games) == (None, None, None)


def test_a_stopped_listing_keeps_what_is_exact() -> None:
    pair = read_pair("triangle:5:-a1")
    whole = listed(pair.start, Target.with_pegs(pair.board, 11), Limits().start())
    looks = iter((None,) * 4 + ("time",))
    clock = Limits().start()
    object.__setattr__(clock, "reached", lambda: next(looks))
    counts = listed(pair.start, Target.with_pegs(pair.board, 11), clock)
    assert counts.stopped == Stopped("time", "time ran out in the level of 10 pegs")
    assert counts.rows == whole.rows[:4] and counts.plays == whole.plays and counts.orbits is None


Count = Callable[[Counter, CountedLevel, CountedLevel], bool]


def stopped_at(pegs: int, how: Callable[[Counter], None]) -> Count:
    """The count of games ends in one level; that of plays does not."""
    whole = Counter._count

    def count_level(self: Counter, above: CountedLevel, level: CountedLevel) -> bool:
        if self.pace.what == "games" and level.pegs == pegs:
            how(self)
            return False
        return whole(self, above, level)

    return count_level


def refuse(counter: Counter) -> None:
    counter.refusal = Stopped("time", "time ran out in the level of 6 pegs")


def interrupt(_: object) -> None:
    raise KeyboardInterrupt


def test_an_interrupted_count_prints_what_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Counter, "_count", stopped_at(6, interrupt))
    code, out, err = run(capsys, "count", "triangle:5:-a1")
    assert code == 130 and out.endswith(
        "6,816 plays to the target\nat least 326 games\nthe shortest game has 6 jumps\n"
    )
    assert err == "pegfeas: interrupted: not all was counted\n"
    code, out, _ = run(capsys, "count", "triangle:5:-a1", "--json")
    data = json.loads(out)
    assert (code, data["limit"], data["plays"], data["games"]) == (130, "interrupt", 6816, None)


def test_games_that_a_limit_ends_leave_the_levels(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Counter, "_count", stopped_at(6, refuse))
    code, out, err = run(capsys, "count", "triangle:5:-a1")
    assert code == 3 and "3,016 positions in 1,544 orbits\n6,816 plays to the target\n" in out
    assert "\nat least 326 games\n" in out and "not all counted: games: time ran out in the level" in err
    code, out, _ = run(capsys, "count", "triangle:5:-a1", "--json")
    data = json.loads(out)
    assert (code, data["complete"], data["limit"], data["games"]) == (3, False, "time", None)
    assert (data["plays"], data["positions"], len(data["levels"])) == (6816, 3016, 14)


def test_counting_tells_how_far_it_is() -> None:
    pair = read_pair("triangle:5:-a1")
    told: list[str] = []
    count(pair.start, pair.target, Limits().start(), report=told.append)
    assert told[0].startswith("positions, pass 1: ")
    games = [line for line in told if line.startswith("games, ")]
    assert games[-1].startswith("games, 1 peg: 100% of 4 positions, ")
    assert told[-1] == "chances, 1 orbit with 14 pegs"
    assert any(line.startswith("plays, 8 pegs") for line in told)
    told.clear()
    listed(pair.start, pair.target, Limits().start(), told.append)
    assert told[1] == "listing 13 pegs, 0 of 2 positions"


def test_one_of_each_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "count", "line:3:-a1", "line:3:+a1")
    assert out.endswith(
        "2 positions in 2 orbits\n1 play to the target\n1 game\nevery game ends at the target\n"
        "random play reaches the target with probability 1\n"
        "(each legal jump equally likely; games with few choices are likelier than others)\n"
        "the shortest game has 1 jump\n"
    )
    _, out, _ = run(capsys, "count", "line:4:+b1")
    assert "1 position in 1 orbit\n" in out


def test_fewest_sweeps_tell_how_far_they_are() -> None:
    told: list[str] = []
    pair = read_pair("triangle:5:-a1")
    fewest(pair, Effort(Limits(seconds=60.0).start(), report=told.append))
    assert any(line.startswith("beam search, ") for line in told)
    assert any(line.startswith("sweeps, level 5: ") and "expanded" in line for line in told)
    assert told[-1].startswith("sweeps, level ")


@pytest.mark.parametrize("method", [None, *ENGINES])
def test_every_method_tells_how_far_it_is(method: str | None) -> None:
    told: list[str] = []
    pair = read_pair("triangle:5:-b2", "triangle:5:+a1")  # no play leads there
    limits = Limits(work=200_000) if method == "plans" else Limits(seconds=60.0)  # mending has no end
    search(pair, Effort(limits.start(), report=told.append), method)
    told = [line for line in told if not line.split(" ")[1].startswith("...")]  # whose turn it is
    assert told and all("/s" in line or " mended, " in line for line in told)
    begins = {
        "plans": "plays mended: ",
        "dense": "dense closure, pass ",
        "beam": "beam search, ",
    }
    assert any(line.startswith(begins.get(method or "", "")) for line in told)


def test_listing_plays_tells_how_far_it_is() -> None:
    told: list[str] = []
    pair = read_pair("triangle:5:-a1")
    listed_plays = list(Plays(pair, Effort(Limits(seconds=60.0).start(), report=told.append)))
    assert told[0].startswith("positions that lead to the target, pass 1: ")
    last = next(line for line in reversed(told) if "steps tried" in line)
    assert 0 < int(last.split()[0].replace(",", "")) <= len(listed_plays)


def test_solve_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "solve", "-f", "boards/problems/defi/simple.txt", "--json")
    data = json.loads(out)
    pair = read_pair("english33:-d4")
    assert code == 0 and data["verdict"] == "feasible"
    assert pair.target.contains(pair.start.replay(parse_jumps(pair.board, " ".join(data["moves"]))).mask)
    code, out, _ = run(capsys, "solve", "triangle:5:-b3")
    assert code == 1 and "\nINFEASIBLE: " in out
    code, out, _ = run(capsys, "solve", "problem:lucas/EL01", "--notation", "two-digit", "--trace")
    assert code == 0 and "\n5. " in out
    code, out, err = run(capsys, "solve", "line:4:+a1+b1+d1", "line:4:+b1", "--all", "3")
    assert (code, answer(out).strip()) == (0, "a1c1 d1b1") and "there is no other play" in err
    code, _, err = run(capsys, "solve")
    assert code == 2 and "one START is needed" in err
    for name in ("nofile", "nofile.txt"):
        assert run(capsys, "solve", "-f", name) == (2, "", f"pegfeas: error: {name}: no such file\n")
    code, out, _ = run(capsys, "solve", "english33:-d4", "--method", "dense", "--time-limit", "0")
    assert code == 3 and "\nUNKNOWN: " in out
    code, out, _ = run(capsys, "solve", "french37:-d4", "french37:+d4", "--return-peg", "d4")
    assert code == 0 and "(put back d4)" in out


@pytest.mark.parametrize("method", ["auto", *ENGINES])
def test_every_method_tells_what_it_explored(method: str) -> None:
    stats = solve("triangle:4:-b2", pegs=1, method=method, time_limit=60).stats
    assert stats is not None
    assert stats.explored >= 9 and stats.seconds > 0  # at least the positions of the play
    assert (stats.width is not None) == (method in ("auto", "beam"))
    assert stats.memory is None or stats.memory > 1 << 20


@pytest.mark.parametrize("method", ["dense", "frontier"])
def test_an_exhaustion_explores_every_position_once(method: str) -> None:
    """The start is no level that was made; a dense closure holds it."""
    stats = solve("triangle:4:-a1", pegs=1, method=method, time_limit=60).stats
    board = named("triangle:4")
    everything = len(reachable(board.jumps, board.full ^ 1))
    assert stats is not None and stats.explored == everything - (method == "frontier")


def test_sweeps_count_what_both_searches_made(capsys: pytest.CaptureFixture[str]) -> None:
    alone = solve("triangle:5:-a3", pegs=1, time_limit=60).stats
    stats = solve("triangle:5:-a3", pegs=1, sweeps=True, time_limit=60).stats
    assert alone is not None and stats is not None and stats.explored > alone.explored
    assert main(["solve", "triangle:4:-b2", "--pegs", "1", "--stats"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert re.match(r"[0-9,]+ positions explored, a beam of at most 32 to a level, [0-9.]+ s", last)
    assert main(["solve", "triangle:4:-b2", "--pegs", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"explored", "width", "seconds", "memory"} < set(told) and told["width"] == 32
