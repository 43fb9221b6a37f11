"""Certificates for the checker in formal/, whose soundness is a theorem of a proof assistant.

`plain` writes a certificate as words and integers (formal/README.md has the grammar), `judge` asks the
program. Nothing is judged here: what cannot be written is refused, all else goes over as it is.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from feasibility.base.errors import InputError
from feasibility.proofs.nodes import Json

PROGRAM = "pegfeas-formal"
KINDS = (
    "play", "pagoda", "residue", "golden", "tree", "turn", "legs", "search", "closure", "cases", "ends",
    "bound",
)  # fmt: skip
SECONDS = 600.0


class NotTaken(InputError):
    """A kind of proof that the formal checker has no theorem for."""


class NotPlain(InputError):
    """A certificate whose shape is not that of its kind."""


@dataclass(frozen=True)
class Judgement:
    """What the formal checker says; `code` is its exit code, as of the commands."""

    code: int
    report: str

    @property
    def accepted(self) -> bool:
        """Is the claim proved?"""
        return self.code == 0


def installed() -> Path | None:
    """The program: on the search path, or built in the checkout that this package is part of."""
    program = shutil.which(PROGRAM)
    built = Path(__file__).parents[2] / "formal" / "build" / PROGRAM
    return Path(program) if program else built if built.is_file() else None


def judge(certificate: Json, program: Path, seconds: float = SECONDS) -> Judgement:
    """The formal checker's answer; NotTaken or NotPlain where there is nothing to ask."""
    from feasibility.processes.child import Child

    text = plain(certificate)
    with Child([str(program), "-"]) as child:
        child.end_after(seconds)
        report = child.answer(text.encode()).decode("utf-8", "replace")
        code = child.end(patience=1.0)
        said = report.strip() or child.errors
    if code < 0:
        return Judgement(3, f"TOO LARGE: the formal checker was stopped after {seconds:.0f} s")
    return Judgement(code, said)


def plain(certificate: Json) -> str:
    """The plain form of a certificate."""
    writer = _Writer()
    try:
        writer.certificate(certificate)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise NotPlain(f"the certificate has no plain form: {type(error).__name__} {error}") from None
    return " ".join(writer.words) + "\n"


