"""A laid-out screen: its display list and its nodes.

* `Scene` - collects both while widgets are placed. `UndrawnScene` - only the nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Generic, Literal, TypeAlias

from crab_sim.draw import text as metrics
from crab_sim.draw.ops import Align, Op, Rect
from crab_sim.fast import tuples
from crab_sim.ui.messages import AnyMessage, Message_contra, ToolkitMessage
from crab_sim.ui.node import Node, NodeData, nodes_at
from crab_sim.ui.page import NO_PAGE
from crab_sim.ui.theme import Color, Theme

__all__ = ["AnyScene", "Scene", "UndrawnScene", "Verbatim"]

_REACH = 48  # pixels by which a widget of its natural height may go beyond the rectangle that it is placed into
_CONTENT = ("text_field", "cell", "web")
"""Roles of which the text is always content."""
Verbatim: TypeAlias = Literal["", "text", "description", "all"]
"""What of a node is content, the same in every language: nothing, its text, its description, or both."""
_EVERYWHERE = (-1 << 40, 1 << 40)


class Scene(Generic[Message_contra]):
    """Collects drawing ops and nodes while widgets are placed; its nodes may send the messages that it is generic in.

    Args:
        theme: Colours and measures of the first widgets that are placed.
        width: Width of the screen in pixels.
        height: Height of the screen in pixels.
        near: A point: only nodes at it are wanted, and containers leave out children that are far from it. None for
            all nodes. Only `UndrawnScene` can be near a point.
        whole: Whether windows of which nothing is visible are wanted, too. Only `UndrawnScene` can leave them out.

    Attributes:
        ops: The display list, back to front; see `crab_sim.draw.ops`.
        nodes: The accessible things, back to front.
        theme: Colours and measures of the widgets being placed.
        clip: Rectangle that everything placed is cut to.
        owner: Id of their window, or ``"shell"``.
        app: Id of their app.
        page: Their page: fields read their text from it.
        drawn: Whether it collects ops; otherwise widgets may skip work that only drawing needs.
        near: The point near which nodes are wanted, None for everywhere.
        whole: Whether it has all that is there, and not only what is near a point or visible.
    """

    __slots__ = ("app", "clip", "near", "nodes", "ops", "owner", "page", "theme", "whole")
    drawn: ClassVar[bool] = True

    def __init__(
        self, theme: Theme, width: int, height: int, near: tuple[int, int] | None = None, whole: bool = True
    ) -> None:
        self.ops: list[Op] = []
        self.nodes: list[Node] = []
        self.theme = theme
        self.clip: Rect = (0, 0, width, height)
        self.owner = "shell"
        self.app = "system"
        self.page = NO_PAGE
        self.near = near
        self.whole = whole and near is None

    def node(
        self,
        x: int,
        y: int,
        w: int,
        h: int,
        role: str,
        text: str = "",
        description: str = "",
        rid: str = "",
        message: Message_contra | ToolkitMessage | None = None,
        long_message: Message_contra | ToolkitMessage | None = None,
        double_message: Message_contra | ToolkitMessage | None = None,
        flags: int = 0,
        data: NodeData[Message_contra] = None,
        verbatim: Verbatim = "",
    ) -> None:
        """Adds a node, cut to the clip, unless nothing of it is visible or wanted.

        Args:
            x: Its left edge in pixels.
            y: Its top edge.
            w: Its width.
            h: Its height.
            role: See `Node`, as for all that follow.
            text: Its text.
            description: Its description.
            rid: Its resource id.
            message: Sent by a tap.
            long_message: Sent by a long tap or right click.
            double_message: Sent by a double click.
            flags: Those that hold, or-ed.
            data: The machine's knowledge of it, for touches.
            verbatim: What of it is content, the same in every language; the text of a field always is.
        """
        near = self.near
        if near is not None and not (x <= near[0] < x + w and y <= near[1] < y + h):
            return
        left, top, right, bottom = self.clip
        # comparisons instead of min and max, which take three times as long: a screen has up to 200 nodes
        if x > left:
            left = x
        if y > top:
            top = y
        if x + w < right:
            right = x + w
        if y + h < bottom:
            bottom = y + h
        if near is None:
            if left >= right or top >= bottom:
                return
        elif not (left <= near[0] < right and top <= near[1] < bottom):
            return
        if self.theme.words is not None:
            if verbatim in ("", "text"):
                description = self.theme.say(description)
            if verbatim in ("", "description") and role not in _CONTENT:
                text = self.theme.say(text)
        row = (
            role, text, description, rid, self.app, (left, top, right, bottom), self.owner,
            message, long_message, double_message, flags, data,
        )  # fmt: skip
        self.nodes.append(tuples.new(Node, row))

    def add(self, nodes: Sequence[Node]) -> None:
        """Adds nodes that were laid out before, those of them that are wanted."""
        self.nodes += nodes if self.near is None else nodes_at(nodes, *self.near)

    def wanted(self, rects: Sequence[Rect]) -> Sequence[int]:
        """Returns the indices of the rectangles that need to be laid out.

        These are all, those of which a part is visible, or only the topmost at the point. The devices ask for their
        windows and bars, since a touch falls on one of them: otherwise, while nobody looks, a touch takes twice as long
        on a desktop with three windows (45 against 20 µs).

        Args:
            rects: Rectangles of which each hides those before it.
        """
        if self.whole:
            return range(len(rects))
        if self.near is None:
            return [i for i, rect in enumerate(rects) if not any([_lies_in(rect, other) for other in rects[i + 1 :]])]
        x, y = self.near
        for i in reversed(range(len(rects))):
            left, top, right, bottom = rects[i]
            if left <= x < right and top <= y < bottom:
                return (i,)
        return ()

    def wanted_heights(self) -> tuple[int, int]:
        """Returns the range of heights in which nodes are wanted; containers may leave out children outside of it."""
        return _EVERYWHERE if self.near is None else (self.near[1] - _REACH, self.near[1] + _REACH)

    def wanted_widths(self) -> tuple[int, int]:
        """Returns the range across the screen in which nodes are wanted, like `wanted_heights`."""
        return _EVERYWHERE if self.near is None else (self.near[0] - _REACH, self.near[0] + _REACH)

    # The methods below add an operation to the display list; their rectangles are given like a node's.

    def fill(self, x: int, y: int, w: int, h: int, color: Color) -> None:
        """Draws a rectangle.

        Args:
            x: Left edge, in pixels.
            y: Top edge.
            w: Width.
            h: Height.
            color: Its colour.
        """
        self.ops.append(("fill", x, y, x + w, y + h, self.clip, color))

    def round(self, x: int, y: int, w: int, h: int, color: Color, radius: int) -> None:
        """Draws a rectangle with rounded corners.

        Args:
            x: Left edge, in pixels.
            y: Top edge.
            w: Width.
            h: Height.
            color: Its colour.
            radius: Radius of the corners; half the side makes a circle.
        """
        self.ops.append(("round", x, y, x + w, y + h, self.clip, color, radius))

    def frame(self, x: int, y: int, w: int, h: int, color: Color, radius: int = 0, width: int = 1) -> None:
        """Draws an outline.

        Args:
            x: Left edge, in pixels.
            y: Top edge.
            w: Width.
            h: Height.
            color: Its colour.
            radius: Radius of the corners.
            width: Width of the line, inside the rectangle.
        """
        self.ops.append(("frame", x, y, x + w, y + h, self.clip, color, radius, width))

    def text(
        self,
        x: int,
        y: int,
        w: int,
        h: int,
        text: str,
        color: Color,
        size: int,
        font: metrics.Font = "regular",
        align: Align = "left",
    ) -> None:
        """Draws one line of text, vertically centred in its box.

        Args:
            x: Left edge of the box, in pixels.
            y: Top edge.
            w: Width.
            h: Height.
            text: The line, cut at the edges of the box.
            color: Its colour.
            size: Size in pixels, as in `metrics`.
            font: One of the fonts of `metrics`, for which the device may show its own.
            align: Its place in the box.
        """
        if text:
            font = self.theme.face(font)
            self.ops.append(("text", x, y, x + w, y + h, self.clip, color, text, font, size, align))

    def clock(
        self, x: int, y: int, w: int, h: int, text: str, color: Color, size: int, font: metrics.Font, align: Align
    ) -> None:
        """Draws a time of day like `text`, but part by part: there are few parts, and each one's image is made once.

        Args:
            x: Left edge of the box, in pixels.
            y: Top edge.
            w: Width.
            h: Height.
            text: The time, such as ``"14:05"``.
            color: Its colour.
            size: Size in pixels.
            font: One of the fonts of `metrics`.
            align: Its place in the box.
        """
        self.ops += _clock(x, y, w, h, self.clip, text, color, size, self.theme.face(font), align)

    def icon(self, x: int, y: int, size: int, name: str, color: Color) -> None:
        """Draws an icon of `crab_sim.draw.icons`.

        Args:
            x: Left edge, in pixels.
            y: Top edge.
            size: Its side.
            name: Its name.
            color: Its colour.
        """
        self.ops.append(("icon", x, y, x + size, y + size, self.clip, color, name))

    def hit(self, x: int, y: int) -> list[Node]:
        """Returns the nodes at a point, topmost first."""
        matches = nodes_at(self.nodes, x, y)
        matches.reverse()
        return matches


def _lies_in(rect: Rect, other: Rect) -> bool:
    return other[0] <= rect[0] and other[1] <= rect[1] and rect[2] <= other[2] and rect[3] <= other[3]


AnyScene: TypeAlias = Scene[AnyMessage]
"""A scene of the whole screen: whatever an app or the device itself takes may be sent from it."""


@lru_cache(maxsize=1024)
def _clock(
    x: int, y: int, w: int, h: int, clip: Rect, text: str, color: Color, size: int, font: metrics.Font, align: Align
) -> list[Op]:
    parts = metrics.clock_parts(text, font, size)
    across = sum([advance for _, advance in parts])
    x += {"left": 0, "center": (w - across) // 2, "right": w - across}[align]
    ops: list[Op] = []
    for part, advance in parts:
        ops.append(("text", x, y, x + advance, y + h, clip, color, part, font, size, "left"))
        x += advance
    return ops


class UndrawnScene(Scene[Message_contra]):
    """A scene that nobody looks at: it has the nodes that touches and elements need, but collects no ops."""

    __slots__ = ()
    drawn: ClassVar[bool] = False

    def fill(self, x: int, y: int, w: int, h: int, color: Color) -> None:
        """Draws nothing."""

    def round(self, x: int, y: int, w: int, h: int, color: Color, radius: int) -> None:
        """Draws nothing."""

    def frame(self, x: int, y: int, w: int, h: int, color: Color, radius: int = 0, width: int = 1) -> None:
        """Draws nothing."""

    def text(
        self,
        x: int,
        y: int,
        w: int,
        h: int,
        text: str,
        color: Color,
        size: int,
        font: metrics.Font = "regular",
        align: Align = "left",
    ) -> None:
        """Draws nothing."""

    def clock(
        self, x: int, y: int, w: int, h: int, text: str, color: Color, size: int, font: metrics.Font, align: Align
    ) -> None:
        """Draws nothing."""

    def icon(self, x: int, y: int, size: int, name: str, color: Color) -> None:
        """Draws nothing."""
