"""The state of the solvers: models that stay hot between programs, and the last decided cone.

A solver's model serves one thread at a time; two at once crash the interpreter. So every thread has a session
of its own. After a fork it begins anew.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from threading import local
from typing import TYPE_CHECKING

from feasibility.base.forks import wait_for_imports
from feasibility.exact.box import IntMatrix
from feasibility.game.position import Pair

if TYPE_CHECKING:
    from feasibility.solvers.highs import HotModel
    from feasibility.solvers.prove import BelievedPoint, Empty

MOST_MODELS = 32


class Session:
    """Solver models that belong to one thread."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._models: OrderedDict[tuple[IntMatrix, str], HotModel] = OrderedDict()
        self._warm: set[tuple[IntMatrix, str]] = set()
        self._decided: tuple[Pair, Empty | BelievedPoint] | None = None

    def begin(self) -> None:
        """Begin afresh: what follows does not depend on what was asked before.

        A hot solver goes on from its last basis. That never changes what is proved, but it does change which
        of many proofs is found.
        """
        self._warm.clear()
        self._decided = None

    def model(self, matrix: IntMatrix, use: str) -> HotModel:
        """The model of a matrix for one use (its costs stay); hot from its last program since `begin`."""
        from feasibility.solvers.highs import HotModel

        key = (matrix, use)
        model = self._models.pop(key, None)
        if model is None:
            model = HotModel(matrix)
        elif key not in self._warm:
            model.cool()
        self._models[key] = model
        self._warm.add(key)
        if len(self._models) > MOST_MODELS:
            oldest, _ = self._models.popitem(last=False)
            self._warm.discard(oldest)
        return model

    def decided(self, pair: Pair) -> Empty | BelievedPoint | None:
        """The answer kept for this pair; the pagoda criterion and the cone criterion need the same one."""
        return self._decided[1] if self._decided is not None and self._decided[0] == pair else None

    def keep(self, pair: Pair, answer: Empty | BelievedPoint) -> None:
        self._decided = pair, answer


_of_thread = local()


def current() -> Session:
    """The session of this thread; in a child process a new one: models may be copies of models at work."""
    session: Session | None = getattr(_of_thread, "session", None)
    if session is None or session.process != os.getpid():
        session = _of_thread.session = Session()
    return session


wait_for_imports()
