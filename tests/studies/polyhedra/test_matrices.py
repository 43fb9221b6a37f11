"""Files of lrs, cdd, Normaliz, polymake, 4ti2 and Matrix Market: read back, by others, and where they are bad."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.render.matrices import CONES, ENDINGS, INEQUALITIES, LATTICE, RAYS, Row, VectorList, text_of
from feasibility.studies.polyhedra.matrix_readers import read_vectors

LRS = """*lrs:lrslib v.7.1 64bit
*Input taken from cone.ine
V-representation
linearity 1 2
begin
***** 4 rational
 1  0  0  0
 0  1  0 -1
 0 1/2 -2/3 5
* a comment
end
*Totals: vertices=1 rays=2
"""


@st.composite
def cones(draw: st.DrawFn) -> VectorList:
    """Directions, the first not 0, of one width."""
    width = draw(st.integers(1, 5))
    row = st.lists(st.integers(-(10**20), 10**20), min_size=width, max_size=width)
    rows, lines = draw(st.lists(row, min_size=1, max_size=5)), draw(st.lists(row, max_size=3))
    made = VectorList.rays(rows, lines)
    return VectorList(draw(st.sampled_from([RAYS, INEQUALITIES])), made.rows, made.lines)


def cone_of(vectors: VectorList) -> VectorList:
    """As rays, without the origin."""
    vectors = vectors if vectors.kind == RAYS else vectors.polar()
    return VectorList(RAYS, tuple(row for row in vectors.rows if row[0] == 0), vectors.lines)


@given(cones(), st.sampled_from(CONES))
def test_what_is_written_is_read(vectors: VectorList, ending: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("feasibility.studies.polyhedra.matrix_readers.read_text", lambda *_: (written, "here"))
        written = text_of(f"x{ending}", vectors)
        assert cone_of(read_vectors(f"x{ending}")) == cone_of(vectors)


@given(cones(), st.sampled_from([".mat", ".mtx"]), st.booleans())
def test_a_plain_matrix_has_its_vectors_as_rows_or_columns(
    vectors: VectorList, ending: str, columns: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("feasibility.studies.polyhedra.matrix_readers.read_text", lambda *_: (written, "here"))
        written = text_of(f"x{ending}", vectors, columns=columns)
        rows = [row[1:] for row in read_vectors(f"x{ending}").rows]
        assert rows == (
            [*zip(*(row[1:] for row in vectors.rows))] if columns else [r[1:] for r in vectors.rows]
        )


def test_the_formats_are_those_of_the_manuals() -> None:
    """The smallest example of each, written by hand after the manuals; a cone with a line."""
    cone = VectorList.rays([(1, 0, -2), (0, 1, 3)], [(1, 1, 1)])
    assert text_of("x.ext", cone).split("\n") == [
        "V-representation", "linearity 1 1", "begin", "4 4 integer",
        "0 1 1 1", "0 1 0 -2", "0 0 1 3", "1 0 0 0", "end", "",
    ]  # fmt: skip
    assert text_of("x.ine", cone).split("\n") == [
        "H-representation", "linearity 1 1", "begin", "3 4 integer",
        "0 1 1 1", "0 -1 0 2", "0 0 -1 -3", "end", "",
    ]  # fmt: skip
    assert text_of("X.IN", cone) == "amb_space 3\ncone 2\n1 0 -2\n0 1 3\nsubspace 1\n1 1 1\n"
    assert json.loads(text_of("x.poly", cone)) == {
        "_ns": {"polymake": ["https://polymake.org", "4.0"]},
        "_type": "polytope::Cone<Rational>",
        "INPUT_RAYS": [["1", "0", "-2"], ["0", "1", "3"]],
        "INPUT_LINEALITY": [["1", "1", "1"]],
    }
    assert text_of("x.mat", cone) == "2 3\n1 0 -2\n0 1 3\n"
    head = "%%MatrixMarket matrix coordinate integer general\n"
    assert text_of("x.mtx", cone) == head + "2 3 4\n1 1 1\n2 2 1\n1 3 -2\n2 3 3\n"
    system = VectorList(INEQUALITIES, ((5, -1, 0),), ((-3, 1, 2),))
    assert text_of("x.in", system) == "amb_space 2\ninhom_inequalities 1\n-1 0 5\ninhom_equations 1\n1 2 -3\n"
    assert json.loads(text_of("x.poly", system))["EQUATIONS"] == [["-3", "1", "2"]]
    assert text_of("x.in", VectorList(LATTICE, ((0, 2, 1),))) == "amb_space 2\nlattice 1\n2 1\n"
    for ending, vectors, fitting in (
        (".ext", system, ".ine"),
        (".ine", VectorList(LATTICE, ((0, 1),)), ".mat"),
    ):
        with pytest.raises(InputError, match=f"no file of .*{fitting}"):
            text_of(f"x{ending}", vectors)


def test_matrix_market_as_scipy_reads_it(tmp_path: Path) -> None:
    from scipy.io import mmread

    path = tmp_path / "x.mtx"
    path.write_text(text_of(path, VectorList.rays([(1, 0, -2), (0, 0, 3)])))
    assert mmread(path).todense().tolist() == [[1, 0, -2], [0, 0, 3]]


def read(tmp_path: Path, ending: str, text: str) -> VectorList:
    path = tmp_path / f"file{ending}"
    path.write_text(text)
    return read_vectors(path)


def test_what_other_programs_answer_is_read(tmp_path: Path) -> None:
    """lrs does not count its rows and writes fractions; Normaliz has a matrix of its own under .ext."""
    found = read(tmp_path, ".ext", LRS)
    assert (found.rows, found.lines) == (((1, 0, 0, 0), (0, 3, -4, 30)), ((0, 1, 0, -1),))
    assert read(tmp_path, ".ext", "2\n2\n1 -1\n0 3\n").rows == ((0, 1, -1), (0, 0, 3))
    polymake = {
        "_type": "polytope::Cone<Rational>", "INEQUALITIES": [["9", "9"]], "FACETS": [["7", "7"]],
        "RAYS": [["1", "1/2"], {"cols": 2}], "LINEALITY_SPACE": [{"cols": 2}],
    }  # fmt: skip
    assert read(tmp_path, ".poly", json.dumps(polymake)) == VectorList(RAYS, ((0, 2, 1),))
    del polymake["INEQUALITIES"]
    facets = polymake | {"INPUT_RAYS": [["9", "9"]]}
    assert read(tmp_path, ".poly", json.dumps(facets)) == VectorList("inequalities", ((0, 7, 7),))
    array = "%%MatrixMarket matrix array real general\n% a note\n2 2\n1.5\n0\n-1\n2e1\n"
    assert read(tmp_path, ".mtx", array).rows == ((0, 3, -2), (0, 0, 20))
    assert read(tmp_path, ".in", "/* two\nlines */ amb_space 1\nequations 1\n4").lines == ((0, 4),)
    assert read(tmp_path, ".ine", "H-representation\nbegin\n1 2 integer\n0 1\nend").rows == ((0, 1),)


@pytest.mark.parametrize(
    ("ending", "text", "said"),
    [
        (".ine", "H-representation\nbegin\n1 2 integer\n0 1", "not a file of lrs or cdd"),
        (".ext", "V-representation\nbegin\n2 3 integer\n0 1 1\n0 1\nend", "line 5: the file ends too early"),
        (".ext", "V-representation\nbegin\n1 2 integer\n0 x\nend", "line 4: not a number; saw 'x'"),
        (".ext", "V-representation\nbegin\n1 2 rational\n0 1/0\nend", "line 4: not a number; saw '1/0'"),
        (".mat", "2 2\n1 0\n0\n", "line 3: the file ends too early"),
        (".mat", "many", "line 1: not the number of rows"),
        (".mat", "1 1\n" + "9" * 5000, "line 2: not a number"),
        (".mtx", "%%MatrixMarket matrix coordinate complex general\n", "line 1: not a matrix that is read"),
        (".mtx", "%%MatrixMarket matrix coordinate integer symmetric\n1 1 0\n", "line 1: not a matrix that is read"),
        (".mtx", "%%MatrixMarket matrix coordinate integer general\n1 1 1\n2 1 5\n", "line 3: no such entry"),
        (".mtx", "%%MatrixMarket matrix coordinate integer general\n99999 99999 0\n", "too large a matrix"),
        (".in", "cone 1\n1", "not a file of Normaliz"),
        (".in", "amb_space 1\nvertices 1\n1 1", "line 2: not a cone; saw 'vertices'"),
        (".in", "amb_space 1\ncone 1\n1\ninequalities 1\n1", "not one cone; saw inequalities and rays"),
        (".poly", "{", "not a file of polymake"),
        (".poly", "[" * 100_000, "not a file of polymake"),
        (".poly", '{"_type": "polytope::Polytope<Rational>", "RAYS": [["1"]]}', "not a cone"),
        (".poly", '{"_type": "polytope::Cone<Rational>"}', "not one cone; saw nothing"),
        (".txt", "", r"not a kind of matrix; .*expected \.ine"),
    ],
)  # fmt: skip
def test_bad_files_are_refused_with_their_place(ending: str, text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        read(tmp_path, ending, text)


@given(st.sampled_from([*ENDINGS, ".ray"]), st.text("begin d0123456789-/.%*[]{}\n", max_size=60))
def test_any_text_is_read_or_refused(ending: str, text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("feasibility.studies.polyhedra.matrix_readers.read_text", lambda *_: (text, "here"))
        try:
            rows: tuple[Row, ...] = read_vectors(f"x{ending}").rows
        except InputError:
            return
        assert all(type(value) is int for row in rows for value in row)
