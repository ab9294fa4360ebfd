"""Drawing operations: the kinds of ops in a display list.

An operation ("op") is a plain tuple ``(kind, left, top, right, bottom, clip, *parameters)``, since a screen has
hundreds of them and two display lists are compared at every step. Coordinates are pixels, half-open, origin at the top
left; `clip` is None or a rectangle ``(left, top, right, bottom)`` that cuts the op; colours are ``(red, green, blue)``,
0 to 255. Later ops lie above earlier ones; pixels that no op covers are black.

==========  ===============================  ==========================================================================
kind        parameters                       draws
==========  ===============================  ==========================================================================
`fill`      color                            a rectangle
`round`     color, radius                    a rectangle with rounded corners; a circle if the radius is half its side
`frame`     color, radius, width             an outline inside the box
`text`      color, text, font, size, align   one line, vertically centred, cut to the box; align: left, center or right
`spread`    color, text, font, size, base    a line as wide and high as its box, laid out as it would be at size `base`
`icon`      color, name                      an icon, as large as fits, centred (`icons.ICONS`, `logos.LOGOS`)
`picture`   key                              an opaque picture that fills the box (`pictures.picture`)
`layer`     ops                              other ops, from the box's top left; opaque, drawn once and kept
`shade`     color, alpha                     a translucent rectangle; alpha 0 to 255
`shadow`    radius                           a soft shadow that reaches `radius` pixels beyond the box
==========  ===============================  ==========================================================================
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

from crab_sim.draw.text import Align
from crab_sim.draw.typefaces import Font
from crab_sim.fast.tuples import HashedTuple

__all__ = [
    "KINDS", "SHADOW_ALPHA", "SHADOW_INSET", "Align", "Clip", "Color", "Fill", "Frame", "Icon", "Layer", "Op",
    "Picture", "Rect", "Round", "Shade", "Shadow", "Spread", "Text", "layer_ops",
]  # fmt: skip

Color = tuple[int, ...]
Rect = tuple[int, ...]
Clip = Rect | None

Fill = tuple[Literal["fill"], int, int, int, int, Clip, Color]
Round = tuple[Literal["round"], int, int, int, int, Clip, Color, int]
Frame = tuple[Literal["frame"], int, int, int, int, Clip, Color, int, int]
Text = tuple[Literal["text"], int, int, int, int, Clip, Color, str, Font, int, Align]
Spread = tuple[Literal["spread"], int, int, int, int, Clip, Color, str, Font, int, int]
Icon = tuple[Literal["icon"], int, int, int, int, Clip, Color, str]
Picture = tuple[Literal["picture"], int, int, int, int, Clip, str | bytes]
Shade = tuple[Literal["shade"], int, int, int, int, Clip, Color, int]
Shadow = tuple[Literal["shadow"], int, int, int, int, Clip, int]
Layer = tuple[Literal["layer"], int, int, int, int, Clip, "tuple[Op, ...]"]
Op: TypeAlias = Fill | Round | Frame | Text | Spread | Icon | Picture | Shade | Shadow | Layer

KINDS: tuple[str, ...] = tuple(
    get_args(get_args(op)[0])[0] for op in (Fill, Frame, Icon, Picture, Round, Shade, Shadow, Text, Layer, Spread)
)
"""The kinds of ops."""

SHADOW_ALPHA: Final = 110
"""How dark a shadow is in the middle of its box, of 255."""
SHADOW_INSET: Final = 12
"""Pixels inside of its box at which a shadow begins, so that rounded corners have one."""


@lru_cache(maxsize=32)
def _interned(ops: HashedTuple[Op]) -> HashedTuple[Op]:
    return ops


def layer_ops(ops: Iterable[Op]) -> tuple[Op, ...]:
    """Returns ops for a layer, as the same object for equal ops, so that all canvases find its image quickly."""
    return _interned(HashedTuple(ops))
