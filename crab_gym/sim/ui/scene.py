"""A laid-out screen: what to draw, what an accessibility service reads, and what a touch hits.

* `Node` - one accessible thing on the screen.
* `Scene` - the display list and the nodes of one screen; `hit` finds what a point touches. `UndrawnScene` - only nodes.
* `Page`, `Window` - the plain data that apps keep of their user interface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from crab_gym.fast import tuples
from crab_gym.sim.draw import text as metrics
from crab_gym.sim.ui.theme import Color, Theme

__all__ = [
    "CHECKABLE", "CHECKED", "DISABLED", "EDITABLE", "FOCUSED", "PASSWORD", "REACH", "SCROLLABLE", "SELECTED",
    "AnyMessage", "AnyOverlay", "Node", "Page", "Rect", "Scene", "UndrawnScene", "Window",
]  # fmt: skip

Rect = tuple[int, int, int, int]
"""(left, top, right, bottom), half-open pixels."""
REACH = 48
"""How far, in pixels, a widget of its natural height may go beyond the rectangle that it is placed into."""
AnyMessage = tuple[object, ...]
"""A message of any app: its name, then plain data. An app narrows it to its own union, see `AppSpec`."""
AnyOverlay = tuple[Any, ...]
"""The dialog or menu above a page of any app: its name, then plain data, or empty; narrowed like `AnyMessage`."""

EDITABLE, CHECKABLE, CHECKED, SELECTED, FOCUSED, DISABLED, SCROLLABLE, PASSWORD = (1 << i for i in range(8))


class Node(NamedTuple):
    """One accessible thing: bounds are the visible part; `owner` is a window's id or ``"shell"``.

    `message` is sent by a tap, `long_message` by a long tap or a right click, `double_message` by a double click.
    `data` is what the kernel needs to interpret a touch (a field's key, a list's scroll range). The first six fields
    are in the order of `crab_gym.backends.base.Element`.
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
    data: Any


_EVERYWHERE = (-1 << 40, 1 << 40)


class Page(NamedTuple):
    """One screen of an app, as plain data.

    Attributes:
        name: Which of the app's screens.
        arg: What it shows, such as a row's id.
        fields: Text typed into its fields, by key.
        scroll: Pixels by which its lists are scrolled, by key.
        focus: Key of the focused field, ``""`` for none.
        selection: (anchor, caret) in the focused field, as indices into its text.
        overlay: The dialog or menu above it: name, then arguments; empty for none.
        data: Anything else that the app keeps for this screen.
    """

    name: str
    arg: Any = None
    fields: Mapping[str, str] = {}
    scroll: Mapping[str, int] = {}
    focus: str = ""
    selection: tuple[int, int] = (0, 0)
    overlay: AnyOverlay = ()
    data: Any = None


NO_PAGE = Page("")
"""What is being placed while no page is."""


class Window(NamedTuple):
    """A running app's pages (last is shown) and, on a desktop, its frame."""

    id: str
    app: str
    pages: tuple[Page, ...]
    frame: Rect = (0, 0, 0, 0)
    maximized: bool = False
    minimized: bool = False

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self.pages[-1]


def under(nodes: Sequence[Node], x: int, y: int) -> list[Node]:
    """Returns the nodes under a point."""
    found = []
    for node in nodes:
        left, top, right, bottom = node.bounds
        if left <= x < right and top <= y < bottom:
            found.append(node)
    return found


