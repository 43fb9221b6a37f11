"""Sweeps on boards too large for exact levels: bounds with certificates, and plays by narrow levels.

python -m research.sweep_large bounds BOARD STEPS FOLDER     # every pair, each with so many steps
python -m research.sweep_large play BOARD VACANCY SWEEPS     # to any one peg, in at most so many
python -m research.sweep_large plays BOARD FOLDER WIDTH...   # every pair: the fewest that such levels find
python -m research.sweep_large exact BOARD SECONDS FOLDER    # every pair, by `solve --sweeps`, and checked
python -m research.sweep_large apart BOARD SWEEPS FOLDER VACANCY...    # that every last peg needs so many

On a triangle the pairs are the vacancies up to symmetry, each with any one peg as target; on another board
those that its survey lists as feasible. The first prints the rows of certificates of docs/results/sweeps.md.
The next two may miss plays; the fewest that were found are kept in FOLDER, and widths are tried on top of
them. `exact` keeps its certificates in FOLDER and checks those that are there, with levels on disk; their
plays are in FOLDER/plays.txt, as in docs/results/wiegleb45-sweeps.txt and triangle-sweeps.txt. The last asks
about the last holes one by one, whose bounds tell more than those for all at once.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

from numpy.random import Generator

import feasibility
from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.base.stopped import StoppedError
from feasibility.engines.frontier.search import with_closed_pagodas
from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.positions.words import Words, word_count
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import orbits, stabiliser
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.sweeps import SweepWeights
from feasibility.studies.surveys.families import same_residues
from feasibility.studies.sweeps import narrow
from feasibility.studies.sweeps.fewest import Deepening, SweptPlay, deepening, sweeps_of
from feasibility.studies.sweeps.levels import SweepSide
from feasibility.systems.residues import generators
from feasibility.text.catalogue import board as named
from feasibility.text.moves import format_jumps
from feasibility.text.references import read_pair
from research.one_vacancy import pairs

WIDTH = 2_000  # positions of a narrow level, where bounds are not learned
MEMORY = 8 << 30  # bytes, for levels of one pair
MORE = 2  # times the sweeps that are proved: so many a first play may have


def asked_of(board: Board) -> Iterator[tuple[str, Pair]]:
    """The pairs of a board, by vacancy and last peg."""
    if str(board.name).startswith("triangle:"):
        for vacancy, *_ in orbits(range(board.n), board.symmetries):
            yield board.called(vacancy), one_peg(board, board.full ^ 1 << vacancy)
    else:
        for pair in pairs(str(board.name), Path()):
            start, target = f"{board.name}:-{pair.vacancy}", f"{board.name}:+{pair.last}"
            yield f"{pair.vacancy} to {pair.last}", read_pair(start, target)


def one_peg(board: Board, start: int) -> Pair:
    return Pair(Position(board, start), Target(board, 0, board.full, 1))


def bound(board: Board, name: str, pair: Pair, steps: int, folder: Path) -> str:
    """The bound, the positions of its levels, its certificate, and the seconds to make and to check it."""
    began = process_time()
    search = deepening(of_pair(pair), Limits().start())  # the bound of the start takes what it takes
    search.watch.clock = Limits(work=steps).start()
    with suppress(StoppedError):
        search.run()
    proof = search.proved
    made, began = process_time() - began, process_time()
    text = json.dumps(Certificate(pair, proof).to_json()).encode()
    (folder / f"{board.name}-{name}.json".replace(":", "-").replace(" ", "-")).write_bytes(text)
    outcome = verifier.check(json.loads(text), time_limit=None)
    if not outcome.valid:
        raise ValueError(f"{name}: {outcome}")
    told = f"{proof.at_least} | {sum(proof.forward) + sum(proof.backward):,} | {len(text) / 1024:.0f}"
    return f"| {board.name} | {name} | {told} | {made:.1f} | {process_time() - began:.1f} |"


def searched(asked: PositionQuestion, board: Board) -> Deepening:
    """The search, with what no jump changes: plays are all that it is asked for."""
    residues = tuple((modulus, weights) for weights, modulus in generators(board, 0) if modulus)
    return deepening(replace(asked, residues=residues), Limits().start())


def in_words(board: Board, play: SweptPlay) -> str:
    return format_jumps(board, [Jump(*jump) for jump in play], sweeps=True)


def without_learning(
    side: SweepSide,
    level: Words,
    known: tuple[SweepWeights, ...],
    width: int,
    chance: Generator,
    _: SideWatch,
) -> tuple[Words, tuple[SweepWeights, ...]]:
    """The positions from which the fewest sweeps seem to be left, by the bounds of the start: quick."""
    return narrow.fewest(level, narrow.sweeps_left(side, level), width, chance), known


def play_of(board: Board, vacancy: str, sweeps: int) -> str:
    """One with at most so many sweeps, in words of the page."""
    asked = of_pair(one_peg(board, board.full ^ 1 << board.by_name[vacancy]))
    with patch.object(narrow, "best", without_learning):
        found = searched(asked, board).with_few(sweeps, WIDTH)
    return "none" if found is None else in_words(board, found)


def fewest(board: Board, pair: Pair, file: Path, width: int) -> str:
    """What is known of a pair after narrow levels of that width, which learn, and what that took."""
    began = process_time()
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    search = searched(of_pair(pair), board)
    most = known.get("sweeps", MORE * search.proved.at_least + 1) - 1
    while (play := search.with_few(most, width)) is not None:
        known = {"sweeps": sweeps_of(play), "width": width, "play": in_words(board, play)}
        file.write_text(json.dumps(known), encoding="utf-8")
        most = known["sweeps"] - 1
    return f"{known.get('sweeps')} | {process_time() - began:.1f}"


def exact(board: Board, called: str, pair: Pair, seconds: float, folder: Path) -> str:
    """What `solve --sweeps` proves and plays, as a row of the page; its play goes into the folder's list."""
    file, made = folder / f"{called.replace(' to ', '-')}.json", "–"
    row = f"| {called.replace(' to ', ' | ')} |" if " to " in called else f"| {board.name} | {called} |"
    if not file.exists():
        began = process_time()
        found = feasibility.solve(pair, sweeps=True, time_limit=seconds, memory_limit=8)
        made = f"{process_time() - began:.0f}"
        if found.certificate is None:
            return f"{row} – | | | {made} | | |"
        file.write_text(found.certificate.text(), encoding="utf-8")
    proof, checked, digest = repeated(file)
    end = f"{made} | {checked:.0f} | `{digest[:16]}` |"
    if proof["kind"] != "sweeps":
        return f"{row} no play | | | {end}"
    play = proof.get("play")
    played = "" if play is None else str(sweeps_of(play))
    if play is not None:
        with (folder / "plays.txt").open("a", encoding="utf-8") as plays:
            plays.write(f"{called.replace(' to ', ' ')} {played}: {in_words(board, play)}\n")
    return f"{row} {proof['at_least']} | {played} | {positions(proof):,} | {end}"


