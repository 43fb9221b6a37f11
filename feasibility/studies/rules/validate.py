"""Validates a rule: soundness from independent sources, proof where one is possible, power and effect."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from feasibility.base.errors import ExitCode, InputError, SoundnessError
from feasibility.base.limits import Clock, Limits
from feasibility.base.plurals import plural
from feasibility.base.stopped import StoppedError
from feasibility.game.drawn import Tabled
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.accept import accepted
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.rule import Rule, RulePart
from feasibility.render.scene import Scene
from feasibility.studies.rules.declared.proving import prove
from feasibility.studies.rules.evidence import truth
from feasibility.studies.rules.evidence.cases import CaseKind, Source, named
from feasibility.studies.rules.evidence.fields import listed as lists
from feasibility.studies.rules.evidence.fields import starts
from feasibility.studies.rules.evidence.ground import Ground, SampledLevel
from feasibility.studies.rules.evidence.mixed import Changed, Mixture
from feasibility.studies.rules.evidence.planning import CasePlan, Mixed, Options
from feasibility.studies.rules.evidence.soundness import (
    EQUAL,
    Counterexample,
    Soundness,
    confirmed,
    pair_text,
)
from feasibility.studies.rules.evidence.worth import Effect, Power, effect_of, power_of
from feasibility.studies.rules.judges.asking import Judge
from feasibility.studies.rules.judges.choosing import ReadyRule

SOUND, PROVED, UNSOUND, NONE = "SOUND ON ALL {n:,} CASES TRIED", "PROVED SOUND", "UNSOUND", "NO VERDICT"
CHANGED = "NOT DETERMINISTIC"
TRIED = 2000  # cases of each kind that are tried though there is a proof
PROOF_SECONDS = 10.0  # for one clause
SMALL = ("short questions", "duals of short questions", EQUAL)  # which have smaller pairs than the mixed ones
STARTS = 2  # of searches, from each level
AT_THE_END = (
    "the program answers at the end of its input alone, as one that does not flush after each line: it was "
    "started for each batch, and not asked in searches"
)
IN_THIS_PROCESS = (
    "the rule was asked in this process, since no other can have it: a call that crashes, hangs or takes all "
    "memory would have ended everything, and it was never asked afresh"
)
LATE = "stopped at the time limit"
SEARCH_NODES = 100_000  # positions of one search at most, less for slow rules


@dataclass(frozen=True)
class Validation(Tabled):
    """What was found out about a rule on a board."""

    rule: ReadyRule
    board: Board
    options: Options
    kinds: tuple[CaseKind, ...]
    counterexample: Counterexample | None
    proof: Certificate | None = None
    power: Power | None = None
    effect: Effect | None = None
    changed: Changed | None = None
    missing: tuple[str, ...] = ()  # what was to be asked, and was not
    notes: tuple[str, ...] = ()

    def records(self) -> Iterator[dict[str, object]]:
        """Each kind of cases, and whether the rule has passed all of them that were tried."""
        told = {"rule": self.rule.name, "board": self.board.label, "verdict": self.verdict}
        for kind in self.kinds:
            yield {**told, "cases": kind.title, "tried": kind.tried, "of": kind.of}

    def scenes(self) -> list[Scene]:
        """The counterexample."""
        from feasibility.render.pictures import pair

        return [] if self.counterexample is None else [pair(self.counterexample.pair)]

    def __repr__(self) -> str:
        return f"<Validation of {self.rule.name} on {self.board.label}: {self.verdict}>"

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
        if self.changed is not None:
            return CHANGED
        return NONE if self.open else SOUND.format(n=self.tried)

    @property
    def late(self) -> bool:
        """Whether the time limit ended it."""
        return LATE in self.notes

    @property
    def open(self) -> bool:
        """Whether something is missing without which nothing can be said."""
        return bool(self.failures or self.missing or not self.tried)

    @property
    def pair_to_keep(self) -> str | None:
        """The counterexample as a file, or else a pair with two answers or with none."""
        name = " ".join(self.rule.name.split())
        if self.counterexample is not None:
            return self.counterexample.text(name)
        if self.changed is not None:
            return pair_text(self.changed.pair, f"{name} said {self.changed.answers}")
        for failure in self.rule.judge.examples:
            return pair_text(failure.pair, f"no answer from {name}: {failure.kind}")
        return None

    @property
    def exit_code(self) -> ExitCode:
        """0 if nothing is against the rule, 1 if it is unsound, 3 if its answers are missing or change."""
        if self.counterexample is not None:
            return ExitCode.NEGATIVE
        unknown = self.changed is not None or (self.open and self.proof is None) or self.failures
        return ExitCode.UNKNOWN if unknown else ExitCode.OK


def validate(board: Board, rule: ReadyRule, options: Options) -> Validation:
    """Everything that can be said of the rule within the options."""
    for target in options.targets:
        if target.board != board:
            raise InputError(
                "not a target on this board", seen=str(target), expected=f"a position on {board.label}"
            )
    return _Validation(board, rule, options).run()


class _Validation:
    """One validation under way, and what is known so far."""

    def __init__(self, board: Board, rule: ReadyRule, options: Options) -> None:
        self.board, self.rule, self.options = board, rule, options
        self.judge: Judge = rule.judge
        self.clock: Clock = Limits(options.seconds).start()
        if self.clock.deadline is not None:
            self.judge.deadline = self.clock.deadline
        self.notes: list[str] = []
        self.cases = self.judge.default_cases if options.cases is None else options.cases
        self.target = next(iter(options.targets), _usual_target(board, options.start))
        self.grounds: dict[Target, Ground | None] = {}

    def run(self) -> Validation:
        """Proof, soundness, power, effect."""
        proof, wrong = self._claim()
        sound = Soundness(self.judge, self.clock, self._ground, self.options.start)
        missing = [] if wrong is not None else self._soundness(sound, proof is not None)
        if proof is not None and sound.counterexample is not None:
            raise SoundnessError(
                "a rule that the verifier accepts prunes a feasible pair. A defect of pegfeas; "
                f"the pair:\n{sound.counterexample.pair!r}"
            )
        counterexample = sound.counterexample or wrong
        table, gain = self._power() if self.options.power and sound.changed is None else (None, None)
        self.notes += [f"the rule was {self.judge.given_up}"] if self.judge.given_up else []
        self.notes += [] if self.judge.in_a_loop else [AT_THE_END]
        self.notes += [] if self.judge.apart else [IN_THIS_PROCESS]
        return Validation(
            self.rule, self.board, self.options, sound.kinds, counterexample, proof, table, gain,
            sound.changed, tuple(missing), tuple(dict.fromkeys(self.notes)),
        )  # fmt: skip

    def _claim(self) -> tuple[Certificate | None, Counterexample | None]:
        """Tries to prove a rule that is written down: weights by the jumps, conditions by programs."""
        parts: list[RulePart] = []
        functional = self.rule.functional
        if functional is not None:
            broken = functional.breaks(self.board)
            if broken:
                return None, self._broken(broken)
            if not any(w % functional.modulus if functional.modulus else w for w in functional.weights):
                expected = "a table that can prune"
                raise InputError("all weights are 0, so the table prunes nothing", expected=expected)
            parts.append(functional.proof())
        for clause in self.rule.clauses:
            part = prove(self.board, clause, self.clock.within(PROOF_SECONDS))
            if part is not None:
                parts.append(part)
        cases = len(self.rule.clauses) or int(functional is not None)
        if len(parts) < cases:
            self.notes.append(f"{len(parts)} of the {plural(cases, 'case')} of the rule could be proved")
        claim = Certificate(self.board, Rule(tuple(parts)))
        return (claim if cases and len(parts) == cases and accepted(claim).verified else None), None

    def _broken(self, broken: tuple[Jump, ...]) -> Counterexample:
        first = broken[0]
        start = Position(self.board, 1 << first.start | 1 << first.over)
        name = f"{len(broken)} of {len(self.board.jumps)} jumps break the table"
        pair = Pair(start, Target(self.board, 1 << first.landing))
        return confirmed(Counterexample(pair, (first,), name))

    def _soundness(self, sound: Soundness, proved: bool) -> list[str]:
        """Puts everything that is planned to the rule; what is missing, by name."""
        options = self.options
        if proved and options.cases is None:
            options = replace(options, cases=TRIED)
        phases = CasePlan(self.judge, options, self.target, self._ground, self.clock.expired).phases()
        missing: list[str] = []
        for name, sources in phases:
            if sound.suspect is not None and name not in SMALL:
                continue
            try:
                done = all(self._asked(sound, source) for source in sources())
            except StoppedError as error:
                self.notes.append(f"{name}: {error.stopped}")
                done = False
            if sound.counterexample is not None or sound.changed is not None:
                return []
            if not done and sound.suspect is None:
                missing.append(name)
                if self.clock.expired():
                    self.notes.append(LATE)
                if self.clock.expired() or self.judge.given_up:
                    return [*missing, *(one for one, _ in phases)]
            options.report(f"{sound.tried:,} cases tried")
        sound.counterexample = sound.suspect
        return missing

    def _asked(self, sound: Soundness, source: Source | Mixed) -> bool:
        if isinstance(source, Source):
            return sound.put(source)
        cases, options = self.cases, self.options
        several = lists(source, cases, options.seed, options.skip_equal, options.start, self.clock.look)
        if len(several) < len(source):
            names = ", ".join(named(target) for target, _ in source)
            self.notes.append(f"not all positions that are {names} can be listed, so dead ones are not known")
            return False
        mixture = Mixture(self.judge, several, cases, options.skip_equal)
        mixture.run(starts(several, cases, options.seed, options.start), options.seed)
        sound.take(mixture)
        return sound.suspect is not None or (mixture.complete and not sound.settled)

    def _ground(self, target: Target) -> Ground | None:
        if target not in self.grounds:
            options, reason = self.options, truth.too_large(target)
            if reason is not None:
                self.notes.append(f"no ground truth by dense closure: {reason}")
            ground = Ground(target, self.clock, options.threads, options.seed, options.report)
            self.grounds[target] = ground if reason is None else None
        return self.grounds[target]

    def _power(self) -> tuple[Power | None, Effect | None]:
        ground = None if self.clock.expired() or self.judge.given_up else self._ground(self.target)
        if ground is None:
            return None, None
        try:
            return self._measured(ground, self.options.seed)
        except StoppedError:
            self.notes.append("stopped at the time limit, before power and effect were measured")
            return None, None

    def _measured(self, ground: Ground, seed: int) -> tuple[Power, Effect | None]:
        dead = ground.sample(self.cases, dead=True)
        table = power_of(self.judge, self.target, dead, seed, self.clock)
        alive = ground.sample(40 * self.board.n)
        most = min(SEARCH_NODES, self.judge.default_cases, 10 * self.cases)
        candidates = list(_starts([*dead, *alive], self.board, seed))
        return table, effect_of(self.judge, self.target, candidates, most, self.clock)


def _starts(levels: list[SampledLevel], board: Board, seed: int) -> Iterator[int]:
    """Candidate starts for searches: dead and living positions with a middling number of pegs."""
    random = Random(f"searches {seed}")
    for level in levels:
        if 4 <= level.pegs <= 4 + board.n // 2 and len(level.masks):
            chosen = random.sample(range(len(level.masks)), min(STARTS, len(level.masks)))
            yield from (int(level.masks[i]) for i in chosen)


def middle(board: Board) -> int:
    """The hole nearest to the middle of the board, the first of several."""
    n, rows, columns = board.n, *map(sum, zip(*board.holes, strict=True))
    away = [(n * row - rows) ** 2 + (n * column - columns) ** 2 for row, column in board.holes]
    return away.index(min(away))


def _usual_target(board: Board, start: int | None) -> Target:
    """The middle hole, or what a start with one empty hole is usually played to."""
    if start is not None and (board.full ^ start).bit_count() == 1:
        return Target(board, board.full ^ start)
    return Target(board, 1 << middle(board))
