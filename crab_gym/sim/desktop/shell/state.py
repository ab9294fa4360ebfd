"""The state of the desktop's own parts, and the measures of its bars.

* `Shell` - the open parts: overview, grid of apps, menus.
* `SHELL`, `OPENED` - its slice, and that of the number of windows opened so far.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from crab_gym.sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH, TITLE_HEIGHT
from crab_gym.sim.machine.slices import Slice

__all__ = ["BAR_HEIGHT", "DOCK_WIDTH", "OPENED", "SHELL", "TITLE_HEIGHT", "Part", "Shell"]

Part: TypeAlias = Literal["", "windows", "apps", "status", "wallpaper"]
"""The part that is open above the windows: the overview with the windows, the one with the apps, or a menu."""


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


SHELL: Final = Slice[Shell]("shell")
OPENED: Final = Slice[int]("opened")
