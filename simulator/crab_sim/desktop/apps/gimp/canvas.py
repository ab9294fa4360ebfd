"""The canvas: the picture at its zoom, the selection's edge, rulers, and the meaning of a touch on it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_sim.desktop.apps.gimp.lacking import status
from crab_sim.desktop.apps.gimp.messages import Message
from crab_sim.desktop.apps.gimp.state import Document, Studio
from crab_sim.desktop.widgets import sized
from crab_sim.engines.raster.blending import compose
from crab_sim.engines.raster.geometry import Box
from crab_sim.engines.raster.model import Layer, Pixels, Raster, active_layer, pixels_of, selection_mask
from crab_sim.ui import Scene, Widget
from crab_sim.ui.node import DragData, ScrollData, SliderData

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["RULER", "Canvas", "fitting", "scale_of", "thumbnail"]

RULER: Final = 18
"""Width of a ruler in pixels."""
_BAR: Final = 12  # width of a scroll bar
_CHECKS: Final = (153, 102)
_SIDE: Final = 8  # of a field of the checkerboard


def fitting(raster: Raster, w: int, h: int) -> float:
    """Returns the zoom at which all of a picture is shown; small pictures aren't made larger."""
    return max(0.01, min(1.0, w / raster.width, h / raster.height))


def scale_of(document: Document, w: int, h: int) -> float:
    """Returns the pixels on the screen per pixel of the picture, in a room of a size."""
    return document.zoom or fitting(document.raster, w, h)


class _View(NamedTuple):
    """The part of a picture that is in view, in pixels of the screen: its offset and size."""

    left: int
    top: int
    width: int
    height: int


def _resized(pixels: Pixels, scale: float, view: _View) -> Pixels:
    """Returns the part of a picture that is in view, at its zoom."""
    height, width = pixels.shape[:2]
    if scale >= 1:
        rows = np.minimum(((np.arange(view.height) + view.top + 0.5) / scale).astype(np.int64), height - 1)
        columns = np.minimum(((np.arange(view.width) + view.left + 0.5) / scale).astype(np.int64), width - 1)
        whole = np.ascontiguousarray(pixels).view(np.uint32)[:, :, 0]  # a pixel's four bytes are moved at once
        part: Pixels = whole.take(rows, axis=0).take(columns, axis=1)[:, :, None].view(np.uint8)
        return part
    from PIL import Image as images

    right, bottom = min(width, (view.left + view.width) / scale), min(height, (view.top + view.height) / scale)
    image: Image.Image = images.fromarray(np.ascontiguousarray(pixels)).convert("RGBa")
    box = (min(view.left / scale, right - 0.01), min(view.top / scale, bottom - 0.01), right, bottom)
    shown = image.resize((view.width, view.height), images.Resampling.BOX, box)
    return np.asarray(shown.convert("RGBA"))


def _on_checks(pixels: Pixels, view: _View) -> NDArray[np.uint8]:
    """Returns pixels on a checkerboard, (height, width, 3)."""
    colors = pixels[:, :, :3]
    if (pixels[:, :, 3] == 255).all():
        return colors.copy()
    rows, columns = (np.arange(view.height) + view.top) // _SIDE, (np.arange(view.width) + view.left) // _SIDE
    light, dark = _CHECKS
    ground = np.where((rows[:, None] + columns[None, :]) % 2, dark, light)[:, :, None].astype(np.float32)
    share = pixels[:, :, 3:].astype(np.float32) / np.float32(255)
    return np.rint(ground + (colors - ground) * share).astype(np.uint8)


def _edge(raster: Raster, scale: float, view: _View) -> NDArray[np.bool_]:
    """Returns the pixels in view on the inner edge of the selection."""
    assert raster.selection is not None
    rows = (np.arange(-1, view.height + 1, dtype=np.float64) + (view.top + 0.5)) / scale
    columns = (np.arange(-1, view.width + 1, dtype=np.float64) + (view.left + 0.5)) / scale
    mask = selection_mask(raster.selection, rows, columns)
    mask &= ((rows >= 0) & (rows < raster.height))[:, None] & ((columns >= 0) & (columns < raster.width))[None, :]
    inner = mask[:-2, 1:-1] & mask[2:, 1:-1] & mask[1:-1, :-2] & mask[1:-1, 2:]
    return mask[1:-1, 1:-1] & ~inner


