"""Nodes: the accessible things on a laid-out screen, with the data that a touch needs.

* `Node` - one of them, with flags such as `CHECKED`.
* `FieldData`, `ScrollData`, ... - the data of nodes that do more with a touch than send a message.
* `hides_below`, `nodes_at` - which nodes a touch reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeAlias

from crab_sim.draw.ops import Align, Rect
from crab_sim.draw.text import Font
from crab_sim.ui.messages import AnyMessage, Message_co

__all__ = [
    "CHECKABLE", "CHECKED", "DISABLED", "EDITABLE", "FOCUSED", "PASSWORD", "SCROLLABLE", "SELECTED",
    "DragData", "FieldData", "GridData", "Node", "NodeData", "ScrollData", "ShadeData", "SliderData", "SwipeData",
    "TextData", "TitleBarData", "hides_below", "nodes_at",
]  # fmt: skip

EDITABLE, CHECKABLE, CHECKED, SELECTED, FOCUSED, DISABLED, SCROLLABLE, PASSWORD = (1 << i for i in range(8))


class FieldData(NamedTuple):
    """A text field, with the place of its text, so that the character under a point can be found.

    Attributes:
        key: Its name among the page's fields.
        left: Where its text begins, in pixels.
        top: Where its first row begins, in pixels.
        width: Pixels from there to its right edge.
        line_height: Height of a row of text.
        first_row: The topmost row in view, of many.
        font: Font of the text.
        size: Size of the font.
        multiline: Whether it takes several lines.
        skipped: Characters left of the view, where it takes one line only.
    """

    key: str
    left: int
    top: int
    width: int
    line_height: int
    first_row: int
    font: Font
    size: int
    multiline: bool
    skipped: int


class TextData(NamedTuple):
    """A text that isn't in a field but can be selected and copied.

    Attributes:
        text: All of it.
        font: Its font.
        size: Size of the font.
        x: Left edge of its box, in pixels.
        y: Top edge of its box.
        width: Width of its box, at which it is wrapped.
        align: How its lines lie in the box.
    """

    text: str
    font: Font
    size: int
    x: int
    y: int
    width: int
    align: Align


class GridData(NamedTuple):
    """A grid of characters of one width, as a terminal's screen.

    Attributes:
        left: Where the first cell begins, in pixels.
        top: Where its first row begins, in pixels.
        rows: For each row the line that it shows, the index of its first character in that line, and its length.
    """

    left: int
    top: int
    rows: tuple[tuple[int, int, int], ...]


class ScrollData(NamedTuple, Generic[Message_co]):
    """A list that scrolls.

    Attributes:
        key: Its name among the page's offsets.
        offset: Pixels by which it is scrolled.
        limit: The largest offset.
        swipe_message: Sent by a finger that moves sideways over it, as that of `SwipeData`; None for none.
        drag_message: Sent by a drag that begins on it, which then doesn't scroll it, as that of `DragData`; None for
            none.
    """

    key: str
    offset: int
    limit: int
    swipe_message: Message_co | None
    drag_message: Message_co | None = None


class SwipeData(NamedTuple, Generic[Message_co]):
    """Something that a finger turns like a page.

    Attributes:
        swipe_message: Sent with the step in place of its last part: 1 for a finger that moves left, -1 for one that
            moves right.
    """

    swipe_message: Message_co


class SliderData(NamedTuple):
    """A slider; its new value takes the place of the last part of its node's message.

    Attributes:
        left: Where its value is 0, in pixels.
        span: Pixels from there to where it is 1.
    """

    left: int
    span: int


class DragData(NamedTuple, Generic[Message_co]):
    """A surface on which a movement means something of its own, such as a canvas.

    Attributes:
        drag_message: Sent by a drag that begins on it, with both points in place of its last four parts: x1, y1, x2,
            y2 in pixels.
    """

    drag_message: Message_co


class TitleBarData(NamedTuple):
    """A window's title bar, by which the window is moved."""

    window_id: str


class ShadeData(NamedTuple):
    """The darkened screen behind a dialog, menu or sheet: a touch reaches nothing below it.

    Attributes:
        dialog: Whether it is a dialog that darkens a window's title bar too.
        modal: Whether the dialog stays when something beside it is clicked with a mouse.
    """

    dialog: bool = False
    modal: bool = False


NodeData: TypeAlias = (
    FieldData
    | TextData
    | GridData
    | ScrollData[Message_co]
    | SwipeData[Message_co]
    | SliderData
    | DragData[Message_co]
    | TitleBarData
    | ShadeData
    | None
)


class Node(NamedTuple):
    """One accessible thing. The first six attributes are in the order of `crab_gym.backends.base.Element`.

    Attributes:
        role: One of the vocabulary's roles.
        text: Its text.
        description: Its meaning, where its text doesn't say it.
        resource_id: Its id in the app's code.
        app: Id of its app.
        bounds: Its visible part.
        owner: Its window's id, or ``"shell"``.
        message: Sent by a tap.
        long_message: Sent by a long tap or a right click.
        double_message: Sent by a double click.
        flags: Those that hold, or-ed: `CHECKABLE`, `CHECKED`, ...
        data: The machine's knowledge of it, for touches that do more than send a message.
    """

    role: str
    text: str
    description: str
    resource_id: str
    app: str
    bounds: Rect
    owner: str
    message: AnyMessage | None
    long_message: AnyMessage | None
    double_message: AnyMessage | None
    flags: int
    data: NodeData[AnyMessage]


def hides_below(node: Node) -> bool:
    """Returns whether touches reach nothing below a node: it is a window, a shade, or takes touches for ``nothing``."""
    return node.role == "window" or node.message == ("nothing",) or isinstance(node.data, ShadeData)


def nodes_at(nodes: Sequence[Node], x: int, y: int) -> list[Node]:
    """Returns the nodes at a point, in their order."""
    matches = []
    for node in nodes:
        left, top, right, bottom = node.bounds
        if left <= x < right and top <= y < bottom:
            matches.append(node)
    return matches
