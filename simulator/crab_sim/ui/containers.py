"""Containers: `Column`, `Row`, `Grid`, `Box`, and `Scroll` with rows that are made only in view (`LazyRow`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeVarTuple

from crab_sim.fast import tuples
from crab_sim.ui.messages import Message_co, ToolkitMessage
from crab_sim.ui.node import SCROLLABLE, ScrollData, SwipeData
from crab_sim.ui.scene import Scene, Verbatim
from crab_sim.ui.theme import Theme
from crab_sim.ui.widgets import Tone, Widget, color_of

__all__ = ["Box", "Column", "Grid", "LazyRow", "Row", "Scroll"]

_Args = TypeVarTuple("_Args")


def _gaps(gap: int, between: Sequence[object]) -> int:
    """Returns the pixels of all gaps between children."""
    return gap * (len(between) - 1) if between else 0


class _Measured(NamedTuple):
    """The children's sizes across a container, and what they were measured for: a layout asks twice.

    A container that many screens share, such as an app's toolbar, is measured with the theme of each of them.
    """

    theme: Theme
    width: int
    sizes: list[int]


class Column(Widget[Message_co]):
    """Children below one another, each as wide as the column.

    Args:
        children: The widgets.
        gap: Pixels between them.
        pad: Pixels around all of them (horizontal, vertical).
        background: Tone of the ground.
        flex: Share of the space left over.
    """

    __slots__ = ("background", "children", "gap", "measured", "pad")

    def __init__(
        self,
        children: Sequence[Widget[Message_co]],
        gap: int = 0,
        pad: tuple[int, int] = (0, 0),
        background: Tone = "",
        flex: int = 0,
    ) -> None:
        self.children, self.gap, self.pad, self.background, self.flex = children, gap, pad, background, flex
        self.measured: _Measured | None = None  # their heights

    def width(self, theme: Theme) -> int:
        """Returns the widest child's width."""
        return max((child.width(theme) for child in self.children), default=0) + 2 * self.pad[0]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the sum of the heights."""
        w -= 2 * self.pad[0]
        known = self.measured
        if known is None or known.theme is not theme or known.width != w:
            row = (theme, w, [child.height(theme, w) for child in self.children])
            known = self.measured = tuples.new(_Measured, row)
        return sum(known.sizes) + _gaps(self.gap, self.children) + 2 * self.pad[1]

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Places the children; those with flex share the height left over."""
        if self.background:
            scene.fill(x, y, w, h, color_of(scene.theme, self.background))
        pad_x, pad_y = self.pad
        x, y, w, h = x + pad_x, y + pad_y, w - 2 * pad_x, h - 2 * pad_y
        theme, children = scene.theme, self.children
        flex = sum([child.flex for child in children])
        known = self.measured
        if known is not None and known.theme is theme and known.width == w:
            heights = known.sizes
            if flex:
                heights = [0 if child.flex else height for child, height in zip(children, heights, strict=True)]
        else:
            heights = [0 if child.flex else child.height(theme, w) for child in children]
        left = max(0, h - sum(heights) - _gaps(self.gap, children)) if flex else 0
        low, high = scene.wanted_heights()
        for child, height in zip(children, heights, strict=True):
            if child.flex:
                height = left * child.flex // flex
            if y < high and (y + height > low or child.flex):  # a child with flex may be higher than its share
                child.place(scene, x, y, w, height)
            y += height + self.gap


