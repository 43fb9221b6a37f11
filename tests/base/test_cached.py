"""Attributes that are computed once."""

from __future__ import annotations

import os
import threading

import pytest

from feasibility.base.cached import cached_property


class Slow:
    def __init__(self, begun: threading.Event, go_on: threading.Event) -> None:
        self.begun, self.go_on, self.times = begun, go_on, 0

    @cached_property
    def value(self) -> int:
        """What takes long."""
        self.times += 1
        self.begun.set()
        self.go_on.wait()
        return 7


def ready() -> threading.Event:
    event = threading.Event()
    event.set()
    return event


def test_it_is_computed_once_and_says_what_it_is() -> None:
    slow = Slow(ready(), ready())
    assert (slow.value, slow.value, slow.times) == (7, 7, 1)
    assert Slow.value.__doc__ == "What takes long."


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_does_not_wait_for_another_thread() -> None:
    begun, go_on = threading.Event(), threading.Event()
    other = threading.Thread(target=lambda: Slow(begun, go_on).value)
    other.start()
    begun.wait()
    child = os.fork()
    if child == 0:
        threading.Timer(20, os._exit, (1,)).start()
        os._exit(Slow(ready(), ready()).value)
    go_on.set()
    other.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
