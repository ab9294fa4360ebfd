"""The bars and the side pane of the Document Viewer, and its menu.

* `bar`, `find_bar`, `side_pane` - the parts of the window. `menu_of`, `CONTEXT_MENU` - its menus.
"""

from __future__ import annotations

from typing import Final

from crab_sim.desktop.apps.document_viewer.messages import MenuChoice, Message
from crab_sim.desktop.apps.document_viewer.paper import Thumbnail
from crab_sim.desktop.apps.document_viewer.state import (
    AUTOMATIC,
    FIT_PAGE,
    FIT_WIDTH,
    SIDE_WIDTH,
    ZOOMS,
    Document,
    Sight,
)
from crab_sim.desktop.chrome.bars import ChoiceBox, ToolButton, ToolSpace, absent_button
from crab_sim.desktop.chrome.menus import SEPARATOR, Entry, absent
from crab_sim.desktop.widgets import Sized
from crab_sim.engines.pdf_reading.page_text import Match
from crab_sim.ui import Column, Field, Label, Row, Scene, Scroll, Space, Theme, Tile, Toggle, Widget
from crab_sim.ui.node import EDITABLE

__all__ = ["CONTEXT_MENU", "bar", "find_bar", "menu_of", "side_pane", "zoom_menu", "zoom_text"]

_FITS: Final = {FIT_PAGE: "Fit Page", FIT_WIDTH: "Fit Width", AUTOMATIC: "Automatic"}

CONTEXT_MENU: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Copy", ("copy",), "Ctrl+C"),
    Entry("Select All", ("select_all",), "Ctrl+A"),
    SEPARATOR,
    Entry("Find…", ("find",), "Ctrl+F"),
    Entry("Save As…", ("save_as",), "Ctrl+S"),
    Entry("Properties…", ("properties",), "Alt+Return"),
)
"""The menu of a right click on a page."""


def menu_of(sight: Sight, has: bool) -> tuple[Entry[MenuChoice], ...]:
    """Returns the window's menu.

    Args:
        sight: How the document is shown.
        has: Whether there is a document.
    """
    return (
        Entry("Open…", ("open",), "Ctrl+O"),
        *absent("New Window"),
        Entry("Open a Copy", ("open_copy",), "Ctrl+N", enabled=has),
        Entry("Save As…", ("save_as",), "Ctrl+S", enabled=has),
        Entry("Open Containing Folder", ("show",), enabled=has),
        Entry("Print…", ("print",), "Ctrl+P", enabled=has),
        *absent("Send To…", "-", "Present as Slideshow"),
        Entry("Fullscreen", ("fullscreen",), "F11", False),
        Entry("Continuous", ("continuous",), "C", sight.continuous),
        *[entry._replace(checked=False) for entry in absent("Dual", "Odd Pages Left", "Right to Left Document")],
        Entry("Night Mode", ("inverted",), "Ctrl+I", sight.inverted),
        Entry("Rotate Left", ("left",), "Ctrl+Left", enabled=has),
        Entry("Rotate Right", ("right",), "Ctrl+Right", enabled=has),
        SEPARATOR,
        Entry("Copy", ("copy",), "Ctrl+C", enabled=sight.selection is not None),
        Entry("Select All", ("select_all",), "Ctrl+A", enabled=has),
        SEPARATOR,
        Entry("Properties…", ("properties",), "Alt+Return", enabled=has),
        *absent("Save Current Settings as Default", "-", "Keyboard Shortcuts", "Help", "About Document Viewer"),
    )


def zoom_menu(sight: Sight) -> tuple[Entry[MenuChoice], ...]:
    """Returns the menu of zooms."""
    fits: list[Entry[MenuChoice]] = [
        Entry(name, ("zoom", fit), checked=sight.zoom == fit) for fit, name in _FITS.items()
    ]
    steps: list[Entry[MenuChoice]] = [
        Entry(f"{percent}%", ("zoom", percent), checked=sight.zoom == percent) for percent in ZOOMS
    ]
    return (*fits, SEPARATOR, *steps)


def zoom_text(sight: Sight, scale: float) -> str:
    """Returns the zoom as the box shows it."""
    return f"{round(scale * 75)}%"