class ProvedError(Exception):
    """As many sweeps are proved as were asked for."""


class AtLeast(Deepening):
    """A search that ends once it has proved so many sweeps."""

    sweeps: int

    def settled(self) -> bool:
        if self.proved.at_least >= self.sweeps:
            raise ProvedError
        return super().settled()


def last_pegs(board: Board, vacancy: str) -> Iterator[tuple[str, Pair]]:
    """Its pairs of one last peg that no residue refutes, up to symmetries that fix the vacancy."""
    start = Position(board, board.full ^ 1 << board.by_name[vacancy])
    for last, *_ in orbits(range(board.n), stabiliser(start)):
        if same_residues(board, start.mask, 1 << last):
            yield board.called(last), Pair(start, Target(board, 1 << last, 0))


def apart(board: Board, vacancy: str, sweeps: int, folder: Path) -> str:
    """What is proved of every last peg, up to so many sweeps, together as a row of the page."""
    least, many, seconds, digests = set[int](), 0, [0.0, 0.0], ""
    for last, pair in last_pegs(board, vacancy):
        file = folder / f"{board.name}-{vacancy}-{last}.json".replace(":", "-")
        began = process_time()
        if not file.exists():
            file.write_text(needed(pair, sweeps).text(), encoding="utf-8")
        made = process_time() - began
        proof, checked, digest = repeated(file)
        print(
            f"{last}: {proof['at_least']}, {positions(proof):,}, {made:.1f}, {checked:.1f}", file=sys.stderr
        )
        least, many, digests = least | {proof["at_least"]}, many + positions(proof), f"{digests}{digest}\n"
        seconds = [seconds[0] + made, seconds[1] + checked]
    told = f"{min(least)} | | {many:,} | {seconds[0]:.0f} | {seconds[1]:.0f}"
    return f"| {board.name} | {vacancy} | {told} | `{sha256(digests.encode()).hexdigest()[:16]}` |"


def needed(pair: Pair, sweeps: int) -> Certificate:
    """What a search proves of a pair until that is so many sweeps, or memory ends it."""
    watch = SideWatch(Limits(memory=MEMORY).start(), word_count(pair.board.n), None)
    search = AtLeast(with_closed_pagodas(of_pair(pair)), watch)
    search.sweeps = sweeps
    with suppress(ProvedError, StoppedError):
        search.settled()
        found = search.run()
        print("no play" if found is None else in_words(pair.board, found.play))
    return Certificate(pair, search.proved)


def repeated(file: Path) -> tuple[dict[str, Any], float, str]:
    """The proof of a certificate that the checker accepts, with levels on disk, its seconds and digest."""
    began, data = process_time(), file.read_bytes()
    outcome = verifier.check(data, time_limit=None, max_work=1 << 60, numpy_from=0, workdir=file.parent)
    if not outcome.valid:
        raise ValueError(f"{file.name}: {outcome}")
    return json.loads(data)["proof"], process_time() - began, sha256(data).hexdigest()


def positions(proof: dict[str, Any]) -> int:
    return int(sum(proof["forward"]) + sum(proof.get("backward", [])))


def main(what: str, name: str, *rest: str) -> None:
    board = named(name)
    if what == "play":
        print(play_of(board, rest[0], int(rest[1])))
    elif what == "bounds":
        for called, pair in asked_of(board):
            print(bound(board, called, pair, int(rest[0]), Path(rest[1])), flush=True)
    elif what == "apart":
        for vacancy in rest[2:]:
            print(apart(board, vacancy, int(rest[0]), Path(rest[1])), flush=True)
    elif what == "exact":
        for called, pair in asked_of(board):
            print(exact(board, called, pair, float(rest[0]), Path(rest[1])), flush=True)
    else:
        for width in map(int, rest[1:]):
            for called, pair in asked_of(board):
                file = Path(rest[0]) / f"{called.replace(' ', '-')}.json"
                print(f"| {called} | {width} | {fewest(board, pair, file, width)} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
