"""Corner rules on the English board, as printed and as they must be.

Corners are holes that nothing can jump over. With the centre at (0, 0) they lie at (+-1, +-3) and (+-3, +-1):
`ev` counts the pegs on the corners of the upper and lower arm, `eh` those of the left and right arm. They
leave only by jumping inward: the side ones over a hole of S (odd row, even column), the upright ones over one
of T (even row, odd column). The jumped peg is lost. The sound form is proved on the page of the criterion.
"""

from feasibility.game.position import Position


def _places(position: Position) -> list[tuple[int, int]]:
    rows = [row for row, _ in position.board.holes]
    columns = [column for _, column in position.board.holes]
    middle = (max(rows) // 2, max(columns) // 2)
    return [
        (position.board.holes[i][0] - middle[0], position.board.holes[i][1] - middle[1])
        for i in position.pegs
    ]


def _counts(position: Position) -> tuple[int, int, int, int, int]:
    """Pegs on S, T, the corners of the side arms, those of the upright arms, and the four inner holes."""
    places = _places(position)
    odd = [(row % 2, column % 2) for row, column in places]
    s, t = odd.count((1, 0)), odd.count((0, 1))
    eh = sum((abs(row), abs(column)) == (1, 3) for row, column in places)
    ev = sum((abs(row), abs(column)) == (3, 1) for row, column in places)
    inner = sum((abs(row), abs(column)) == (1, 1) for row, column in places)
    return s, t, eh, ev, inner


def published(position: Position, target: Position) -> bool:
    """The four conditions as printed. The first two are sound; the last two are not."""
    s, t, eh, ev, _ = _counts(position)
    _, _, eh_end, ev_end, _ = _counts(target)
    return s < eh - eh_end or t < ev - ev_end or s - (eh - eh_end) + t <= 0 or s - (ev - ev_end) + t <= 0


def sound(position: Position, target: Position) -> bool:
    """Exits cost one neighbour each; if more pegs leave the corners than stay inside, one more is needed."""
    s, t, eh, ev, _ = _counts(position)
    s_end, t_end, eh_end, ev_end, inner_end = _counts(target)
    if s - s_end < eh - eh_end or t - t_end < ev - ev_end:
        return True
    leaving = eh + ev - eh_end - ev_end
    return leaving > inner_end and s + t < leaving - inner_end + 1
