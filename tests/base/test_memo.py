"""What is computed once: by its key, an error not kept, the oldest given up first; from threads as well."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from feasibility.base.cached import Memo


def test_a_result_is_computed_once_and_the_oldest_goes() -> None:
    asked: list[int] = []
    memo = Memo[int](2)

    def square(n: int) -> int:
        return memo.get(n, lambda: asked.append(n) or n * n)  # type: ignore[func-returns-value]

    assert [square(n) for n in (1, 2, 1, 3, 2, 1)] == [1, 4, 1, 9, 4, 1]
    assert asked == [1, 2, 3, 1]


def test_an_error_is_not_kept() -> None:
    memo = Memo[int]()
    with pytest.raises(ZeroDivisionError):
        memo.get("key", lambda: 1 // 0)
    assert memo.get("key", lambda: 7) == 7


def test_threads_get_what_belongs_to_their_key() -> None:
    memo = Memo[int](3)
    with ThreadPoolExecutor(8) as pool:
        found = pool.map(lambda n: memo.get(n % 7, lambda: n % 7), range(5000))
        assert list(found) == [n % 7 for n in range(5000)]