class _PageEntry(Widget[Message]):
    """The number of the current page; a click lets another one be typed.

    Args:
        number: The number, from 1.
        typing: Whether it is being typed.
    """

    __slots__ = ("field", "number", "typing")

    def __init__(self, number: int, typing: bool) -> None:
        self.flex, self.number, self.typing = 0, number, typing
        self.field = Field("page", "Page")

    def width(self, theme: Theme) -> int:
        """Returns the entry's width."""
        return 58

    def height(self, theme: Theme, w: int) -> int:
        """Returns the entry's height."""
        return theme.field

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the number, or the field in which it is typed."""
        theme = scene.theme
        y, h = y + (h - theme.field) // 2, theme.field
        if self.typing:
            self.field.place(scene, x, y, w, h)
            return
        radius = min(10, theme.radius)
        scene.round(x, y, w, h, theme.raised if theme.dark else theme.background, radius)
        scene.frame(x, y, w, h, theme.outline, radius)
        text = str(self.number)
        scene.text(x, y, w, h, text, theme.text, theme.font, align="center")
        scene.node(x, y, w, h, "text_field", text, "Page", message=("type_page",), flags=EDITABLE)


def bar(sight: Sight, document: Document | None, current: int, scale: float, typing: bool) -> Widget[Message]:
    """Returns the tool bar.

    Args:
        sight: How the document is shown.
        document: The document, None for none.
        current: Number of the current page, from 0.
        scale: Pixels per point.
        typing: Whether the number of a page is being typed.
    """
    has = document is not None
    count = len(document.file.sizes) if document is not None else 0
    parts: list[Widget[Message]] = [ToolButton("list", "Side pane", ("side",), on=bool(sight.side))]
    if has:
        parts += [
            ToolSpace(),
            ToolButton("chevron_up", "Previous Page", ("previous",), enabled=current > 0),
            ToolButton("chevron_down", "Next Page", ("next",), enabled=current < count - 1),
            Space(4),
            _PageEntry(current + 1, typing),
            Label(f"of {count}", pad=(4, 0)),
        ]
    parts.append(Space(flex=1))
    if has:
        parts += [
            ToolButton("remove", "Zoom Out", ("zoom_out",)),
            ChoiceBox(zoom_text(sight, scale), "Zoom Level", ("zoom_menu", 0, 0), 92),
            ToolButton("add", "Zoom In", ("zoom_in",)),
            ToolSpace(),
        ]
    parts += [
        absent_button("edit", "Annotate Document"),
        ToolButton("search", "Find", ("find",), on=sight.finding, enabled=has),
        ToolButton("menu", "File options", ("menu",)),
    ]
    return Row(parts, gap=2, pad=(6, 3), background="bar")


def find_bar(sight: Sight, wanted: str, found: tuple[Match, ...]) -> Widget[Message]:
    """Returns the bar with the text to find."""
    if not wanted:
        note = ""
    elif not found:
        note = "Not found"
    else:
        note = f"{sight.found + 1} of {len(found)}" if sight.found >= 0 else f"{len(found)} found"
    options = (("case", "Case Sensitive", sight.case), ("whole", "Whole Words Only", sight.whole))
    boxes: list[Widget[Message]] = [
        Row([Toggle("checkbox", on, ("option", name), text), Label(text, "small", role="")], gap=2)
        for name, text, on in options
    ]
    parts: list[Widget[Message]] = [
        Field("find", "Find text", icon="search", flex=1),
        ToolButton("chevron_up", "Up", ("find_next", -1), enabled=bool(found)),
        ToolButton("chevron_down", "Down", ("find_next", 1), enabled=bool(found)),
        Sized(Label(note, "small", "muted"), w=84), *boxes,
        ToolButton("close", "Close find bar", ("close_find",)),
    ]  # fmt: skip
    return Row(parts, gap=4, pad=(8, 3), background="bar")


class _ListChoice(ToolButton[Message]):
    """A button for one of the side pane's lists, of which one is shown."""

    __slots__ = ()

    def __init__(self, icon: str, name: str, message: Message, on: bool, enabled: bool) -> None:
        super().__init__(icon, "", message, on, enabled, name)
        self.role = "radio"


def side_pane(sight: Sight, document: Document, current: int) -> Widget[Message]:
    """Returns the side pane: the pages as small pictures, or the table of contents."""
    count = len(document.file.sizes)
    rows: list[Widget[Message]] = []
    if sight.side == "outline":
        for entry in document.file.outline:
            tile: Widget[Message] = Tile(
                entry.text, ("go", entry.page), trailing=Label(str(entry.page + 1), "small", "muted", role=""),
                leading=Space(12 * entry.depth) if entry.depth else None,
            )  # fmt: skip
            rows.append(tile)
    else:
        for number in range(count):
            thumbnail = Thumbnail(document, number, number == current, sight)
            rows.append(thumbnail)
    lists: list[Widget[Message]] = []
    for icon, name, side in (
        ("slides", "Thumbnails", "thumbnails"), ("list", "Outline", "outline"), ("notes", "Annotations", ""),
        ("flag", "Bookmarks", ""),
    ):  # fmt: skip
        there = bool(side) and (side != "outline" or bool(document.file.outline))
        lists.append(_ListChoice(icon, name, ("list", side), side == sight.side, there))
    body = Column([Row(lists, gap=2, pad=(8, 5)), Scroll("side", rows)], background="bar")
    return Sized(body, w=SIDE_WIDTH)
