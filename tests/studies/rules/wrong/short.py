"""Rules that are wrong on pairs of few pegs; what their authors believed is in the first line of each."""

from places import on, only, rows_of

from feasibility.game.position import Position


def three_to_c2(position: Position, target: Position) -> bool:
    """Three pegs never reach c2."""
    return position.count == 3 and only(target, "c2")


def four_to_c1(position: Position, target: Position) -> bool:
    """Four pegs never reach a corner."""
    return position.count == 4 and only(target, "c1")


def five_to_d1(position: Position, target: Position) -> bool:
    """Five pegs are too few for the middle of an edge."""
    return position.count == 5 and only(target, "d1")


def six_to_d4(position: Position, target: Position) -> bool:
    """Six pegs without one in the middle block never end in the middle."""
    return position.count == 6 and only(target, "d4") and not on(position, "c3 d3 e3 c4 d4 e4 c5 d5 e5")


def six_to_a4(position: Position, target: Position) -> bool:
    """The end of an arm is too far for six pegs that leave the arm empty."""
    return position.count == 6 and only(target, "a4") and not on(position, "a3 b3 a4 b4 a5 b5")


def two_far_apart(position: Position, target: Position) -> bool:
    """Two last pegs are never on opposite arms."""
    return target.count == 2 and position.count == 4 and only(target, "a4 g4")


def one_arm_only(position: Position, target: Position) -> bool:
    """Pegs on the left arm stay there (the mistake is on one arm only)."""
    return position.count == 3 and on(position, "a3 b3 a4 b4 a5 b5") == 3 and only(target, "c3")


def rows_apart(position: Position, target: Position) -> bool:
    """A peg does not come from rows 1 to 3 to row 6 (eight pegs bring it there)."""
    return max(rows_of(position), default=0) <= 2 and max(rows_of(target), default=0) == 5


def long_way(position: Position, target: Position) -> bool:
    """A last peg had one beside it at the start."""
    if target.count != 1 or not position.count:
        return False
    holes = target.board.holes
    row, column = holes[target.pegs[0]]
    return all(max(abs(holes[i][0] - row), abs(holes[i][1] - column)) > 1 for i in position.pegs)


def neighbours_in_a_row(position: Position, target: Position) -> bool:
    """Without two neighbours in a row nothing can be done (columns were forgotten)."""
    holes = position.board.index
    pairs = (((row, column), (row, column + 1)) for row, column in holes)
    mask = position.mask
    return position != target and not any(
        b in holes and mask >> holes[a] & mask >> holes[b] & 1 for a, b in pairs
    )


def lonely_peg(position: Position, target: Position) -> bool:
    """A peg that stands alone is still there at the end."""
    for i in position.pegs:
        row, column = position.board.holes[i]
        near = [
            j
            for j in position.pegs
            if j != i
            and max(abs(position.board.holes[j][0] - row), abs(position.board.holes[j][1] - column)) < 3
        ]
        if not near and not target.mask >> i & 1:
            return True
    return False


def corner_stays(position: Position, target: Position) -> bool:
    """The peg of c1 leaves over c2 only (d1 was forgotten)."""
    return bool(on(position, "c1")) and not on(position, "c2") and not on(target, "c1")


def odd_jumps(position: Position, target: Position) -> bool:
    """From six pegs to one takes an even number of jumps."""
    return position.count == 6 and target.count == 1 and (position.count - target.count) % 2 == 1


def forgotten_flips(position: Position, target: Position) -> bool:
    """The parity of each colour stays (each jump flips all three)."""
    colours = [[0, 0, 0], [0, 0, 0]]
    for one, end in zip(colours, (position, target)):
        for i in end.pegs:
            one[sum(end.board.holes[i]) % 3] += 1
    return any((a + b) % 2 for a, b in zip(*colours))


def class_loses_two(position: Position, target: Position) -> bool:
    """No playable class loses more than four pegs."""
    return any(
        (position.mask & one).bit_count() - (target.mask & one).bit_count() > 4
        for one in position.board.playable_classes
    )


def back_to_d4(position: Position, target: Position) -> bool:
    """A peg that leaves d4 is not replaced when four are left."""
    return position.count == 4 and bool(on(position, "d4")) and only(target, "d4")


def one_legal_jump(position: Position, target: Position) -> bool:
    """With one legal jump only, three more jumps cannot follow."""
    return position.count - target.count == 4 and len(position.legal_jumps()) == 1


def no_room(position: Position, target: Position) -> bool:
    """Five pegs in one row leave no room."""
    return position.count == 5 and len(set(rows_of(position))) == 1


def equal_ends(position: Position, target: Position) -> bool:
    """A position is dead when no jump can be made (also when it is the target)."""
    return not position.legal_jumps()


def two_of_two(position: Position, target: Position) -> bool:
    """Of the pairs from c3 and d3 one is missing: exactly one jump is pruned."""
    return only(position, "c3 d3") and only(target, "e3")


def idle_peg(position: Position, target: Position) -> bool:
    """The jump is cut only where five other pegs do not move."""
    return position.count == 6 and target.count == 5 and only(target, "a3 a5 g3 g5 d4")
