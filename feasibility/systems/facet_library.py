"""The library of a board: pagoda functions found earlier, one of each orbit, kept in the user's cache.

The folder is $PEGFEAS_CACHE, else pegfeas in $XDG_CACHE_HOME or ~/.cache. A file is one line of JSON and the
weights as 32-bit integers; it is believed only if its checksum fits, and every functional is proved again on
all jumps when it is read.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import InputError
from feasibility.base.files import replace, unwritable
from feasibility.base.values import Value
from feasibility.game.geometry import Board
from feasibility.game.position import Pair
from feasibility.game.symmetry import inverse
from feasibility.proofs.certificate import board_json
from feasibility.proofs.functional import Functional

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

FORMAT = "pegfeas-library"
LARGEST = (1 << 31) - 1
MOST = 200_000  # functionals kept for a board


@lru_cache(maxsize=64)
def board_digest(board: Board) -> str:
    """A fingerprint of the holes and jumps, the name left out."""
    data = board_json(board) | {"name": "", "jumps": [list(j) for j in board.jumps]}
    return _sha256(json.dumps(data, sort_keys=True).encode())


def _sha256(data: bytes) -> str:
    from hashlib import sha256  # takes longer than a criterion, and few have libraries

    return sha256(data).hexdigest()


def folder() -> str:
    """Where libraries are kept."""
    chosen = os.environ.get("PEGFEAS_CACHE")
    if chosen:
        return chosen
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "pegfeas")


def path_of(board: Board) -> str:
    """The file of a board's library."""
    return os.path.join(folder(), f"{board_digest(board)[:32]}.library")


def _is_there(board: Board) -> bool:
    """Most boards have no library, and to import numpy takes longer than a play."""
    return os.path.isdir(folder()) and os.path.exists(path_of(board))


def save(board: Board, weights: Ints) -> str:
    """Adds functionals, all valid on the board, to its library; the file."""
    import numpy as np

    path = path_of(board)
    known = table(board)
    merged = np.unique(np.vstack([known, weights]), axis=0)
    order = np.argsort(np.abs(merged).sum(axis=1), kind="stable")
    merged = merged[order][:MOST]
    if int(np.abs(merged).max(initial=0)) > LARGEST:
        raise InputError("weights too large for a library", expected="below 2^31")
    if not _are_valid(board, merged):
        raise InputError("a jump raises a weight of the library", source=path)
    data = merged.astype("<i4").tobytes()
    header = {"format": FORMAT, "version": 1, "board": board_digest(board), "name": board.label}
    header |= {"functionals": len(merged), "holes": board.n, "sha256": _sha256(data)}
    try:
        os.makedirs(folder(), exist_ok=True)
        replace(path, json.dumps(header).encode() + b"\n" + data)
    except OSError as error:
        raise unwritable(path, error) from None
    return path


def _read(path: str, board: Board) -> Ints | None:
    """The functionals of a library file; None unless all of it is right."""
    import numpy as np

    try:
        with open(path, "rb") as file:
            header: Any = json.loads(file.readline(1 << 16))
            data = file.read()
        known = header["format"], header["version"], header["board"], header["sha256"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if known != (FORMAT, 1, board_digest(board), _sha256(data)) or len(data) % (4 * board.n):
        return None
    weights = np.frombuffer(data, dtype="<i4").reshape(-1, board.n).astype(np.int64)
    return weights if _are_valid(board, weights) else None


def _are_valid(board: Board, weights: Ints) -> bool:
    return not bool(((weights @ board.incidence.astype("int64")) > 0).any())


def table(board: Board) -> Ints:
    """The library, the simplest functional first; empty where no file is there or the file is damaged."""
    path = path_of(board)
    try:
        stamp = os.stat(path).st_mtime_ns
    except OSError:
        stamp = 0
    return _table(board, path, stamp)


@lru_cache(maxsize=8)
def _table(board: Board, path: str, stamp: int) -> Ints:
    import numpy as np

    weights = _read(path, board) if stamp else None
    if weights is None:
        weights = np.zeros((0, board.n), dtype=np.int64)
    weights.setflags(write=False)
    return weights


class _Margins(Value):
    """For each library row and symmetry, by how much the moved functional refutes the pair."""

    weights: Ints  # the library as it was read, whatever becomes of the file
    values: Ints
    group: tuple[tuple[int, ...], ...]

    def moved(self, row: int, image: int) -> Functional:
        weights, permutation = self.weights[row].tolist(), self.group[image]
        return Functional(tuple(weights[i] for i in permutation))


def _margins(pair: Pair) -> _Margins | None:
    if not _is_there(pair.board):
        return None
    import numpy as np

    weights, target = table(pair.board), pair.target
    if not len(weights):
        return None
    group = pair.board.symmetries
    start = np.array(pair.start.vector, dtype=np.int64)
    if target.pegs is not None:
        least = np.sort(weights, axis=1)[:, : target.pegs].sum(axis=1)
        values = np.stack([least - weights @ start[list(inverse(g))] for g in group], axis=1)
        return _Margins(weights, values, group)
    must = np.array([target.must >> i & 1 for i in range(pair.board.n)], dtype=np.int64)
    free = np.array([target.free >> i & 1 for i in range(pair.board.n)], dtype=np.int64)
    # w moved by g weighs a vector like w weighs the vector moved back
    back = [list(inverse(g)) for g in group]
    values = np.stack([weights @ (must - start)[g] for g in back], axis=1)
    if target.free:
        values += np.stack([np.minimum(weights, 0) @ free[g] for g in back], axis=1)
    return _Margins(weights, values, group)


def refuting(pair: Pair) -> Functional | None:
    """The simplest functional of the library, or image of one, that refutes the pair; checked in integers."""
    margins = _margins(pair)
    if margins is None:
        return None
    rows, images = (margins.values > 0).nonzero()
    if not len(rows):
        return None
    functional = margins.moved(int(rows[0]), int(images[0]))
    sound = functional.is_valid(pair.board) and functional.separates(pair.start, pair.target)
    return functional if sound else None


def closest(pair: Pair, most: int) -> tuple[Functional, ...]:
    """The functionals of the library, or images of them, with the least slack on the pair for their size."""
    margins = _margins(pair)
    if margins is None:
        return ()
    size = abs(margins.weights).sum(axis=1)[:, None]
    order = (-(margins.values / size)).argsort(axis=None, kind="stable")[: 8 * most]
    nearest: dict[tuple[int, ...], Functional] = {}
    for place in order.tolist():
        functional = margins.moved(*divmod(place, len(margins.group)))
        nearest.setdefault(functional.weights, functional)
        if len(nearest) == most:
            break
    return tuple(nearest.values())
