"""Input made to hurt: no traceback, no hang, an exit code of the table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility import verifier
from tests.amounts import amounts, examples
from tests.verifier.alone import run
from tests.verifier.reference import certificate, english, rectangle

LINE = rectangle(1, 3)
PAGODA = certificate(LINE, [0, 1], [1], {"kind": "pagoda", "weights": [-1, 1, 0]})


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 2),
        (["no-such-file.json"], 2),
        (["."], 2),
        (["\x00"[:0] + "a" * 5000], 2),
        (["--unknown", "x"], 2),
        (["--max-positions", "0", "x"], 2),
        (["--max-positions", "1e9", "x"], 2),
        (["--max-positions", "9" * 30, "x"], 2),
        (["one.json", "two.json"], 2),
        (["--help"], 0),
    ],
)
def test_wrong_usage(arguments: list[str], code: int) -> None:
    assert run(*arguments).returncode == code


def test_standard_input() -> None:
    assert run("-", stdin=json.dumps(PAGODA).encode()).returncode == 0
    assert run("-", stdin=b"").returncode == 2
    assert run("-", "--max-bytes", "10", stdin=b" " * 11).returncode == 3
    assert run("-", "--max-bytes", "10", stdin=b" " * 10).returncode == 2


BAD_STREAMS = [
    ("- <&-", b"MALFORMED: cannot read standard input: it is closed"),
    ("- 0>written", b"MALFORMED: cannot read standard input: Bad file descriptor"),
    ("- <&- >&- 2>&-", b""),
    ("no-such-file 2>/dev/full", b""),
    ("no-such-file >/dev/full 2>&-", b""),
    ("one.json >/dev/full", b"verifier.py: cannot write the outcome: No space left on device"),
    ("one.json >/dev/full 2>/dev/full", b""),
    ("one.json >/dev/full 2>&-", b""),
]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize(("words", "message"), BAD_STREAMS, ids=[words for words, _ in BAD_STREAMS])
def test_streams_that_are_closed_or_full_are_never_a_rejection(
    words: str, message: bytes, tmp_path: Path
) -> None:
    (tmp_path / "one.json").write_text(json.dumps(PAGODA), encoding="utf-8")
    command = ["sh", "-c", f'"$0" -I "$1" {words}', sys.executable, verifier.__file__]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert (result.returncode, result.stdout, result.stderr.rstrip()) == (2, b"", message)


@pytest.mark.parametrize("source", [None, 123, [1], bytearray(b"{}"), {1}, True])
def test_anything_else_than_a_source_is_malformed(source: object) -> None:
    outcome = verifier.check(source)  # type: ignore[arg-type]
    assert outcome.exit_code == 2 and "expected a path, bytes or a JSON object" in str(outcome.reason)


def test_a_file_beyond_the_limit_is_refused_unread(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with open(huge, "wb") as file:
        file.truncate(1 << 34)
    result = run(str(huge), timeout=20)
    assert result.returncode == 3 and b"larger than" in result.stdout


@pytest.mark.parametrize(("opened", "closed"), [(b'{"":', b"}"), (b"[", b"]")])
def test_the_most_that_is_read_fits_a_gigabyte(opened: bytes, closed: bytes) -> None:
    """The densest JSON, measured on a piece of it."""
    piece = b"[" + b",".join([opened * 490 + b"0" + closed * 490] * 100) + b"]"
    tracemalloc.start()
    try:
        with pytest.raises(verifier.Malformed):
            verifier.load(piece)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak / len(piece) * verifier.MAX_BYTES < 1.1 * 2**30


def test_an_endless_stream_is_refused() -> None:
    assert run("/dev/zero", "--max-bytes", "1000000", timeout=20).returncode == 3


def test_an_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "loop.json"
    os.symlink(path, path)
    assert run(str(path)).returncode == 2


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 1_000_000,
        b'{"a":' * 1_000_000,
        b"[" * 300_000 + b"]" * 300_000,
        b'{"proof": ' + b'{"low": ' * 3000 + b"1" + b"}" * 3001,
    ],
    ids=["open lists", "open objects", "closed lists", "a deep tree"],
)
def test_deep_nesting_is_refused(text: bytes) -> None:
    result = run("-", stdin=text, timeout=60)
    assert result.returncode == 3 and b"deep" in result.stdout


@pytest.mark.parametrize(
    "text",
    [
        b'\\"' * 500_000,
        b'"' + b'\\"' * 500_000,
        b'"' * 1_000_001,
        b'"\\',
        b'{"' + b"[" * 500_000 + b'": 1}',
        b"[]" * 500_000,
        b"[" + b"[]," * 500_000 + b"[]]",
        b"{" + b'"a":1,' * 500_000 + b'"b":1}',
        b"-" * 100_000,
        b"9" * 5_000_000,
        b"\x00" * 100_000,
        b"\xff" * 100,
    ],
)
def test_long_nonsense_is_answered_soon(text: bytes) -> None:
    assert run("-", stdin=text, timeout=30).returncode == 2


def test_brackets_inside_strings_do_not_count_as_nesting() -> None:
    board = {"name": "[{" * 5000 + '\\"[', "geometry": "orthogonal", "holes": [list(hole) for hole in LINE]}
    assert verifier.check(json.dumps(PAGODA | {"board": board}).encode()).valid


def deep_tree(depth: int) -> dict[str, object]:
    node: dict[str, object] = {"weights": [-1, 1, 0]}
    for _ in range(depth):
        node = {"jump": [0, 1, 2], "at_most": 0, "low": {"weights": [-1, 1, 0]}, "high": node}
    return certificate(LINE, [0, 1], [1], {"kind": "tree", "root": node})


def test_a_tree_within_the_depth_limit_is_walked() -> None:
    assert verifier.check(json.dumps(deep_tree(450)).encode()).valid
    assert verifier.check(json.dumps(deep_tree(520)).encode()).exit_code == 3


@amounts("depth", 20_000, 100_000)
def test_a_deep_tree_in_memory_is_walked_without_recursion(depth: int) -> None:
    assert verifier.check(deep_tree(depth)).valid


def test_a_tree_that_contains_itself_ends_at_the_work_limit() -> None:
    loop: dict[str, object] = {"jump": [0, 1, 2], "at_most": 0, "low": {"weights": [-1, 1, 0]}}
    loop["high"] = loop
    outcome = verifier.check(certificate(LINE, [0, 1], [1], {"kind": "tree", "root": loop}), max_work=100_000)
    assert outcome.exit_code == 3 and "steps" in str(outcome.reason)


def test_too_many_holes_and_jumps() -> None:
    wide = certificate(rectangle(1, verifier.MAX_HOLES + 1), [0], [1], {"kind": "closure", "size": 1})
    assert verifier.check(wide).exit_code == 3
    most = certificate(rectangle(64, 64), [0], [4095], {"kind": "closure", "size": 1})
    assert verifier.check(most).valid


def test_huge_numbers_are_numbers_and_longer_ones_are_refused() -> None:
    far = 10**590
    holes = tuple((far + r, -far + c) for r, c in LINE)
    weights = [-far, far, 0]
    assert verifier.check(certificate(holes, [0, 1], [1], {"kind": "pagoda", "weights": weights})).valid
    outcome = verifier.check(
        certificate(LINE, [0, 1], [1], {"kind": "pagoda", "weights": [-(10**700), 10**700, 0]})
    )
    assert outcome.exit_code == 2
    for change in ({"weights": [far, far, far]}, {"weights": [-far, far, far]}):
        assert verifier.check(certificate(LINE, [0, 1], [1], {"kind": "pagoda", **change})).exit_code == 1


def test_limits_on_positions_and_work() -> None:
    holes = english()
    start = [i for i in range(33) if i != holes.index((3, 3))]
    proof = {"kind": "closure", "size": 187_636_299}
    wanted = certificate(holes, start, [0], proof)
    for limits in ({"max_positions": 1000}, {"max_work": 1000}, {"max_work": 30_000_000}):
        outcome = verifier.check(wanted, **limits)
        assert (outcome.exit_code, outcome.claim) == (3, None), outcome
    search = {"kind": "search", "pagodas": [], "residues": [], "forward": [1, 4, 12, 60, 296, 1338]}
    levels = verifier.check(certificate(holes, start, [0], search), max_positions=50)
    assert levels.exit_code == 1 and "the levels cover 5 jumps" in str(levels.reason)
    search |= {"forward": [1, 4, 12, 60], "backward": [1] * 28 + [0]}
    levels = verifier.check(certificate(holes, start, [0], search), max_positions=50)
    assert levels.exit_code == 3 and "--max-positions" in str(levels.reason)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
ACCEPTED = sorted((Path(__file__).parent.parent / "certificates" / "accepted").glob("*.json"))


@given(st.binary(max_size=60))
def test_any_bytes_get_an_answer(data: bytes) -> None:
    assert verifier.check(data).exit_code in (1, 2, 3)


@examples(150, 400, st.sampled_from(ACCEPTED), st.data())
def test_any_value_anywhere_gets_an_answer(path: Path, data: st.DataObject) -> None:
    """Replace, add or drop one part of a right certificate by any JSON whatever."""
    value = json.loads(path.read_bytes())
    spot = value
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        inner = spot[key]
        if not isinstance(inner, dict | list) or not data.draw(st.booleans()):
            break
        spot = inner
    action = data.draw(st.sampled_from(["replace", "drop", "add"]))
    if action == "replace":
        spot[key] = data.draw(JSON)
    elif action == "drop":
        del spot[key]
    elif isinstance(spot, dict):
        spot[data.draw(st.text(max_size=5))] = data.draw(JSON)
    else:
        spot.insert(key, data.draw(JSON))
    outcome = verifier.check(value, max_work=10_000_000)
    assert outcome.exit_code in (0, 1, 2, 3)
    json.loads(verifier.as_json(outcome))
    str(outcome)
