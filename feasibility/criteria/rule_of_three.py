"""Rule of three.

Theorem. Colour the holes a, b, c in turn along one set of diagonals, so that any three holes of a jump
differ. Add the colours of all pegs by a+b=c, b+c=a, c+a=b, x+x=e. The sum of the start equals the sum of the
target, for both sets of diagonals.
Why. A jump removes two colours and adds the third, which is their sum. On any board the colourings are the
left kernel of the incidence matrix over GF(2).
Source. Suremain de Missery 1841; M. Reiss, Crelle 54 (1857); E. Lucas, Recreations mathematiques (1882);
group form by J. H. Conway.
Cost. An elimination per board, a few popcounts per pair.
Certificate. `residue` modulo 2.
"""

from __future__ import annotations

from feasibility.base.limits import Clock
from feasibility.base.stopped import StoppedError
from feasibility.criteria.base import AtOnce, Criterion
from feasibility.game.geometry import Geometry
from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional, indicator
from feasibility.proofs.verdict import Finding, not_applicable, out_of_time, passed, refuted
from feasibility.systems.colourings import kernel, phi, reduced_form, silent_on

NAME = "rule-of-three"


def check(pair: Pair, clock: Clock) -> Finding:
    """Compare the sums of start and target in every colouring that is silent on the free holes."""
    board, target = pair.board, pair.target
    if target.pegs is not None:
        return not_applicable(NAME, "positions with a given number of pegs lie in many residue classes")
    try:
        colourings = kernel(board, clock)
    except StoppedError:
        return out_of_time(NAME, clock)
    if not colourings:
        return not_applicable(NAME, "this board has no colouring: all positions lie in one residue class")
    change = pair.start.mask ^ target.must
    for colouring in silent_on(board, target.free):
        functional = Functional(indicator(board, colouring), 2)
        if (
            (colouring & change).bit_count() % 2
            and functional.is_valid(board)
            and functional.separates(pair.start, target)
        ):
            parity = ("even", "odd")
            seen = (colouring & pair.start.mask).bit_count(), (colouring & target.must).bit_count()
            summary = (
                f"pegs on marked holes: {parity[seen[0] % 2]} at the start, "
                f"{parity[seen[1] % 2]} at the target, and no jump changes that"
            )
            return refuted(NAME, summary, functional.proof(), *_details(pair))
    return passed(NAME, _summary(pair) or "all parities agree", *_details(pair))


def _summary(pair: Pair) -> str:
    if pair.board.geometry is not Geometry.ORTHOGONAL:
        return ""
    start, target = phi(pair.board, pair.start.mask), phi(pair.board, pair.target.must)
    said = f"the colours of the pegs add up to ({', '.join(start)})"
    if pair.target.free:
        return f"{said} at the start; free holes leave part of this open"
    return f"{said} at both ends" if start == target else f"{said}, at the target to ({', '.join(target)})"


def _details(pair: Pair) -> tuple[str, ...]:
    if pair.board.geometry is not Geometry.ORTHOGONAL or pair.exact is None:
        return ()
    squares = [reduced_form(pair.board, mask) for mask in (pair.start.mask, pair.exact.mask)]
    first, second = ("   ".join("".join(".x"[v] for v in form[i]) for form in squares) for i in (0, 1))
    words = "by hand, start and target reduce to"
    return f"{words}  {first}", f"{'':{len(words)}}  {second}"


CRITERION = Criterion(
    NAME,
    AtOnce(check),
    "residue",
    ("french37:-d4", "french37:+d4"),
    sources=(
        "reiss1857",
        "lucas1882",
        "berlekamp1982",
    ),
)
