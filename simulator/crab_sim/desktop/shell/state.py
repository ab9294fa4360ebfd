"""The state of the desktop's own parts.

* `Shell` - the open parts: overview, grid of apps, menus.
* `content_corner` - the place of a window's content.
* `SHELL`, `OPENED` - its slice, and that of the number of windows opened so far.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH, TITLE_HEIGHT
from crab_sim.machine.slices import Slice
from crab_sim.ui.page import Window

__all__ = ["OPENED", "SHELL", "Part", "Shell", "content_corner"]

Part: TypeAlias = Literal["", "windows", "apps", "status", "wallpaper", "capture"]
"""The part that is open above the windows: the overview with the windows, the one with the apps, a menu, or the panel
that takes pictures of the screen."""


class Shell(NamedTuple):
    """The state of the desktop's own parts.

    Attributes:
        part: The part that is open, ``""`` for none.
        query: The text of the overview's search.
        at: The point at which the wallpaper's menu was opened, in pixels.
        first: The first row of apps that the grid shows.
    """

    part: Part = ""
    query: str = ""
    at: tuple[int, int] = (0, 0)
    first: int = 0

    @property
    def overview(self) -> bool:
        """Whether the overview hides the windows and gets the keys."""
        return self.part in ("windows", "apps")


SHELL: Final = Slice[Shell]("shell", volatile="what is on the screen, nothing that is kept")
OPENED: Final = Slice[int]("opened", volatile="counts the windows")


def content_corner(window: Window) -> tuple[int, int]:
    """Returns the left and top edge of a window's content on the screen, in pixels."""
    left, top = (DOCK_WIDTH, BAR_HEIGHT) if window.maximized else window.frame[:2]
    return left + 1, top + TITLE_HEIGHT
