"""Certificates as words and integers, for the checker in formal/, whose README has the grammar.

Nothing is judged here: what cannot be written is refused, all else goes over as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from feasibility.base.errors import InputError
from feasibility.proofs.nodes import Json

KINDS = (
    "play", "pagoda", "residue", "golden", "tree", "turn", "legs", "search", "closure", "cases", "ends",
    "bound", "sweeps", "longest", "rule", "army",
)  # fmt: skip
NOWHERE: Json = {"pegs": [], "free": []}  # the target of a claim about all pairs


class NotPlain(InputError):
    """A certificate whose shape is not that of its kind."""


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
        self.say("pegfeas-plain", "1", "board", str(value["board"]["geometry"]))
        self.board({"holes": []} | value["board"] if value["claim"] == "army" else value["board"])
        self.say("start")
        self.weights(value.get("start", []))
        self.say("target")
        self.target(value.get("target", NOWHERE))
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
            raise KeyError(kind)
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
        self.say("bound")
        self._one_bound(proof["bound"])
        self.each(proof.get("given", []), self._one_bound)  # type: ignore[arg-type]
        self.node(proof["root"], "tree")

    def _one_bound(self, bound: Json) -> None:
        side = "pegs_at_least" if "pegs_at_least" in bound else "pegs_at_most"
        if "jump" in bound:
            side = "at_most" if "at_most" in bound else "at_least"
        self.say(side)
        if "jump" in bound:
            self.jump(bound["jump"])
        self.integer(bound[side])

    def _sweeps(self, proof: Json) -> None:
        """Its parts in a fixed order; the claim has said the kind."""
        self.integer(proof["at_least"])
        self.each(proof["regions"], self.weights)
        self.each(proof["pagodas"], self.weights)
        self.each(proof["residues"], self._modulus)  # type: ignore[arg-type]
        self.each(proof["symmetries"], self.weights)
        self.each(proof.get("bounds", []), self._sweep_bound)  # type: ignore[arg-type]
        self.weights(proof["forward"])
        self.weights(proof.get("backward", []))
        self._shown(proof)

    def _longest(self, proof: Json) -> None:
        self.integer(proof["at_most"])
        self._shown(proof)

    def _rule(self, proof: Json) -> None:
        self.each(proof["parts"], self._part)  # type: ignore[arg-type]

    def _army(self, proof: Json) -> None:
        self.integer(proof["level"])
        self.tuple_of(2, proof["total"])

    def _part(self, part: Json) -> None:
        self.say(part["kind"])
        match part["kind"]:
            case "pagoda":
                self.weights(part["weights"])
            case "residue":
                self._modulus(part)
            case "inequalities":
                self.each(part["all"], self._inequality)  # type: ignore[arg-type]
                self.weights(part["multipliers"])
                self.weights(part["weights"])
            case _:
                self.weights(part["holes"])
                self.weights(part["pruned"])

    def _inequality(self, entry: Json) -> None:
        self.weights(entry["start"])
        self.weights(entry["target"])
        self.integer(entry["above"])

    def _sweep_bound(self, bound: Json) -> None:
        self.weights(bound["weights"])
        self.weights(bound["potentials"])
        self.weights(bound["region_weights"])
        self.integer(bound["per_sweep"])
        self.each(bound.get("passages", []), self._passage)  # type: ignore[arg-type]

    def _passage(self, passage: list[object]) -> None:
        holes, over, weight = passage
        self.weights(holes)
        self.integer(over)
        self.integer(weight)

    def _shown(self, proof: Json) -> None:
        """The play that comes with a claim, if there is one."""
        self.say("play" if "play" in proof else "none")
        if "play" in proof:
            self.each(proof["play"], self.jump)

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
