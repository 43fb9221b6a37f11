"""The state of the solvers: models that stay hot between programs, and the last decided cone.

A solver's model serves one thread at a time; two at once crash the interpreter. So every thread has a session
of its own, and a caller may own one: `with Session():` makes it the one that this thread uses. A session that
several threads enter serves them one after the other. After a fork it begins anew.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from threading import RLock, local
from types import TracebackType
from typing import TYPE_CHECKING

from feasibility.base.forks import wait_for_imports
from feasibility.exact.box import IntMatrix
from feasibility.game.position import Pair

if TYPE_CHECKING:
    from feasibility.solvers.highs import HotModel
    from feasibility.solvers.prove import Empty, Point

MOST_MODELS = 32


class Session:
    """Solver models that belong to one caller; used by one thread at a time."""

    def __init__(self) -> None:
        self._renew()

    def _renew(self) -> None:
        self._process = os.getpid()
        self._lock = RLock()
        self._models: OrderedDict[tuple[IntMatrix, str], HotModel] = OrderedDict()
        self._warm: set[tuple[IntMatrix, str]] = set()
        self._decided: tuple[Pair, Empty | Point] | None = None

    def _own_process(self) -> None:
        """In a child process the models may be copies of models at work, and the lock held by nobody."""
        if self._process != os.getpid():
            self._renew()

    def __enter__(self) -> Session:
        self._own_process()
        self._lock.acquire()
        _entered().append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _entered().pop()
        self._lock.release()

    def begin(self) -> None:
        """Begin afresh: what follows does not depend on what was asked before.

        A hot solver goes on from its last basis. That never changes what is proved, but it does change which
        of many proofs is found.
        """
        self._own_process()
        self._warm.clear()
        self._decided = None

    def model(self, matrix: IntMatrix, use: str) -> HotModel:
        """The model of a matrix for one use (its costs stay); hot from its last program since `begin`."""
        from feasibility.solvers.highs import HotModel

        self._own_process()
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

    def decided(self, pair: Pair) -> Empty | Point | None:
        """The answer kept for this pair; the pagoda criterion and the cone criterion need the same one."""
        return self._decided[1] if self._decided is not None and self._decided[0] == pair else None

    def keep(self, pair: Pair, answer: Empty | Point) -> None:
        """Keeps the answer until the next one."""
        self._decided = pair, answer


_of_thread = local()


def _entered() -> list[Session]:
    sessions: list[Session] | None = getattr(_of_thread, "sessions", None)
    if sessions is None:
        sessions = _of_thread.sessions = [Session()]
    return sessions


def current() -> Session:
    """The session that this thread entered last, or its own."""
    return _entered()[-1]


wait_for_imports()
