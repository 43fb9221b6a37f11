"""The library of a board: pagoda functions found earlier, one of each orbit, kept in the user's cache.

The folder is $PEGFEAS_CACHE, else pegfeas in $XDG_CACHE_HOME or ~/.cache. A file is nothing but the weights,
as 32-bit integers; when it is read, every functional is proved again on all jumps.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError
from feasibility.base.files import replace, unwritable
from feasibility.game.geometry import Board
from feasibility.game.position import Pair
from feasibility.game.symmetry import inverse
from feasibility.proofs.certificate import board_json
from feasibility.proofs.functional import Functional

if TYPE_CHECKING:
    from feasibility.base.arrays import Ints

ENDING = ".weights"
LARGEST = (1 << 31) - 1
MOST = 200_000  # functionals kept for a board


@lru_cache(maxsize=64)
def board_digest(board: Board) -> str:
    """A fingerprint of the holes and jumps, the name left out."""
    from hashlib import sha256  # takes longer than a criterion, and few have libraries

    data = board_json(board) | {"name": "", "jumps": [list(j) for j in board.jumps]}
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def folder() -> str:
    chosen = os.environ.get("PEGFEAS_CACHE", "")
    if chosen:
        return chosen
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "pegfeas")


def path_of(board: Board) -> str:
    return os.path.join(folder(), board_digest(board)[:32] + ENDING)


def save(board: Board, weights: Ints) -> str:
    """Adds functionals, all valid on the board, to its library; the file."""
    import numpy as np

    path = path_of(board)
    merged = np.unique(np.vstack([table(board), weights]), axis=0)
    merged = merged[np.argsort(np.abs(merged).sum(axis=1), kind="stable")][:MOST]
    if int(np.abs(merged).max(initial=0)) > LARGEST:
        raise InputError("weights too large for a library", expected="below 2^31")
    if not _are_valid(board, merged):
        raise InputError("a jump raises a weight of the library", source=path)
    try:
        os.makedirs(folder(), exist_ok=True)
        replace(path, merged.astype("<i4").tobytes())
    except OSError as error:
        raise unwritable(path, error) from None
    return path


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

    weights = np.zeros((0, board.n), dtype=np.int64)
    try:
        with open(path, "rb") as file:
            weights = np.frombuffer(file.read(), dtype="<i4").reshape(-1, board.n).astype(np.int64)
    except (OSError, ValueError):
        pass
    weights = weights[weights.any(axis=1)] if _are_valid(board, weights) else weights[:0]
    weights.setflags(write=False)
    return weights


def _margins(pair: Pair) -> tuple[Ints, Ints]:
    """The functionals, and by how much each, moved by each symmetry, refutes the pair."""
    import numpy as np

    weights, target = table(pair.board), pair.target
    start, must, free = (
        np.array([mask >> i & 1 for i in range(pair.board.n)], dtype=np.int64)
        for mask in (pair.start.mask, target.must, target.free)
    )
    # w moved by g weighs a vector like w weighs the vector moved back
    back = [list(inverse(g)) for g in pair.board.symmetries]
    values = np.stack([weights @ (must - start)[g] for g in back], axis=1)
    if target.pegs is not None:
        values += np.sort(weights, axis=1)[:, : target.pegs].sum(axis=1)[:, None]
    elif target.free:
        values += np.stack([np.minimum(weights, 0) @ free[g] for g in back], axis=1)
    return weights, values


def closest(pair: Pair, most: int) -> tuple[Functional, ...]:
    """The functionals of the library, or images of them, with the least slack on the pair for their size."""
    kept = os.listdir(folder()) if os.path.isdir(folder()) else []
    if not any(name.endswith(ENDING) for name in kept) or not os.path.exists(path_of(pair.board)):
        return ()  # as for most boards; to import hashlib or numpy takes longer than a play
    weights, values = _margins(pair)
    group = pair.board.symmetries
    size = abs(weights).sum(axis=1)[:, None]
    order = (-(values / size)).argsort(axis=None, kind="stable")[: 8 * most]
    nearest: dict[tuple[int, ...], Functional] = {}
    for row, image in (divmod(place, len(group)) for place in order.tolist()):
        moved = tuple(weights[row, list(group[image])].tolist())
        nearest.setdefault(moved, Functional(moved))
        if len(nearest) == most:
            break
    return tuple(nearest.values())


def refuting(pair: Pair) -> Functional | None:
    """The functional that refutes the pair by most for its size; checked in integers."""
    sound = (f for f in closest(pair, 1) if f.is_valid(pair.board) and f.separates(pair.start, pair.target))
    return next(sound, None)