class _Writer:
    """Appends words; any value of another shape than expected raises."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def say(self, *words: str) -> None:
        self.words.extend(words)

    def integer(self, value: object) -> None:
        if type(value) is not int:
            raise TypeError(f"{value!r} is not an integer")
        self.words.append(str(value))

    def each(self, values: object, write: Callable[[object], None]) -> None:
        """A list: its length and its items."""
        if not isinstance(values, list):
            raise TypeError(f"{values!r} is not a list")
        self.integer(len(values))
        for value in values:
            write(value)

    def weights(self, values: object) -> None:
        self.each(values, self.integer)

    def tuple_of(self, length: int, value: object) -> None:
        if not isinstance(value, list) or len(value) != length:
            raise TypeError(f"{value!r} is not a list of {length}")
        for entry in value:
            self.integer(entry)

    def jump(self, value: object) -> None:
        self.tuple_of(3, value)

    def certificate(self, value: Json) -> None:
        if value["claim"] == "army" or value["proof"]["kind"] not in KINDS:
            kind = "army" if value["claim"] == "army" else value["proof"]["kind"]
            raise NotTaken(f"the formal checker does not take the kind {kind!r}", expected=", ".join(KINDS))
        self.say("pegfeas-plain", "1", "board", str(value["board"]["geometry"]))
        self.board(value["board"])
        self.say("start")
        self.weights(value["start"])
        self.say("target")
        self.target(value["target"])
        self.say("claim", str(value["claim"]))
        self.proof(value["proof"])
        self.say("end")

    def board(self, board: Json) -> None:
        if board["geometry"] == "explicit":
            self.integer(len(board["holes"]))
            self.each(board["jumps"], self.jump)
        else:
            self.each(board["holes"], lambda hole: self.tuple_of(2, hole))

    def target(self, target: Json) -> None:
        if "count" in target:
            self.say("count")
            self.integer(target["count"])
        else:
            self.say("holes")
            self.weights(target["pegs"])
            self.weights(target["free"])

    def proof(self, proof: Json) -> None:
        kind = proof["kind"]
        if kind not in KINDS:
            raise NotTaken(f"the formal checker does not take the kind {kind!r}", expected=", ".join(KINDS))
        getattr(self, f"_{kind}")(proof)

    def _play(self, proof: Json) -> None:
        self.say("play")
        self.each(proof["jumps"], self.jump)

    def _pagoda(self, proof: Json) -> None:
        self.say("pagoda")
        self.weights(proof["weights"])

    def _residue(self, proof: Json) -> None:
        self.say("residue")
        self._modulus(proof)

    def _modulus(self, entry: Json) -> None:
        self.integer(entry["modulus"])
        self.weights(entry["weights"])

    def _golden(self, proof: Json) -> None:
        self.say("golden")
        self.each(proof["weights"], lambda pair: self.tuple_of(2, pair))

    def _tree(self, proof: Json) -> None:
        self.say("tree")
        self.node(proof["root"], "tree")

    def _legs(self, proof: Json) -> None:
        self.say("tree")
        self.node(proof["root"], "legs")

    def _turn(self, proof: Json) -> None:
        self.say("turn")
        self.split(proof, "tree", "turn")

    def _search(self, proof: Json) -> None:
        if "near" in proof:
            self.say("search-near")
            self.integer(proof["near"])
        else:
            self.say("search")
        self.each(proof["pagodas"], self.weights)
        self.each(proof["residues"], self._modulus)  # type: ignore[arg-type]
        self.weights(proof["forward"])
        self.weights(proof.get("backward", []))

    def _closure(self, proof: Json) -> None:
        self.say("closure")
        self.integer(proof["size"])

    def _cases(self, proof: Json) -> None:
        self.say("cases")
        self.each(proof["cases"], self._hole_case)  # type: ignore[arg-type]

    def _hole_case(self, case: Json) -> None:
        self.integer(case["hole"])
        self.proof(case["proof"])

    def _ends(self, proof: Json) -> None:
        self.say("ends")
        self.each(proof["nodes"], self._end_node)  # type: ignore[arg-type]

    def _end_node(self, node: Json) -> None:
        if "proof" in node:
            self.say("proof")
            self.proof(node["proof"])
        else:
            self.say({"start": "start", "target": "target"}[node["side"]])
            self.each(node["moves"], self._end_move)  # type: ignore[arg-type]

    def _end_move(self, move: list[object]) -> None:
        jump, node = move
        self.jump(jump)
        self.integer(node)

    def _bound(self, proof: Json) -> None:
        bound = proof["bound"]
        side = "pegs_at_least" if "pegs_at_least" in bound else "pegs_at_most"
        if "jump" in bound:
            side = "at_most" if "at_most" in bound else "at_least"
        self.say("bound", side)
        if "jump" in bound:
            self.jump(bound["jump"])
        self.integer(bound[side])
        self.node(proof["root"], "tree")

    def node(self, node: Json, style: str) -> None:
        """A node of a tree; legs count from 1 in a certificate and from 0 in the plain form."""
        if "jump" in node:
            self.say("count")
            self.integer(0 if style == "tree" else node["leg"] - 1)
            self.jump(node["jump"])
            self.integer(node["at_most"])
            self.node(node["low"], style)
            self.node(node["high"], style)
        elif "free" in node:
            self.say("free")
            self.integer(node["free"])
            self._pegs(node, style)
        elif "middle" in node and style != "tree":
            self.say("middle")
            leg, hole = node["middle"] if style == "legs" else (1, node["middle"])
            self.integer(leg - 1)
            self.integer(hole)
            self._pegs(node, style)
        elif "split" in node and style == "legs":
            self.say("split")
            self.integer(node["split"] - 1)
            self.split(node, "legs", "legs")
        else:
            self._leaf(node, style)

    def _pegs(self, node: Json, style: str) -> None:
        self.node(node["empty"], style)
        self.node(node["peg"], style)

    def _leaf(self, node: Json, style: str) -> None:
        self.say("leaf")
        self.integer(node.get("multiplier", 0))
        vectors = {"tree": ("weights",), "turn": ("before", "after"), "legs": ()}[style]
        self.each([node[key] for key in vectors] or node["weights"], self.weights)

    def split(self, node: Json, never: str, cases: str) -> None:
        self.say({"first": "first", "last": "last"}[node["when"]])
        self.each(node["set"], self.jump)
        self.node(node["never"], never)

        def case(entry: Json) -> None:
            self.jump(entry["jump"])
            self.node(entry["root"], cases)

        self.each(node["cases"], case)  # type: ignore[arg-type]
