"""Sessions: whose models are whose."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from feasibility.base.limits import Limits
from feasibility.solvers.highs import HotModel, Status
from feasibility.systems.linear import Cone, cone_system
from feasibility.systems.session import MOST_MODELS, Session, current
from feasibility.text.references import read_pair
from tests.criteria.reference import BY_NAME

PAIR = read_pair("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3")
OTHERS = [read_pair(f"english33:-{hole}", f"english33:+{hole}") for hole in ("d4", "c3", "d1")]
MATRIX = cone_system(PAIR).matrix


def test_every_thread_has_its_own() -> None:
    seen: list[Session] = []
    threads = [threading.Thread(target=lambda: seen.append(current())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(session) for session in [*seen, current()]}) == 4


def test_models_are_kept_and_the_oldest_go() -> None:
    session = Session()
    first = session.model(MATRIX, "cone")
    assert session.model(MATRIX, "cone") is first
    for use in range(MOST_MODELS):
        session.model(MATRIX, str(use))
    assert session.model(MATRIX, "cone") is not first


def test_a_cooled_model_answers_like_a_new_one() -> None:
    hot, clock = HotModel(MATRIX), Limits().start()
    for pair in (*OTHERS, PAIR):
        fresh = HotModel(MATRIX)
        hot.cool()
        for model in (hot, fresh):
            model.load(cone_system(pair))
        ours, theirs = hot.solve(clock.remaining()), fresh.solve(clock.remaining())
        assert ours.status is theirs.status
        for a, b in ((ours.point, theirs.point), (ours.ray, theirs.ray)):
            assert (a is None) == (b is None)
            assert a is None or b is None or a.tobytes() == b.tobytes()


@pytest.mark.parametrize("name", ["pagoda", "cone", "integer-cone", "turning-point"])
def test_a_proof_does_not_depend_on_what_was_asked_before(name: str) -> None:
    criterion, pair = BY_NAME[name], read_pair(*BY_NAME[name].example)
    with ThreadPoolExecutor(1) as fresh:
        first = fresh.submit(criterion.check, pair, Limits().start()).result().proof
    for other in OTHERS:
        BY_NAME["cone"].check(other, Limits().start())
    assert first is not None
    assert criterion.check(pair, Limits().start()).proof == first


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_child_begins_anew() -> None:
    mine = current()
    mine.model(MATRIX, "cone")
    child = os.fork()
    if not child:
        right = Cone(PAIR).run(Limits().start()).__class__.__name__ == "Empty"
        os._exit(0 if right and current() is not mine else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert current() is mine


def test_a_solver_begun_by_somebody_else_with_more_threads_is_used_as_it_is() -> None:
    """HiGHS has one scheduler for each thread, and refuses models that ask for another number of threads."""
    code = """
import highspy
other = highspy.Highs()
other.setOptionValue("output_flag", False)
other.setOptionValue("threads", 2)
other.addVar(0, 1)
other.run()
from tests.systems import test_session
test_session.first_status()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def first_status() -> None:
    model = HotModel(MATRIX)
    model.load(cone_system(PAIR))
    assert model.solve().status is Status.INFEASIBLE
