"""Pages and windows: the plain data that apps keep of their user interface.

* `Page` - one screen of an app; `Window` - the pages of a running app.
* `AnyOverlay`, `PlainData` - the general types that each app narrows to its own.
* `ToolkitOverlay` - the overlays that the toolkit itself puts above an app's page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from crab_sim.draw.ops import Rect

__all__ = ["NO_PAGE", "AnyOverlay", "Page", "PlainData", "ToolkitOverlay", "Window"]

PlainData: TypeAlias = Any
"""None, numbers, text, bytes, or tuples of them; `Any`, so that an app can name its own type where it reads it."""
AnyOverlay: TypeAlias = tuple[Any, ...]
"""The dialog or menu above a page of any app: its name, then plain data, or empty; an app narrows it."""
ToolkitOverlay: TypeAlias = (
    tuple[()] | tuple[Literal["field_menu"], str, int, int] | tuple[Literal["field_menu"], str, int, int, str, int, int]
)
"""No overlay, or the menu of a field (key, x, y) or of selected text (also text, start, end); part of every app's."""


class Page(NamedTuple):
    """One screen of an app, as plain data.

    Attributes:
        name: Name of the screen, one of the app's.
        arg: Its subject, such as a row's id.
        fields: Text typed into its fields, by key.
        scroll: Pixels by which its lists are scrolled, by key.
        focus: Key of the focused field, ``""`` for none.
        selection: (anchor, caret) in the focused field, as indices into its text.
        overlay: The dialog or menu above it: name, then arguments; empty for none.
        data: Anything else that the app keeps for this screen.
    """

    name: str
    arg: PlainData = None
    fields: Mapping[str, str] = {}
    scroll: Mapping[str, int] = {}
    focus: str = ""
    selection: tuple[int, int] = (0, 0)
    overlay: AnyOverlay = ()
    data: PlainData = None


NO_PAGE = Page("")
"""The page while something that isn't an app's is placed."""


class Window(NamedTuple):
    """A running app.

    Attributes:
        id: Its id, unique among the open windows.
        app: The app's id.
        pages: Its pages, of which the last is shown.
        frame: Its place on a desktop, title bar included.
        maximized: Whether it fills the desktop; `frame` is its place otherwise.
        minimized: Whether it is hidden.
    """

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

    @property
    def base(self) -> Page:
        """Its first page, on which a desktop's dialogs lie."""
        return self.pages[0]
