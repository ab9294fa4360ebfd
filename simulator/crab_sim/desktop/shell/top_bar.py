"""The top bar: Activities, the clock, and the system's icons, which open the status menu."""

from __future__ import annotations

import time
from functools import lru_cache

from crab_sim.desktop.measures import BAR_HEIGHT
from crab_sim.desktop.shell.messages import ShellScene
from crab_sim.ui.theme import WHITE, Color

__all__ = ["clock_text", "lay_out", "lay_out_clock", "lay_out_system"]

_GROUND: Color = (28, 28, 31)
_PRESSED: Color = (70, 70, 76)
_ABSENT: Color = (96, 96, 102)


def lay_out(scene: ShellScene, width: int, overview: bool) -> None:
    """Lays out the bar and its Activities button."""
    scene.fill(0, 0, width, BAR_HEIGHT, _GROUND)
    scene.node(0, 0, width, BAR_HEIGHT, "toolbar", "", "Top bar", message=("nothing",))
    if overview:
        scene.round(6, 3, 84, BAR_HEIGHT - 6, _PRESSED, 12)
    scene.text(0, 0, 96, BAR_HEIGHT, scene.theme.say("Activities"), WHITE, 14, "bold", "center")
    scene.node(0, 0, 96, BAR_HEIGHT, "button", "Activities", message=("overview",))


def lay_out_clock(scene: ShellScene, width: int, clock: str, quiet: bool) -> None:
    """Lays out the clock in the bar's middle.

    Args:
        scene: The scene.
        width: Width of the screen in pixels.
        clock: The text of the clock.
        quiet: Whether Do Not Disturb is on, which an icon beside the clock shows.
    """
    clock = scene.theme.say(clock)
    left = width // 2 - 120
    scene.clock(left, 0, 240, BAR_HEIGHT, clock, WHITE, 14, "bold", "center")
    scene.node(left, 0, 240, BAR_HEIGHT, "text", clock, "Clock", verbatim="text")
    if quiet:
        scene.icon(left + 216, 7, 16, "do_not_disturb", WHITE)


def lay_out_system(scene: ShellScene, width: int, menu: bool, online: bool) -> None:
    """Lays out the icons at the bar's end, which open the status menu.

    Args:
        scene: The scene.
        width: Width of the screen in pixels.
        menu: Whether the menu is open.
        online: Whether the desktop is connected to a network.
    """
    left = width - 92
    if menu:
        scene.round(left, 3, 88, BAR_HEIGHT - 6, _PRESSED, 12)
    for x, icon, tone in ((width - 80, "network", WHITE if online else _ABSENT), (width - 54, "volume", WHITE),
                          (width - 28, "power", WHITE)):  # fmt: skip
        scene.icon(x, 7, 16, icon, tone)
    scene.node(left, 0, 92, BAR_HEIGHT, "button", "", "System", message=("status",))


@lru_cache(maxsize=256)
def _day(day: int, date: str, weekday: str) -> str:
    """Returns the day in the top bar, before the time."""
    then = time.gmtime(day * 86_400)
    shown = f"{time.strftime('%a', then)} " if weekday == "true" else ""
    return f"{shown}{time.strftime('%b', then)} {then.tm_mday}  " if date == "true" else shown


def clock_text(minute: int, style: str, date: str, weekday: str) -> str:
    """Returns the day and time in the top bar.

    Args:
        minute: Minutes since 1970 (UTC).
        style: ``"24h"`` or ``"12h"``.
        date: Whether the date is shown, ``"true"`` or ``"false"``.
        weekday: Whether the weekday is shown, likewise.

    >>> clock_text(75, "12h", "true", "true")
    'Thu Jan 1  01:15 AM'
    """
    day, within = divmod(minute, 1440)
    hour, minute = divmod(within, 60)
    shown = f"{hour:02}:{minute:02}" if style == "24h" else f"{(hour - 1) % 12 + 1:02}:{minute:02} {'AP'[hour >= 12]}M"
    return _day(day, date, weekday) + shown
