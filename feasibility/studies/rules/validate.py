"""Validates a rule: soundness from independent sources, proof where one is possible, power and effect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from feasibility.base.errors import ExitCode, InputError, SoundnessError
from feasibility.base.limits import Clock, Limits
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.accept import accepted
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.rule import Part, Rule
from feasibility.studies.rules.declared.proving import prove
from feasibility.studies.rules.evidence import living, memory, sampling, truth
from feasibility.studies.rules.evidence.cases import Kind, Source
from feasibility.studies.rules.evidence.counterexample import Counterexample, confirmed, pair_text
from feasibility.studies.rules.evidence.memory import Changed, asked_again
from feasibility.studies.rules.evidence.planning import CasePlan, Options
from feasibility.studies.rules.evidence.sampling import SampledLevel
from feasibility.studies.rules.evidence.soundness import Soundness
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.evidence.worth import Effect, Power, effect_of, power_of
from feasibility.studies.rules.judges.asking import Judge
from feasibility.studies.rules.judges.choosing import Chosen

SOUND, PROVED, UNSOUND, NONE = "SOUND ON ALL {n:,} CASES TRIED", "PROVED SOUND", "UNSOUND", "NO VERDICT"
CHANGED = "NOT DETERMINISTIC"
SOUNDNESS_SHARE = 0.7  # of the time; the rest is for dead positions among living ones, and for power
SHARE = 0.5  # of the time left, for one kind of cases or one ground truth
TRIED = 2000  # cases of each kind that are tried though there is a proof
PROOF_SECONDS = 10.0  # for one clause
STARTS = 2  # of searches, from each level
SEARCH_NODES = 100_000  # positions of one search at most, less for slow rules


@dataclass(frozen=True)
class Validation:
    """What was found out about a rule on a board."""

    rule: Chosen
    board: Board
    options: Options
    kinds: tuple[Kind, ...]
    counterexample: Counterexample | None
    proof: Certificate | None = None
    power: Power | None = None
    effect: Effect | None = None
    changed: Changed | None = None
    notes: tuple[str, ...] = ()

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
        return SOUND.format(n=self.tried) if self.tried and not self.failures else NONE

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
        open_ = self.failures or self.changed is not None or not (self.tried or self.proof)
        return ExitCode.UNKNOWN if open_ else ExitCode.OK


def validate(board: Board, rule: Chosen, options: Options) -> Validation:
    """Everything that can be said of the rule within the options."""
    for target in options.targets:
        if target.board != board:
            raise InputError(
                "not a target on this board", seen=str(target), expected=f"a position on {board.label}"
            )
    return _Validation(board, rule, options).run()


class _Validation:
    """One validation under way, and what is known so far."""

    def __init__(self, board: Board, rule: Chosen, options: Options) -> None:
        self.board, self.rule, self.options = board, rule, options
        self.judge: Judge = rule.judge
        self.clock: Clock = Limits(options.seconds).start()
        if self.clock.deadline is not None:
            self.judge.deadline = self.clock.deadline
        self.notes: list[str] = []
        self.cases = options.cases or self.judge.default_cases
        self.target = next(iter(options.targets), Target(board, 1 << middle(board)))
        self.truths: dict[Target, Truth | None] = {}
        self.asked_again = False

    def run(self) -> Validation:
        """Proof, soundness, power, effect."""
        proof, wrong = self._claim()
        sound = Soundness(self.judge, self.clock, self.truths, enough=self.options.enough)
        if wrong is None:
            self._soundness(sound, TRIED if proof is not None else None)
        if proof is not None and sound.counterexample is not None:
            raise SoundnessError(
                "a rule that the verifier accepts prunes a feasible pair. A defect of pegfeas; "
                f"the pair:\n{sound.counterexample.pair!r}"
            )
        counterexample = sound.counterexample or wrong
        changed = sound.changed or (asked_again(self.judge) if counterexample is None else None)
        table, gain = self._power() if self.options.power and changed is None else (None, None)
        if self.judge.given_up:
            self.notes.append(f"the rule was {self.judge.given_up}")
        return Validation(
            self.rule,
            self.board,
            self.options,
            sound.kinds,
            counterexample,
            proof,
            table,
            gain,
            changed,
            tuple(dict.fromkeys(self.notes)),
        )

    def _claim(self) -> tuple[Certificate | None, Counterexample | None]:
        """Tries to prove a rule that is written down: weights by the jumps, conditions by programs."""
        parts: list[Part] = []
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
        return confirmed(Pair(start, Target(self.board, 1 << first.landing)), (first,), name)

    def _soundness(self, sound: Soundness, enough: int | None) -> None:
        """Independent sources of feasible pairs, each with its share of the time."""
        whole = self._part(SOUNDNESS_SHARE)
        asked = replace(self.options, cases=self.options.cases or enough)
        plan = CasePlan(self.judge, asked, self.target, self._truth, self._on_plays)
        done = False
        with suppress(StoppedError):  # while a source was prepared
            done = self._put(sound, plan.steps(), whole)
            if done and asked.seconds is not None and asked.cases is None:
                self._put(sound, plan.rounds(), whole)
        if not done and whole.expired():
            self.notes.append("stopped at the time limit; fewer cases were tried than planned")
        if not sound.settled:
            self._mixed(sound)

    def _mixed(self, sound: Soundness) -> None:
        """Living positions among dead ones, for rules that may remember what they were asked."""
        known = self._truth(self.target) if self.judge.remembers else None
        if known is None:
            return
        source = Source(memory.NAME, (), living.shown(known), target=self.target)
        clock, options = self._part(SHARE), self.options
        with suppress(StoppedError):
            found = memory.asked_mixed(self.judge, known, self.cases, options.seed, clock, options.skip_equal)
            sound.take(source, found)

    def _part(self, share: float) -> Clock:
        """A clock for a share of the time that is left."""
        left = self.clock.remaining()
        return self.clock if left is None else self.clock.within(left * share)

    def _put(self, sound: Soundness, sources: Iterator[Source], whole: Clock) -> bool:
        """Put the sources to the rule, each for its share of the time; whether none was left out."""
        options = self.options
        whole_sets = options.cases is not None or options.exhaustive  # the same cases in every run
        for source in sources:
            if whole.expired():
                return False
            left = whole.remaining()
            sound.put(source, whole if left is None or whole_sets else whole.within(left * SHARE))
            options.report(f"{sound.tried:,} cases tried")
            if sound.open and not self.asked_again:
                self.asked_again, sound.changed = True, asked_again(self.judge)
            if not sound.open:  # the next source is not prepared
                return False
        return True

    def _truth(self, target: Target) -> Truth | None:
        if target not in self.truths:
            threads, report = self.options.threads, self.options.report
            ground = truth.build(self.board, target, self._part(SHARE), threads=threads, report=report)
            if isinstance(ground, Stopped):
                self.notes.append(f"no ground truth by dense closure: {ground.reason}")
                self.truths[target] = None
            else:
                self.truths[target] = replace(ground, look=self.clock.look)
        return self.truths[target]

    def _on_plays(self, known: Truth) -> Source | None:
        return living.on_plays(known, self._part(SHARE), self.options.threads)

    def _power(self) -> tuple[Power | None, Effect | None]:
        known = None if self.clock.expired() or self.judge.given_up else self._truth(self.target)
        if known is None:
            return None, None
        try:
            return self._measured(known, self.options.seed)
        except StoppedError:
            self.notes.append("stopped at the time limit, before power and effect were measured")
            return None, None

    def _measured(self, known: Truth, seed: int) -> tuple[Power, Effect | None]:
        dead = sampling.sample(known, self.cases, seed, dead=True)
        table = power_of(self.judge, known, dead, seed, self.clock)
        alive = sampling.sample(known, 40 * self.board.n, seed)
        most = min(SEARCH_NODES, self.judge.default_cases, 10 * self.cases)
        starts = _starts([*dead, *alive], self.board, seed)
        gain = effect_of(self.judge, self.target, list(starts), most, self.clock)
        return table, gain


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

    def away(hole: int) -> int:
        row, column = board.holes[hole]
        return (n * row - rows) ** 2 + (n * column - columns) ** 2

    return min(range(n), key=away)
