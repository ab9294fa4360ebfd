"""Parts of the readers of all formats: layouts by the objects of a slide, bounded places, looks beside a style's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from crab_sim.engines.slides.model import LAYOUTS, STYLE_NAMES, Box, Shape
from crab_sim.engines.writing.model import SLIDE_STYLES, SWITCHES, Look

__all__ = ["box_of", "layout_of", "relative"]

_FARTHEST = 200_000


def box_of(x: float, y: float, width: float, height: float) -> Box:
    """Returns a place whose lengths are bounded.

    Args:
        x: The left edge.
        y: The top edge.
        width: The width.
        height: The height.

    >>> box_of(1.4, -1e300, 2, 3)
    Box(x=1, y=-200000, width=2, height=3)
    """
    left, top = (round(max(-_FARTHEST, min(_FARTHEST, float(value)))) for value in (x, y))
    wide, high = (round(max(1.0, min(_FARTHEST, float(value)))) for value in (width, height))
    return Box(left, top, wide, high)


def layout_of(shapes: Sequence[Shape], named: str = "") -> str:
    """Returns the id of the layout that a slide has.

    Args:
        shapes: The slide's objects.
        named: The id of the layout that the file names. It is the slide's where it has places for all of its texts, but
            programs name layouts that merely have as many places.
    """
    kinds = Counter([shape.kind for shape in shapes if shape.kind in ("title", "subtitle", "outline")])
    across = {shape.box.x for shape in shapes if shape.kind == "outline"}
    found, exact = "title_only" if kinds["title"] else "blank", False
    for name, layout in LAYOUTS.items():
        if Counter([kind for kind, _ in layout.places]) == kinds and (name == "over") == (
            kinds["outline"] == 2 and len(across) == 1
        ):
            found, exact = name, True
    if named:
        places = Counter([kind for kind, _ in LAYOUTS[named].places])
        if kinds <= places and not (exact and places == kinds):
            return named
    return found


def relative(look: Look, kind: str) -> Look:
    """Returns a look without the properties that the style of a kind of texts has already."""
    style = SLIDE_STYLES[STYLE_NAMES[kind]]
    switches: dict[str, Any] = {name: getattr(look, name) or None for name in SWITCHES}
    switches["bold"] = None if bool(look.bold) == style.bold else look.bold
    return look._replace(
        **switches,
        size=0.0 if look.size == style.size else look.size,
        color="" if look.color == "#000000" else look.color,
        font="" if look.font in ("", style.font) else look.font,
    )
