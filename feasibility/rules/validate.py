"""Validates a rule: soundness from independent sources, proof where one is possible, power and effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from feasibility.base.errors import ExitCode, InputError, SoundnessError
from feasibility.base.limits import Clock, Limits
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.accept import accepted
from feasibility.proofs.certificate import Certificate, Pagoda, Residue
from feasibility.proofs.functional import Functional
from feasibility.rules.evidence import effect, playing, power, sampling, small, truth
from feasibility.rules.evidence.counterexample import Counterexample, confirmed
from feasibility.rules.evidence.playing import Played
from feasibility.rules.evidence.sampling import Level
from feasibility.rules.evidence.soundness import PLAYED, Kind, Soundness
from feasibility.rules.evidence.truth import Truth
from feasibility.rules.judges.asking import Judge
from feasibility.rules.judges.choosing import Chosen
from feasibility.search.results import Stopped

SOUND, PROVED, UNSOUND, NONE = "SOUND ON ALL {n:,} CASES TRIED", "PROVED SOUND", "UNSOUND", "NO VERDICT"
SLOW = 100_000  # a rule whose default number of cases is below this is slow
EVERY_PAIR = 1 << 24  # as many as a small board can have
SEARCH_NODES = 100_000  # positions of one search at most, less for slow rules


@dataclass(frozen=True)
class Options:
    """What to try. Without targets: any pair of a small board, else one peg in the middle and random play."""

    targets: tuple[Target, ...] = ()
    cases: int | None = None
    exhaustive: bool = False
    seed: int = 0
    seconds: float | None = None
    threads: int = 2
    power: bool = True
    skip_equal: bool = False
    cache: Path | None = None
    report: Callable[[str], None] | None = None


@dataclass(frozen=True)
class Validation:
    """What was found out about a rule on a board."""

    rule: Chosen
    board: Board
    options: Options
    kinds: tuple[Kind, ...]
    counterexample: Counterexample | None
    proof: Certificate | None = None
    power: power.Power | None = None
    effect: effect.Effect | None = None
    notes: tuple[str, ...] = ()

    @property
    def tried(self) -> int:
        """Feasible pairs that the rule has answered."""
        return sum(kind.tried for kind in self.kinds)

    @property
    def failures(self) -> int:
        """Calls without an answer."""
        return self.rule.judge.failed.total()

    @property
    def verdict(self) -> str:
        """The verdict without the kinds of cases."""
        if self.counterexample is not None:
            return UNSOUND
        if self.proof is not None:
            return PROVED
        return SOUND.format(n=self.tried) if self.tried and not self.failures else NONE

    @property
    def exit_code(self) -> ExitCode:
        """0 if nothing is against the rule, 1 if it is unsound, 3 if calls failed or nothing was tried."""
        if self.counterexample is not None:
            return ExitCode.NEGATIVE
        return ExitCode.UNKNOWN if self.failures or not (self.tried or self.proof) else ExitCode.OK


def validate(board: Board, rule: Chosen, options: Options) -> Validation:
    """Everything that can be said of the rule within the options."""
    for target in options.targets:
        if target.pegs is not None or target.board != board:
            raise InputError(
                "not a target on this board", seen=str(target), expected=f"a position on {board.label}"
            )
    return _Validation(board, rule, options).run()


class _Validation:
    """One validation: what is known so far."""

    def __init__(self, board: Board, rule: Chosen, options: Options) -> None:
        self.board, self.rule, self.options = board, rule, options
        self.judge: Judge = rule.judge
        self.clock: Clock = Limits(options.seconds).start()
        if self.clock.deadline is not None:
            self.judge.deadline = self.clock.deadline
        self.notes: list[str] = []
        self.cases = options.cases or self.judge.default_cases
        self.truths: dict[Target, Truth] = {}

    def run(self) -> Validation:
        """Proof, soundness, power, effect."""
        proof, wrong = self._claim()
        sound = Soundness(self.judge, self.clock, skip_equal=self.options.skip_equal)
        self._soundness(sound)
        if proof is not None and sound.counterexample is not None:
            raise SoundnessError(
                "a weight table that the verifier accepts prunes a feasible pair. A defect of pegfeas; "
                f"the pair:\n{sound.counterexample.pair!r}"
            )
        if sound.stopped:
            self.notes.append(f"stopped at the {sound.stopped}; fewer cases were tried than planned")
        table, gain = None, None
        if self.options.power:
            table, gain = self._power(sound.sampled)
        if self.judge.given_up:
            self.notes.append(f"the rule was {self.judge.given_up}")
        found = sound.counterexample or wrong
        return Validation(
            self.rule,
            self.board,
            self.options,
            tuple(sound.kinds),
            found,
            proof,
            table,
            gain,
            tuple(self.notes),
        )

    def _claim(self) -> tuple[Certificate | None, Counterexample | None]:
        """A weight table is decided by its jumps alone: a proof, or a single jump that it cuts."""
        functional = self.rule.functional
        if functional is None:
            return None, None
        broken = functional.breaks(self.board)
        if not broken:
            return proved(self.board, functional), None
        start = 1 << broken[0].start | 1 << broken[0].over
        one = Played(start, 1 << broken[0].landing, broken[:1])
        name = f"{len(broken)} of {len(self.board.jumps)} jumps break the table"
        return None, confirmed(self.board, one, Target(self.board, one.end), name)

    def _soundness(self, sound: Soundness) -> None:
        """Independent sources of feasible pairs, cheap ones first; those with a jump before equal pairs."""
        options, seed = self.options, self.options.seed
        if not options.targets:
            sound.played("single jumps", playing.single_jumps(self.board))
            if self.board.n <= small.MOST_HOLES:
                everything = self.options.exhaustive or self.judge.default_cases > SLOW
                sound.every_pair(EVERY_PAIR if everything else self.cases, seed)
            games = min(self.cases, PLAYED if options.cases is None else self.cases)
            sound.played("pairs from random legal play", playing.games(self.board, games, seed))
        for target in self._targets():
            games = min(PLAYED, self.cases)
            if options.targets:
                pairs = playing.backwards(self.board, target, games, seed)
                sound.played("pairs from random play, backwards from the target", pairs, target)
            known = self._truth(target) if sound.open else None
            if known is not None:
                sound.truth(known, self.cases, seed, options.exhaustive)
        sound.equal(options.targets, seed)

    def _targets(self) -> tuple[Target, ...]:
        return self.options.targets or (Target(self.board, 1 << middle(self.board)),)

    def _truth(self, target: Target) -> Truth | None:
        if target not in self.truths:
            found = truth.build(
                self.board,
                target,
                self.clock,
                threads=self.options.threads,
                cache=self.options.cache,
                report=self.options.report,
            )
            if isinstance(found, Stopped):
                note = f"no ground truth by dense closure: {found.reason}"
                self.notes += [note] if note not in self.notes else []
                return None
            self.truths[target] = found
        return self.truths[target]

    def _power(self, alive: list[Level]) -> tuple[power.Power | None, effect.Effect | None]:
        target, seed = self._targets()[0], self.options.seed
        known = None if self.clock.expired() or self.judge.given_up else self._truth(target)
        if known is None:
            return None, None
        dead = sampling.sample(known, self.cases, seed, dead=True)
        table = power.measure(self.judge, known, dead, seed, self.clock)
        if len(self._targets()) > 1 or not alive:
            alive = sampling.sample(known, 40 * self.board.n, seed)
        most = min(SEARCH_NODES, self.judge.default_cases, 10 * self.cases)
        starts = _starts([*dead, *alive], self.board, seed)
        gain = effect.measure(self.judge, target, list(starts), most, self.clock)
        return table, gain


def _starts(levels: list[Level], board: Board, seed: int, per_level: int = 2) -> Iterator[int]:
    """Candidate starts for searches: dead and living positions with a middling number of pegs."""
    random = Random(f"searches {seed}")
    for level in levels:
        if 4 <= level.pegs <= 4 + board.n // 2 and len(level.masks):
            chosen = random.sample(range(len(level.masks)), min(per_level, len(level.masks)))
            yield from (int(level.masks[i]) for i in chosen)


def middle(board: Board) -> int:
    """The hole nearest to the middle of the board, the first of several."""
    rows = sum(row for row, _ in board.holes)
    columns = sum(column for _, column in board.holes)
    n = board.n
    return min(
        range(n),
        key=lambda i: ((n * board.holes[i][0] - rows) ** 2 + (n * board.holes[i][1] - columns) ** 2, i),
    )


def proved(board: Board, functional: Functional) -> Certificate | None:
    """A certificate of the weights for a pair that they separate, accepted by the verifier."""
    weights, modulus = functional.weights, functional.modulus
    if modulus:
        start, end = 0, next((1 << i for i, w in enumerate(weights) if w % modulus), 0)
        proof: Pagoda | Residue = Residue(modulus, weights)
    else:
        start = sum(1 << i for i, w in enumerate(weights) if w < 0)
        end = sum(1 << i for i, w in enumerate(weights) if w > 0)
        proof = Pagoda(weights)
    if start == end:
        raise InputError("all weights are 0, so the table prunes nothing", expected="a table that can prune")
    certificate = Certificate(Pair(Position(board, start), Position(board, end)), proof)
    return certificate if accepted(certificate) else None
