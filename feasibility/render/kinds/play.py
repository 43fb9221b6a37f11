"""A play in words, and as pictures."""

from feasibility.base.plurals import plural
from feasibility.game.position import Pair
from feasibility.proofs.kinds.play import Play
from feasibility.render.parts import Moves, Part
from feasibility.text.moves import format_jumps, join_sweeps


def explain(pair: Pair, proof: Play, full: bool) -> list[Part]:
    jumps = proof.jumps
    if not jumps:
        return ["The start is what the target asks for."]
    sweeps = len(join_sweeps(jumps))
    counted = f"{plural(len(jumps), 'jump')} ({plural(sweeps, 'sweep')})"
    moves = Moves(format_jumps(pair.board, jumps, sweeps=True))
    return [f"Play {'these' if len(jumps) > 1 else 'this'} {counted}:", moves]


def reason(proof: Play) -> str:
    return "a play"


def drawing(pair: Pair, proof: Play, script: bool) -> str:
    """With a script one board, without one a row of them."""
    from feasibility.render.player_html import film_html, player_html

    return (player_html if script else film_html)(pair, proof.jumps)
