"""The measures of a Firefox window: where the page's view is."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.desktop.apps.firefox.state import Browser
from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH, TITLE_HEIGHT
from crab_sim.machine.app import Context
from crab_sim.ui import Theme

__all__ = ["FIND_HEIGHT", "SIDE_WIDTH", "Size", "tabs_height", "tools_height", "view_size"]

SIDE_WIDTH: Final = 270
"""The width of the sidebar in pixels."""
FIND_HEIGHT: Final = 40
"""The height of the bar for finding on the page."""


class Size(NamedTuple):
    """A width and a height in pixels."""

    w: int
    h: int


def tabs_height(theme: Theme) -> int:
    """Returns the height of the tabs."""
    return theme.button + 2


def tools_height(theme: Theme) -> int:
    """Returns the height of the bar with the address."""
    return theme.field + 8


def view_size(context: Context, state: Browser) -> Size:
    """Returns the size of the page's view."""
    window, machine, theme = context.window, context.machine, context.theme
    left, top, right, bottom = window.frame
    if window.maximized:
        left, top, right, bottom = DOCK_WIDTH, BAR_HEIGHT, machine.width, machine.height
    width = right - left - 2 - (SIDE_WIDTH if state.side else 0)
    height = bottom - top - TITLE_HEIGHT - 1 - tabs_height(theme) - tools_height(theme)
    return Size(max(40, width), max(40, height - (FIND_HEIGHT if state.finding else 0)))
