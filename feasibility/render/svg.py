"""A scene as SVG: classes carry the colours, so that one picture serves light, dark and print."""

from __future__ import annotations

import re
from itertools import groupby

from feasibility.render.palette import PREFIX, css
from feasibility.render.scene import Scene, Shape

# all but the characters of XML 1.0, without the controls it discourages
_FORBIDDEN = "[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # seldom compiled: that is slow
BASE = 0.35  # from the middle of a line of text down to its foot, as a share of its size


def escape(text: str) -> str:
    """For text and for attributes in double quotes, in HTML and XML; characters XML forbids are replaced."""
    clean = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return clean if clean.isprintable() else re.sub(_FORBIDDEN, "\ufffd", clean)


def svg(
    scene: Scene,
    theme: str = "auto",
    *,
    style: bool = True,
    holes: bool = False,
    scale: float = 1.0,
    title: str | None = None,
) -> str:
    """The picture. `style=False` leaves colours to the page around; `holes` numbers the discs for scripts."""
    label = escape(scene.title if title is None else title)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{PREFIX}pic" '
        f'viewBox="0 0 {scene.width:g} {scene.height:g}" '
        f'width="{scene.width * scale:g}" height="{scene.height * scale:g}" role="img" aria-label="{label}">'
    )
    parts = [head]
    if style:
        parts.append(f"<title>{label}</title><style>{css(theme)}</style>")
        if theme != "auto":
            parts.append(f'<rect class="{PREFIX}ground" width="100%" height="100%"/>')
    for (kind, look, size), shapes in groupby(scene.shapes, key=lambda s: (s.kind, s.style, s.size)):
        parts.append(_group(kind, look, size, list(shapes), holes))
    parts.append("</svg>")
    return "".join(parts)


def _group(kind: str, look: str, size: float, shapes: list[Shape], holes: bool) -> str:
    if kind == "circle":
        places = [f'cx="{s.points[0]:g}" cy="{s.points[1]:g}" r="{size:g}"/>' for s in shapes]
        if holes:
            own = f'<circle class="{PREFIX}{look}" data-hole='
            return "".join(f'{own}"{s.hole}" {place}' for s, place in zip(shapes, places, strict=True))
        body = "".join(f"<circle {place}" for place in places)
    elif kind in ("text", "words"):
        foot = BASE * size
        body = "".join(
            f'<text x="{s.points[0]:g}" y="{round(s.points[1] + foot, 2):g}">{escape(s.text)}</text>'
            for s in shapes
        )
        left = f" {PREFIX}left" if kind == "words" else ""
        return f'<g class="{PREFIX}{look}{left}" font-size="{size:g}">{body}</g>'
    elif kind == "line":
        body = "".join('<line x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}"/>'.format(*s.points) for s in shapes)
    else:
        corners = (zip(s.points[::2], s.points[1::2], strict=True) for s in shapes)
        listed = (" ".join(f"{x:g},{y:g}" for x, y in one) for one in corners)
        body = "".join(f'<polygon points="{points}"/>' for points in listed)
    return f'<g class="{PREFIX}{look}">{body}</g>'
