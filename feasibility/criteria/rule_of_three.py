"""The rule of three.

Theorem: colour the holes so that every three in a jump get three different colours a, b, c; with the Klein
group's addition (a + b = c and so on, x + x = e) the sum over the pegs never changes. Necessary since a jump
replaces two colours by their sum. On orthogonal boards the two diagonal colourings give the pair phi; on any
board the colourings are the left kernel of the incidence matrix over GF(2). Source: Suremain de Missery
(1841), Reiss (1857), Lucas (1882); the group form is Conway's. Cost: an elimination per board, a few
popcounts per pair. Certificate: `residue` modulo 2.
"""

from __future__ import annotations

from feasibility.base.limits import Clock
from feasibility.criteria.base import Criterion
from feasibility.game.geometry import Geometry
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Residue
from feasibility.proofs.functional import Functional, indicator
from feasibility.proofs.verdict import Finding, not_applicable, passed, refuted
from feasibility.systems.colourings import kernel, phi, reduced_form, silent_on

NAME = "rule-of-three"


def check(pair: Pair, clock: Clock) -> Finding:
    """Compare the sums of start and target in every colouring that is silent on the free holes."""
    board, target = pair.board, pair.target
    if target.pegs is not None:
        return not_applicable(NAME, "positions with a given number of pegs lie in many residue classes")
    if not kernel(board):
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
                _summary(pair)
                or f"a parity that no jump changes is {parity[seen[0] % 2]} at the start, "
                f"{parity[seen[1] % 2]} at the target"
            )
            return refuted(NAME, summary, Residue(2, functional.weights), *_details(pair))
    return passed(NAME, _summary(pair) or "all parities agree", *_details(pair))


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