class Row(Widget[Message_co]):
    """Children beside one another, vertically centred.

    Args:
        children: The widgets.
        gap: Pixels between them.
        pad: Pixels around all of them (horizontal, vertical).
        background: Tone of the ground.
        height: Its least height.
        flex: Share of the space left over.
    """

    __slots__ = ("background", "children", "gap", "height_", "measured", "pad")

    def __init__(
        self,
        children: Sequence[Widget[Message_co]],
        gap: int = 0,
        pad: tuple[int, int] = (0, 0),
        background: Tone = "",
        height: int = 0,
        flex: int = 0,
    ) -> None:
        self.children, self.gap, self.pad, self.background = children, gap, pad, background
        self.height_, self.flex = height, flex
        self.measured: _Measured | None = None  # their widths

    def width(self, theme: Theme) -> int:
        """Returns the sum of the widths."""
        return sum([child.width(theme) for child in self.children]) + _gaps(self.gap, self.children) + 2 * self.pad[0]

    def _widths(self, theme: Theme, w: int) -> list[int]:
        known = self.measured
        if known is not None and known.theme is theme and known.width == w:
            return known.sizes
        widths = [0 if child.flex else child.width(theme) for child in self.children]
        flex = sum([child.flex for child in self.children])
        if flex:
            left = max(0, w - sum(widths) - _gaps(self.gap, widths))
            widths = [
                left * child.flex // flex if child.flex else width
                for child, width in zip(self.children, widths, strict=True)
            ]
        self.measured = tuples.new(_Measured, (theme, w, widths))
        return widths

    def height(self, theme: Theme, w: int) -> int:
        """Returns the tallest child's height."""
        widths = self._widths(theme, w - 2 * self.pad[0])
        tallest = max([c.height(theme, cw) for c, cw in zip(self.children, widths, strict=True)], default=0)
        return max(self.height_, tallest + 2 * self.pad[1])

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Places the children; those with flex share the width left over."""
        if self.background:
            scene.fill(x, y, w, h, color_of(scene.theme, self.background))
        pad_x, pad_y = self.pad
        x, y, w, h = x + pad_x, y + pad_y, w - 2 * pad_x, h - 2 * pad_y
        low, high = scene.wanted_widths()
        for child, width in zip(self.children, self._widths(scene.theme, w), strict=True):
            if x < high and (x + width > low or child.flex):  # a child with flex may be wider than its share
                child.place(scene, x, y, width, h)
            x += width + self.gap


class Grid(Widget[Message_co]):
    """Children in rows of equal cells.

    Args:
        children: The widgets.
        columns: Cells per row.
        cell: Height of a cell.
        gap: Pixels between cells.
        pad: Pixels around all of them (horizontal, vertical).
        flex: Share of the space left over.
    """

    __slots__ = ("cell", "children", "columns", "gap", "pad")

    def __init__(
        self,
        children: Sequence[Widget[Message_co]],
        columns: int,
        cell: int,
        gap: int = 0,
        pad: tuple[int, int] = (0, 0),
        flex: int = 0,
    ) -> None:
        self.children, self.columns, self.cell, self.gap, self.pad, self.flex = children, columns, cell, gap, pad, flex

    def width(self, theme: Theme) -> int:
        """Returns the width of its widest possible row."""
        return self.columns * max((child.width(theme) for child in self.children), default=0) + 2 * self.pad[0]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of all rows."""
        rows = -(-len(self.children) // self.columns)
        return rows * self.cell + max(0, rows - 1) * self.gap + 2 * self.pad[1]

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Places the cells row by row."""
        pad_x, pad_y = self.pad
        width = (w - 2 * pad_x - self.gap * (self.columns - 1)) // self.columns
        low, high = scene.wanted_heights()
        first, last = scene.wanted_widths()
        for i, child in enumerate(self.children):
            row, column = divmod(i, self.columns)
            top = y + pad_y + row * (self.cell + self.gap)
            if top < high and top + self.cell > low:
                left = x + pad_x + column * (width + self.gap)
                if left < last and left + width > first:
                    child.place(scene, left, top, width, self.cell)


class Box(Widget[Message_co]):
    """One child on a rounded ground of its own, such as a card or a chat bubble.

    Args:
        child: The widget on it.
        background: Tone of the ground.
        pad: Pixels between its edge and the child (horizontal, vertical).
        radius: Radius of its corners.
        margin: Pixels outside it (left, top, right, bottom).
        message: Sent by a tap.
        long_message: Sent by a long tap or right click.
        text: Text of its node, where it has one.
        description: Description of its node.
        rid: Resource id of its node.
        role: Role of its node.
        outline: Tone of a line around it.
        flex: Share of the space left over.
        swipe_message: Sent by a finger that moves sideways over it, with the step in place of its last part: 1 where
            the finger moves left, towards the next page, and -1 where it moves right.
        verbatim: What of its node is content, the same in every language.
    """

    __slots__ = (
        "background", "child", "description", "long_message", "margin", "message", "outline", "pad", "radius", "rid",
        "role", "swipe_message", "text", "verbatim",
    )  # fmt: skip

    def __init__(
        self,
        child: Widget[Message_co],
        background: Tone = "surface",
        pad: tuple[int, int] = (12, 8),
        radius: int = 12,
        margin: tuple[int, int, int, int] = (0, 0, 0, 0),
        message: Message_co | ToolkitMessage | None = None,
        long_message: Message_co | ToolkitMessage | None = None,
        text: str = "",
        description: str = "",
        rid: str = "",
        role: str = "other",
        outline: Tone = "",
        flex: int = 0,
        swipe_message: Message_co | None = None,
        verbatim: Verbatim = "",
    ) -> None:
        self.child, self.background, self.pad, self.radius, self.margin = child, background, pad, radius, margin
        self.message, self.long_message, self.text, self.description = message, long_message, text, description
        self.rid, self.role, self.outline, self.flex = rid, role, outline, flex
        self.swipe_message, self.verbatim = swipe_message, verbatim

    def width(self, theme: Theme) -> int:
        """Returns the child's width with padding and margin."""
        return self.child.width(theme) + 2 * self.pad[0] + self.margin[0] + self.margin[2]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the child's height with padding and margin."""
        inner = w - 2 * self.pad[0] - self.margin[0] - self.margin[2]
        return self.child.height(theme, inner) + 2 * self.pad[1] + self.margin[1] + self.margin[3]

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the ground, then the child on it."""
        left, top, right, bottom = self.margin
        x, y, w, h = x + left, y + top, w - left - right, h - top - bottom
        if self.background:
            scene.round(x, y, w, h, color_of(scene.theme, self.background), self.radius)
        if self.outline:
            scene.frame(x, y, w, h, color_of(scene.theme, self.outline), self.radius)
        if self.message or self.long_message or self.text or self.description or self.swipe_message:
            data = SwipeData(self.swipe_message) if self.swipe_message else None
            scene.node(
                x, y, w, h, self.role, self.text, self.description, self.rid, self.message, self.long_message,
                data=data, verbatim=self.verbatim,
            )  # fmt: skip
        self.child.place(scene, x + self.pad[0], y + self.pad[1], w - 2 * self.pad[0], h - 2 * self.pad[1])


class Scroll(Widget[Message_co]):
    """A list that scrolls. Only children in view are placed, so that long lists cost little more than short ones.

    Args:
        key: Names its offset in ``Page.scroll``.
        children: The rows.
        gap: Pixels between them.
        pad: Pixels around all of them (horizontal, vertical).
        end: Whether it starts at its end and, if it is short, lies at the bottom, like a conversation.
        rid: Resource id.
        flex: Share of the space left over.
        swipe_message: Sent by a finger that moves sideways, with the step as its last part; see `Box`.
        role: Its role: ``"table"`` where its rows are cells.
    """

    __slots__ = ("children", "end", "gap", "key", "pad", "rid", "role", "swipe_message")

    def __init__(
        self,
        key: str,
        children: Sequence[Widget[Message_co]],
        gap: int = 0,
        pad: tuple[int, int] = (0, 0),
        end: bool = False,
        rid: str = "",
        flex: int = 1,
        swipe_message: Message_co | None = None,
        role: str = "list",
    ) -> None:
        self.key, self.children, self.gap, self.pad, self.end, self.rid = key, children, gap, pad, end, rid
        self.flex, self.swipe_message, self.role = flex, swipe_message, role

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the whole content."""
        w -= 2 * self.pad[0]
        heights = [child.height(theme, w) for child in self.children]
        return sum(heights) + _gaps(self.gap, heights) + 2 * self.pad[1]

    def width(self, theme: Theme) -> int:
        """Returns the widest child's width."""
        return max((child.width(theme) for child in self.children), default=0) + 2 * self.pad[0]

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Places the children that are in view, and a scroll bar where there is more."""
        theme, outer = scene.theme, scene.clip
        clip = (max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h))
        if clip[0] >= clip[2] or clip[1] >= clip[3]:
            return
        inner_w, gap = w - 2 * self.pad[0], self.gap
        heights = [child.height(theme, inner_w) for child in self.children]
        total = sum(heights) + _gaps(gap, heights) + 2 * self.pad[1]
        limit = max(0, total - h)
        offset = scene.page.scroll.get(self.key)
        if offset is None:
            offset = limit if self.end else 0
        offset = min(offset, limit)
        flags = SCROLLABLE if limit else 0
        scene.clip = clip
        data = ScrollData(self.key, offset, limit, self.swipe_message)
        scene.node(x, y, w, h, self.role, rid=self.rid, flags=flags, data=data)
        left, top, bottom = x + self.pad[0], y - offset + self.pad[1], y + h
        if self.end:
            top += max(0, h - total)
        low, high = scene.wanted_heights()
        bottom = min(bottom, high)
        for child, height in zip(self.children, heights, strict=True):
            if top + height > y:
                if top >= bottom:
                    break
                if top + height > low:
                    child.place(scene, left, top, inner_w, height)
            top += height + gap
        if limit:
            bar = max(24, h * h // total)
            scene.round(x + w - 5, y + (h - bar) * offset // limit, 4, bar, theme.faint, 2)
        scene.clip = outer


class LazyRow(Widget[Message_co]):
    """A row of a long list. It is made only when it is placed, so only when it is in view.

    Args:
        height: Its height: ``"row"`` or ``"row2"`` of the theme, as a `Tile` without or with a subtitle, or pixels.
        make: Returns the row, of that height.
        args: The arguments of `make`.
    """

    __slots__ = ("args", "high", "make")

    def __init__(
        self, height: int | Literal["row", "row2"], make: Callable[[*_Args], Widget[Message_co]], *args: *_Args
    ) -> None:
        self.flex, self.high, self.args = 0, height, args
        self.make: Callable[..., Widget[Message_co]] = make

    def width(self, theme: Theme) -> int:
        """Returns the row's natural width."""
        return self.make(*self.args).width(theme)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        height: int = getattr(theme, self.high) if isinstance(self.high, str) else self.high
        return height

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Makes the row and draws it."""
        self.make(*self.args).place(scene, x, y, w, h)