@lru_cache(maxsize=8)
def _rendered(raster: Raster, scale: float, view: _View, ants: bool) -> bytes:
    """Returns the part of a picture that is in view, as the key of a drawn picture."""
    shown = _on_checks(_resized(compose(raster._replace(selection=None, active=0)), scale, view), view)
    if ants and raster.selection is not None:
        edge = _edge(raster, scale, view)
        stripes = (np.arange(view.height)[:, None] + view.top + np.arange(view.width)[None, :] + view.left) // 4 % 2
        shown[edge] = np.where(stripes, 255, 0).astype(np.uint8)[edge][:, None]
    from crab_sim.draw.pictures import plain_pixels  # drawing is loaded when something is drawn

    return plain_pixels(np.ascontiguousarray(shown))


@lru_cache(maxsize=64)
def thumbnail(layer: Layer, side: int) -> bytes:
    """Returns a small picture of a layer, in the middle of a square, as the key of a drawn picture."""
    scale = min(side / layer.width, side / layer.height)
    w, h = max(1, min(side, round(layer.width * scale))), max(1, min(side, round(layer.height * scale)))
    rows = np.minimum((np.arange(h) * layer.height) // h, layer.height - 1)
    columns = np.minimum((np.arange(w) * layer.width) // w, layer.width - 1)
    small = pixels_of(layer)[rows[:, None], columns[None, :]]
    square: NDArray[np.uint8] = np.full((side, side, 3), 128, np.uint8)
    top, left = (side - h) // 2, (side - w) // 2
    square[top : top + h, left : left + w] = _on_checks(small, _View(0, 0, w, h))
    from crab_sim.draw.pictures import plain_pixels  # drawing is loaded when something is drawn

    return plain_pixels(square)


class Canvas(Widget[Message]):
    """The picture in the middle of the room that it has, or a part of it with scroll bars, above a status bar.

    Args:
        document: The image.
        raster: The picture to show: its own, perhaps with the effect of an open dialog.
        name: Its name.
        state: The window's state, which tells what is shown beside it.
        highlight: Whether what is outside of the crop tool's rectangle is darker.
    """

    __slots__ = ("ants", "boundary", "document", "hidden", "highlight", "name", "raster", "rulers")

    def __init__(self, document: Document, raster: Raster, name: str, state: Studio, highlight: bool) -> None:
        self.flex, self.highlight = 1, highlight
        self.document, self.raster, self.name, self.hidden = document, raster, name, state.hidden
        self.rulers, self.ants, self.boundary = state.rulers, state.ants, state.boundary

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the picture, and makes the nodes for touches."""
        outer = scene.clip
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
        scene.fill(x, y, w, h, (72, 72, 74) if scene.theme.dark else (178, 178, 180))
        ruler = RULER if self.rulers else 0
        low = 0 if "statusbar" in self.hidden else status("", "").height(scene.theme, w)
        room_w, room_h = max(1, w - ruler - _BAR), max(1, h - ruler - _BAR - low)
        layer = active_layer(self.raster)
        held = sized(sum([len(one.pixels) for one in self.raster.layers]))
        zoom = f"{round(scale_of(self.document, room_w, room_h) * 100, 1):g} %"
        bar = status(zoom, f"{layer.name if layer is not None else 'No layer'} ({held})")
        if low:
            bar.place(scene, x, y + h - low, w, low)
        self._place_picture(scene, x + ruler, y + ruler, room_w, room_h)
        scene.clip = outer

    def _place_picture(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        raster = self.raster
        scale = scale_of(self.document, w, h)
        across, down = max(1, round(raster.width * scale)), max(1, round(raster.height * scale))
        over_x, over_y = max(0, across - w), max(0, down - h)
        off_x = min(over_x, scene.page.scroll.get("canvas_x", 0))
        off_y = min(over_y, scene.page.scroll.get("canvas", 0))
        left = x - off_x if over_x else x + (w - across) // 2
        top = y - off_y if over_y else y + (h - down) // 2
        shown_x, shown_y, shown_w, shown_h = max(x, left), max(y, top), min(across, w), min(down, h)
        if scene.drawn:
            key = _rendered(raster, scale, _View(off_x, off_y, shown_w, shown_h), self.ants)
            scene.ops.append(("picture", shown_x, shown_y, shown_x + shown_w, shown_y + shown_h, scene.clip, key))
            outer = scene.clip
            scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
            self._place_marks(scene, left, top, scale)
            scene.clip = outer
        scene.node(x, y, w, h, "list", "", "Canvas", data=ScrollData("canvas", off_y, over_y, None))
        scene.node(
            x, y, w, h, "image", "", self.name, message=("canvas", left, top, scale),
            data=DragData(("stroke", left, top, scale, 0, 0, 0, 0)),
        )  # fmt: skip
        bars = "scrollbars" not in self.hidden
        if over_y and bars:
            _scroll_bar(scene, (x + w, y, _BAR, h), off_y / over_y, h / down, False)
        if over_x and bars:
            _scroll_bar(scene, (x, y + h, w, _BAR), off_x / over_x, w / across, True)
        if self.rulers:
            _rulers(scene, (x, y, w, h), (left, top), scale)

    def _place_marks(self, scene: Scene[Message], left: int, top: int, scale: float) -> None:
        """Draws the active layer's edge, and the crop tool's rectangle."""
        layer, raster = active_layer(self.raster), self.raster
        whole = layer is None or (layer.x, layer.y, layer.width, layer.height) == (0, 0, raster.width, raster.height)
        if layer is not None and self.boundary and (self.document.typing or not whole):
            box = left + round(layer.x * scale), top + round(layer.y * scale)
            size = max(2, round(layer.width * scale)), max(2, round(layer.height * scale))
            scene.frame(box[0] - 1, box[1] - 1, size[0] + 2, size[1] + 2, (240, 200, 40))
        if self.document.crop is not None:
            _place_crop(scene, self.document.crop, (left, top), scale, raster if self.highlight else None)


def _place_crop(scene: Scene, box: Box, corner: tuple[int, int], scale: float, raster: Raster | None) -> None:
    """Draws the rectangle that will stay, and darkens the rest of a picture."""
    left, top = corner
    width, height = (raster.width, raster.height) if raster is not None else (0, 0)
    right, bottom = left + round(width * scale), top + round(height * scale)
    x1, y1 = left + round(box.left * scale), top + round(box.top * scale)
    x2, y2 = left + round(box.right * scale), top + round(box.bottom * scale)
    for part in ((left, top, right, y1), (left, y2, right, bottom), (left, y1, x1, y2), (x2, y1, right, y2)):
        if part[0] < part[2] and part[1] < part[3]:
            scene.ops.append(("shade", *part, scene.clip, (0, 0, 0), 130))
    scene.frame(x1, y1, max(2, x2 - x1), max(2, y2 - y1), (255, 255, 255))


def _scroll_bar(scene: Scene[Message], box: tuple[int, int, int, int], at: float, share: float, across: bool) -> None:
    """Draws a scroll bar; the one across takes touches and drags, the other follows the wheel."""
    x, y, w, h = box
    long = w if across else h
    knob = max(24, round(long * min(1.0, share)))
    start = round((long - knob) * at)
    scene.fill(x, y, w, h, scene.theme.bar)
    if across:
        scene.round(x + start, y + 3, knob, h - 6, scene.theme.faint, 3)
        data = SliderData(x + knob // 2, max(1, long - knob))
        scene.node(x, y, w, h, "slider", "", "Horizontal scroll bar", message=("scroll_x", at), data=data)
    else:
        scene.round(x + 3, y + start, w - 6, knob, scene.theme.faint, 3)


def _step(scale: float) -> int:
    """Returns the pixels of the picture between two numbers of a ruler."""
    for step in (1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500):
        if step * scale >= 44:
            return step
    return 5000


def _rulers(scene: Scene, box: tuple[int, int, int, int], corner: tuple[int, int], scale: float) -> None:
    """Draws the rulers left of the canvas and above it."""
    if not scene.drawn:
        return
    (x, y, w, h), theme, step = box, scene.theme, _step(scale)
    scene.fill(x - RULER, y - RULER, w + RULER + _BAR, RULER, theme.bar)
    scene.fill(x - RULER, y, RULER, h + _BAR, theme.bar)
    outer = scene.clip
    scene.clip = max(outer[0], x), outer[1], min(outer[2], x + w), outer[3]
    first, last = int((x - corner[0]) / scale // step), int((x + w - corner[0]) / scale // step) + 1
    for i in range(first, last + 1):
        at = corner[0] + round(i * step * scale)
        scene.fill(at, y - RULER + 8, 1, RULER - 8, theme.muted)
        scene.text(at + 2, y - RULER, 40, RULER - 4, str(i * step), theme.muted, 9)
    scene.clip = outer[0], max(outer[1], y), outer[2], min(outer[3], y + h)
    first, last = int((y - corner[1]) / scale // step), int((y + h - corner[1]) / scale // step) + 1
    for i in range(first, last + 1):
        at = corner[1] + round(i * step * scale)
        scene.fill(x - RULER + 8, at, RULER - 8, 1, theme.muted)
        scene.text(x - RULER + 1, at, RULER + 10, 12, str(i * step), theme.muted, 8)
    scene.clip = outer
    scene.fill(x - RULER, y - 1, w + RULER, 1, theme.outline)
    scene.fill(x - 1, y - RULER, 1, h + RULER, theme.outline)
