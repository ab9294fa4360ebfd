"""Pages with scripts as a widget: any place on them takes touches, and canvases take drags, too."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, cast

from crab_sim.draw import text as metrics
from crab_sim.engines.pages.forms import defaults
from crab_sim.engines.pages.fragments import Area, Image, Item
from crab_sim.engines.pages.page_view import PageMessage, PageState, PageView
from crab_sim.engines.pages.scripting.state import Canvas
from crab_sim.machine.app import Context
from crab_sim.phone.apps.browser.load import current, extra, pictures
from crab_sim.phone.apps.browser.messages import Message
from crab_sim.phone.apps.browser.scripts import ScriptPage
from crab_sim.ui import Box, Label, Scene, Theme, Widget
from crab_sim.ui.node import DragData, ScrollData
from crab_sim.ui.theme import Color

__all__ = ["ScriptView", "notices", "script_view"]

_LONG_TEXT: Final = 100
_TOUCHES: Final = ("press", "choose", "follow", "blur")


def script_view(context: Context) -> Widget[Message] | None:
    """Returns the page in front, None if it has no scripts."""
    if not extra(context.page).script.loaded:
        return None
    page = current(context, context.page, typed=True)
    fields = {**defaults(page.tree.controls), **context.page.fields}
    view = ScriptView(page, fields, pictures(context), context.theme)
    return cast(Widget[Message], view)  # it replaces the messages of a page that this app doesn't take


def notices(context: Context) -> list[Widget[Message]]:
    """Returns the notice above the page, that its scripts were stopped."""
    if not extra(context.page).script.loaded or not current(context, context.page, typed=True).shown.stopped:
        return []
    text = "This page’s scripts took too long and were stopped."
    return [Box(Label(text, "small", wrap=True, pad=(16, 8)), background="surface")]


class ScriptView(PageView):
    """A page with scripts in its view.

    Args:
        page: The page.
        fields: The values of its controls, by key.
        picture: Returns the data of the picture at an address, None if there is none.
        theme: The phone's theme.
    """

    __slots__ = ("canvases", "origin")

    def __init__(
        self, page: ScriptPage, fields: Mapping[str, str], picture: Callable[[str], bytes | None], theme: Theme
    ) -> None:
        super().__init__(page.layout, PageState(page.shown.title, fields), picture, theme)
        self.canvases = {f"canvas:{canvas.node}": canvas for canvas in page.shown.canvases}
        self.origin = 0, 0

    def place(self, scene: Scene[PageMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the part of the page that is in view; its touches say where the page's corner is on the screen."""
        limit = max(0, self.layout.height - h)
        offset = min(scene.page.scroll.get("page", 0), limit)
        self.origin = x, y - offset
        first, theme = len(scene.nodes), scene.theme
        scene.theme = theme._replace(android=False)  # the layout measures texts in Noto, like a page's own font
        super().place(scene, x, y, w, h)
        scene.theme = theme
        for i in range(first, len(scene.nodes)):
            node = scene.nodes[i]
            if isinstance(node.data, ScrollData):
                node = node._replace(data=node.data._replace(drag_message=None), long_message=None)
            if node.message is not None and node.message[0] in _TOUCHES:
                node = node._replace(message=("touch", *self.origin))
            elif node.message is not None and node.message[0] == "ask":
                node = node._replace(message=("ask", node.message[1]))
            if node.long_message is not None and node.long_message[0] == "link_menu":
                node = node._replace(long_message=None)
            scene.nodes[i] = node

    def _item(self, scene: Scene[PageMessage], item: Item, x: int, y: int) -> None:
        if isinstance(item, Area) and item.press:
            self._area(cast(Scene[Message], scene), item, x, y)
        elif isinstance(item, Image) and item.src.startswith("canvas:"):
            canvas = self.canvases.get(item.src)
            if canvas is not None and scene.drawn:
                data = _painted(canvas, item.ground)
                scene.ops.append(("picture", x, y, x + item.w, y + item.h, scene.clip, data))
        else:
            super()._item(scene, item, x, y)

    def _area(self, scene: Scene[Message], item: Area, x: int, y: int) -> None:
        """Adds the node of an element that scripts listen to, or of a canvas."""
        text = item.text if len(item.text) <= _LONG_TEXT else ""
        if item.press == "1":
            scene.node(x, y, item.w, item.h, "button" if text else "other", text, message=("touch", *self.origin))
            return
        data: DragData[Message] | None = (
            DragData(("stroke", *self.origin, 0, 0, 0, 0)) if item.press == "draw" else None
        )
        scene.node(x, y, item.w, item.h, "image", "", text or "Canvas", message=("touch", *self.origin), data=data)


@lru_cache(maxsize=16)
def _painted(canvas: Canvas, ground: Color) -> bytes:
    """Returns a drawing as the bytes of a PNG file, on the ground below it."""
    import numpy as np
    from PIL import Image as Pictures
    from PIL import ImageDraw, ImageFont

    runs = np.frombuffer(canvas.runs, dtype="<u4")
    pixels = np.repeat(runs[1::2], runs[::2].astype(np.int64)).view(np.uint8).reshape(canvas.height, canvas.width, 4)
    alpha = pixels[..., 3:].astype(np.float32) / 255
    mixed = pixels[..., :3] * alpha + np.array(ground, dtype=np.float32) * (1 - alpha)
    image = Pictures.fromarray(np.rint(mixed).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    for text, x, y, size, color, across, upright in canvas.words:
        anchor = {"center": "m", "right": "r", "end": "r"}.get(across, "l")
        anchor += {"top": "t", "hanging": "t", "middle": "m", "bottom": "b"}.get(upright, "s")
        font = ImageFont.truetype(metrics.font_file("regular"), size)
        draw.text((x, y), text.replace("\n", " "), fill=color if color.startswith("#") else "#000", font=font,
                  anchor=anchor)  # fmt: skip
    stream = io.BytesIO()
    image.save(stream, "PNG", compress_level=1)
    return stream.getvalue()
