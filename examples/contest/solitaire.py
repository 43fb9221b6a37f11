"""The command line of a C/C++ programming contest of 2009, answered with proofs.

    solitaire.py -f FILE      a play that ends with one peg in the hole that was empty, or why there is none
    solitaire.py -h | -v

FILE: `x` a peg, `.` the empty hole, spaces outside; a line with any other character is ignored as a whole.
"""

from __future__ import annotations

import sys
import warnings
from itertools import pairwise

import feasibility
from feasibility.text.moves import join_sweeps

COPYRIGHT = "copyright the pegfeas authors, MIT licence"
USAGE = "usage: solitaire.py -f FILE | -h | -v"


def answer(path: str) -> tuple[str, int]:
    """What to print for a file, and the exit code of `pegfeas check` for the same."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            pair = feasibility.read_pair(path, lenient=True)
        except feasibility.InputError as error:
            return f"no problem in this file: {error.message}", int(error.exit_code)
    notes = [str(note.message).replace("ignored ", "ignored: ", 1) for note in told]
    verdict = feasibility.check(pair, limits=feasibility.Limits(seconds=120))
    proof = verdict.certificate
    if verdict.answer == "unknown" or proof is None:
        return "\n".join([*notes, "no answer within the limits"]), int(verdict.exit_code)
    if not feasibility.verify(proof).valid:
        raise RuntimeError("the verifier does not accept the certificate")
    if verdict.answer == "infeasible":
        says = f"no solution ({verdict.decided_by}): {verdict.decisive.summary}"
        return "\n".join([*notes, says]), int(verdict.exit_code)
    jumps = proof.proof.jumps
    says = f"{len(jumps)} jumps in {len(join_sweeps(jumps))} sweeps"
    return "\n".join([*notes, says, feasibility.format_jumps(pair.board, jumps)]), int(verdict.exit_code)


def main(words: list[str]) -> int:
    """The three options of the contest."""
    match words:
        case ["-h"]:
            print(USAGE)
            return 0
        case ["-v"]:
            print(f"pegfeas {feasibility.__version__}, {COPYRIGHT}")
            return 0
        case ["-f", path]:
            text, code = answer(path)
            print(text)
            return code
    for word in unknown(words):
        print(f"not an option: {word}", file=sys.stderr)
    print(USAGE, file=sys.stderr)
    return 2


def unknown(words: list[str]) -> list[str]:
    """All words that are neither an option nor the file after -f."""
    return [
        word for before, word in pairwise(["", *words]) if word not in ("-h", "-v", "-f") and before != "-f"
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
