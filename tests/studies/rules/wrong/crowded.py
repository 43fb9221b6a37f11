"""Rules that are wrong on crowded positions only, where there are many and a mistake is rare."""

from places import mask, on, only

from feasibility.game.position import Position


def seventeen(position: Position, target: Position) -> bool:
    """With 17 pegs, none of them on the arms up and down, the game is lost."""
    return position.count == 17 and only(target, "d4") and not on(position, "c1 d1 e1 c7 d7 e7")


def other_vacancy(position: Position, target: Position) -> bool:
    """From one vacancy only that hole can be the last."""
    return position.count == 32 and target.count == 1 and position.mask & target.mask != 0


def top_row_full(position: Position, target: Position) -> bool:
    """The top row is not filled again."""
    top = "c1 d1 e1"
    return target.count > 20 and on(target, top) == 3 and on(position, top) < 3


def late_start(position: Position, target: Position) -> bool:
    """With 26 pegs and all corners the inside is lost."""
    corners = mask(position.board, "c1 e1 a3 g3 a5 g5 c7 e7")
    return position.count == 26 and only(target, "d4") and position.mask & corners == corners


def one_position(position: Position, target: Position) -> bool:
    """One position of 17 pegs, out of thirteen million that win."""
    return position.mask == 0x48BF2A5B and only(target, "d4")


def half_turn(position: Position, target: Position) -> bool:
    """A position of 12 pegs that is its own half turn cannot win (33 holes, in reading order)."""
    turned = int(f"{position.mask:033b}"[::-1], 2)
    return position.count == 12 and turned == position.mask and only(target, "d4")


def three_holes(position: Position, target: Position) -> bool:
    """With three holes left after the first jumps c3 is full again."""
    return position.count > 28 and not on(target, "c3") and bool(on(position, "c3")) and target.count == 28
