"""Things that a finger drags: the rows of a list into another order, and the corner of a box.

* ``{"k": "sortable", "name": ..., "options": [...]}``: the value is the texts in their order.
* ``{"k": "resize", "name": ..., "size": [width, height], "most": [width, height], "text": ...}``: the value is the size
  that it has.
"""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim import ui
from crab_sim.phone.apps.miniwob.data import Item, Values
from crab_sim.phone.apps.miniwob.messages import Message
from crab_sim.ui.node import DragData

__all__ = ["ROW", "Resizable", "Sortable", "resized", "sorted_after"]

ROW = 48
_LEAST = 60


def sorted_after(texts: Sequence[str], start: int, end: int) -> list[str]:
    """Returns the rows after one of them was dragged to another place, given in pixels from the list's top.

    >>> sorted_after(["a", "b", "c"], 10, 2 * ROW + 5)
    ['b', 'c', 'a']
    """
    rows = list(texts)
    if not 0 <= start < ROW * len(rows):
        return rows
    row = rows.pop(start // ROW)
    rows.insert(max(0, min(len(rows), end // ROW)), row)
    return rows


class Sortable(ui.Widget[Message]):
    """The rows; see above."""

    __slots__ = ("item", "rid", "texts")

    def __init__(self, item: Item, values: Values, rid: str) -> None:
        self.flex, self.item, self.rid = 0, item, rid
        self.texts: Sequence[str] = values.get(item["name"]) or item["options"]

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of all rows."""
        return ROW * len(self.texts)

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the rows, each with a grip."""
        theme = scene.theme
        data: DragData[Message] = DragData(("sort", self.item["id"], y, 0, 0, 0, 0))
        scene.node(x, y, w, ROW * len(self.texts), "list", rid=self.rid + self.item["name"], data=data)
        for number, text in enumerate(self.texts):
            top = y + number * ROW
            scene.round(x, top + 2, w, ROW - 4, theme.surface, 8)
            scene.icon(x + w - 36, top + 14, 20, "menu", theme.muted)
            scene.text(x + 14, top, w - 60, ROW, text, theme.text, theme.font)
            scene.node(x, top, w, ROW, "list_item", text, verbatim="text")


def resized(size: Sequence[int], most: Sequence[int], dx: int, dy: int) -> list[int]:
    """Returns a box's size after its corner was dragged.

    Args:
        size: Its width and height before.
        most: Its greatest width and height.
        dx: Pixels by which the corner was dragged to the right.
        dy: The same, downwards.

    >>> resized([100, 80], [200, 100], 30, 50)
    [130, 100]
    """
    return [max(_LEAST, min(most[0], size[0] + dx)), max(_LEAST, min(most[1], size[1] + dy))]


class Resizable(ui.Widget[Message]):
    """The box; see above."""

    __slots__ = ("item", "rid", "values")

    def __init__(self, item: Item, values: Values, rid: str) -> None:
        self.flex, self.item, self.values, self.rid = 0, item, values, rid

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the greatest height that it can be given."""
        height: int = self.item["most"][1]
        return height

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the box and its corner."""
        theme, item = scene.theme, self.item
        width, height = self.values.get(item["name"]) or item["size"]
        scene.round(x, y, width, height, theme.raised, 6)
        scene.frame(x, y, width, height, theme.outline, 6, 2)
        ui.Label(item["text"], "small", wrap=True, verbatim=True).place(scene, x + 10, y + 10, width - 20, height - 20)
        scene.node(x, y, width, height, "other", "", "Text box", self.rid + item["name"])
        corner = 36
        for gap in (8, 14, 20):
            for i in range(gap):
                scene.fill(x + width - 5 - i, y + height - 5 - gap + i, 2, 2, theme.muted)
        data: DragData[Message] = DragData(("resize", item["id"], 0, 0, 0, 0))
        scene.node(
            x + width - corner, y + height - corner, corner, corner, "image", "", "Corner", self.rid + "corner",
            data=data,
        )  # fmt: skip
