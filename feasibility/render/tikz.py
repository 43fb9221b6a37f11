r"""A scene as a picture in TikZ, for papers: `\input` it where `\usepackage{tikz}` is in the preamble."""

from __future__ import annotations

from feasibility.render.palette import PREFIX, Paint, looks
from feasibility.render.scene import Scene, Shape

_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SPECIAL |= {sign: f"\\{sign}" for sign in "&%$#_{}"}
POINTS = 0.75  # of an inch's 72 for a unit of the scene, which is 1/96 inch


def tikz(scene: Scene) -> str:
    """The environment `tikzpicture`, with the colours that it uses."""
    paints = looks("light")
    used = sorted({shape.style for shape in scene.shapes})
    colours = [line for look in used for line in _colours(look, paints[look])]
    shapes = [_drawn(shape, paints[shape.style]) for shape in scene.shapes]
    title = " ".join(scene.title.split())
    head = rf"\begin{{tikzpicture}}[x={POINTS}bp,y=-{POINTS}bp]"
    return "\n".join([f"% {title}", *colours, head, *shapes, r"\end{tikzpicture}"])


def _colours(look: str, paint: Paint) -> list[str]:
    named = ((f"{PREFIX}{look}", paint.fill), (f"{PREFIX}{look}-line", paint.stroke))
    used = [(name, hexadecimal(colour)) for name, colour in named if colour != "none"]
    return [rf"\definecolor{{{name}}}{{HTML}}{{{digits}}}" for name, digits in used]


def hexadecimal(colour: str) -> str:
    """Six digits of a colour of the palette."""
    digits = colour.removeprefix("#").upper()
    return digits if len(digits) == 6 else "".join(2 * digit for digit in digits)


def _drawn(shape: Shape, paint: Paint) -> str:
    name = f"{PREFIX}{shape.style}"
    points = [f"({x:g},{y:g})" for x, y in zip(shape.points[::2], shape.points[1::2], strict=True)]
    if shape.kind in ("text", "words"):
        anchor = "" if shape.kind == "text" else ",anchor=west"
        size = rf"\fontsize{{{shape.size * POINTS:g}}}{{{shape.size * POINTS * 1.2:g}}}\selectfont"
        words = rf"\sffamily{size} {escaped(shape.text)}"
        return rf"\node[text={name},inner sep=0pt{anchor}] at {points[0]} {{{words}}};"
    look = [f"fill={name}"] if paint.fill != "none" and shape.kind != "line" else []
    if paint.stroke != "none":
        look += [f"draw={name}-line", f"line width={paint.width * POINTS:g}bp"]
    look += ["dashed"] if paint.dashed else []
    path = f"{points[0]} circle[radius={shape.size:g}]" if shape.kind == "circle" else " -- ".join(points)
    closed = " -- cycle" if shape.kind == "polygon" else ""
    return rf"\path[{','.join(look)}] {path}{closed};"


def escaped(text: str) -> str:
    return "".join(_SPECIAL.get(sign, sign) for sign in text)
