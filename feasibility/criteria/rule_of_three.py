"""The rule of three.

Theorem: colour the holes so that every three in a jump get three different colours a, b, c; with the Klein
group's addition (a + b = c and so on, x + x = e) the sum over the pegs never changes. Necessary since a jump
replaces two colours by their sum. On orthogonal boards the two diagonal colourings give the pair phi; on any
board the colourings are the left kernel of the incidence matrix over GF(2). Source: Suremain de Missery
(1841), Reiss (1857), Lucas (1882); the group form is Conway's. Cost: an elimination per board, a few
popcounts per pair. Certificate: `residue` modulo 2.
"""

from __future__ import annotations

from functools import lru_cache

from feasibility.base.limits import Clock
from feasibility.criteria.base import Criterion
from feasibility.exact.gf2 import echelon, left_kernel
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, bits
from feasibility.proofs.certificate import Residue
from feasibility.proofs.functional import Functional, indicator
from feasibility.proofs.verdict import Finding, not_applicable, passed, refuted

NAME = "rule-of-three"

KLEIN = "eabc"  # a = 1, b = 2, c = 3: the group's addition is exclusive or
_MOST_COMBINED = 10


def check(pair: Pair, clock: Clock) -> Finding:
    """Compare the sums of start and target in every colouring that is silent on the free holes."""
    board, target = pair.board, pair.target
    if target.pegs is not None:
        return not_applicable(NAME, "positions with a given number of pegs lie in many residue classes")
    if not kernel(board):
        return not_applicable(NAME, "this board has no colouring: all positions lie in one residue class")
    change = pair.start.mask ^ target.must
    for colouring in _candidates(board, target.free):
        functional = Functional(indicator(board, colouring), 2)
        if (
            (colouring & change).bit_count() % 2
            and functional.is_valid(board)
            and functional.separates(pair.start, target)
        ):
            parity = ("even", "odd")
            seen = (colouring & pair.start.mask).bit_count(), (colouring & target.must).bit_count()
            summary = (
                _summary(pair)
                or f"a parity that no jump changes is {parity[seen[0] % 2]} at the start, "
                f"{parity[seen[1] % 2]} at the target"
            )
            return refuted(NAME, summary, Residue(2, functional.weights), *_details(pair))
    return passed(NAME, _summary(pair) or "all parities agree", *_details(pair))


@lru_cache(maxsize=256)
def kernel(board: Board) -> tuple[int, ...]:
    """A basis of the sets of holes that every jump meets in an even number of holes."""
    return left_kernel([1 << s | 1 << o | 1 << t for s, o, t in board.jumps], board.n).rows


@lru_cache(maxsize=256)
def _candidates(board: Board, free: int) -> tuple[int, ...]:
    """Members of the kernel that avoid the free holes, the ones a person would colour first."""
    basis = echelon(kernel(board), bits(free))
    silent = [row for row in basis.rows if not row & free]
    if len(silent) > _MOST_COMBINED:
        return tuple(silent)
    members = [0]
    for row in silent:
        members += [m ^ row for m in members]
    drawn = {m: k for k, m in enumerate(_diagonal_pairs(board))}
    return tuple(sorted(members[1:], key=lambda m: (drawn.get(m, len(drawn)), m.bit_count(), m)))


def _diagonal_pairs(board: Board) -> list[int]:
    """Two of the three colours of a diagonal colouring, for both diagonals."""
    found = []
    for sign in (1, -1):
        for left_out in range(3):
            found.append(
                sum(1 << i for i, (r, c) in enumerate(board.holes) if (r + sign * c) % 3 != left_out)
            )
    return found


def phi(board: Board, mask: int) -> tuple[str, str]:
    """The sums of both diagonal colourings over the pegs of a mask (orthogonal boards)."""
    sums = [0, 0]
    for hole in bits(mask):
        row, column = board.holes[hole]
        sums[0] ^= (row + column) % 3 + 1
        sums[1] ^= (row - column) % 3 + 1
    return KLEIN[sums[0]], KLEIN[sums[1]]


def reduced_form(board: Board, mask: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The 2x2 square to which the same rule reduces a position by hand: equal iff phi is.

    Along a line a peg in the third hole equals pegs in the first two, and two pegs in one hole cancel.
    """
    unit = (1, 2, 3)
    square = [[0, 0], [0, 0]]
    for hole in bits(mask):
        row, column = board.holes[hole]
        for i in range(2):
            for j in range(2):
                square[i][j] ^= unit[row % 3] >> i & unit[column % 3] >> j & 1
    return (square[0][0], square[0][1]), (square[1][0], square[1][1])


def _summary(pair: Pair) -> str:
    if pair.board.geometry is not Geometry.ORTHOGONAL or pair.target.pegs is not None:
        return ""
    start, target = phi(pair.board, pair.start.mask), phi(pair.board, pair.target.must)
    if pair.target.free:
        return f"phi of the start is ({', '.join(start)}); free holes leave part of it open"
    sign = "=" if start == target else "but"
    return f"phi of the start is ({', '.join(start)}) {sign} phi of the target ({', '.join(target)})"


def _details(pair: Pair) -> tuple[str, ...]:
    if pair.board.geometry is not Geometry.ORTHOGONAL or pair.exact is None:
        return ()
    forms = reduced_form(pair.board, pair.start.mask), reduced_form(pair.board, pair.exact.mask)
    drawn = [
        "".join("x" if v else "." for v in a) + "   " + "".join("x" if v else "." for v in b)
        for a, b in zip(*forms, strict=True)
    ]
    return ("reduced by hand to a 2x2 square (start, target):", *drawn)


CRITERION = Criterion(
    name=NAME,
    title="rule of three",
    check=check,
    theorem=(
        "Colour the holes a, b, c in turn along one set of diagonals, so that any three holes of a jump "
        "differ. Add the colours of all pegs by a+b=c, b+c=a, c+a=b, x+x=e. The sum of the start equals the "
        "sum of the target, for both sets of diagonals."
    ),
    because="A jump removes two colours and adds the third, which is their sum.",
    source=(
        "Suremain de Missery 1841; M. Reiss, Crelle 54 (1857); E. Lucas, Recreations mathematiques (1882); "
        "group form by J. H. Conway"
    ),
    example=("french37:-d4", "french37:+d4"),
)
