"""Python rules: what their calls return, and callables that are asked in this very process.

Where a callable holds state or has no name in a file, no other process can have it. Then nothing protects
this one from a call that crashes, hangs or takes all memory, and the rule cannot be asked afresh.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.words import Words, unpack
from feasibility.game.geometry import Board
from feasibility.studies.rules.judges import worker
from feasibility.studies.rules.judges.asking import FAILED, KEEP, PRUNE, Answers, Goals, Judge
from feasibility.studies.rules.judges.sources import parameters

CODES = np.array([FAILED, KEEP, PRUNE, FAILED, FAILED], np.uint8)  # by the worker's code
KINDS = {worker.RAISED: "exception", worker.NONSENSE: "nonsense"}


class PythonJudge(Judge):
    """A Python rule; slow ones are asked few questions between two looks at the clock."""

    portion, grows = 4, True

    def understood(
        self, codes: npt.NDArray[np.uint8], notes: worker.Notes, starts: Words, goals: Goals, errors: str
    ) -> Answers:
        """The answers that the codes of calls stand for; calls without one are kept account of."""
        for code, kind in KINDS.items():
            for index in np.flatnonzero(codes == code).tolist():
                self.fail(kind, self.pair(starts, goals, index), notes.get(index, ""), errors)
        answers: Answers = CODES[codes]
        return answers


class InProcess(PythonJudge):
    """A callable, asked here."""

    apart = False

    def __init__(self, board: Board, rule: Callable[..., object]) -> None:
        super().__init__(board)
        self.rule, self.parameters = rule, parameters(rule)

    def answer(self, starts: Words, goals: Goals) -> Answers:
        target = None if isinstance(goals, np.ndarray) else goals
        ends = unpack(goals) if isinstance(goals, np.ndarray) else repeat(0)
        asked = worker.caller(self.rule, self.parameters, self.board, target)
        codes = bytearray(len(starts))
        notes = worker.evaluate(asked, unpack(starts), ends, codes, (Exception, SystemExit))
        return self.understood(np.frombuffer(codes, np.uint8), notes, starts, goals, "")


class WrittenRule(InProcess):
    """What a rule that is written down says of a pair: no memory, and nothing that could break."""

    default_cases = 20_000
    remembers, apart = False, True
