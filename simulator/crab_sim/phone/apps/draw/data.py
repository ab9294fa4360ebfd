"""Data of the Draw app: the strokes of a drawing, taking them back, and the files that they are saved as.

State: slice ``"draw"``, a `Drawing`.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from crab_sim.devices.media.png import png
from crab_sim.machine.slices import Slice
from crab_sim.ui.theme import Color

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "BLACK",
    "DRAWING",
    "FORMATS",
    "WHITE",
    "WIDEST",
    "Drawing",
    "Stroke",
    "encoded",
    "pixels",
    "rgb",
    "strokes_of",
]

BLACK: Final = "#000000"
WHITE: Final = "#ffffff"
FORMATS: Final = ("png", "jpg", "svg")
"""The endings of the files that a drawing can be saved as."""
WIDEST: Final = 40
"""The width of the widest pen, in pixels."""
_MOST = 500  # steps that can be taken back; the oldest are forgotten


class Stroke(NamedTuple):
    """A line that the pen drew, from one point to another, in the canvas's pixels.

    Attributes:
        color: Its colour as in HTML, ``#rrggbb``; None for the eraser's, which is that of the ground.
        width: Its width in pixels.
        start: Where it begins.
        end: Where it ends; the same for a dot.
    """

    color: str | None
    width: int
    start: tuple[int, int]
    end: tuple[int, int]


class Drawing(NamedTuple):
    """The app's state.

    Attributes:
        steps: What was done, in order: strokes, and None where all of them were cleared.
        undone: The steps that were taken back, the last one first.
        color: The pen's colour.
        width: Its width in pixels.
        erasing: Whether the eraser is in use.
        ground: The colour of the ground.
    """

    steps: tuple[Stroke | None, ...] = ()
    undone: tuple[Stroke | None, ...] = ()
    color: str = BLACK
    width: int = 5
    erasing: bool = False
    ground: str = WHITE

    def done(self, step: Stroke | None) -> Drawing:
        """Returns the drawing after another step."""
        return self._replace(steps=(*self.steps, step)[-_MOST:], undone=())

    def undo(self) -> Drawing:
        """Returns the drawing before its last step."""
        return self._replace(steps=self.steps[:-1], undone=(*self.undone, *self.steps[-1:]))

    def redo(self) -> Drawing:
        """Returns the drawing after the step that was taken back last."""
        return self._replace(steps=(*self.steps, *self.undone[-1:]), undone=self.undone[:-1])


DRAWING: Final = Slice[Drawing](
    "draw",
    volatile={
        "undone": "what can be done again",
        **dict.fromkeys(("color", "width", "erasing"), "the tool in the hand"),
    },
)


def rgb(color: str) -> Color:
    """Returns a colour as red, green and blue.

    >>> rgb("#e53935")
    (229, 57, 53)
    """
    value = int(color[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def strokes_of(drawing: Drawing) -> tuple[Stroke, ...]:
    """Returns the strokes that are seen.

    >>> dot = Stroke(BLACK, 5, (1, 1), (1, 1))
    >>> strokes_of(Drawing((dot, dot, None, dot))) == (dot,)
    True
    """
    strokes: list[Stroke] = []
    for step in drawing.steps:
        if step is None:
            strokes.clear()
        else:
            strokes.append(step)
    return tuple(strokes)


@lru_cache(maxsize=64)
def _painted(strokes: tuple[Stroke, ...], ground: str, width: int, height: int) -> NDArray[np.uint8]:
    """Returns a drawing's pixels; those of every eighth stroke are kept, so that another one costs little."""
    import numpy as np  # not before something is painted

    kept = (len(strokes) - 1) // 8 * 8 if strokes else 0
    if kept > 0:
        canvas = _painted(strokes[:kept], ground, width, height).copy()
    else:
        canvas = np.empty((height, width, 3), np.uint8)
        canvas[:] = rgb(ground)
    for stroke in strokes[max(0, kept) :]:
        _paint(canvas, stroke, ground)
    canvas.flags.writeable = False
    return canvas


def _paint(canvas: NDArray[np.uint8], stroke: Stroke, ground: str) -> None:
    """Paints a stroke with round ends and smooth edges."""
    import numpy as np

    (x1, y1), (x2, y2) = stroke.start, stroke.end
    radius = stroke.width / 2
    reach = int(radius) + 2
    height, width = canvas.shape[:2]
    left, right = max(0, min(x1, x2) - reach), min(width, max(x1, x2) + reach + 1)
    top, bottom = max(0, min(y1, y2) - reach), min(height, max(y1, y2) + reach + 1)
    if left >= right or top >= bottom:
        return
    across = np.arange(left, right, dtype=np.float32)[None, :] - x1
    down = np.arange(top, bottom, dtype=np.float32)[:, None] - y1
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx + dy * dy
    along = np.clip((across * dx + down * dy) / length, 0, 1) if length else np.zeros_like(across * down)
    distance = np.hypot(across - along * dx, down - along * dy)
    cover = np.clip(radius + 0.5 - distance, 0, 1)[:, :, None]
    part = canvas[top:bottom, left:right]
    color = np.array(rgb(stroke.color or ground), np.float32)
    part[:] = np.rint(part + (color - part) * cover).astype(np.uint8)


def pixels(drawing: Drawing, width: int, height: int) -> NDArray[np.uint8]:
    """Returns a drawing as ``(H, W, 3) uint8``, RGB, not to be written to."""
    return _painted(strokes_of(drawing), drawing.ground, width, height)


def _svg(drawing: Drawing, width: int, height: int) -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" fill="{drawing.ground}"/>',
    ]
    for stroke in strokes_of(drawing):
        (x1, y1), (x2, y2) = stroke.start, stroke.end
        color = stroke.color or drawing.ground
        lines.append(
            f'<path d="M{x1},{y1} L{x2},{y2}" fill="none" stroke="{color}" stroke-width="{stroke.width}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return "\n".join([*lines, "</svg>", ""])


def encoded(drawing: Drawing, ending: str, width: int, height: int) -> bytes:
    """Returns a drawing as a file.

    Args:
        drawing: The drawing.
        ending: One of `FORMATS`.
        width: The canvas's width in pixels.
        height: Its height.
    """
    if ending == "svg":
        return _svg(drawing, width, height).encode()
    shown = pixels(drawing, width, height)
    if ending == "png":
        return png(shown)
    from PIL import Image

    out = io.BytesIO()
    Image.fromarray(shown).save(out, "JPEG", quality=90)
    return out.getvalue()
