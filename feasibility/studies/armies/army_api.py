"""Conway's army: how far beyond a line, with how few pegs."""

from dataclasses import dataclass

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.game.geometry import STEPS, Geometry, Jump, as_geometry
from feasibility.game.position import Position
from feasibility.proofs.accept import Acceptance, accepted
from feasibility.proofs.certificate import Certificate
from feasibility.render.scene import Scene, Shape, circle, explained, layout
from feasibility.studies.armies.army import HIGHEST, half_plane, least_pegs, out_of_reach


@dataclass(frozen=True)
class ArmyLevel:
    """A level: out of reach with a proof, reached by an army, or (without both) no army was found.

    `fewest` says that the certificate proves that fewer pegs do not do on the board of the army, `acceptance`
    what the verifier has said of it.
    """

    level: int
    geometry: Geometry
    certificate: Certificate | None = None
    start: Position | None = None
    play: tuple[Jump, ...] | None = None
    at_least: int | None = None
    expired: bool = False
    acceptance: Acceptance | None = None

    def __repr__(self) -> str:
        if self.pegs is not None:
            return f"<Army of {self.pegs} pegs that reaches level {self.level}>"
        known = "out of reach" if self.out_of_reach else "no army was found"
        return f"<Army for level {self.level}: {known}>"

    def scene(self) -> Scene:
        """The army, the line and the goal."""
        from feasibility.api.picture import nothing
        from feasibility.render.columns import shortened

        if self.start is None or self.play is None:
            raise nothing("no army is known", "a level within reach")
        start, goal, board = self.start, self.play[-1].landing, self.start.board
        plan = layout(board)
        shapes = [
            circle(p, plan.radius, "peg" if start.mask >> i & 1 else "hole", i)
            for i, p in enumerate(plan.places)
        ]
        above = max(y for (row, _), (_, y) in zip(board.holes, plan.places, strict=True) if row < self.level)
        y = round(above + plan.pitch / 2 * (0.866 if board.geometry is Geometry.TRIANGULAR else 1), 2)
        shapes += [
            circle(plan.places[goal], plan.radius + 1, "ring", goal),
            Shape("line", "wrap", (0.0, y, plan.width, y)),
        ]
        reached = f"{self.pegs} pegs reach the ringed hole, {plural(self.level, 'row')} beyond the line."
        fewer = "Fewer do not do on this board." if self.fewest else "Whether fewer do was not decided."
        title = f"an army of {start.count} pegs for level {self.level} on {shortened(board.label)}"
        return explained(Scene(plan.width, plan.height, tuple(shapes), title), (reached, fewer))

    @property
    def pegs(self) -> int | None:
        return None if self.start is None else self.start.count

    @property
    def half_plane(self) -> tuple[int, int]:
        """What all holes below the line weigh together, as a and b of a + b s; the goal weighs 1."""
        return half_plane(self.geometry, self.level)

    @property
    def out_of_reach(self) -> bool:
        """Whether no finite army reaches the level (proved)."""
        return self.start is None and self.certificate is not None

    @property
    def fewest(self) -> bool:
        """Whether fewer pegs do not do on its board (proved)."""
        return self.start is not None and self.certificate is not None


def army(
    level: int,
    geometry: Geometry | str = Geometry.ORTHOGONAL,
    *,
    size: tuple[int, int] | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> ArmyLevel:
    """Can pegs below a line send one of them `level` rows beyond it, as `pegfeas army` answers?

    `size` is the width of a finite board, and its rows below the line.

    >>> army(2).pegs
    4
    >>> army(5)
    <Army for level 5: out of reach>
    """
    if geometry not in list(STEPS):
        raise InputError(
            "not the geometry of a lattice", seen=repr(str(geometry)[:40]), expected=", ".join(STEPS)
        )
    kind = as_geometry(geometry)
    if type(level) is not int or not 1 <= level <= HIGHEST:
        raise InputError("not a level", seen=repr(level)[:40], expected=f"1 to {HIGHEST}")
    if size is not None and [type(one) for one in size] != [int, int]:
        raise InputError("not a size", seen=repr(size)[:40], expected="two integers, as (11, 5)")
    proof = out_of_reach(kind, level)
    if proof is not None:
        return ArmyLevel(level, kind, proof, acceptance=accepted(proof))
    return _reached(
        level,
        kind,
        size or usual_size(level),
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
        report,
    )


def usual_size(level: int) -> tuple[int, int]:
    """A board that has room for an army of that level; from level 7 on the smallest ones need more."""
    return (2 * level + 3, level + 1) if level < 7 else (4 * level - 1, level + 2)


def _reached(level: int, kind: Geometry, size: tuple[int, int], clock: Clock, report: Report) -> ArmyLevel:
    """A smallest army on the finite board, with its play and the proof that fewer pegs do not do."""
    from feasibility.studies.armies.march import fewest_on_board, finite_pair, march

    floor = least_pegs(kind, level)
    found, fewest = None, None
    try:
        found = march(kind, level, *size, clock, report)
        if found is not None:
            left = clock.remaining()
            pegs, most = found[0].count, f" {left:.0f} s at most" if left is not None else ""
            report(f"an army of {pegs} pegs; do fewer do?{most}")
            began = clock.now()
            fewest = fewest_on_board(finite_pair(kind, level, *size), pegs, clock)
            took = clock.now() - began
    except KeyboardInterrupt:
        known = "no army was found yet" if found is None else f"an army of {found[0].count} pegs was found"
        raise KeyboardInterrupt(f"{known}; by weight every army has {floor} or more") from None
    if found is None:
        return ArmyLevel(level, kind, at_least=floor, expired=clock.expired())
    said = None if fewest is None else accepted(fewest, seconds=took, clock=clock)
    late = fewest is None and clock.expired()
    return ArmyLevel(level, kind, fewest, *found, floor, late, said)