class Scene:
    """Collects drawing ops and nodes while widgets are placed.

    Attributes:
        ops: Display list (see `crab_gym.sim.draw.raster`), back to front.
        nodes: Accessible things, back to front.
        theme: Colours and measures of what is being placed.
        clip: Rectangle that everything placed is cut to.
        owner: Window id, or ``"shell"``, of what is being placed.
        app: App id of what is being placed.
        page: The page being placed: fields read their text from it.
        drawn: Whether it collects what to draw; without, widgets may leave out what only drawing needs.
        near: A point; with one, only nodes under it are wanted, and containers leave out what is further than `REACH`
            from it.
    """

    __slots__ = ("app", "clip", "near", "nodes", "ops", "owner", "page", "theme")
    drawn: ClassVar[bool] = True

    def __init__(self, theme: Theme, width: int, height: int, near: tuple[int, int] | None = None) -> None:
        self.ops: list[tuple[Any, ...]] = []
        self.nodes: list[Node] = []
        self.theme = theme
        self.clip: Rect = (0, 0, width, height)
        self.owner = "shell"
        self.app = "system"
        self.page = NO_PAGE
        self.near = near

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
        message: AnyMessage | None = None,
        long_message: AnyMessage | None = None,
        double_message: AnyMessage | None = None,
        flags: int = 0,
        data: Any = None,
    ) -> None:
        """Adds an accessible thing, cut to the clip; nothing where nothing of it is visible."""
        left, top, right, bottom = self.clip
        if x > left:
            left = x
        if y > top:
            top = y
        if x + w < right:
            right = x + w
        if y + h < bottom:
            bottom = y + h
        if left < right and top < bottom:
            row = (
                role, text, description, rid, self.app, (left, top, right, bottom), self.owner,
                message, long_message, double_message, flags, data,
            )  # fmt: skip
            self.nodes.append(tuples.new(Node, row))

    def around(self) -> tuple[int, int]:
        """Returns between which heights something is wanted: what lies wholly above or below may be left out."""
        return _EVERYWHERE if self.near is None else (self.near[1] - REACH, self.near[1] + REACH)

    def add(self, nodes: Sequence[Node]) -> None:
        """Adds nodes that were laid out before."""
        self.nodes += nodes

    def fill(self, x: int, y: int, w: int, h: int, color: Color) -> None:
        """Draws a rectangle."""
        self.ops.append(("fill", x, y, x + w, y + h, self.clip, color))

    def round(self, x: int, y: int, w: int, h: int, color: Color, radius: int) -> None:
        """Draws a rectangle with rounded corners; a circle where the radius is half its side."""
        self.ops.append(("round", x, y, x + w, y + h, self.clip, color, radius))

    def frame(self, x: int, y: int, w: int, h: int, color: Color, radius: int = 0, width: int = 1) -> None:
        """Draws an outline."""
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
        font: str = "regular",
        align: str = "left",
    ) -> None:
        """Draws one line of text, vertically centred in its box."""
        if text:
            self.ops.append(("text", x, y, x + w, y + h, self.clip, color, text, font, size, align))

    def clock(
        self, x: int, y: int, w: int, h: int, text: str, color: Color, size: int, font: metrics.Font, align: str
    ) -> None:
        """Draws a time of day in parts, such as its hour: a few of them are drawn once for all times."""
        self.ops += _clock(x, y, w, h, self.clip, text, color, size, font, align)

    def icon(self, x: int, y: int, size: int, name: str, color: Color) -> None:
        """Draws an icon of `crab_gym.sim.draw.icons`."""
        self.ops.append(("icon", x, y, x + size, y + size, self.clip, color, name))

    def hit(self, x: int, y: int) -> list[Node]:
        """Returns the nodes under a point, topmost first."""
        found = under(self.nodes, x, y)
        found.reverse()
        return found


@lru_cache(maxsize=1024)
def _clock(
    x: int, y: int, w: int, h: int, clip: Rect, text: str, color: Color, size: int, font: metrics.Font, align: str
) -> list[tuple[Any, ...]]:
    parts = metrics.clock_parts(text, font, size)
    across = sum([advance for _, advance in parts])
    x += {"left": 0, "center": (w - across) // 2, "right": w - across}[align]
    ops = []
    for part, advance in parts:
        ops.append(("text", x, y, x + advance, y + h, clip, color, part, font, size, "left"))
        x += advance
    return ops


class UndrawnScene(Scene):
    """A scene that nobody looks at: it has the nodes that touches need, but doesn't collect what to draw."""

    __slots__ = ()
    drawn: ClassVar[bool] = False

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
        message: AnyMessage | None = None,
        long_message: AnyMessage | None = None,
        double_message: AnyMessage | None = None,
        flags: int = 0,
        data: Any = None,
    ) -> None:
        """Adds an accessible thing as any scene does; where only nodes under a point are wanted, one of those."""
        near = self.near
        if near is not None and not (x <= near[0] < x + w and y <= near[1] < y + h):
            return
        left, top, right, bottom = self.clip
        if x > left:
            left = x
        if y > top:
            top = y
        if x + w < right:
            right = x + w
        if y + h < bottom:
            bottom = y + h
        if near is not None and not (left <= near[0] < right and top <= near[1] < bottom):
            return
        if left < right and top < bottom:
            row = (
                role, text, description, rid, self.app, (left, top, right, bottom), self.owner,
                message, long_message, double_message, flags, data,
            )  # fmt: skip
            self.nodes.append(tuples.new(Node, row))

    def add(self, nodes: Sequence[Node]) -> None:
        """Adds nodes that were laid out before; where only nodes under a point are wanted, those."""
        self.nodes += nodes if self.near is None else under(nodes, *self.near)

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
        font: str = "regular",
        align: str = "left",
    ) -> None:
        """Draws nothing."""

    def clock(
        self, x: int, y: int, w: int, h: int, text: str, color: Color, size: int, font: metrics.Font, align: str
    ) -> None:
        """Draws nothing."""

    def icon(self, x: int, y: int, size: int, name: str, color: Color) -> None:
        """Draws nothing."""
