"""Other people's solvers on the model with time: answers, seconds, and proofs where they write some.

A yes is believed only if its jumps are legal by the rules. A solver that is not installed has no version.
Each works with one thread.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import Any

from feasibility import Limits, check, model, verifier
from feasibility.game.geometry import coordinate
from feasibility.game.position import Pair
from research.clauses import Clauses, dimacs

ROOT = Path(__file__).resolve().parent.parent
ENDLESS = 10**6  # no row comes near it
MOST_CHECKING = 120  # seconds


@dataclass(frozen=True)
class Told:
    """What came of one question; `proof` is its size in bytes, `checked` the seconds of checking it."""

    answer: str  # yes, no or ?
    seconds: float
    proof: int | None = None
    checked: float | None = None


@dataclass(frozen=True)
class Way:
    """One solver; the version is None where it is not installed."""

    name: str
    version: str | None
    ask: Callable[[Pair, float], Told]


def ways() -> list[Way]:
    """All that are known here, ours first."""
    return [
        Way("pegfeas", _package("pegfeas") or "checkout", _ours),
        Way("HiGHS", _package("highspy"), lambda p, s: _by_pulp(p, s, "HiGHS")),
        Way("CBC", _cbc(), lambda p, s: _by_pulp(p, s, "PULP_CBC_CMD")),
        Way("SCIP", _package("pyscipopt"), lambda p, s: _by_pulp(p, s, "SCIP_PY")),
        Way("CP-SAT", _package("ortools"), _by_cp_sat),
        Way("CaDiCaL", _program("cadical"), lambda p, s: _by_sat(p, s, ["cadical", "-q", "-t", f"{s:.0f}"])),
        Way("Kissat", _program("kissat"), lambda p, s: _by_sat(p, s, ["kissat", "-q", f"--time={s:.0f}"])),
    ]


def _package(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _program(name: str) -> str | None:
    """SAT solvers count only with the checker of their proofs beside them."""
    if shutil.which(name) is None or shutil.which("drat-trim") is None:
        return None
    return subprocess.run([name, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def _cbc() -> str | None:
    import pulp

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        here = pulp.PULP_CBC_CMD(msg=False).available()
    return f"of pulp {version('pulp')}" if here else None


def _ours(pair: Pair, seconds: float) -> Told:
    began = perf_counter()
    verdict = check(pair, limits=Limits(seconds=seconds))
    took = perf_counter() - began
    answer = {"feasible": "yes", "infeasible": "no"}.get(str(verdict.answer), "?")
    if verdict.certificate is None:
        return Told(answer, took)
    text = json.dumps(verdict.certificate.to_json())
    began = perf_counter()
    outcome = verifier.check(json.loads(text), time_limit=MOST_CHECKING)
    if outcome.exit_code not in (0, 3):
        raise SystemExit(f"the verifier rejected a certificate: {outcome}")
    return Told(answer, took, len(text.encode()), perf_counter() - began if outcome.valid else None)


def _by_pulp(pair: Pair, seconds: float, name: str) -> Told:
    """The integer program as it is written; nothing is minimised, since every play has as many jumps."""
    import pulp

    problem = model(pair, kind="play")
    problem.setObjective(pulp.LpAffineExpression())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        options = {} if name == "SCIP_PY" else {"threads": 1}
        solver = pulp.getSolver(name, msg=False, timeLimit=seconds, **options)
    began = perf_counter()
    problem.solve(solver)
    took = perf_counter() - began
    if problem.status == pulp.LpStatusInfeasible:
        return Told("no", took)
    values = {v.name: v.varValue or 0 for v in problem.variables()}
    return Told("yes" if _is_play(pair, values) else "?", took)


def _by_cp_sat(pair: Pair, seconds: float) -> Told:
    """The same rows as constraints on integers."""
    problem = model(pair, kind="play")
    rows = [({v.name: int(a) for v, a in row.items()}, *_sides(row)) for row in problem.constraints.values()]
    variables = {v.name: (int(v.lowBound), int(v.upBound)) for v in problem.variables()}
    command = [sys.executable, "-m", "research.cp_sat", str(seconds)]
    text = json.dumps({"variables": variables, "rows": rows})
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT)
    told = json.loads(done.stdout)
    answer = "?" if told["answer"] == "yes" and not _is_play(pair, told["values"]) else told["answer"]
    return Told(answer, told["seconds"])


def _sides(row: Any) -> tuple[int, int]:
    """The least and the greatest value of a row; its sense is -1, 0 or 1."""
    side = int(-row.constant)
    return (side if row.sense >= 0 else -ENDLESS), (side if row.sense <= 0 else ENDLESS)


def _is_play(pair: Pair, values: dict[str, Any]) -> bool:
    """Whether the variables of the jumps are a legal play to the target."""
    board = pair.board
    jumps = {"_".join(coordinate(board.holes[h]) for h in jump): j for j, jump in enumerate(board.jumps)}
    played = [name.split("_", 2)[1:] for name, value in values.items() if name[:2] == "x_" and value > 0.5]
    return _legal(pair, [jumps[name] for _, name in sorted(played, key=lambda step: int(step[0]))])


def _legal(pair: Pair, play: list[int]) -> bool:
    """By the rules alone."""
    mask, masks = pair.start.mask, pair.board.jump_masks
    for jump in play:
        must, holes = masks[jump]
        if mask & holes != must:
            return False
        mask ^= holes
    return mask == pair.target.must


def _by_sat(pair: Pair, seconds: float, command: list[str]) -> Told:
    """Clauses in a file, the proof in another, which drat-trim checks."""
    clauses = Clauses(pair)
    with tempfile.TemporaryDirectory() as folder:
        cnf, proof = Path(folder, "pair.cnf"), Path(folder, "pair.drat")
        cnf.write_text(dimacs(clauses), encoding="ascii")
        began = perf_counter()
        done = subprocess.run([*command, cnf, proof], capture_output=True, text=True, check=False)
        took = perf_counter() - began
        if done.returncode == 20:
            return Told("no", took, proof.stat().st_size, _drat(cnf, proof))
    words = [line[1:].split() for line in done.stdout.splitlines() if line.startswith("v")]
    true = {int(word) for line in words for word in line if int(word) > 0}
    played = done.returncode == 10 and _legal(pair, clauses.play(true))
    return Told("yes" if played else "?", took)


def _drat(cnf: Path, proof: Path) -> float | None:
    """Seconds of the checker; None if it does not come to an end within two minutes."""
    began = perf_counter()
    done = subprocess.run(
        ["drat-trim", cnf, proof, "-t", str(MOST_CHECKING)], capture_output=True, text=True, check=False
    )
    return perf_counter() - began if "s VERIFIED" in done.stdout else None
